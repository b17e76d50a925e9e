/* What is fast against what runs. Settings that save time tend to cost memory, and a search goes
 * where jobs are predicted to be fast: there the log-odds of trees, calibrated on all of the log,
 * promise too much. How fast a job is predicted to be counts in the calibration, too.
 *
 * The speed is that of a ridge regression on the metric of the jobs that ran (logarithms where all
 * are positive), whatever kind of predictor the model has: jobs that failed have a prediction as
 * well, and exact search has bounds. For a job that it learned from, it is what the regression
 * without that job predicts. */
#ifndef CML_MODEL_CHANCE_TRADE_OFF_H
#define CML_MODEL_CHANCE_TRADE_OFF_H

#include "base/error.h"
#include "learn/linear/linear_model.h"
#include "model/chance/chance.h"
#include "model/chance/rising_line.h"
#include "model/chance/validated_trees.h"

/* Fits line to what trees predicted of rows held out (numbers of cml_chance_rows_run: those that
 * ran come first) and to their speed, and makes calibrated log-odds of what they predicted.
 * *linear predicts what the speed adds to these; NULL where nothing tells it, and line->of_other
 * is 0: fewer than CML_TRADE_OFF_MIN_RAN jobs ran, all were as fast, or no feature varies. Ordered
 * features do not count, so that the chance keeps to their order. */
#define CML_TRADE_OFF_MIN_RAN 10
enum cml_result cml_trade_off_train(const struct cml_chance_training *training,
				    const struct cml_dataset *rows, struct cml_held_out *held_out,
				    struct cml_rising_line *line, struct cml_linear **linear,
				    struct cml_error *err);

#endif

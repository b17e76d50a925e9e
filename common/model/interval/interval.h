/* Honest intervals for every kind of predictor: half the width of the interval that holds 90 % of
 * new jobs.
 *
 *   half = quantile * sqrt(noise + sd^2) + numbers_slope * sqrt(numbers)
 *          + level_cost * sqrt(flags) + level_costs of columns with a level that was never met
 *          + a part of these where few configurations have the level
 *
 * as errors grow along a random walk, and at most spread, which is what a predictor of the median
 * needs that knows nothing of a job, also where no fold shows what such a job needs; at least
 * single_cost more than inside for each setting that never varied and does.
 *
 * sd is what the predictor says, numbers and flags how far the job leaves what the jobs
 * learned from cover (excess.h). The predictor is
 * trained again without the jobs of each fold, and the rest is fitted to its
 * errors on them. noise makes the errors of random folds, inside what these cover, most likely, as
 * errors of a spread proportional to sqrt(noise + sd^2); quantile is the conformal one of those
 * standardised errors. The slope is what 90 % of the jobs outside need, where each fold counts
 * the same. A level that was never met costs what 90 % of the jobs need whose levels are held out,
 * beside that of their numbers, where each fold counts the same; level_cost is that of all columns.
 * Where the metric has a law, these misses are of a law learned without them, too. Last, quantile
 * is raised until it holds 90 % of later jobs inside, where each fold counts the same; of all later
 * jobs, with what is added outside, where fewer than 9 are inside. Farther out than any fold the
 * interval continues to grow, up to spread; with sd the same it never gets narrower on the way out.
 *
 * Source: quantile of rank 0.9 (n + 1) and standardised residuals: J. Lei et al.,
 * "Distribution-free predictive inference for regression", JASA 113, 2018, sections 2.2 and 5.2;
 * errors of folds in place of a second split: R. F. Barber et al., "Predictive inference with the
 * jackknife+", Annals of Statistics 49, 2021. Their promise holds for jobs like those learned from;
 * how far it carries over to later and larger jobs is measured (tests/public/intervals.sh). */
#ifndef CML_MODEL_INTERVAL_INTERVAL_H
#define CML_MODEL_INTERVAL_INTERVAL_H

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/text.h"
#include "learn/data/dataset.h"
#include "learn/predictor/predictor.h"
#include "model/interval/interval_folds.h"

#define CML_INTERVAL_COVERAGE 0.9
/* Fewer errors have no 90 % quantile: its rank 0.9 (n + 1) is above n. */
#define CML_INTERVAL_MIN_ERRORS 9
/* Of more rows so many are drawn, whole configurations, and the folds made of them. */
#define CML_INTERVAL_MAX_ROWS 10000

struct cml_interval;

/* Of a predictor of this kind and training, whose seed is that of the folds and their predictors;
 * has_times: rows are in the order of time. known[n_known]: misses of larger jobs, or of levels,
 * that were found before, and no such folds are made.
 * *interval is owned by the caller; NULL where the folds give fewer than CML_INTERVAL_MIN_ERRORS
 * inside what they cover. Trains the kind CML_MAX_FOLDS times at most, folds side by side over the
 * threads of the pool; the same for every number of threads. What costs time is lowered to what is
 * enough (struct cml_predictor_kind); an sd that changes with it is not used. A fold that the kind
 * cannot learn from is left out. Lines about it are appended to summary. */
enum cml_result cml_interval_train(struct cml_interval **interval,
				   const struct cml_predictor_kind *kind,
				   const struct cml_training *training, bool has_times,
				   const struct cml_fold_misses *known, size_t n_known,
				   struct cml_buffer *summary, struct cml_error *err);
void cml_interval_free(struct cml_interval *interval); /* NULL is allowed */

/* Half the width for a job of features x with a deviation of sd, in the unit of the y that was
 * learned. Where no fold shows what such jobs need it is that of somebody who knows the metric
 * alone; NaN for a setting that never varied where no fold held out anything. */
double cml_interval_half(const struct cml_interval *interval, const float *x, double sd);

/* Of a struct cml_interval *: NULL writes nothing, and becomes what is read. */
void cml_interval_fields(struct cml_fields *fields, void *state);

#endif

/* Learning an outcome that must stay inside limits. */
#ifndef CML_MODEL_CHANCE_LIMIT_TRAIN_H
#define CML_MODEL_CHANCE_LIMIT_TRAIN_H

#include "base/error.h"
#include "base/memory.h"
#include "model/chance/beyond_folds.h"
#include "model/chance/chance.h"
#include "model/chance/chance_model.h"
#include "model/chance/validated_trees.h"

#include <stddef.h>

/* From every job that reports limit number l, on logarithms where all reports are
 * positive. By auto, whose line goes on beyond what jobs report: what breaks a limit is rarely
 * launched, and trees never predict more than a job reported. Where features have directions, by a
 * line and trees of what it leaves over that both keep them. The spread is the 90 % quantile of the
 * errors of configurations held out, as that of a normal: one error in ten may be anything.
 * CML_BAD_DATA when no job reports it. What made owns is the caller's to free, on failure too. */
enum cml_result cml_limit_train(const struct cml_chance_training *training, size_t l,
				struct cml_limit_model *made, struct cml_buffer *summary,
				struct cml_error *err);

/* Trees of rows, by the squared or the logistic loss, in the order that training marks: their
 * prediction makes the chance rise with sign 1, fall with -1; 0: no order. beyond, of these
 * rows, are left out one after the other; NULL: none. */
enum cml_result cml_chance_trees(const struct cml_chance_training *training,
				 const struct cml_dataset *rows, enum cml_boost_loss_kind loss,
				 int sign, const struct cml_beyond_folds *beyond,
				 struct cml_validated_trees *trees, struct cml_error *err);

#endif

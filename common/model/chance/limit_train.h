/* Learning an outcome that must stay inside limits. */
#ifndef CML_MODEL_CHANCE_LIMIT_TRAIN_H
#define CML_MODEL_CHANCE_LIMIT_TRAIN_H

#include "base/error.h"
#include "base/memory.h"
#include "model/chance/chance.h"
#include "model/chance/chance_model.h"

#include <stddef.h>

/* From every job that reports limit number l, on logarithms where all reports are
 * positive. The spread is the 90 % quantile of the errors out of fold, as that of a
 * normal: one error in ten may be anything. CML_BAD_DATA when no job reports it. What
 * made owns is the caller's to free, on failure too. */
enum cml_result cml_limit_train(const struct cml_chance_training *training, size_t l,
				struct cml_limit_model *made, struct cml_buffer *summary,
				struct cml_error *err);

/* The order that trees must keep, by feature, whose prediction makes the chance rise
 * with `sign` 1 and fall with -1; NULL in *order: none. For the caller to free. */
enum cml_result cml_chance_order(const struct cml_chance_training *training, int sign,
				 int8_t **order, struct cml_error *err);

#endif

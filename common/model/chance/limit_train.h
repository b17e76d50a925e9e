/* Training the part of a chance that is to stay inside a limit. */
#ifndef CML_MODEL_CHANCE_LIMIT_TRAIN_H
#define CML_MODEL_CHANCE_LIMIT_TRAIN_H

#include "base/error.h"
#include "base/memory.h"
#include "model/chance/chance.h"
#include "model/chance/chance_model.h"

/* Learns limit number l from every job that reports it, on logarithms where all reports are
 * positive, by auto, whose line extrapolates: jobs that break a limit are rarely launched. The
 * scale of its spread makes that of a normal distribution hold 90 % of out-of-fold errors.
 * CML_BAD_DATA when no job reports it. What made owns is the caller's to free, on failure too. */
enum cml_result cml_limit_train(const struct cml_chance_training *training, size_t l,
				struct cml_limit_model *made, struct cml_buffer *summary,
				struct cml_error *err);

#endif

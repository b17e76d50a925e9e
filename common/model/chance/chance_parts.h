/* Training the parts of a chance: not to fail by itself, and to stay inside each limit. */
#ifndef CML_MODEL_CHANCE_CHANCE_PARTS_H
#define CML_MODEL_CHANCE_CHANCE_PARTS_H

#include "base/error.h"
#include "base/memory.h"
#include "model/chance/chance.h"
#include "model/chance/chance_model.h"

#include <stddef.h>

/* Learns the chance not to fail by itself into a chance that is new; where failing jobs are missing
 * in the log (missing.h), a second time, with what stands in for them. What the chance owns is the
 * caller's to free, on failure too. */
enum cml_result cml_chance_run_train(const struct cml_chance_training *training,
				     struct cml_chance *chance, struct cml_error *err);

/* Learns limit number l from every job that reports it, on logarithms where all reports are
 * positive, by auto, whose line extrapolates: jobs that break a limit are rarely launched. The
 * spread is the 90 % quantile of out-of-fold errors, as that of a normal distribution. CML_BAD_DATA
 * when no job reports it. What made owns is the caller's to free, on failure too. */
enum cml_result cml_limit_train(const struct cml_chance_training *training, size_t l,
				struct cml_limit_model *made, struct cml_buffer *summary,
				struct cml_error *err);

#endif

/* Training the chance that a job does not fail by itself: without limits, without causes. */
#ifndef CML_MODEL_CHANCE_CHANCE_RUN_TRAIN_H
#define CML_MODEL_CHANCE_CHANCE_RUN_TRAIN_H

#include "base/error.h"
#include "model/chance/chance.h"
#include "model/chance/chance_model.h"

/* Learns into a chance that is new. Where the log shows that what fails was avoided (avoidance.h),
 * all is learned a second time, with the configurations that were drawn. What the chance holds is
 * the caller's to free, on failure too. A line ok_against_FEATURE for each direction that jobs
 * contradict (contradiction.h) is appended to summary. */
enum cml_result cml_chance_run_train(const struct cml_chance_training *training,
				     struct cml_chance *chance, struct cml_buffer *summary,
				     struct cml_error *err);

#endif

/* Training curves: what every member of an ensemble was worth after each step. */
#ifndef CML_EVAL_TRAINING_LOG_H
#define CML_EVAL_TRAINING_LOG_H

#include "base/error.h"
#include "learn/data/dataset.h"
#include "learn/predictor/predictor.h"

#include <pthread.h>
#include <stddef.h>

struct cml_training_record {
	size_t member, step; /* as in struct cml_training_step */
	double training_loss;
	double kendall; /* tau-b on the watched rows, of this member alone; NaN: none, or a
			 * prediction that is not finite */
};

/* Zeroed is empty. May not move between init and release. */
struct cml_training_log {
	struct cml_training_watch watch; /* to be handed to training */
	const struct cml_dataset *rows;
	const double *targets; /* n_rows: what predictions are compared with; rows->y by default,
				* the shares where those of a base are learned. Borrowed */
	struct cml_training_record *records;
	size_t n;
	size_t capacity;
	pthread_mutex_t lock;
	enum cml_result status; /* of taking the records: memory may run out */
};

/* rows: watched, in no part of the training; NULL: none. Borrowed until training is
 * over. */
void cml_training_log_init(struct cml_training_log *log, const struct cml_dataset *rows);
void cml_training_log_release(struct cml_training_log *log);

/* After training: puts the records in order of members, then steps, the same for
 * every number of threads. */
enum cml_result cml_training_log_finish(struct cml_training_log *log, struct cml_error *err);

#endif

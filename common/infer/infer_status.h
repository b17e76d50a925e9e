/* What the words of a status column say became of jobs. */
#ifndef CML_INFER_INFER_STATUS_H
#define CML_INFER_INFER_STATUS_H

#include "base/error.h"
#include "infer/infer_state.h"

#include <stddef.h>

/* Sets the meanings of a status column's texts. Words that every tool knows mean what they do there
 * (job_status.h), others what they contain (status_guess.h); those that contain nothing known are
 * failed. Of exit codes 0 is ok. A note for each word that is not known says what it is taken for,
 * why, how sure that is, and in how many jobs; the last one says where to change it. rows->metric
 * is known. CML_NO_MEMORY only. */
enum cml_result cml_infer_status_words(struct cml_inference *infer, struct cml_infer_column *column,
				       struct cml_error *err);

/* Appends the domain of the column: the words that are not known everywhere, with their meanings.
 * False when memory is out. */
bool cml_infer_status_domain(const struct cml_infer_column *column, struct cml_buffer *domain);

#endif

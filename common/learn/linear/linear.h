/* Linear regression as a predictor: the effect of a setting is the same everywhere, and
 * continues outside the log.
 *
 * Source: ridge.h. */
#ifndef CML_LEARN_LINEAR_LINEAR_H
#define CML_LEARN_LINEAR_LINEAR_H

#include "learn/linear/linear_model.h"
#include "learn/predictor/predictor.h"

extern const struct cml_predictor_kind cml_linear_predictor;

/* Learns data with the penalty that generalized cross-validation chooses. Lines about it are
 * appended to summary. */
enum cml_result cml_linear_train(const struct cml_dataset *data, struct cml_linear **linear,
				 struct cml_buffer *summary, struct cml_error *err);

#endif

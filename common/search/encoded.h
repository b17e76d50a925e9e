/* One configuration after the other, as a model reads it and as its log covers it. */
#ifndef CML_SEARCH_ENCODED_H
#define CML_SEARCH_ENCODED_H

#include "base/error.h"
#include "model/model.h"

/* Of one thread. Zeroed is empty. */
struct cml_encoded {
	const struct cml_model *model;
	double *features;               /* n_encoded */
	float *x;                       /* n_features */
	struct cml_support_probe probe; /* zeroed: the model does not know what its log covers */
};

/* model NULL: stays empty. */
enum cml_result cml_encoded_init(struct cml_encoded *encoded, const struct cml_model *model,
				 struct cml_error *err);
void cml_encoded_release(struct cml_encoded *encoded);

/* Values (n_columns) as x. Errors of cml_model_encode. */
enum cml_result cml_encoded_take(struct cml_encoded *encoded, const double *values,
				 struct cml_error *err);

/* Whether a column of the support is a context that fixes (`name=value`) name. */
bool cml_encoded_is_given(const struct cml_encoded *encoded, const char *const *fixes,
			  size_t n_fixes, size_t column);

#endif

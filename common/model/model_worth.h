/* How a model orders launches: by prediction and by the chance that the job runs. */
#ifndef CML_MODEL_MODEL_WORTH_H
#define CML_MODEL_MODEL_WORTH_H

#include "base/error.h"
#include "learn/predictor/worth.h"
#include "model/model.h"

/* How failures count. */
struct cml_failures {
	bool are_ignored;  /* order by prediction alone */
	bool has_floor;    /* min_chance was given */
	double min_chance; /* leave out what runs with less; 0: nothing */
};

/* The worth of launches under acquisition: with the chance, unless failures are ignored or the
 * model has none; per cost a logarithm all the same, from which that of the cost is taken.
 * CML_BAD_USAGE: an acquisition that does not go with the model (see cml_acquisition_check), a
 * min_chance where failures are ignored or not known, per cost where they are ignored.
 * CML_BAD_DATA: a summary without the range of the targets. */
enum cml_result cml_model_worth(const struct cml_model *model,
				const struct cml_acquisition *acquisition,
				const struct cml_failures *failures, struct cml_worth *worth,
				struct cml_error *err);

/* The number of a line of the summary, such as "rows"; NaN where there is none. */
double cml_model_fact(const struct cml_model *model, const char *name);

#endif

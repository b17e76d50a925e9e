#include "eval/mixed_job.h"

#include "space/config.h"

#include <math.h>
#include <string.h>

bool cml_mixed_job_encode(struct cml_mixed_job *job, const struct cml_encoder *encoder,
			  const double *values, size_t slot, double value, float *x)
{
	size_t broken_rule;
	struct cml_error no_features;
	memcpy(job->values, values, encoder->space->n_columns * sizeof *values);
	job->values[slot] = value;
	job->is_feasible = false;
	if (cml_config_complete(encoder->space, job->values, &broken_rule, &no_features) !=
		CML_OK ||
	    cml_encoder_encode(encoder, job->values, job->features, &no_features) != CML_OK)
		return false;
	for (size_t f = 0; f < encoder->n_features; f++)
		if (isinf((float)job->features[f]))
			return false;
	for (size_t f = 0; f < encoder->n_features; f++)
		x[f] = (float)job->features[f];
	job->is_feasible = broken_rule == CML_NO_COLUMN;
	return true;
}

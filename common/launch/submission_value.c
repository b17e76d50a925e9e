/* Whether the value of a job is one of the metric. Part of submission.h. */
#include "launch/submission_parts.h"

#include <math.h>

/* As cml-encode, and whoever reads the row, takes it. */
static bool is_in_domain(const struct cml_space *space, double value)
{
	return !space || space->metric == CML_NO_COLUMN ||
	       cml_domain_take(&space->columns[space->metric].domain, CML_TYPE_FLOAT, &value);
}

void cml_submission_check_value(const struct cml_submission *submission,
				struct cml_job_result *result)
{
	char number[CML_NUMBER_SIZE];

	if (is_in_domain(submission->options->space, result->value))
		return;
	cml_print_double(result->value, number);
	cml_reason_set(&result->reason, "%s is outside the domain of the metric", number);
	result->status = CML_JOB_FAILED;
	result->value = NAN;
	result->spread = NAN;
	result->n_readings = 0;
}

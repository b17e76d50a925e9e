/* Whether the value of a job fits to those of the others. Part of submission.h. */
#include "launch/submission_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void refuse(struct cml_job_result *result)
{
	result->status = CML_JOB_FAILED;
	result->value = NAN;
	result->spread = NAN;
	result->n_readings = 0;
	result->unit[0] = '\0';
}

#define UNIT_WORDS (CML_UNIT_SIZE + 16)

static void describe(const char *unit, char words[UNIT_WORDS])
{
	snprintf(words, UNIT_WORDS, "%s%s%s", unit[0] ? "in \"" : "without a unit", unit,
		 unit[0] ? "\"" : "");
}

/* As cml-encode, and whoever reads the row, takes it. */
static bool is_in_domain(const struct cml_space *space, double value)
{
	return !space || space->metric == CML_NO_COLUMN ||
	       cml_domain_take(&space->columns[space->metric].domain, CML_TYPE_FLOAT, &value);
}

/* Finds the unit of the values before, or makes this one's that of all to come. */
static enum cml_result find_unit(struct cml_submission *submission,
				 const struct cml_job_result *result, bool *first,
				 struct cml_error *err)
{
	bool kept = submission->history && cml_job_history_has_units(submission->history);
	const char *unit = NULL;

	if (kept && cml_job_history_hold(submission->history, err) != CML_OK)
		return err->status;
	if (kept)
		unit = cml_job_history_unit(submission->history);
	*first = kept;
	if (!unit)
		unit = result->unit;
	memcpy(submission->unit, unit, strlen(unit) + 1);
	submission->has_unit = true;
	if (submission->history && !kept && unit[0] != '\0')
		cml_submission_note(submission,
				    "the values are in \"%s\", and the history has no column %s to "
				    "keep that: --widen gives it one",
				    unit, CML_COLUMN_UNIT);
	return CML_OK;
}

enum cml_result cml_submission_check_value(struct cml_submission *submission,
					   struct cml_job_result *result, bool *commit,
					   struct cml_error *err)
{
	char number[CML_NUMBER_SIZE], own[UNIT_WORDS], before[UNIT_WORDS];

	*commit = false;
	if (!is_in_domain(submission->options->space, result->value)) {
		cml_print_double(result->value, number);
		cml_reason_set(&result->reason, "%s is outside the domain of the metric", number);
		refuse(result);
		return CML_OK;
	}
	if (!submission->has_unit && find_unit(submission, result, commit, err) != CML_OK)
		return err->status;
	if (strcmp(submission->unit, result->unit) == 0)
		return CML_OK;
	describe(result->unit, own);
	describe(submission->unit, before);
	cml_reason_set(&result->reason, "the value is %s and those before are %s", own, before);
	refuse(result);
	return CML_OK;
}

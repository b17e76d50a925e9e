#include "infer/infer_outcome_note.h"

void cml_infer_ignore_suspect(struct cml_inference *infer, struct cml_infer_column *column,
			      const char *units)
{
	const char *metric = infer->rows.columns[infer->rows.metric].name;
	column->decided = true;
	column->role = CML_ROLE_IGNORE;
	switch (column->suspicion) {
	case CML_SUSPECT_NAME:
		cml_infer_note(infer, column, "likely: outcome, named like a measurement%s", units);
		break;
	case CML_SUSPECT_RESULT:
		cml_infer_note(infer, column, "sure: outcome, a result by the prefix of its name%s",
			       units);
		break;
	case CML_SUSPECT_MISSING:
		cml_infer_note(infer, column,
			       "likely: outcome, missing exactly where '%s' is missing%s", metric,
			       units);
		break;
	case CML_SUSPECT_PRESENT:
		cml_infer_note(infer, column,
			       "likely: outcome, present exactly where '%s' is missing%s", metric,
			       units);
		break;
	case CML_SUSPECT_FAILURES:
		cml_infer_note(infer, column,
			       "likely: outcome, the same in all jobs with '%s', other in those "
			       "without; if it is the outcome, give it the role status, and "
			       "define its words in the domain%s",
			       metric, units);
		break;
	case CML_SUSPECT_PROGRESS:
		cml_infer_note(infer, column,
			       "likely: outcome, named like what a job has done, and less in all "
			       "jobs without '%s' than in any with it",
			       metric);
		break;
	case CML_SUSPECT_ONE_VALUE:
		cml_infer_note(
		    infer, column,
		    "unsure: outcome, %g in all jobs without '%s' and more in all others, "
		    "though '%s' tells failures, too; if it is set before a job starts, "
		    "give it the role param",
		    column->low_value, metric, column->partner);
		break;
	case CML_SUSPECT_END:
		cml_infer_note(infer, column, "likely: outcome, named like the end of a job");
		break;
	case CML_SUSPECT_UNITS:
		cml_infer_note(infer, column, "unsure: outcome, %zu different numbers with units%s",
			       column->n_sample_distinct, units);
		break;
	case CML_SUSPECT_CORRELATION:
		cml_infer_note(infer, column, "likely: outcome, rank correlation %.3f with '%s'",
			       column->correlation, metric);
		break;
	case CML_SUSPECT_PRODUCT:
		cml_infer_note(infer, column,
			       "likely: outcome, times '%s' it is '%s', up to a constant",
			       column->partner, metric);
		break;
	case CML_SUSPECT_QUOTIENT:
		cml_infer_note(infer, column,
			       "likely: outcome, its quotient with '%s' is '%s', up to a constant",
			       column->partner, metric);
		break;
	default:
		cml_infer_note(
		    infer, column,
		    "unsure: outcome, looks measured: fractional and almost always different");
	}
}

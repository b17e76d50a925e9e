/* What is given with the work of a job: of a time, less work needs less. */
#include "infer/infer_state.h"

#include "infer/names/names.h"

/* Rank correlation with the time, from which on a batch, or a column called k, is the work. */
#define MIN_CORRELATION 0.2

/* Whether the work of a step is in another column: dp * micro_batch * accum == global_batch. */
static bool is_tied(const struct cml_inference *infer, const struct cml_infer_column *column)
{
	for (size_t i = 0; i < infer->relations.n; i++) {
		const struct cml_relation *relation = &infer->relations.items[i];
		if (relation->kind <= CML_RELATION_DIVISIBLE &&
		    cml_relation_has(relation, 1, column) &&
		    cml_name_is_batch(relation->members[0]->plain))
			return true;
		if (relation->kind == CML_RELATION_BALANCE && cml_relation_has(relation, 0, column))
			return true;
	}
	return false;
}

static bool is_size_of_work(const struct cml_infer_column *column, double growth)
{
	return (cml_name_counts_work(column->plain) && growth > -MIN_CORRELATION) ||
	       (cml_name_is(column->plain, "k m n size") && growth >= MIN_CORRELATION);
}

/* growth: the correlation with what the metric costs. */
static void give(struct cml_inference *infer, struct cml_infer_column *column, double growth)
{
	const struct cml_infer_column *metric = infer->rows.metric;
	bool costs_work = cml_name_costs_work(metric->plain);
	bool is_batch = (costs_work || cml_named(metric, CML_NAME_OF_STEP)) &&
			cml_name_is_batch(column->plain) && growth >= MIN_CORRELATION &&
			!is_tied(infer, column);
	if (!is_batch && !(costs_work && is_size_of_work(column, growth)))
		return;
	column->role = CML_ROLE_CONTEXT;
	cml_infer_note(
	    infer, column,
	    is_batch ? "likely: context, as by '%.100s' the least work in a step would win; "
		       "to search it make a metric of samples in a time"
		     : "likely: context, the size of the work: by '%.100s' the least would win",
	    metric->name);
}

void cml_infer_give_work(struct cml_inference *infer)
{
	double sign = cml_infer_is_minimized(infer) ? 1 : -1;
	CML_EACH_COLUMN (column, &infer->rows)
		if (column->role == CML_ROLE_PARAM && column->is_number)
			give(infer, column, sign * cml_infer_correlate(infer, column, NULL));
}

/* Support as bytes of a model file. Part of support.h. */
#include "model/support/support_model.h"

#include <math.h>

/* Bytes of a pair, and of the key and the value of a job, in a file. */
#define PAIR_SIZE 20
#define NEAR_SIZE 16

static void jobs_fields(struct cml_fields *fields, uint64_t *n)
{
	double n_jobs = (double)*n;
	cml_field_jobs(fields, "the number of jobs", &n_jobs, 1);
	if (!fields->out)
		*n = (uint64_t)n_jobs;
}

/* Room for what is read, of which each takes so many bytes: where it is there, and can be had. */
static void reserve(struct cml_fields *fields, struct cml_support *support, size_t n,
		    size_t n_bytes, bool (*reserve_n)(struct cml_support *support, size_t n))
{
	if (fields->out)
		return;
	cml_field_check(fields, n <= fields->bytes.size / n_bytes, "truncated");
	if (cml_fields_are_read(fields) && !reserve_n(support, n))
		cml_field_fail_memory(fields);
}

static void condition_counts_fields(struct cml_fields *fields, struct cml_support *support)
{
	size_t n = 1, n_columns = support->n_columns, *first = support->first_condition;
	for (size_t c = 0; c < n_columns; c++) {
		size_t n_values = first[c + 1] - first[c];
		bool is_context = support->columns[c].role == CML_SUPPORT_CONTEXT;
		cml_field_count(fields, "the values of a context", &n_values, 0,
				is_context ? CML_SUPPORT_CONTEXT_VALUES : 0);
		if (!fields->out)
			first[c] = n;
		n += n_values;
	}
	if (!fields->out)
		first[n_columns] = n;
	reserve(fields, support, n,
		sizeof(float) * (n_columns + 2 * support->first_word[n_columns]),
		cml_support_reserve_conditions);
}

/* In the order that looking them up relies on. */
static bool is_ascending(float before, float after)
{
	return before < after || (isnan(after) && !isnan(before));
}

static void condition_fields(struct cml_fields *fields, struct cml_support *support, size_t column)
{
	size_t first = support->first_condition[column], end = support->first_condition[column + 1];
	for (size_t i = first; i < end; i++) {
		struct cml_support_condition *condition = &support->conditions[i];
		if (!fields->out)
			condition->context = column;
		cml_field_floats(fields, "a context", &condition->at, 1, CML_ANY);
		cml_field_check(fields, i == first || is_ascending(condition[-1].at, condition->at),
				"contexts out of order");
	}
}

static void conditions_fields(struct cml_fields *fields, struct cml_support *support)
{
	condition_counts_fields(fields, support);
	if (fields->status != CML_OK)
		return;
	size_t n = support->n_conditions, n_columns = support->n_columns;
	for (size_t c = 0; c < n_columns; c++)
		condition_fields(fields, support, c);
	cml_field_floats(fields, "the least", support->lo, n * n_columns, CML_ANY);
	cml_field_floats(fields, "the most", support->hi, n * n_columns, CML_ANY);
	cml_field_u64s(fields, support->levels, n * support->first_word[n_columns]);
}

static void pair_fields(struct cml_fields *fields, const struct cml_support *support,
			struct cml_support_pair *pair)
{
	cml_field_count(fields, "a column", &pair->a, 0, UINT32_MAX);
	cml_field_count(fields, "a column", &pair->b, 0, UINT32_MAX);
	cml_field_count(fields, "a bin", &pair->bin, 0, UINT32_MAX);
	cml_field_u64s(fields, &pair->outside, 1);
	cml_field_check(fields,
			pair->a < pair->b && pair->b < support->n_columns &&
			    cml_support_is_paired(support, pair->a) &&
			    cml_support_is_paired(support, pair->b),
			"a pair of columns that cannot be");
}

static void pairs_fields(struct cml_fields *fields, struct cml_support *support)
{
	for (size_t c = 0; c < support->n_columns; c++) {
		cml_field_count(fields, "the number of bins", &support->n_edges[c], 0,
				CML_SUPPORT_EDGES);
		cml_field_floats(fields, "a bin", support->edges + c * CML_SUPPORT_EDGES,
				 support->n_edges[c], CML_ANY);
	}
	cml_field_count(fields, "the number of pairs", &support->n_pairs, 0, UINT32_MAX);
	size_t n = CML_FIELD_ARRAY(fields, &support->pairs, support->n_pairs, PAIR_SIZE);
	for (size_t i = 0; i < n; i++)
		pair_fields(fields, support, &support->pairs[i]);
}

static void near_fields(struct cml_fields *fields, struct cml_support *support)
{
	size_t n = support->n_near;
	cml_field_count(fields, "the number of measured jobs", &n, 1, CML_SUPPORT_NEAR);
	cml_field_floats(fields, "a weight", support->weights, support->n_columns, CML_ANY);
	reserve(fields, support, n, NEAR_SIZE, cml_support_reserve_near);
	if (fields->status != CML_OK)
		return;
	for (size_t i = 0; i < n; i++) {
		cml_field_u64s(fields, &support->keys[i], 1);
		cml_field_double(fields, "a metric", &support->values[i], CML_ANY);
	}
	for (size_t c = 0; c < support->n_columns; c++)
		if (support->columns[c].role != CML_SUPPORT_DERIVED)
			cml_field_floats(fields, "a code", support->codes + c * n, n, CML_ANY);
}

static void failed_fields(struct cml_fields *fields, struct cml_support *support)
{
	size_t n = support->n_failed;
	jobs_fields(fields, &support->n_failed_jobs);
	cml_field_count(fields, "the number of failed jobs", &n, 1, CML_SUPPORT_NEAR);
	reserve(fields, support, n, sizeof(uint32_t), cml_support_reserve_failed);
	if (fields->status != CML_OK)
		return;
	for (size_t i = 0; i < n; i++)
		cml_field_u32(fields, "the jobs of one", &support->failed_runs[i], UINT32_MAX);
	for (size_t i = 0; i < n; i++)
		cml_field_u32(fields, "the crashes of one", &support->crashes[i], UINT32_MAX);
	cml_field_floats(fields, "a code", support->failed, n * support->n_columns, CML_ANY);
}

void cml_support_fields(struct cml_fields *fields, void *state)
{
	struct cml_support *support = state;
	size_t n_columns = support->n_columns;
	cml_field_count(fields, "the number of columns", &n_columns, 0, UINT32_MAX);
	cml_field_check(fields, n_columns == support->n_columns,
			"made for another number of columns");
	jobs_fields(fields, &support->n_jobs);
	conditions_fields(fields, support);
	pairs_fields(fields, support);
	near_fields(fields, support);
	/* There are none of logs in which no job failed. */
	if (fields->out ? support->n_failed > 0 : fields->bytes.size > 0)
		failed_fields(fields, support);
}

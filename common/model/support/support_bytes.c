/* Support as bytes of a model file. Part of support.h. */
#include "learn/predictor/model_bytes.h"
#include "model/support/support_model.h"

#include <math.h>
#include <stdlib.h>

/* Whole numbers are doubles up to here. */
#define MAX_JOBS 0x1p53

static bool put_conditions(const struct cml_support *support, struct cml_buffer *out)
{
	size_t n_columns = support->n_columns, n = support->n_conditions;
	size_t n_words = n * support->first_word[n_columns];
	bool ok = true;
	for (size_t c = 0; ok && c < n_columns; c++)
		ok = cml_bytes_put_u32(
		    out, (uint32_t)(support->first_condition[c + 1] - support->first_condition[c]));
	for (size_t i = 1; ok && i < n; i++)
		ok = cml_bytes_put_float(out, support->conditions[i].at);
	ok = ok && cml_bytes_put_floats(out, support->lo, n * n_columns) &&
	     cml_bytes_put_floats(out, support->hi, n * n_columns);
	for (size_t i = 0; ok && i < n_words; i++)
		ok = cml_bytes_put_u64(out, support->levels[i]);
	return ok;
}

static bool put_pairs(const struct cml_support *support, struct cml_buffer *out)
{
	bool ok = true;
	for (size_t c = 0; ok && c < support->n_columns; c++)
		ok = cml_bytes_put_u32(out, (uint32_t)support->n_edges[c]) &&
		     cml_bytes_put_floats(out, support->edges + c * CML_SUPPORT_EDGES,
					  support->n_edges[c]);
	ok = ok && cml_bytes_put_u32(out, (uint32_t)support->n_pairs);
	for (size_t i = 0; ok && i < support->n_pairs; i++) {
		const struct cml_support_pair *pair = &support->pairs[i];
		ok = cml_bytes_put_u32(out, (uint32_t)pair->a) &&
		     cml_bytes_put_u32(out, (uint32_t)pair->b) &&
		     cml_bytes_put_u32(out, (uint32_t)pair->bin) &&
		     cml_bytes_put_u64(out, pair->outside);
	}
	return ok;
}

static bool put_near(const struct cml_support *support, struct cml_buffer *out)
{
	bool ok = cml_bytes_put_u32(out, (uint32_t)support->n_near) &&
		  cml_bytes_put_floats(out, support->weights, support->n_columns);
	for (size_t i = 0; ok && i < support->n_near; i++)
		ok = cml_bytes_put_u64(out, support->keys[i]) &&
		     cml_bytes_put_double(out, support->values[i]);
	for (size_t c = 0; ok && c < support->n_columns; c++)
		if (support->columns[c].role != CML_SUPPORT_DERIVED)
			ok = cml_bytes_put_floats(out, support->codes + c * support->stride,
						  support->n_near);
	return ok;
}

static bool put_failed(const struct cml_support *support, struct cml_buffer *out)
{
	bool ok = cml_bytes_put_double(out, (double)support->n_failed_jobs) &&
		  cml_bytes_put_u32(out, (uint32_t)support->n_failed);
	for (size_t i = 0; ok && i < support->n_failed; i++)
		ok = cml_bytes_put_u32(out, support->failed_runs[i]);
	return ok &&
	       cml_bytes_put_floats(out, support->failed, support->n_failed * support->n_columns);
}

enum cml_result cml_support_save(const struct cml_support *support, struct cml_buffer *out,
				 struct cml_error *err)
{
	return cml_bytes_put_u32(out, (uint32_t)support->n_columns) &&
		       cml_bytes_put_double(out, (double)support->n_jobs) &&
		       put_conditions(support, out) && put_pairs(support, out) &&
		       put_near(support, out) &&
		       (support->n_failed == 0 || put_failed(support, out))
		   ? CML_OK
		   : cml_fail_memory(err);
}

static enum cml_result fail_load(struct cml_error *err, const char *what)
{
	return cml_fail(err, CML_BAD_DATA, "inconsistent support: %s", what);
}

/* In the order that looking them up relies on. */
static bool is_ascending(float before, float after)
{
	return before < after || (isnan(after) && !isnan(before));
}

static enum cml_result take_condition_counts(struct cml_slice *bytes, struct cml_support *support,
					     struct cml_error *err)
{
	size_t n = 1;
	for (size_t c = 0; c < support->n_columns; c++) {
		uint32_t n_values;
		bool is_context = support->columns[c].role == CML_SUPPORT_CONTEXT;
		if (!cml_bytes_take_u32(bytes, &n_values))
			return fail_load(err, "truncated");
		if (n_values > (is_context ? CML_SUPPORT_CONTEXT_VALUES : 0))
			return fail_load(err, "more values of a context than there can be");
		support->first_condition[c] = n;
		n += n_values;
	}
	support->first_condition[support->n_columns] = n;
	size_t n_words = support->n_columns + 2 * support->first_word[support->n_columns];
	if (n > bytes->size / sizeof(float) / n_words)
		return fail_load(err, "truncated");
	return cml_support_reserve_conditions(support, n) ? CML_OK : cml_fail_memory(err);
}

static enum cml_result take_conditions(struct cml_slice *bytes, struct cml_support *support,
				       struct cml_error *err)
{
	size_t n_columns = support->n_columns;
	if (take_condition_counts(bytes, support, err) != CML_OK)
		return err->status;
	for (size_t c = 0; c < n_columns; c++)
		for (size_t i = support->first_condition[c]; i < support->first_condition[c + 1];
		     i++) {
			struct cml_support_condition *condition = &support->conditions[i];
			condition->context = c;
			if (!cml_bytes_take_float(bytes, &condition->at))
				return fail_load(err, "truncated");
			if (i > support->first_condition[c] &&
			    !is_ascending(condition[-1].at, condition->at))
				return fail_load(err, "contexts out of order");
		}
	size_t n = support->n_conditions, n_words = n * support->first_word[n_columns];
	bool ok = cml_bytes_take_floats(bytes, support->lo, n * n_columns) &&
		  cml_bytes_take_floats(bytes, support->hi, n * n_columns);
	for (size_t i = 0; ok && i < n_words; i++)
		ok = cml_bytes_take_u64(bytes, &support->levels[i]);
	return ok ? CML_OK : fail_load(err, "truncated");
}

static enum cml_result take_pairs(struct cml_slice *bytes, struct cml_support *support,
				  struct cml_error *err)
{
	uint32_t n;
	for (size_t c = 0; c < support->n_columns; c++) {
		if (!cml_bytes_take_u32(bytes, &n))
			return fail_load(err, "truncated");
		if (n > CML_SUPPORT_EDGES)
			return fail_load(err, "more bins than there can be");
		support->n_edges[c] = n;
		if (!cml_bytes_take_floats(bytes, support->edges + c * CML_SUPPORT_EDGES, n))
			return fail_load(err, "truncated");
	}
	if (!cml_bytes_take_u32(bytes, &n) || n > bytes->size / (5 * sizeof(uint32_t)))
		return fail_load(err, "truncated");
	if (!CML_NEW(&support->pairs, n))
		return cml_fail_memory(err);
	support->n_pairs = n;
	for (size_t i = 0; i < n; i++) {
		struct cml_support_pair *pair = &support->pairs[i];
		uint32_t a, b, bin;
		if (!cml_bytes_take_u32(bytes, &a) || !cml_bytes_take_u32(bytes, &b) ||
		    !cml_bytes_take_u32(bytes, &bin) || !cml_bytes_take_u64(bytes, &pair->outside))
			return fail_load(err, "truncated");
		if (a >= b || b >= support->n_columns || !cml_support_is_paired(support, a) ||
		    !cml_support_is_paired(support, b))
			return fail_load(err, "a pair of columns that cannot be");
		pair->a = a;
		pair->b = b;
		pair->bin = bin;
	}
	return CML_OK;
}

static enum cml_result take_near(struct cml_slice *bytes, struct cml_support *support,
				 struct cml_error *err)
{
	uint32_t n;
	if (!cml_bytes_take_u32(bytes, &n) ||
	    !cml_bytes_take_floats(bytes, support->weights, support->n_columns) ||
	    n > bytes->size / (2 * sizeof(double)))
		return fail_load(err, "truncated");
	if (n == 0 || n > CML_SUPPORT_NEAR)
		return fail_load(err, "a number of measured jobs that cannot be");
	if (!cml_support_reserve_near(support, n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		if (!cml_bytes_take_u64(bytes, &support->keys[i]) ||
		    !cml_bytes_take_double(bytes, &support->values[i]))
			return fail_load(err, "truncated");
	for (size_t c = 0; c < support->n_columns; c++)
		if (support->columns[c].role != CML_SUPPORT_DERIVED &&
		    !cml_bytes_take_floats(bytes, support->codes + c * support->stride, n))
			return fail_load(err, "truncated");
	cml_support_group_near(support);
	return CML_OK;
}

/* There are none of logs in which no job failed. */
static enum cml_result take_failed(struct cml_slice *bytes, struct cml_support *support,
				   struct cml_error *err)
{
	uint32_t n;
	double n_jobs;
	if (bytes->size == 0)
		return CML_OK;
	if (!cml_bytes_take_double(bytes, &n_jobs) || !cml_bytes_take_u32(bytes, &n))
		return fail_load(err, "truncated");
	if (n == 0 || n > CML_SUPPORT_NEAR || !(n_jobs >= 1 && n_jobs <= MAX_JOBS))
		return fail_load(err, "a number of failed jobs that cannot be");
	support->n_failed_jobs = (uint64_t)n_jobs;
	if (!cml_support_reserve_failed(support, n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		if (!cml_bytes_take_u32(bytes, &support->failed_runs[i]))
			return fail_load(err, "truncated");
	return cml_bytes_take_floats(bytes, support->failed, n * support->n_columns)
		   ? CML_OK
		   : fail_load(err, "truncated");
}

static enum cml_result load(struct cml_support *support, struct cml_slice bytes,
			    struct cml_error *err)
{
	uint32_t n_columns;
	double n_jobs;
	if (!cml_bytes_take_u32(&bytes, &n_columns) || !cml_bytes_take_double(&bytes, &n_jobs))
		return fail_load(err, "truncated");
	if (n_columns != support->n_columns)
		return fail_load(err, "made for another number of columns");
	if (!(n_jobs >= 1 && n_jobs <= MAX_JOBS))
		return fail_load(err, "a number of jobs that cannot be");
	support->n_jobs = (uint64_t)n_jobs;
	if (take_conditions(&bytes, support, err) != CML_OK ||
	    take_pairs(&bytes, support, err) != CML_OK ||
	    take_near(&bytes, support, err) != CML_OK ||
	    take_failed(&bytes, support, err) != CML_OK)
		return err->status;
	return bytes.size == 0 ? CML_OK : fail_load(err, "extra bytes at the end");
}

enum cml_result cml_support_load(struct cml_support **support, struct cml_slice bytes,
				 const struct cml_support_column *columns, size_t n_columns,
				 struct cml_error *err)
{
	struct cml_support *made = cml_support_new(columns, n_columns);
	if (!made)
		return cml_fail_memory(err);
	if (load(made, bytes, err) != CML_OK) {
		cml_support_free(made);
		return err->status;
	}
	*support = made;
	return CML_OK;
}

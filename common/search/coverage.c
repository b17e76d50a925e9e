#include "search/coverage.h"

#include "base/memory.h"
#include "space/feasible/allows.h"
#include "space/feasible/fixes.h"

#include <math.h>
#include <stdlib.h>

/* Values of a param that are looked at one by one. */
#define MAX_VALUES 1000000

enum cml_result cml_coverage_init(struct cml_coverage *coverage, const struct cml_model *model,
				  const char *const *fixes, size_t n_fixes, struct cml_error *err)
{
	*coverage = (struct cml_coverage){0};
	if (cml_model_check_within_log(model, true, err) != CML_OK)
		return err->status;
	size_t n_columns = cml_support_n_columns(model->support);
	coverage->model = model;
	if (!CML_NEW(&coverage->codes, n_columns) || !CML_NEW(&coverage->is_given, n_columns))
		return cml_fail_memory(err);
	for (size_t c = 0; model->space && c < n_columns; c++) {
		const struct cml_support_column *column = cml_support_column(model->support, c);
		size_t slot = model->encoder.features[column->first].column;
		coverage->is_given[c] = column->role == CML_SUPPORT_CONTEXT &&
					!cml_fixes_leave(model->space, fixes, n_fixes, slot);
	}
	if (cml_support_probe_init(&coverage->probe, model->support, err) != CML_OK)
		return err->status;
	return cml_outside_tally_init(&coverage->tally, model, err);
}

void cml_coverage_release(struct cml_coverage *coverage)
{
	cml_support_probe_release(&coverage->probe);
	cml_outside_tally_release(&coverage->tally);
	free(coverage->codes);
	free(coverage->is_given);
	*coverage = (struct cml_coverage){0};
}

bool cml_coverage_allows(struct cml_coverage *coverage, const float *x)
{
	if (!coverage->model)
		return true;
	cml_support_encode(coverage->model->support, x, coverage->codes);
	if (cml_support_covers(&coverage->probe, coverage->codes) ||
	    cml_support_excuse(&coverage->probe, coverage->is_given))
		return true;
	cml_outside_tally_add(&coverage->tally, &coverage->probe);
	return false;
}

/* The column that has feature first. */
static size_t find_column(const struct cml_support *support, size_t first)
{
	size_t c = 0;
	while (cml_support_column(support, c)->first != first)
		c++;
	return c;
}

/* Whether the log covers the features x of the column that has feature first, in the contexts of x;
 * the other features do not matter. Derived columns are not looked at. */
static bool allows_column(struct cml_coverage *coverage, const float *x, size_t first)
{
	const struct cml_support *support = coverage->model->support;
	cml_support_encode(support, x, coverage->codes);
	return cml_support_covers_column(&coverage->probe, coverage->codes,
					 find_column(support, first)) ||
	       cml_support_excuse(&coverage->probe, coverage->is_given);
}

/* The range of a column of numbers that the log covers, on the scale of its feature, in the
 * contexts of features x; false where it covers none. */
static bool find_range(struct cml_coverage *coverage, const float *x, size_t first, double *lo,
		       double *hi)
{
	const struct cml_support *support = coverage->model->support;
	float from, to;
	cml_support_encode(support, x, coverage->codes);
	if (!cml_support_range(support, coverage->codes, find_column(support, first), &from, &to))
		return false;
	*lo = (double)from;
	*hi = (double)to;
	return true;
}

enum cml_result cml_coverage_fail(const struct cml_coverage *coverage, struct cml_error *err)
{
	struct cml_buffer text = {0};
	if (!cml_outside_tally_print(&coverage->tally, &text))
		cml_fail_memory(err);
	else
		cml_fail(err, CML_NOTHING,
			 "the log covers no configuration%s%.*s: search without --within-log, or "
			 "run jobs nearer to these first",
			 text.size > 0 ? ": " : "", (int)text.size, text.data);
	cml_buffer_release(&text);
	return err->status;
}

/* What single values are encoded with. */
struct narrowing {
	struct cml_coverage *coverage;
	const struct cml_model *model;
	double *values;   /* n_columns: what is fixed, and the value asked about */
	double *features; /* n_features */
	float *x;
};

static enum cml_result narrowing_init(struct narrowing *narrowing, struct cml_coverage *coverage,
				      struct cml_error *err)
{
	const struct cml_model *model = coverage->model;
	size_t n_columns = model->space->n_columns;
	*narrowing =
	    (struct narrowing){.coverage = coverage,
			       .model = model,
			       .values = cml_array_new(n_columns, sizeof *narrowing->values),
			       .features = cml_array_new(model->n_encoded, sizeof(double)),
			       .x = cml_aligned_new(model->n_features, sizeof(float))};
	return narrowing->values && narrowing->features && narrowing->x ? CML_OK
									: cml_fail_memory(err);
}

static void narrowing_release(struct narrowing *narrowing)
{
	free(narrowing->values);
	free(narrowing->features);
	free(narrowing->x);
}

static enum cml_result ask(struct narrowing *narrowing, size_t slot, double value, bool *is_covered,
			   struct cml_error *err)
{
	const struct cml_model *model = narrowing->model;
	narrowing->values[slot] = value;
	enum cml_result status =
	    cml_model_encode(model, narrowing->values, narrowing->features, narrowing->x, err);
	narrowing->values[slot] = NAN;
	if (status != CML_OK)
		return status;
	*is_covered = allows_column(narrowing->coverage, narrowing->x, model->encoder.first[slot]);
	return CML_OK;
}

/* After the value of a context was not allowed. */
static enum cml_result fail_context(struct cml_coverage *coverage, const char *name,
				    struct cml_error *err)
{
	struct cml_buffer text = {0};
	cml_outside_tally_add(&coverage->tally, &coverage->probe);
	if (!cml_outside_tally_print(&coverage->tally, &text))
		cml_fail_memory(err);
	else
		cml_fail(err, CML_NOTHING,
			 "the log does not cover the context %.*s, the default: --fix %s to search "
			 "there all the same, or at another value",
			 (int)text.size, text.data, name);
	cml_buffer_release(&text);
	return err->status;
}

/* After a column was not allowed. */
static enum cml_result fail_outside(struct cml_coverage *coverage, struct cml_error *err)
{
	cml_outside_tally_add(&coverage->tally, &coverage->probe);
	return cml_coverage_fail(coverage, err);
}

/* Leaves a column the n values of its domain, in place. */
static void keep_values(struct cml_space_column *column, double *values, size_t n)
{
	cml_domain_release(&column->domain);
	column->domain =
	    (struct cml_domain){.kind = CML_DOMAIN_LEVELS, .n_values = n, .levels = values};
}

static enum cml_result narrow_values(struct narrowing *narrowing, struct cml_space_column *column,
				     size_t slot, struct cml_error *err)
{
	size_t n_values = column->domain.n_values, n = 0;
	double *kept = cml_array_new(n_values, sizeof *kept);
	enum cml_result status = CML_OK;
	if (!kept)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n_values; i++) {
		bool is_covered;
		kept[n] = cml_domain_value(&column->domain, i);
		if ((status = ask(narrowing, slot, kept[n], &is_covered, err)) != CML_OK)
			goto out;
		n += is_covered;
	}
	/* A conditional param may be absent where none of its values is covered. */
	if (n == 0 && !column->when)
		status = fail_outside(narrowing->coverage, err);
	if (n == 0 || n == n_values)
		goto out;
	keep_values(column, kept, n);
	return CML_OK;
out:
	free(kept);
	return status;
}

/* A number of a range: what the log has of it, as far as it reaches. */
static void narrow_range(const struct narrowing *narrowing, struct cml_space_column *column,
			 size_t slot)
{
	const struct cml_model *model = narrowing->model;
	double lo, hi;
	if (!find_range(narrowing->coverage, narrowing->x, model->encoder.first[slot], &lo, &hi))
		return;
	lo = fmax(column->domain.lo, column->encoding == CML_ENCODING_LOG ? exp2(lo) : lo);
	hi = fmin(column->domain.hi, column->encoding == CML_ENCODING_LOG ? exp2(hi) : hi);
	if (lo <= hi) {
		column->domain.lo = lo;
		column->domain.hi = hi;
	}
}

/* One that is at its default and not covered leaves nothing. */
static enum cml_result check_contexts(struct narrowing *narrowing, struct cml_error *err)
{
	const struct cml_model *model = narrowing->model;
	for (size_t slot = 0; slot < model->space->n_columns; slot++) {
		size_t first = model->encoder.first[slot];
		if (model->space->columns[slot].role == CML_ROLE_CONTEXT &&
		    model->encoder.n_of[slot] > 0 && !isnan(narrowing->values[slot]) &&
		    !allows_column(narrowing->coverage, narrowing->x, first))
			return fail_context(narrowing->coverage, model->space->columns[slot].name,
					    err);
	}
	return CML_OK;
}

static enum cml_result narrow(struct narrowing *narrowing, struct cml_space *space,
			      struct cml_error *err)
{
	const struct cml_encoder *encoder = &narrowing->model->encoder;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		struct cml_space_column *column = &space->columns[slot];
		bool has_features = encoder->n_of[slot] > 0;
		if (column->role != CML_ROLE_PARAM || !has_features ||
		    !isnan(narrowing->values[slot]))
			continue;
		if (column->domain.n_values > 0 && column->domain.n_values <= MAX_VALUES) {
			if (narrow_values(narrowing, column, slot, err) != CML_OK)
				return err->status;
		} else if (column->domain.kind == CML_DOMAIN_RANGE &&
			   column->type == CML_TYPE_FLOAT) {
			narrow_range(narrowing, column, slot);
		}
	}
	return CML_OK;
}

enum cml_result cml_coverage_keep(struct cml_coverage *coverage, const struct cml_model *model,
				  const struct cml_space *space, const struct cml_configs *starts,
				  struct cml_configs *kept, struct cml_error *err)
{
	double *features = cml_array_new(model ? model->n_encoded : 1, sizeof *features);
	float *x = cml_aligned_new(model ? model->n_features : 1, sizeof *x);
	bool ok = features && x ? true : cml_fail_memory(err) == CML_OK;
	for (size_t i = 0; ok && starts && i < starts->n; i++) {
		const double *values = starts->values + i * space->n_columns;
		ok =
		    !coverage->model || cml_model_encode(model, values, features, x, err) == CML_OK;
		if (ok && cml_allows_have(space, values) && cml_coverage_allows(coverage, x))
			ok = cml_configs_add(kept, space, values, err) == CML_OK;
	}
	free(features);
	free(x);
	return ok ? CML_OK : err->status;
}

enum cml_result cml_coverage_narrow(struct cml_coverage *coverage, const char *const *fixes,
				    size_t n_fixes, struct cml_space *space, struct cml_error *err)
{
	struct narrowing narrowing;
	bool ok = narrowing_init(&narrowing, coverage, err) == CML_OK &&
		  cml_fixes_take(coverage->model->space, fixes, n_fixes, narrowing.values, err) ==
		      CML_OK &&
		  cml_model_encode(narrowing.model, narrowing.values, narrowing.features,
				   narrowing.x, err) == CML_OK &&
		  check_contexts(&narrowing, err) == CML_OK &&
		  narrow(&narrowing, space, err) == CML_OK;
	narrowing_release(&narrowing);
	return ok ? CML_OK : err->status;
}

#include "search/coverage.h"

#include "base/memory.h"
#include "space/feasible/fixes.h"
#include "space/space_text.h"

#include <math.h>
#include <stdlib.h>

/* Values of a param that are looked at one by one. */
#define MAX_VALUES 1000000

enum cml_result cml_coverage_init(struct cml_coverage *coverage, const struct cml_model *model,
				  const char *const *fixes, size_t n_fixes, bool all_given,
				  struct cml_error *err)
{
	*coverage = (struct cml_coverage){0};
	if (cml_model_check_within_log(model, true, err) != CML_OK ||
	    cml_encoded_init(&coverage->at, model, err) != CML_OK)
		return err->status;
	size_t n_columns = cml_support_n_columns(model->support);
	if (!CML_NEW(&coverage->is_given, n_columns))
		return cml_fail_memory(err);
	for (size_t c = 0; model->space && c < n_columns; c++)
		coverage->is_given[c] =
		    all_given ? cml_support_column(model->support, c)->role == CML_SUPPORT_CONTEXT
			      : cml_encoded_is_given(&coverage->at, fixes, n_fixes, c);
	return cml_outside_tally_init(&coverage->tally, model, err);
}

void cml_coverage_release(struct cml_coverage *coverage)
{
	cml_encoded_release(&coverage->at);
	cml_outside_tally_release(&coverage->tally);
	free(coverage->is_given);
	free(coverage->values);
	*coverage = (struct cml_coverage){0};
}

static bool is_covered(struct cml_coverage *coverage, const float *x)
{
	return cml_support_covers(&coverage->at.probe, x) ||
	       cml_support_excuse(&coverage->at.probe, coverage->is_given);
}

bool cml_coverage_allows(struct cml_coverage *coverage, const float *x)
{
	if (!coverage->at.model || is_covered(coverage, x))
		return true;
	cml_outside_tally_add(&coverage->tally, &coverage->at.probe);
	return false;
}

/* Whether the log covers the features of a slot, in the contexts of what is encoded; the other
 * features do not matter. Derived columns are not looked at. */
static bool allows_slot(struct cml_coverage *coverage, size_t slot)
{
	struct cml_encoded *at = &coverage->at;
	cml_support_encode(at->model->support, at->x, at->probe.codes);
	return cml_support_covers_column(&at->probe, at->probe.codes,
					 cml_support_column_of(at->model, slot)) ||
	       cml_support_excuse(&at->probe, coverage->is_given);
}

enum cml_result cml_coverage_fail(const struct cml_coverage *coverage, const char *context,
				  struct cml_error *err)
{
	AUTO(cml_buffer) text = {0};
	if (!cml_outside_tally_print(&coverage->tally, &text))
		cml_fail_memory(err);
	else if (context)
		cml_fail(err, CML_NOTHING,
			 "the log does not cover the context %.*s, the default: --fix %s to search "
			 "there all the same, or at another value",
			 (int)text.size, text.data, context);
	else
		cml_fail(err, CML_NOTHING,
			 "the log covers no configuration%s%.*s: search without --within-log, or "
			 "run jobs nearer to these first",
			 text.size > 0 ? ": " : "", (int)text.size, text.data);
	return err->status;
}

static enum cml_result narrow_values(struct cml_coverage *coverage, struct cml_space_column *column,
				     size_t slot, struct cml_error *err)
{
	size_t n_values = column->domain.n_values, n = 0;
	AUTOFREE double *kept = cml_array_new(n_values, sizeof *kept);
	if (!kept)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n_values; i++) {
		coverage->values[slot] = kept[n] = cml_domain_value(&column->domain, i);
		if (cml_encoded_take(&coverage->at, coverage->values, err) != CML_OK)
			return err->status;
		n += allows_slot(coverage, slot);
	}
	coverage->values[slot] = NAN;
	/* A conditional param may be absent where none of its values is covered. */
	if (n == 0 && !column->when) {
		cml_outside_tally_add(&coverage->tally, &coverage->at.probe);
		return cml_coverage_fail(coverage, NULL, err);
	}
	if (n > 0 && n < n_values) {
		cml_domain_take_levels(&column->domain, kept, n);
		kept = NULL;
	}
	return CML_OK;
}

/* A number of a range: what the log has of it in these contexts, as far as it reaches. */
static void narrow_range(struct cml_coverage *coverage, struct cml_space_column *column,
			 size_t slot)
{
	struct cml_encoded *at = &coverage->at;
	float from, to;
	cml_support_encode(at->model->support, at->x, at->probe.codes);
	if (!cml_support_range(at->model->support, at->probe.codes,
			       cml_support_column_of(at->model, slot), &from, &to))
		return;
	bool is_log = column->encoding == CML_ENCODING_LOG;
	double lo = fmax(column->domain.lo, is_log ? exp2((double)from) : (double)from);
	double hi = fmin(column->domain.hi, is_log ? exp2((double)to) : (double)to);
	if (lo <= hi) {
		column->domain.lo = lo;
		column->domain.hi = hi;
	}
}

/* One that is at its default and not covered leaves nothing. */
static enum cml_result check_contexts(struct cml_coverage *coverage, struct cml_error *err)
{
	const struct cml_model *model = coverage->at.model;
	for (size_t slot = 0; slot < model->space->n_columns; slot++) {
		const struct cml_space_column *column = &model->space->columns[slot];
		if (column->role != CML_ROLE_CONTEXT || model->encoder.n_of[slot] == 0 ||
		    isnan(coverage->values[slot]) || allows_slot(coverage, slot))
			continue;
		cml_outside_tally_add(&coverage->tally, &coverage->at.probe);
		return cml_coverage_fail(coverage, column->name, err);
	}
	return CML_OK;
}

enum cml_result cml_coverage_narrow(struct cml_coverage *coverage, const char *const *fixes,
				    size_t n_fixes, struct cml_space **narrowed,
				    struct cml_error *err)
{
	const struct cml_model *model = coverage->at.model;
	if (!CML_NEW(&coverage->values, model->space->n_columns))
		return cml_fail_memory(err);
	if (cml_space_from_text(narrowed, cml_buffer_slice(&model->space->text), "the space",
				err) != CML_OK ||
	    cml_fixes_admit(*narrowed, fixes, n_fixes, err) != CML_OK)
		return err->status;
	struct cml_space *space = *narrowed;
	if (cml_fixes_take(model->space, fixes, n_fixes, coverage->values, err) != CML_OK ||
	    cml_encoded_take(&coverage->at, coverage->values, err) != CML_OK ||
	    check_contexts(coverage, err) != CML_OK)
		return err->status;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		struct cml_space_column *column = &space->columns[slot];
		size_t n_values = column->domain.n_values;
		if (column->role != CML_ROLE_PARAM || model->encoder.n_of[slot] == 0 ||
		    !isnan(coverage->values[slot]))
			continue;
		if (n_values > 0 && n_values <= MAX_VALUES) {
			if (narrow_values(coverage, column, slot, err) != CML_OK)
				return err->status;
		} else if (column->domain.kind == CML_DOMAIN_RANGE &&
			   column->type == CML_TYPE_FLOAT) {
			narrow_range(coverage, column, slot);
		}
	}
	return CML_OK;
}

/* Looking at rows. Part of support.h. */
#include "model/support/support_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum cml_result cml_support_probe_init(struct cml_support_probe *probe,
				       const struct cml_support *support, struct cml_error *err)
{
	*probe = (struct cml_support_probe){
	    .support = support,
	    .codes = cml_array_new(support->n_columns, sizeof *probe->codes),
	    .bins = cml_array_new(support->n_columns, sizeof *probe->bins),
	    .found = cml_array_new(support->n_columns, sizeof *probe->found),
	    .distance = cml_array_new(support->n_near, 2 * sizeof *probe->distance)};
	if (probe->codes && probe->bins && probe->found && probe->distance)
		return CML_OK;
	cml_support_probe_release(probe);
	return cml_fail_memory(err);
}

void cml_support_probe_release(struct cml_support_probe *probe)
{
	free(probe->codes);
	free(probe->bins);
	free(probe->found);
	free(probe->distance);
	*probe = (struct cml_support_probe){0};
}

/* Whether the jobs of a condition cover a code. */
static bool is_in(const struct cml_support *support, size_t condition, size_t column, float code)
{
	size_t n_levels = support->columns[column].n_levels;
	const uint64_t *levels = cml_support_levels(support, condition, column);
	size_t at = condition * support->n_columns + column;
	if (n_levels == 0 && !isnan(code))
		return code >= support->lo[at] && code <= support->hi[at];
	size_t bit = n_levels == 0 ? 0 : (size_t)code;
	return levels[bit / 64] >> bit % 64 & 1;
}

/* A column, within the log and within its contexts; or nothing is found. */
static bool find_outside(const struct cml_support_probe *probe, size_t column,
			 struct cml_support_finding *finding)
{
	const struct cml_support *support = probe->support;
	enum cml_support_role role = support->columns[column].role;
	float code = probe->codes[column];
	*finding = (struct cml_support_finding){.column = column, .other = CML_SUPPORT_NONE};
	if (!is_in(support, 0, column, code))
		return true;
	size_t n_contexts = role == CML_SUPPORT_DERIVED   ? 0
			    : role == CML_SUPPORT_CONTEXT ? column
							  : support->n_columns;
	for (size_t c = 0; c < n_contexts; c++) {
		if (support->columns[c].role != CML_SUPPORT_CONTEXT)
			continue;
		finding->condition = cml_support_find(support, c, probe->codes[c]);
		if (finding->condition > 0 && !is_in(support, finding->condition, column, code))
			return true;
	}
	return false;
}

static void find_columns(struct cml_support_probe *probe, bool derived)
{
	for (size_t c = 0; c < probe->support->n_columns; c++) {
		bool is_derived = probe->support->columns[c].role == CML_SUPPORT_DERIVED;
		if (is_derived == derived && find_outside(probe, c, &probe->found[probe->n_found]))
			probe->n_found++;
	}
}

static bool is_found(const struct cml_support_probe *probe, size_t column)
{
	for (size_t i = 0; i < probe->n_found; i++)
		if (probe->found[i].column == column || probe->found[i].other == column)
			return true;
	return false;
}

static bool leaves_by_context(const struct cml_support_probe *probe)
{
	for (size_t i = 0; i < probe->n_found; i++)
		if (probe->support->columns[probe->found[i].column].role == CML_SUPPORT_CONTEXT)
			return true;
	return false;
}

/* On more devices than the log has two numbers are larger together, too. */
static void find_pairs(struct cml_support_probe *probe)
{
	const struct cml_support *support = probe->support;
	if (support->n_pairs == 0)
		return;
	bool is_new = leaves_by_context(probe);
	for (size_t c = 0; c < support->n_columns; c++)
		probe->bins[c] = (unsigned char)cml_support_bin(support, c, probe->codes[c]);
	for (size_t i = 0; i < support->n_pairs; i++) {
		const struct cml_support_pair *pair = &support->pairs[i];
		bool are_numbers = support->columns[pair->a].n_levels == 0 &&
				   support->columns[pair->b].n_levels == 0;
		if (probe->bins[pair->a] == pair->bin && !(is_new && are_numbers) &&
		    pair->outside >> probe->bins[pair->b] & 1 && !is_found(probe, pair->a) &&
		    !is_found(probe, pair->b))
			probe->found[probe->n_found++] =
			    (struct cml_support_finding){.column = pair->a, .other = pair->b};
	}
}

bool cml_support_covers(struct cml_support_probe *probe, const float *x)
{
	cml_support_encode(probe->support, x, probe->codes);
	probe->n_found = 0;
	find_columns(probe, false);
	find_pairs(probe);
	if (probe->n_found == 0)
		find_columns(probe, true);
	return probe->n_found == 0;
}

bool cml_support_excuse(struct cml_support_probe *probe, const bool *is_given)
{
	size_t n = 0;
	for (size_t i = 0; i < probe->n_found; i++) {
		struct cml_support_finding finding = probe->found[i];
		if (!is_given[finding.column] ||
		    (finding.other != CML_SUPPORT_NONE && !is_given[finding.other]))
			probe->found[n++] = finding;
	}
	probe->n_found = n;
	return n == 0;
}

bool cml_support_covers_column(struct cml_support_probe *probe, const float *codes, size_t column)
{
	memmove(probe->codes, codes, probe->support->n_columns * sizeof *codes);
	probe->n_found = find_outside(probe, column, &probe->found[0]);
	return probe->n_found == 0;
}

bool cml_support_range(const struct cml_support *support, const float *codes, size_t column,
		       float *lo, float *hi)
{
	*lo = support->lo[column];
	*hi = support->hi[column];
	for (size_t c = 0; c < support->n_columns; c++) {
		size_t condition = support->columns[c].role == CML_SUPPORT_CONTEXT
				       ? cml_support_find(support, c, codes[c])
				       : 0;
		size_t at = condition * support->n_columns + column;
		*lo = support->lo[at] > *lo ? support->lo[at] : *lo;
		*hi = support->hi[at] < *hi ? support->hi[at] : *hi;
	}
	return *lo <= *hi;
}

void cml_support_cover(const struct cml_support *support, size_t condition, size_t column,
		       struct cml_support_cover *cover)
{
	size_t at = condition * support->n_columns + column;
	bool is_empty = !(support->lo[at] <= support->hi[at]);
	*cover =
	    (struct cml_support_cover){.context = support->conditions[condition].context,
				       .at = support->conditions[condition].at,
				       .lo = is_empty ? NAN : support->lo[at],
				       .hi = is_empty ? NAN : support->hi[at],
				       .levels = cml_support_levels(support, condition, column)};
}

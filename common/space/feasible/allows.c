
#include "base/memory.h"
#include "base/number.h"
#include "space/feasible/fixes.h"
#include "space/space_text.h"

#include <math.h>
#include <stdlib.h>

/* Values of a domain that are looked at one by one. */
#define MAX_VALUES 1000000

/* The first listed value that the domain lacks. */
static enum cml_result check_listed(const struct cml_space *space, size_t slot,
				    const struct cml_domain *listed, struct cml_error *err)
{
	const struct cml_space_column *column = &space->columns[slot];
	for (size_t i = 0; listed->kind == CML_DOMAIN_LEVELS && i < listed->n_values; i++) {
		char number[CML_NUMBER_SIZE];
		double value = listed->levels[i];
		struct cml_slice text = cml_value_text(space, slot, value, number);
		if (!cml_domain_take(&column->domain, column->type, &value))
			return cml_fail(err, CML_BAD_USAGE,
					"%.*s is not in the domain (%s), so it cannot be allowed",
					(int)text.size, text.data, column->cells[CML_FIELD_DOMAIN]);
	}
	return CML_OK;
}

/* Leaves the column the values of its domain that are listed. */
static enum cml_result keep_values(struct cml_space_column *column, const struct cml_domain *listed,
				   struct cml_error *err)
{
	size_t n_values = column->domain.n_values, n = 0;
	double *kept = cml_array_new(n_values, sizeof *kept);
	if (!kept)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n_values; i++) {
		double value = kept[n] = cml_domain_value(&column->domain, i);
		n += cml_domain_take(listed, column->type, &value);
	}
	if (n == 0) {
		free(kept);
		return cml_fail(err, CML_BAD_USAGE, "no value of the domain (%s) is allowed",
				column->cells[CML_FIELD_DOMAIN]);
	}
	cml_domain_take_levels(&column->domain, kept, n);
	return CML_OK;
}

/* Takes the list in the place of a range, or of any value, and cuts it to that. */
static enum cml_result keep_range(struct cml_space_column *column, struct cml_domain *listed,
				  struct cml_error *err)
{
	bool is_range = column->domain.kind == CML_DOMAIN_RANGE;
	if (is_range && listed->kind == CML_DOMAIN_RANGE) {
		listed->lo = fmax(listed->lo, column->domain.lo);
		listed->hi = fmin(listed->hi, column->domain.hi);
		if (!(listed->lo <= listed->hi))
			return cml_fail(err, CML_BAD_USAGE,
					"no value of the domain (%s) is allowed",
					column->cells[CML_FIELD_DOMAIN]);
	}
	cml_domain_release(&column->domain);
	column->domain = *listed;
	*listed = (struct cml_domain){0};
	return CML_OK;
}

static enum cml_result narrow_column(struct cml_space *space, size_t slot, struct cml_slice list,
				     struct cml_error *err)
{
	struct cml_space_column *column = &space->columns[slot];
	struct cml_domain listed = {0};
	enum cml_result status =
	    cml_domain_parse_list(&listed, list, column->type, &space->symbols, err);
	if (status != CML_OK || (status = check_listed(space, slot, &listed, err)) != CML_OK)
		goto out;
	status = column->domain.n_values > 0 && column->domain.n_values <= MAX_VALUES
		     ? keep_values(column, &listed, err)
		     : keep_range(column, &listed, err);
out:
	cml_domain_release(&listed);
	return status;
}

/* Narrows a param; done: those that were, or are fixed. */
static enum cml_result narrow(struct cml_space *space, const char *allow, double *done,
			      struct cml_error *err)
{
	size_t slot;
	struct cml_slice list;
	if (cml_fix_find(space, allow, &slot, &list, err) != CML_OK)
		return err->status;
	const struct cml_space_column *column = &space->columns[slot];
	enum cml_result status;
	if (column->role != CML_ROLE_PARAM)
		status = cml_fail(err, CML_BAD_USAGE,
				  "a context, of which each search has one value: --fix it");
	else if (!isnan(done[slot]))
		status = cml_fail(err, CML_BAD_USAGE,
				  "fixed or allowed before: give it one --fix or --allow");
	else if (column->open)
		status = cml_fail(err, CML_BAD_USAGE,
				  "its levels are not known: list them in the domain");
	else
		status = narrow_column(space, slot, list, err);
	done[slot] = 0;
	if (status != CML_BAD_USAGE && status != CML_BAD_DATA)
		return status;
	err->status = CML_BAD_USAGE;
	return cml_error_locate(err, NULL, 0, column->name);
}

enum cml_result cml_allows_narrow(const struct cml_space *space, const char *const *allows,
				  size_t n_allows, const char *const *fixes, size_t n_fixes,
				  struct cml_space **narrowed, struct cml_error *err)
{
	struct cml_space *copy = NULL;
	double *done = cml_array_new(space->n_columns, sizeof *done);
	bool ok = done ? cml_space_from_text(&copy, cml_buffer_slice(&space->text), "the space",
					     err) == CML_OK &&
			     cml_fixes_admit(copy, fixes, n_fixes, err) == CML_OK &&
			     cml_fixes_read(copy, fixes, n_fixes, done, err) == CML_OK
		       : cml_fail_memory(err) == CML_OK;
	for (size_t i = 0; ok && i < n_allows; i++)
		ok = narrow(copy, allows[i], done, err) == CML_OK;
	free(done);
	*narrowed = ok ? copy : NULL;
	if (!ok)
		cml_space_free(copy);
	return ok ? CML_OK : err->status;
}

bool cml_allows_have(const struct cml_space *narrowed, const double *values)
{
	for (size_t slot = 0; slot < narrowed->n_columns; slot++) {
		const struct cml_space_column *column = &narrowed->columns[slot];
		double value = values[slot];
		if (column->role == CML_ROLE_PARAM && !isnan(value) &&
		    !cml_domain_take(&column->domain, column->type, &value))
			return false;
	}
	return true;
}

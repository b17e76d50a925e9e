#include "space/sampler.h"

#include "base/memory.h"
#include "space/cell.h"
#include "space/config.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The param or context that `name=value` speaks of. Names may hold '=', so
 * every one of them is tried as the border. */
static enum cml_status find_fixed(const struct cml_space *space, const char *fix, size_t *slot,
				  struct cml_slice *value, struct cml_error *err)
{
	for (const char *at = strchr(fix, '='); at; at = strchr(at + 1, '=')) {
		struct cml_slice name = {fix, (size_t)(at - fix)};
		*slot = cml_space_find(space, name);
		*value = cml_slice_trim(cml_slice_of(at + 1));
		if (*slot == CML_NO_COLUMN)
			continue;
		enum cml_role role = space->columns[*slot].role;
		if (cml_is_config_role(role))
			return CML_OK;
		return cml_fail(err, CML_BAD_USAGE,
				"'%s' has the role %s; only params and contexts can be fixed",
				space->columns[*slot].name, cml_role_name(role));
	}
	char quoted[CML_QUOTE_SIZE];
	return cml_fail(err, CML_BAD_USAGE, "not the name of a param or context, = and a value: %s",
			cml_text_quote(cml_slice_of(fix), quoted, sizeof quoted));
}

static enum cml_status take_fix(struct cml_sampler *sampler, const char *fix, struct cml_error *err)
{
	size_t slot;
	struct cml_slice text;
	enum cml_status status = find_fixed(sampler->space, fix, &slot, &text, err);
	if (status != CML_OK)
		return status;
	const struct cml_space_column *column = &sampler->space->columns[slot];
	if (!isnan(sampler->fixed[slot]))
		status = cml_fail(err, CML_BAD_USAGE, "fixed twice");
	else if (column->open)
		status = cml_fail(err, CML_BAD_USAGE,
				  "its levels are not known: list them in the domain");
	else
		status = cml_cell_read(column, &sampler->space->symbols, text, false,
				       &sampler->fixed[slot], err);
	if (status == CML_OK)
		return CML_OK;
	err->status = CML_BAD_USAGE;
	cml_error_locate(err, NULL, 0, column->name);
	return CML_BAD_USAGE;
}

/* Gives a context its default, and finds out whether a param can be drawn. */
static enum cml_status check_column(struct cml_sampler *sampler, size_t slot, struct cml_error *err)
{
	const struct cml_space_column *column = &sampler->space->columns[slot];
	const struct cml_domain *domain = &column->domain;
	if (!isnan(sampler->fixed[slot]) || !cml_is_config_role(column->role))
		return CML_OK;
	if (column->role == CML_ROLE_CONTEXT) {
		sampler->fixed[slot] = column->has_default ? column->default_value : NAN;
		return column->has_default
			   ? CML_OK
			   : cml_fail(err, CML_BAD_USAGE,
				      "context '%s' has no value: fix it (%s=VALUE), or give it a "
				      "default in the space",
				      column->name, column->name);
	}
	bool is_interval =
	    domain->kind == CML_DOMAIN_RANGE && isfinite(domain->lo) && isfinite(domain->hi);
	if (domain->n_values > 0 || is_interval)
		return CML_OK;
	return cml_fail(
	    err, CML_BAD_DATA,
	    "param '%s' cannot be drawn: its domain is not bounded; give it two ends or levels, or "
	    "fix it (%s=VALUE)",
	    column->name, column->name);
}

static enum cml_status prepare(struct cml_sampler *sampler, const char *const *fixes,
			       size_t n_fixes, struct cml_error *err)
{
	size_t n_columns = sampler->space->n_columns;
	enum cml_status status = CML_OK;
	sampler->fixed = cml_array_new(n_columns, sizeof *sampler->fixed);
	sampler->n_rejected = cml_array_new(n_columns, sizeof *sampler->n_rejected);
	if (!sampler->fixed || !sampler->n_rejected)
		return cml_fail_memory(err);
	for (size_t slot = 0; slot < n_columns; slot++)
		sampler->fixed[slot] = NAN;
	for (size_t i = 0; status == CML_OK && i < n_fixes; i++)
		status = take_fix(sampler, fixes[i], err);
	for (size_t slot = 0; status == CML_OK && slot < n_columns; slot++)
		status = check_column(sampler, slot, err);
	if (status != CML_OK)
		return status;
	return cml_branches_init(&sampler->branches, sampler->space, sampler->fixed,
				 CML_MAX_BRANCHES, err);
}

enum cml_status cml_sampler_init(struct cml_sampler *sampler, const struct cml_space *space,
				 const char *const *fixes, size_t n_fixes, struct cml_error *err)
{
	*sampler = (struct cml_sampler){.space = space};
	enum cml_status status = prepare(sampler, fixes, n_fixes, err);
	if (status != CML_OK)
		cml_sampler_release(sampler);
	return status;
}

void cml_sampler_release(struct cml_sampler *sampler)
{
	free(sampler->fixed);
	free(sampler->n_rejected);
	cml_branches_release(&sampler->branches);
	*sampler = (struct cml_sampler){0};
}

static bool is_drawn(const struct cml_sampler *sampler, size_t slot)
{
	return sampler->space->columns[slot].role == CML_ROLE_PARAM && isnan(sampler->fixed[slot]);
}

static double draw_value(const struct cml_domain *domain, struct cml_random *random)
{
	if (domain->n_values > 0)
		return cml_domain_value(domain, cml_random_below(random, domain->n_values));
	double share = cml_random_uniform(random);
	return domain->lo * (1 - share) + domain->hi * share;
}

static void draw_values(const struct cml_sampler *sampler, struct cml_random *random,
			double *values)
{
	const struct cml_space *space = sampler->space;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		values[slot] = is_drawn(sampler, slot)
				   ? draw_value(&space->columns[slot].domain, random)
				   : sampler->fixed[slot];
	if (sampler->branches.n > 0)
		cml_branches_draw(&sampler->branches, random, values);
}

/* Without listed branches: whether chance keeps a completed draw, given what
 * turned out inactive. */
static bool is_kept(const struct cml_sampler *sampler, struct cml_random *random,
		    const double *values)
{
	const struct cml_space *space = sampler->space;
	double chance = 1;
	if (sampler->branches.n > 0)
		return true;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		if (is_drawn(sampler, slot) && isnan(values[slot]) &&
		    space->columns[slot].domain.n_values > 0)
			chance /= (double)space->columns[slot].domain.n_values;
	return chance == 1 || cml_random_uniform(random) < chance;
}

static enum cml_status give_up(const struct cml_sampler *sampler, uint64_t max_tries,
			       const struct cml_error *undefined, struct cml_error *err)
{
	const struct cml_space *space = sampler->space;
	size_t worst = CML_NO_COLUMN;
	uint64_t most = 0;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		if (sampler->n_rejected[slot] > most) {
			most = sampler->n_rejected[slot];
			worst = slot;
		}
	}
	if (sampler->n_undefined > most)
		return cml_fail(err, CML_NOTHING,
				"no configuration found in %" PRIu64 " tries; %" PRIu64
				" of %" PRIu64 " failed as in: %s",
				max_tries, sampler->n_undefined, sampler->n_drawn,
				undefined->message);
	if (worst == CML_NO_COLUMN)
		return cml_fail(err, CML_NOTHING,
				"no configuration found in %" PRIu64
				" tries: nearly every draw has inactive params of many values",
				max_tries);
	return cml_fail(err, CML_NOTHING,
			"no configuration found in %" PRIu64
			" tries; rule '%s' (%s) refused %" PRIu64 " of %" PRIu64,
			max_tries, space->columns[worst].name,
			cml_expression_text(space->columns[worst].expression), most,
			sampler->n_drawn);
}

enum cml_status cml_sampler_draw(struct cml_sampler *sampler, struct cml_random *random,
				 uint64_t max_tries, double *values, struct cml_error *err)
{
	struct cml_error undefined;
	undefined.message[0] = '\0';
	for (uint64_t i = 0; i < max_tries; i++) {
		size_t broken_rule;
		draw_values(sampler, random, values);
		sampler->n_drawn++;
		if (cml_config_complete(sampler->space, values, &broken_rule, &undefined) != CML_OK)
			sampler->n_undefined++;
		else if (broken_rule != CML_NO_COLUMN)
			sampler->n_rejected[broken_rule]++;
		else if (is_kept(sampler, random, values))
			return CML_OK;
	}
	return give_up(sampler, max_tries, &undefined, err);
}

#include "search/proposals.h"

#include "base/memory.h"
#include "base/number.h"
#include "model/forecast_cells.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of all draws, where the few that passed are all that was met. */
#define NEARLY_ALL 0.9
/* What goes before it takes at most 200. */
#define SETTINGS_SIZE (CML_SHORTFALL_SIZE - 200)

void cml_shortfall_offer(struct cml_shortfall *shortfall, const struct cml_proposal *proposal)
{
	struct cml_proposal *likeliest = &shortfall->likeliest;
	double *values = likeliest->values;
	bool is_first = shortfall->n_below++ == 0;
	bool is_equal = proposal->log_chance == likeliest->log_chance;
	shortfall->differ |= !is_first && !is_equal;
	if (!is_first && (is_equal ? !(proposal->reward > likeliest->reward)
				   : proposal->log_chance < likeliest->log_chance))
		return;
	memcpy(values, proposal->values, shortfall->space->n_columns * sizeof *values);
	*likeliest = *proposal;
	likeliest->values = values;
}

/* `, with tp=8, pp=2`: the params that are active, as many as there is room for. */
static void print_settings(const struct cml_shortfall *shortfall, char *text, size_t size)
{
	const struct cml_space *space = shortfall->space;
	const char *separator = ", with ";
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		char number[CML_NUMBER_SIZE];
		struct cml_slice value =
		    cml_value_text(space, slot, shortfall->likeliest.values[slot], number);
		if (column->role != CML_ROLE_PARAM || value.size == 0)
			continue;
		int n = snprintf(text, size, "%s%s=%.*s", separator, column->name, (int)value.size,
				 value.data);
		if ((size_t)n >= size) {
			snprintf(text, size, "%s", size > 5 ? ", ..." : "");
			return;
		}
		text += n;
		size -= (size_t)n;
		separator = ", ";
	}
}

/* `the highest chance of these is 0.012, with tp=8: 'peak_gb' is predicted to leave its limit
 * there, with 93` */
static void print_likeliest(const struct cml_shortfall *shortfall, char *text, size_t size)
{
	char highest[CML_NUMBER_SIZE], settings[SETTINGS_SIZE] = "";
	cml_print_below(exp(shortfall->likeliest.log_chance), shortfall->min_chance, highest);
	if (shortfall->n == 0 && shortfall->differ)
		print_settings(shortfall, settings, sizeof settings);
	if (shortfall->limit)
		snprintf(text, size,
			 "the highest chance of these is %s%s: '%s' is predicted to leave its "
			 "limit there, with %s",
			 highest, settings, shortfall->limit, CML_PRINTED(shortfall->outcome));
	else
		snprintf(text, size, "the highest chance of these is %s%s", highest, settings);
}

/* What is missing was met, and refused. */
static void print_refused(const struct cml_shortfall *shortfall, char *text, size_t size)
{
	char highest[CML_SHORTFALL_SIZE - 160];
	const char *below =
	    shortfall->is_hopeless ? "hardly run: chances below" : "are below --min-ok";
	const char *advice = shortfall->is_hopeless ? "; --min-ok 0 proposes such" : "";
	const char *min_ok = CML_PRINTED(shortfall->min_chance);
	print_likeliest(shortfall, highest, sizeof highest);
	if (shortfall->n_below == 0)
		snprintf(text, size, "the log covers no more of %zu configurations met",
			 shortfall->n_met);
	else if (shortfall->n_outside == 0)
		snprintf(text, size, "%zu of %zu configurations scored %s %s (%s)%s",
			 shortfall->n_below, shortfall->n_scored, below, min_ok, highest, advice);
	else
		snprintf(text, size,
			 "of %zu configurations met the log does not cover %zu, and %zu %s %s "
			 "(%s)%s",
			 shortfall->n_met, shortfall->n_outside, shortfall->n_below, below, min_ok,
			 highest, advice);
}

/* What is missing was not met. */
static void print_unmet(const struct cml_shortfall *shortfall, char *text, size_t size)
{
	if (shortfall->is_all)
		snprintf(text, size, "there are no more (%zu %s, %zu of them excluded)%s",
			 shortfall->n_met, shortfall->where, shortfall->n_excluded,
			 shortfall->is_within_log ? "; what leaves it is left out (--within-log)"
						  : "");
	else if (shortfall->rule)
		snprintf(text, size,
			 "'%.60s' (%.80s) refused %" PRIu64 " of %" PRIu64
			 " configurations drawn: more would take longer",
			 shortfall->rule, shortfall->expression, shortfall->n_refused,
			 shortfall->n_drawn);
	else if (shortfall->has_budget)
		snprintf(text, size,
			 "all others of %zu proposals were known or excluded (%zu excluded ones "
			 "met)",
			 shortfall->n_proposed, shortfall->n_excluded);
	else
		snprintf(text, size,
			 "the last %zu proposals were all known or excluded (%zu excluded ones "
			 "met)",
			 shortfall->n_stale, shortfall->n_excluded);
}

void cml_shortfall_blame(struct cml_shortfall *shortfall, const struct cml_sampler *sampler)
{
	if (!sampler->space)
		return;
	size_t worst = cml_sampler_worst(sampler);
	const struct cml_space_column *row = &sampler->space->columns[worst];
	shortfall->n_drawn = sampler->n_drawn;
	shortfall->n_refused = sampler->n_rejected[worst];
	if (shortfall->n_refused == 0 ||
	    (double)shortfall->n_refused < NEARLY_ALL * (double)sampler->n_drawn)
		return;
	shortfall->rule = row->name;
	shortfall->expression = cml_expression_text(row->expression ? row->expression : row->when);
}

void cml_shortfall_blame_limit(struct cml_shortfall *shortfall, const struct cml_model *model,
			       double *features, float *x)
{
	struct cml_error ignored;
	if (shortfall->n_below == 0 || model->n_limits == 0 ||
	    cml_model_encode(model, shortfall->likeliest.values, features, x, &ignored) != CML_OK)
		return;
	for (size_t i = 0; i < model->n_limits && !shortfall->limit; i++) {
		const struct cml_space_column *limit = cml_model_limit(model, i);
		shortfall->outcome = cml_outcome_predict(model, i, x, false);
		if (shortfall->outcome < limit->domain.lo || shortfall->outcome > limit->domain.hi)
			shortfall->limit = limit->name;
	}
}

void cml_shortfall_print(const struct cml_shortfall *shortfall, char *text, size_t size)
{
	int begin = snprintf(text, size, "%zu of %zu wanted: ", shortfall->n, shortfall->n_wanted);
	text += begin;
	size -= (size_t)begin;
	if (shortfall->is_cautious)
		snprintf(text, size,
			 "more than a fifth of a batch, or two jobs, would be expected to fail; "
			 "run these and train again, or have them with --min-ok 0");
	else if (shortfall->n_outside + shortfall->n_below > 0)
		print_refused(shortfall, text, size);
	else
		print_unmet(shortfall, text, size);
}

enum cml_result cml_proposals_order(struct cml_proposals *proposals, struct cml_top_n *top,
				    size_t n_before, struct cml_error *err)
{
	cml_top_n_sort(top);
	struct cml_proposal *ordered = cml_array_new(n_before + top->n, sizeof *ordered);
	if (!ordered)
		return cml_fail_memory(err);
	for (size_t i = 0; i < top->n; i++)
		ordered[n_before + i] = proposals->items[top->items[i].slot];
	free(proposals->items);
	proposals->items = ordered;
	proposals->n = n_before + top->n;
	return CML_OK;
}

void cml_proposals_release(struct cml_proposals *proposals)
{
	free(proposals->items);
	free(proposals->values);
	*proposals = (struct cml_proposals){0};
}

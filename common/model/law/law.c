#include "model/law/law.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether a column is computed from what another program computed. */
static bool reads_given(const struct cml_space *space, size_t slot)
{
	size_t n = 0;
	const size_t *slots = cml_expression_slots(space->columns[slot].expression, &n);
	bool is_read = cml_is_given(&space->columns[slot]);
	for (size_t i = 0; !is_read && i < n; i++)
		is_read = cml_is_given(&space->columns[slots[i]]) ||
			  (space->columns[slots[i]].role == CML_ROLE_DERIVED &&
			   reads_given(space, slots[i]));
	return is_read;
}

static bool is_term_of(const struct cml_space *space, size_t slot, size_t law_of, bool is_given)
{
	return space->columns[slot].role == CML_ROLE_TERM &&
	       space->columns[slot].law_of == law_of && reads_given(space, slot) == is_given;
}

static size_t count_terms(const struct cml_space *space, size_t law_of, bool are_given)
{
	size_t n = 0;
	for (size_t i = 0; i < space->n_columns; i++)
		n += is_term_of(space, i, law_of, are_given);
	return n;
}

bool cml_law_has_terms(const struct cml_space *space, size_t slot)
{
	return count_terms(space, slot, true) + count_terms(space, slot, false) > 0;
}

/* Terms of what another program computed first, or none of these. */
static enum cml_result init_law(struct cml_law *law, const struct cml_encoder *encoder, size_t slot,
				bool has_given, struct cml_error *err)
{
	size_t n =
	    count_terms(encoder->space, slot, true) + count_terms(encoder->space, slot, false);
	const struct cml_space *space = encoder->space;
	bool is_metric = space->columns[slot].role == CML_ROLE_METRIC;
	*law = (struct cml_law){.slot = slot,
				.is_inverse = is_metric && space->columns[slot].maximize,
				.is_used = true,
				.chosen = CML_LAW_ALL,
				.tried = {NAN, NAN, NAN},
				.error = NAN,
				.proven = NAN};
	if (!CML_NEW(&law->terms, n) || !CML_NEW(&law->weights, n) || !CML_NEW(&law->shares, n) ||
	    !CML_NEW(&law->n_unknown, n))
		return cml_fail_memory(err);
	for (int is_given = has_given; is_given >= 0; is_given--)
		for (size_t i = 0; i < space->n_columns; i++)
			if (is_term_of(space, i, slot, is_given)) {
				law->weights[law->n] = 1;
				law->terms[law->n++] = encoder->first[i];
			}
	return CML_OK;
}

/* The laws of a slot: where terms of the metric are given, one with them and one without. */
static enum cml_result init_laws(struct cml_laws *laws, const struct cml_encoder *encoder,
				 size_t slot, struct cml_error *err)
{
	size_t n_given = count_terms(encoder->space, slot, true);
	size_t n = count_terms(encoder->space, slot, false);
	if (n_given + n == 0)
		return CML_OK;
	if (init_law(&laws->items[laws->n++], encoder, slot, true, err) != CML_OK)
		return err->status;
	if (n_given == 0 || slot != encoder->space->metric)
		return CML_OK;
	laws->given = laws->n - 1;
	if (!CML_NEW(&laws->range, 2 * laws->n_plain))
		return cml_fail_memory(err);
	if (n == 0)
		return CML_OK;
	laws->bare = laws->n++;
	return init_law(&laws->items[laws->bare], encoder, slot, false, err);
}

enum cml_result cml_laws_init(struct cml_laws *laws, const struct cml_encoder *encoder,
			      struct cml_error *err)
{
	const struct cml_space *space = encoder->space;
	*laws = (struct cml_laws){.n_features = encoder->n_features,
				  .n_plain = encoder->n_plain,
				  .given = CML_NO_LAW,
				  .bare = CML_NO_LAW,
				  .order = 1,
				  .roof = CML_NO_LAW,
				  .roof_scale = 1};
	if (!CML_NEW(&laws->items, space->n_limits + 2))
		return cml_fail_memory(err);
	for (size_t k = 0; k <= space->n_limits; k++)
		if (init_laws(laws, encoder, k == 0 ? space->metric : space->limits[k - 1], err) !=
		    CML_OK)
			return err->status;
	if (space->roof != CML_NO_COLUMN)
		laws->roof = encoder->first[space->roof];
	return CML_OK;
}

void cml_laws_release(struct cml_laws *laws)
{
	for (size_t i = 0; i < laws->n; i++) {
		free(laws->items[i].terms);
		free(laws->items[i].weights);
		free(laws->items[i].shares);
		free(laws->items[i].n_unknown);
	}
	free(laws->items);
	free(laws->range);
	*laws = (struct cml_laws){0};
}

bool cml_laws_pack_rows(const struct cml_laws *laws)
{
	return laws->n_plain < laws->n_features;
}

size_t cml_laws_n_packed(const struct cml_laws *laws)
{
	size_t n = laws->n_plain + (laws->roof != CML_NO_LAW);
	for (size_t i = 0; i < laws->n; i++)
		n += laws->items[i].is_used;
	return n;
}

size_t cml_laws_feature(const struct cml_laws *laws, size_t law)
{
	size_t feature = laws->n_plain;
	for (size_t i = 0; i < law; i++)
		feature += laws->items[i].is_used;
	return laws->items[law].is_used ? feature : CML_NO_LAW;
}

size_t cml_laws_roof_feature(const struct cml_laws *laws)
{
	return laws->roof == CML_NO_LAW ? CML_NO_LAW : cml_laws_n_packed(laws) - 1;
}

size_t cml_laws_find(const struct cml_laws *laws, size_t slot)
{
	for (size_t i = 0; i < laws->n; i++)
		if (laws->items[i].slot == slot)
			return i;
	return CML_NO_LAW;
}

/* NaN: a term is missing, or all are 0. */
static double known_log2(const struct cml_law *law, const double *features)
{
	double sum = 0;
	for (size_t k = 0; k < law->n; k++)
		sum += law->weights[k] > 0 ? law->weights[k] * features[law->terms[k]] : 0;
	if (!(sum > 0) || isinf(sum))
		return NAN;
	return law->is_inverse ? -log2(sum) : log2(sum);
}

double cml_law_log2(const struct cml_law *law, const double *features)
{
	double known = 0, sum = 0, all = known_log2(law, features);
	if (!isnan(all))
		return all;
	for (size_t k = 0; k < law->n; k++) {
		double own = law->weights[k] * features[law->terms[k]];
		sum += own >= 0 ? own : 0;
		known += own >= 0 ? law->shares[k] : 0;
	}
	if (!(sum > 0) || isinf(sum) || !(known > 0))
		return law->typical;
	double log_law = log2(sum / known) * (law->is_inverse ? -1 : 1);
	double sure = known * known / (known * known + (1 - known) * (1 - known));
	return sure * log_law + (1 - sure) * law->typical;
}

void cml_laws_pack(const struct cml_laws *laws, const double *features, float *packed)
{
	size_t n = laws->n_plain;
	for (size_t f = 0; f < n; f++)
		packed[f] = (float)features[f];
	for (size_t i = 0; i < laws->n; i++)
		if (laws->items[i].is_used)
			packed[n++] =
			    (float)(i == laws->given ? known_log2(&laws->items[i], features)
						     : cml_law_log2(&laws->items[i], features));
	if (laws->roof != CML_NO_LAW)
		packed[n] = features[laws->roof] > 0 ? log2f((float)features[laws->roof]) : NAN;
}

enum cml_result cml_laws_name(const struct cml_laws *laws, const struct cml_encoder *encoder,
			      struct cml_arena *arena, const char **names, struct cml_error *err)
{
	size_t n = laws->n_plain;
	for (size_t f = 0; f < n; f++)
		names[f] = encoder->features[f].name;
	struct cml_buffer text = {0};
	bool ok = true;
	for (size_t i = 0; ok && i < laws->n; i++) {
		if (!laws->items[i].is_used)
			continue;
		cml_buffer_clear(&text);
		ok = cml_buffer_printf(&text, "%s(%s)", i == laws->bare ? "bare_law" : "law",
				       encoder->space->columns[laws->items[i].slot].name) &&
		     (names[n++] = cml_arena_copy(arena, cml_buffer_slice(&text)));
	}
	cml_buffer_release(&text);
	if (laws->roof != CML_NO_LAW)
		names[n] = encoder->features[laws->roof].name;
	return ok ? CML_OK : cml_fail_memory(err);
}

/* In place: a packed row is no longer than the other. */
static void pack_rows(const struct cml_laws *laws, struct cml_dataset *data, double *features)
{
	size_t n = cml_laws_n_packed(laws);
	for (size_t row = 0; row < data->n_rows; row++) {
		for (size_t f = 0; f < laws->n_features; f++)
			features[f] = (double)data->x[row * laws->n_features + f];
		cml_laws_pack(laws, features, data->x + row * n);
	}
	data->n_features = n;
}

enum cml_result cml_laws_pack_data(const struct cml_laws *laws, const char *const *names,
				   struct cml_dataset *data, struct cml_error *err)
{
	double *features = cml_array_new(laws->n_features, sizeof *features);
	enum cml_result status = CML_OK;
	if (!features)
		return cml_fail_memory(err);
	for (struct cml_dataset *part = data; part; part = part->failed) {
		pack_rows(laws, part, features);
		free(part->feature_names);
		status = cml_names_copy(&part->arena, part->n_features, names, &part->feature_names,
					err);
		if (status != CML_OK)
			break;
	}
	free(features);
	return status;
}

void cml_laws_strip(const struct cml_laws *laws, struct cml_dataset *data)
{
	for (size_t row = 0; row < data->n_rows; row++)
		memmove(data->x + row * laws->n_plain, data->x + row * data->n_features,
			laws->n_plain * sizeof *data->x);
	data->n_features = laws->n_plain;
}

void cml_laws_learn_range(struct cml_laws *laws, const struct cml_dataset *data)
{
	for (size_t f = 0; laws->range && f < laws->n_plain; f++) {
		float *range = laws->range + 2 * f;
		range[0] = FLT_MAX;
		range[1] = -FLT_MAX;
		for (size_t row = 0; row < data->n_rows; row++) {
			range[0] = fminf(range[0], data->x[row * data->n_features + f]);
			range[1] = fmaxf(range[1], data->x[row * data->n_features + f]);
		}
	}
}

uint64_t cml_laws_scale(const struct cml_laws *laws, const struct cml_encoder *encoder,
			const float *x)
{
	uint64_t key = 0;
	for (size_t f = 0; f < laws->n_plain; f++) {
		enum cml_role role = encoder->space->columns[encoder->features[f].column].role;
		bool is_outside = x[f] < laws->range[2 * f] || x[f] > laws->range[2 * f + 1];
		if (role == CML_ROLE_CONTEXT || (role == CML_ROLE_PARAM && is_outside)) {
			key = cml_hash(key, &f, sizeof f);
			key = cml_hash(key, &x[f], sizeof x[f]);
		}
	}
	return key;
}

static bool put_law(const struct cml_law *law, bool is_bare, const struct cml_encoder *encoder,
		    struct cml_buffer *text)
{
	static const char *const chosen[] = {
	    "not used", "its first term alone, which a job's work grows with", "all terms"};
	const struct cml_space_column *columns = encoder->space->columns;
	bool ok = cml_buffer_printf(text, "law of %s%s: %s", columns[law->slot].name,
				    is_bare ? ", without what another program computes" : "",
				    chosen[law->chosen]);
	if (!isnan(law->tried[CML_LAW_NONE]))
		ok =
		    ok && cml_buffer_printf(
			      text,
			      "; larger jobs of the log, held out: %.1f %% off without it, %.1f %% "
			      "with its first term, %.1f %% with all",
			      100 * expm1(law->tried[CML_LAW_NONE]),
			      100 * expm1(law->tried[CML_LAW_FIRST]),
			      100 * expm1(law->tried[CML_LAW_ALL]));
	if (law->steepness > 0)
		ok = ok && cml_buffer_printf(text,
					     "; no job reports it: log-odds to run %.2g * "
					     "ln(%s / law)",
					     law->steepness, isnan(law->proven) ? "bound" : "end");
	if (law->steepness > 0 && !isnan(law->proven))
		ok = ok && cml_buffer_printf(text,
					     "; no job failed: the end is halfway from %.2g, which "
					     "nine of ten jobs stay below, to the bound",
					     law->proven);
	if (!isnan(law->error))
		ok = ok && cml_buffer_printf(text, "; alone %.1f %% off", 100 * expm1(law->error));
	ok = ok && cml_buffer_append_string(text, "\n");
	for (size_t k = 0; ok && law->is_used && k < law->n; k++)
		ok = cml_buffer_printf(text, "  %5.1f %%  %.3g * %s\n", 100 * law->shares[k],
				       law->weights[k], encoder->features[law->terms[k]].name);
	return ok;
}

bool cml_laws_describe(const struct cml_laws *laws, const struct cml_encoder *encoder,
		       struct cml_buffer *text)
{
	bool ok = true;
	for (size_t i = 0; ok && i < laws->n; i++)
		ok = put_law(&laws->items[i], i == laws->bare, encoder, text);
	if (laws->given != CML_NO_LAW && laws->items[laws->given].is_used)
		ok = ok && cml_buffer_printf(text,
					     "order of jobs of one scale: %.0f %% by the law, "
					     "%.0f %% without what another program computes\n",
					     100 * laws->order, 100 * (1 - laws->order));
	if (laws->roof != CML_NO_LAW && laws->roof_scale > 1)
		ok = ok && cml_buffer_printf(text, "%s: a job of the log is at %.3g times it\n",
					     encoder->features[laws->roof].name, laws->roof_scale);
	return ok;
}

static void law_fields(struct cml_fields *fields, struct cml_law *law)
{
	uint32_t chosen = law->chosen;
	cml_field_flag(fields, "whether a law is used", &law->is_used);
	cml_field_u32(fields, "which terms are used", &chosen, CML_LAW_ALL);
	if (!fields->out)
		law->chosen = (enum cml_law_terms)chosen;
	cml_field_doubles(fields, "a weight", law->weights, law->n, CML_FROM_0);
	cml_field_doubles(fields, "a share", law->shares, law->n, CML_FINITE);
	cml_field_double(fields, "what is typical", &law->typical, CML_FINITE);
	cml_field_double(fields, "a steepness", &law->steepness, CML_FROM_0);
	cml_field_known(fields, "what was proven", &law->proven);
	cml_field_known(fields, "an error", &law->error);
	for (size_t k = 0; k < CML_LAW_N_TERMS; k++)
		cml_field_known(fields, "an error", &law->tried[k]);
}

void cml_laws_fields(struct cml_fields *fields, void *state)
{
	struct cml_laws *laws = state;
	cml_field_double(fields, "the scale of the roof", &laws->roof_scale,
			 (struct cml_bounds){1, DBL_MAX, false});
	for (size_t i = 0; i < laws->n; i++)
		law_fields(fields, &laws->items[i]);
	if (laws->given == CML_NO_LAW)
		return;
	cml_field_double(fields, "an order", &laws->order, (struct cml_bounds){0, 1, false});
	cml_field_floats(fields, "a range", laws->range, 2 * laws->n_plain, CML_FINITE);
}

#include "model/gbt_model.h"

#include "model/gbt_bytes.h"

#include <math.h>
#include <stdlib.h>

/* Rows predicted at a time: their running sums live on the stack. */
#define BLOCK 64

/* Features named by --describe. */
#define MOST_NAMED 15

/* The least an ensemble member takes up in a file. */
#define LEAST_MEMBER_SIZE 12

void cml_gbt_model_free(void *state)
{
	struct cml_gbt_model *gbt = state;
	if (!gbt)
		return;
	for (size_t m = 0; gbt->members && m < gbt->n_members; m++)
		cml_gbt_forest_release(&gbt->members[m]);
	free(gbt->members);
	free(gbt->gains);
	free(gbt);
}

struct cml_gbt_model *cml_gbt_model_new(size_t n_features, size_t n_members)
{
	struct cml_gbt_model *gbt = cml_array_new(1, sizeof *gbt);
	if (!gbt)
		return NULL;
	gbt->n_features = n_features;
	gbt->n_members = n_members;
	gbt->members = cml_array_new(n_members, sizeof *gbt->members);
	gbt->gains = cml_array_new(n_features, sizeof *gbt->gains);
	if (gbt->members && gbt->gains)
		return gbt;
	cml_gbt_model_free(gbt);
	return NULL;
}

/* Mean and variance are updated member by member.
 * Source: B. P. Welford, "Note on a method for calculating corrected sums of
 * squares and products", 1962. */
void cml_gbt_model_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const struct cml_gbt_model *gbt = state;
	double sums[BLOCK];
	for (size_t first = 0; first < n; first += BLOCK) {
		size_t n_block = n - first < BLOCK ? n - first : BLOCK;
		for (size_t i = first; i < first + n_block; i++)
			mean[i] = sd[i] = 0;
		for (size_t m = 0; m < gbt->n_members; m++) {
			cml_gbt_forest_predict(&gbt->members[m], n_block, gbt->n_features,
					       x + first * gbt->n_features, sums);
			for (size_t i = 0; i < n_block; i++) {
				double away = sums[i] - mean[first + i];
				mean[first + i] += away / (double)(m + 1);
				sd[first + i] += away * (sums[i] - mean[first + i]);
			}
		}
		for (size_t i = first; i < first + n_block; i++)
			sd[i] =
			    gbt->n_members > 1 ? sqrt(sd[i] / (double)(gbt->n_members - 1)) : NAN;
	}
}

enum cml_status cml_gbt_model_save(const void *state, struct cml_buffer *out, struct cml_error *err)
{
	const struct cml_gbt_model *gbt = state;
	bool ok = cml_gbt_put_u32(out, (uint32_t)gbt->n_features) &&
		  cml_gbt_put_u32(out, (uint32_t)gbt->n_members);
	for (size_t f = 0; ok && f < gbt->n_features; f++)
		ok = cml_gbt_put_double(out, gbt->gains[f]);
	for (size_t m = 0; ok && m < gbt->n_members; m++)
		ok = cml_gbt_forest_save(&gbt->members[m], out);
	return ok ? CML_OK : cml_fail_memory(err);
}

static enum cml_status fail_load(struct cml_error *err, const char *what)
{
	return cml_fail(err, CML_BAD_DATA,
			"the parameters of the gbt model do not hold together: %s", what);
}

static enum cml_status load_parts(struct cml_gbt_model *gbt, struct cml_slice *bytes,
				  struct cml_error *err)
{
	for (size_t f = 0; f < gbt->n_features; f++)
		if (!cml_gbt_take_double(bytes, &gbt->gains[f]) || !isfinite(gbt->gains[f]) ||
		    gbt->gains[f] < 0)
			return fail_load(err, "a gain is not a number of at least 0");
	for (size_t m = 0; m < gbt->n_members; m++)
		if (cml_gbt_forest_load(&gbt->members[m], bytes, gbt->n_features, err) != CML_OK)
			return err->status;
	return bytes->size == 0 ? CML_OK : fail_load(err, "bytes are left over");
}

enum cml_status cml_gbt_model_load(void **state, struct cml_slice bytes, size_t n_features,
				   struct cml_error *err)
{
	uint32_t n_own_features;
	uint32_t n_members;
	if (!cml_gbt_take_u32(&bytes, &n_own_features) || !cml_gbt_take_u32(&bytes, &n_members))
		return fail_load(err, "they are cut short");
	if (n_own_features != n_features)
		return fail_load(err, "they are for another number of features");
	if (n_members == 0 || n_features > bytes.size / sizeof(double) ||
	    n_members > bytes.size / LEAST_MEMBER_SIZE)
		return fail_load(err, "they are cut short");
	struct cml_gbt_model *gbt = cml_gbt_model_new(n_features, n_members);
	if (!gbt)
		return cml_fail_memory(err);
	if (load_parts(gbt, &bytes, err) != CML_OK) {
		cml_gbt_model_free(gbt);
		return err->status;
	}
	*state = gbt;
	return CML_OK;
}

/* Whether feature a is to be named before b: by gain, equal ones in order. */
static bool is_named_before(const struct cml_gbt_model *gbt, size_t a, size_t b)
{
	return gbt->gains[a] > gbt->gains[b] || (a < b && gbt->gains[a] == gbt->gains[b]);
}

/* The first feature to be named after `after` (n_features: the first of all);
 * n_features when there is none that gains. */
static size_t next_feature(const struct cml_gbt_model *gbt, size_t after)
{
	size_t best = gbt->n_features;
	for (size_t f = 0; f < gbt->n_features; f++) {
		bool follows = after >= gbt->n_features || is_named_before(gbt, after, f);
		if (follows && gbt->gains[f] > 0 &&
		    (best >= gbt->n_features || is_named_before(gbt, f, best)))
			best = f;
	}
	return best;
}

enum cml_status cml_gbt_model_describe(const void *state, const char *const *feature_names,
				       struct cml_buffer *text, struct cml_error *err)
{
	const struct cml_gbt_model *gbt = state;
	size_t n_trees = 0, n_nodes = 0, depth = 0;
	double total = 0;
	for (size_t m = 0; m < gbt->n_members; m++) {
		n_trees += gbt->members[m].n_trees;
		n_nodes += gbt->members[m].n_nodes;
		for (size_t t = 0; t < gbt->members[m].n_trees; t++)
			if (gbt->members[m].trees[t].depth > depth)
				depth = gbt->members[m].trees[t].depth;
	}
	for (size_t f = 0; f < gbt->n_features; f++)
		total += gbt->gains[f];
	/* A tree of n leaves has n - 1 splits. */
	bool ok = cml_buffer_printf(text, "members %zu, trees %zu, leaves %zu, deepest leaf %zu\n",
				    gbt->n_members, n_trees, (n_nodes + n_trees) / 2, depth);
	size_t f = next_feature(gbt, gbt->n_features);
	if (f < gbt->n_features)
		ok = ok && cml_buffer_append_string(text, "share of the gain by feature:\n");
	for (size_t i = 0; ok && i < MOST_NAMED && f < gbt->n_features; i++) {
		ok = cml_buffer_printf(text, "  %6.2f %%  %s\n", 100 * gbt->gains[f] / total,
				       feature_names[f]);
		f = next_feature(gbt, f);
	}
	return ok ? CML_OK : cml_fail_memory(err);
}

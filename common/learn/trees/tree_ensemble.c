#include "learn/trees/tree_ensemble.h"

#include "learn/predictor/ensemble.h"
#include "learn/predictor/model_bytes.h"
#include "learn/trees/traverse.h"

#include <math.h>
#include <stdlib.h>

/* Rows predicted at a time: their running sums live on the stack. */
#define BLOCK 64

/* Minimum size of an ensemble member in a file. */
#define MIN_MEMBER_SIZE 12

void cml_tree_ensemble_free(void *state)
{
	struct cml_tree_ensemble *ensemble = state;
	if (!ensemble)
		return;
	for (size_t m = 0; ensemble->members && m < ensemble->n_members; m++)
		cml_forest_release(&ensemble->members[m]);
	free(ensemble->members);
	free(ensemble->gains);
	free(ensemble);
}

struct cml_tree_ensemble *cml_tree_ensemble_new(size_t n_features, size_t n_members)
{
	struct cml_tree_ensemble *ensemble = cml_array_new(1, sizeof *ensemble);
	if (!ensemble)
		return NULL;
	ensemble->n_features = n_features;
	ensemble->n_members = n_members;
	if (CML_NEW(&ensemble->members, n_members) && CML_NEW(&ensemble->gains, n_features))
		return ensemble;
	cml_tree_ensemble_free(ensemble);
	return NULL;
}

void cml_tree_ensemble_predict(const void *state, size_t n, const float *x, double *mean,
			       double *sd)
{
	const struct cml_tree_ensemble *ensemble = state;
	cml_tree_ensemble_predict_rest(ensemble, n, x, ensemble->n_members, NULL, mean, sd);
}

void cml_tree_ensemble_predict_rest(const struct cml_tree_ensemble *ensemble, size_t n,
				    const float *x, size_t first_rest, const double *known,
				    double *mean, double *sd)
{
	double sums[BLOCK];
	for (size_t first = 0; first < n; first += BLOCK) {
		size_t n_block = n - first < BLOCK ? n - first : BLOCK;
		for (size_t i = first; i < first + n_block; i++)
			mean[i] = sd[i] = 0;
		for (size_t m = 0; m < ensemble->n_members; m++) {
			cml_forest_predict(&ensemble->members[m], n_block, ensemble->n_features,
					   x + first * ensemble->n_features, sums);
			for (size_t i = 0; m >= first_rest && i < n_block; i++)
				sums[i] += known[first + i];
			for (size_t i = 0; i < n_block; i++)
				cml_ensemble_add(sums[i], m, &mean[first + i], &sd[first + i]);
		}
		for (size_t i = first; i < first + n_block; i++)
			sd[i] =
			    cml_calibration_sd(&ensemble->calibration, ensemble->n_members,
					       cml_ensemble_variance(ensemble->n_members, sd[i]));
	}
}

bool cml_tree_ensemble_has_sd(const void *state)
{
	const struct cml_tree_ensemble *ensemble = state;
	return ensemble->n_members > 1;
}

enum cml_result cml_tree_ensemble_save(const void *state, struct cml_buffer *out,
				       struct cml_error *err)
{
	const struct cml_tree_ensemble *ensemble = state;
	bool ok = cml_bytes_put_u32(out, (uint32_t)ensemble->n_features) &&
		  cml_bytes_put_u32(out, (uint32_t)ensemble->n_members) &&
		  cml_calibration_save(&ensemble->calibration, out) &&
		  cml_bytes_put_doubles(out, ensemble->gains, ensemble->n_features);
	for (size_t m = 0; ok && m < ensemble->n_members; m++)
		ok = cml_forest_save(&ensemble->members[m], out);
	return ok ? CML_OK : cml_fail_memory(err);
}

static enum cml_result load_parts(struct cml_tree_ensemble *ensemble, struct cml_slice *bytes,
				  struct cml_error *err)
{
	if (!cml_calibration_load(&ensemble->calibration, bytes))
		return cml_fail_load(err, "tree", "invalid calibration");
	for (size_t f = 0; f < ensemble->n_features; f++)
		if (!cml_bytes_take_double(bytes, &ensemble->gains[f]) ||
		    !isfinite(ensemble->gains[f]) || ensemble->gains[f] < 0)
			return cml_fail_load(err, "tree", "a gain is not a number >= 0");
	for (size_t m = 0; m < ensemble->n_members; m++)
		if (cml_forest_load(&ensemble->members[m], bytes, ensemble->n_features, err) !=
		    CML_OK)
			return err->status;
	return bytes->size == 0 ? CML_OK : cml_fail_load(err, "tree", "extra bytes at the end");
}

enum cml_result cml_tree_ensemble_load(void **state, struct cml_slice bytes, size_t n_features,
				       struct cml_error *err)
{
	uint32_t n_members;
	if (cml_bytes_take_features(&bytes, n_features, "tree", err) != CML_OK)
		return err->status;
	if (!cml_bytes_take_u32(&bytes, &n_members) || n_members == 0 ||
	    n_features > bytes.size / sizeof(double) || n_members > bytes.size / MIN_MEMBER_SIZE)
		return cml_fail_load(err, "tree", "truncated");
	struct cml_tree_ensemble *ensemble = cml_tree_ensemble_new(n_features, n_members);
	if (!ensemble)
		return cml_fail_memory(err);
	if (load_parts(ensemble, &bytes, err) != CML_OK) {
		cml_tree_ensemble_free(ensemble);
		return err->status;
	}
	*state = ensemble;
	return CML_OK;
}

enum cml_result cml_tree_ensemble_describe(const void *state, const char *const *feature_names,
					   struct cml_buffer *text, struct cml_error *err)
{
	const struct cml_tree_ensemble *ensemble = state;
	size_t n_trees = 0, n_nodes = 0, depth = 0;
	for (size_t m = 0; m < ensemble->n_members; m++) {
		n_trees += ensemble->members[m].n_trees;
		n_nodes += ensemble->members[m].n_nodes;
		for (size_t t = 0; t < ensemble->members[m].n_trees; t++)
			if (ensemble->members[m].trees[t].depth > depth)
				depth = ensemble->members[m].trees[t].depth;
	}
	/* A tree of n leaves has n - 1 splits. */
	bool ok = cml_buffer_printf(text, "members %zu, trees %zu, leaves %zu, deepest leaf %zu\n",
				    ensemble->n_members, n_trees, (n_nodes + n_trees) / 2, depth);
	ok = ok && cml_feature_fractions_put(text, "fraction of the gain by feature:",
					     ensemble->n_features, ensemble->gains, feature_names);
	return ok ? CML_OK : cml_fail_memory(err);
}

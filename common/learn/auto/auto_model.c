#include "learn/auto/auto_model.h"

#include "learn/predictor/model_bytes.h"

#include <stdlib.h>

/* Rows predicted at a time: the predictions of the line are on the stack. */
#define BLOCK 64

/* Set in what tells the number of members without the line: a process is there, too. */
#define WITH_PROCESS (UINT32_C(1) << 31)

void cml_auto_free(void *state)
{
	struct cml_auto *made = state;
	if (!made)
		return;
	cml_auto_process_release(&made->process);
	cml_linear_free(made->linear);
	cml_tree_ensemble_free(made->trees);
	free(made);
}

void cml_auto_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const struct cml_auto *made = state;
	size_t n_features = made->trees->n_features;
	double line[BLOCK];
	for (size_t first = 0; first < n; first += BLOCK) {
		size_t n_block = n - first < BLOCK ? n - first : BLOCK;
		const float *rows = x + first * n_features;
		for (size_t i = 0; i < n_block; i++)
			line[i] = cml_linear_mean(made->linear, rows + i * n_features);
		cml_tree_ensemble_predict_rest(made->trees, n_block, rows, made->first_rest, line,
					       mean + first, sd + first);
	}
	if (made->process.gp)
		cml_auto_process_add(&made->process, made->linear, n, x, mean, sd);
}

bool cml_auto_has_sd(const void *state)
{
	const struct cml_auto *made = state;
	return cml_tree_ensemble_has_sd(made->trees);
}

bool cml_auto_has_covariance(const void *state)
{
	const struct cml_auto *made = state;
	return made->process.gp;
}

size_t cml_auto_n_known_numbers(const void *state)
{
	const struct cml_auto *made = state;
	return cml_auto_process_n_known_numbers(&made->process);
}

void cml_auto_know(const void *state, const float *a, double *known)
{
	const struct cml_auto *made = state;
	cml_auto_process_know(&made->process, made->linear, a, known);
}

void cml_auto_covariance(const void *state, size_t n, const double *known, const float *x,
			 double *covariance)
{
	const struct cml_auto *made = state;
	cml_auto_process_covariance(&made->process, made->linear, n, known, x, covariance);
}

enum cml_result cml_auto_save(const void *state, struct cml_buffer *out, struct cml_error *err)
{
	const struct cml_auto *made = state;
	struct cml_buffer line = {0};
	uint32_t first_rest =
	    (uint32_t)made->first_rest | (made->process.gp ? WITH_PROCESS : UINT32_C(0));
	enum cml_result status = cml_linear_save(made->linear, &line, err);
	if (status != CML_OK)
		goto out;
	if (!cml_bytes_put_u32(out, (uint32_t)made->trees->n_features) ||
	    !cml_bytes_put_u32(out, first_rest) || !cml_bytes_put_u32(out, (uint32_t)line.size) ||
	    !cml_buffer_append(out, line.data, line.size)) {
		status = cml_fail_memory(err);
		goto out;
	}
	if (made->process.gp &&
	    (status = cml_auto_process_save(&made->process, out, err)) != CML_OK)
		goto out;
	status = cml_tree_ensemble_save(made->trees, out, err);
out:
	cml_buffer_release(&line);
	return status;
}

static enum cml_result load_parts(struct cml_auto *made, struct cml_slice line,
				  struct cml_slice rest, size_t n_features, bool has_process,
				  struct cml_error *err)
{
	void *linear = NULL, *ensemble = NULL;
	if (cml_linear_load(&linear, line, n_features, err) != CML_OK)
		return err->status;
	made->linear = linear;
	if (has_process &&
	    cml_auto_process_load(&made->process, &rest, made->linear->input.n, err) != CML_OK)
		return err->status;
	if (cml_tree_ensemble_load(&ensemble, rest, n_features, err) != CML_OK)
		return err->status;
	made->trees = ensemble;
	if (made->first_rest > made->trees->n_members)
		return cml_fail_load(err, "auto", "members with the line that there are not");
	return CML_OK;
}

enum cml_result cml_auto_load(void **state, struct cml_slice bytes, size_t n_features,
			      struct cml_error *err)
{
	uint32_t first_rest;
	struct cml_slice line;
	if (cml_bytes_take_features(&bytes, n_features, "auto", err) != CML_OK)
		return err->status;
	if (!cml_bytes_take_u32(&bytes, &first_rest) || !cml_bytes_take_part(&bytes, &line))
		return cml_fail_load(err, "auto", "truncated");
	struct cml_auto *made = cml_array_new(1, sizeof *made);
	if (!made)
		return cml_fail_memory(err);
	made->first_rest = first_rest & ~WITH_PROCESS;
	if (load_parts(made, line, bytes, n_features, first_rest & WITH_PROCESS, err) != CML_OK) {
		cml_auto_free(made);
		return err->status;
	}
	*state = made;
	return CML_OK;
}

/* Its features are the coordinates of the line. */
static enum cml_result describe_process(const struct cml_auto *made,
					const char *const *feature_names, struct cml_buffer *text,
					struct cml_error *err)
{
	const struct cml_linear_input *input = &made->linear->input;
	const char **names = cml_array_new(input->n, sizeof *names);
	if (!names)
		return cml_fail_memory(err);
	for (size_t k = 0; k < input->n; k++)
		names[k] = feature_names[input->coordinates[k].feature];
	enum cml_result status = cml_buffer_printf(text,
						   "Gaussian process of the residuals of the line, "
						   "weight %.2f: ",
						   made->process.weight)
				     ? cml_gp_describe(made->process.gp, names, text, err)
				     : cml_fail_memory(err);
	free(names);
	return status;
}

enum cml_result cml_auto_describe(const void *state, const char *const *feature_names,
				  struct cml_buffer *text, struct cml_error *err)
{
	const struct cml_auto *made = state;
	if (!cml_buffer_printf(text,
			       "mean of %zu members of trees and %zu of a line and trees of its "
			       "residuals\nline: ",
			       made->first_rest, made->trees->n_members - made->first_rest))
		return cml_fail_memory(err);
	if (cml_linear_describe(made->linear, feature_names, text, err) != CML_OK ||
	    (made->process.gp && describe_process(made, feature_names, text, err) != CML_OK))
		return err->status;
	if (!cml_buffer_append_string(text, "trees: "))
		return cml_fail_memory(err);
	return cml_tree_ensemble_describe(made->trees, feature_names, text, err);
}

#include "learn/gp/gp_model.h"

#include "learn/predictor/model_bytes.h"
#include "learn/predictor/summary_line.h"

#include <math.h>
#include <stdlib.h>

void cml_gp_free(void *state)
{
	struct cml_gp *gp = state;
	if (!gp)
		return;
	cml_gp_input_release(&gp->input);
	free(gp->lengths);
	free(gp->x);
	free(gp->alpha);
	free(gp->factor);
	free(gp);
}

enum cml_result cml_gp_new(struct cml_gp **made, struct cml_gp_input *input, size_t n,
			   struct cml_error *err)
{
	struct cml_gp *gp = cml_array_new(1, sizeof *gp);
	if (!gp) {
		cml_gp_input_release(input);
		return cml_fail_memory(err);
	}
	gp->input = *input;
	*input = (struct cml_gp_input){0};
	gp->n = n;
	if (!CML_NEW(&gp->lengths, gp->input.n) || !CML_NEW(&gp->x, gp->input.n * n) ||
	    !CML_NEW(&gp->alpha, n) || !CML_NEW(&gp->factor, n * (n + 1) / 2)) {
		cml_gp_free(gp);
		return cml_fail_memory(err);
	}
	*made = gp;
	return CML_OK;
}

bool cml_gp_has_sd(const void *state)
{
	const struct cml_gp *gp = state;
	return gp->y_sd > 0;
}

/* Numbers of a model after its sizes, in the order of the file. */
static size_t n_numbers(size_t n_coordinates, size_t n)
{
	return 4 + n_coordinates + n_coordinates * n + n + n * (n + 1) / 2;
}

enum cml_result cml_gp_save(const void *state, struct cml_buffer *out, struct cml_error *err)
{
	const struct cml_gp *gp = state;
	const double scalars[] = {gp->y_mean, gp->y_sd, gp->amplitude, gp->noise};
	if (!cml_bytes_put_u32(out, (uint32_t)gp->input.n_features) ||
	    !cml_bytes_put_u32(out, (uint32_t)gp->n))
		return cml_fail_memory(err);
	if (cml_gp_input_save(&gp->input, out, err) != CML_OK)
		return err->status;
	return cml_bytes_put_doubles(out, scalars, 4) &&
		       cml_bytes_put_doubles(out, gp->lengths, gp->input.n) &&
		       cml_bytes_put_doubles(out, gp->x, gp->input.n * gp->n) &&
		       cml_bytes_put_doubles(out, gp->alpha, gp->n) &&
		       cml_bytes_put_doubles(out, gp->factor, gp->n * (gp->n + 1) / 2)
		   ? CML_OK
		   : cml_fail_memory(err);
}

static enum cml_result load_numbers(struct cml_gp *gp, struct cml_slice *bytes,
				    struct cml_error *err)
{
	double scalars[4];
	bool finite = cml_bytes_take_finite(bytes, scalars, 4) &&
		      cml_bytes_take_finite(bytes, gp->lengths, gp->input.n) &&
		      cml_bytes_take_finite(bytes, gp->x, gp->input.n * gp->n) &&
		      cml_bytes_take_finite(bytes, gp->alpha, gp->n) &&
		      cml_bytes_take_finite(bytes, gp->factor, gp->n * (gp->n + 1) / 2);
	if (!finite)
		return cml_fail_load(err, "gp", "a number is not finite");
	gp->y_mean = scalars[0];
	gp->y_sd = scalars[1];
	gp->amplitude = scalars[2];
	gp->noise = scalars[3];
	if (gp->y_sd < 0 || gp->amplitude < 0 || gp->noise < 0)
		return cml_fail_load(err, "gp", "a variance is below 0");
	for (size_t k = 0; k < gp->input.n; k++)
		if (gp->lengths[k] <= 0)
			return cml_fail_load(err, "gp", "a length scale is not above 0");
	for (size_t i = 0; i < gp->n; i++)
		if (gp->factor[i * (i + 1) / 2 + i] <= 0)
			return cml_fail_load(err, "gp", "invalid covariance factor");
	return bytes->size == 0 ? CML_OK : cml_fail_load(err, "gp", "extra bytes at the end");
}

enum cml_result cml_gp_load(void **state, struct cml_slice bytes, size_t n_features,
			    struct cml_error *err)
{
	uint32_t n;
	struct cml_gp_input input;
	struct cml_gp *gp;
	if (cml_bytes_take_features(&bytes, n_features, "gp", err) != CML_OK)
		return err->status;
	if (!cml_bytes_take_u32(&bytes, &n))
		return cml_fail_load(err, "gp", "truncated");
	if (n == 0 || n > CML_GP_MAX_ROWS)
		return cml_fail_load(err, "gp", "invalid number of rows");
	if (cml_gp_input_load(&input, &bytes, n_features, err) != CML_OK)
		return err->status;
	if (bytes.size / sizeof(double) < n_numbers(input.n, n)) {
		cml_gp_input_release(&input);
		return cml_fail_load(err, "gp", "truncated");
	}
	if (cml_gp_new(&gp, &input, n, err) != CML_OK)
		return err->status;
	if (load_numbers(gp, &bytes, err) != CML_OK) {
		cml_gp_free(gp);
		return err->status;
	}
	*state = gp;
	return CML_OK;
}

enum cml_result cml_gp_describe(const void *state, const char *const *feature_names,
				struct cml_buffer *text, struct cml_error *err)
{
	const struct cml_gp *gp = state;
	double total = gp->amplitude + gp->noise;
	double *amounts = cml_array_new(gp->input.n_features, sizeof *amounts);
	if (!amounts)
		return cml_fail_memory(err);
	for (size_t k = 0; k < gp->input.n; k++)
		amounts[gp->input.coordinates[k].feature] += 1 / (gp->lengths[k] * gp->lengths[k]);
	bool ok =
	    cml_buffer_printf(text,
			      "rows %zu, coordinates %zu, noise %.3g of "
			      "the variance\n",
			      gp->n, gp->input.n, total > 0 ? gp->noise / total : 0) &&
	    cml_feature_fractions_put(text, "fraction of squared inverse length scales by feature:",
				      gp->input.n_features, amounts, feature_names);
	free(amounts);
	return ok ? CML_OK : cml_fail_memory(err);
}

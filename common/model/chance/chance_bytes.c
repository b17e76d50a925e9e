#include "model/chance/chance.h"

#include "learn/auto/auto.h"
#include "learn/predictor/model_bytes.h"
#include "model/chance/chance_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Doubles are whole numbers up to here. */
#define MAX_ROWS 0x1p53

/* Smallest size of a limit in a file: the length of its name, flags, its law, eight numbers. */
#define MIN_LIMIT_SIZE (3 * sizeof(uint32_t) + 8 * sizeof(double))

#define MAX_NAME_SIZE 65536

/* What a part saved, with its size in front; status: of saving it. Releases it. */
static enum cml_result put_part(struct cml_buffer *part, enum cml_result status,
				struct cml_buffer *out, struct cml_error *err)
{
	if (status != CML_OK)
		goto out;
	if (part->size > UINT32_MAX)
		status = cml_fail(err, CML_NO_MEMORY, "the chance to run needs more than 4 GB");
	else if (!cml_bytes_put_u32(out, (uint32_t)part->size) ||
		 !cml_buffer_append(out, part->data, part->size))
		status = cml_fail_memory(err);
out:
	cml_buffer_release(part);
	return status;
}

static enum cml_result put_trees(const struct cml_tree_ensemble *trees, struct cml_buffer *out,
				 struct cml_error *err)
{
	struct cml_buffer bytes = {0};
	return put_part(&bytes, cml_tree_ensemble_save(trees, &bytes, err), out, err);
}

static enum cml_result put_limit(const struct cml_limit_model *limit, struct cml_buffer *out,
				 struct cml_error *err)
{
	const double values[] = {limit->lower, limit->upper, limit->n_rows, limit->error,
				 limit->scale, limit->noise, limit->spread, limit->steepness};
	size_t size = strlen(limit->name);
	if (!cml_bytes_put_u32(out, (uint32_t)size) || !cml_buffer_append(out, limit->name, size) ||
	    !cml_bytes_put_u32(out, limit->is_log) ||
	    !cml_bytes_put_u32(out, limit->law == SIZE_MAX ? UINT32_MAX : (uint32_t)limit->law) ||
	    !cml_bytes_put_doubles(out, values, sizeof values / sizeof *values))
		return cml_fail_memory(err);
	struct cml_buffer bytes = {0};
	enum cml_result status =
	    limit->state ? cml_auto_predictor.save(limit->state, &bytes, err) : CML_OK;
	return put_part(&bytes, status, out, err);
}

enum cml_result cml_chance_save(const struct cml_chance *chance, struct cml_buffer *out,
				struct cml_error *err)
{
	const double values[] = {chance->n_ran, chance->n_failed,    chance->auc,
				 chance->brier, chance->platt.slope, chance->platt.intercept};
	if (!cml_bytes_put_u32(out, (uint32_t)chance->n_features) ||
	    !cml_bytes_put_doubles(out, values, sizeof values / sizeof *values))
		return cml_fail_memory(err);
	if (chance->trees && put_trees(chance->trees, out, err) != CML_OK)
		return err->status;
	if (!cml_bytes_put_u32(out, (uint32_t)chance->n_limits))
		return cml_fail_memory(err);
	for (size_t l = 0; l < chance->n_limits; l++)
		if (put_limit(&chance->limits[l], out, err) != CML_OK)
			return err->status;
	return CML_OK;
}

static enum cml_result fail_load(struct cml_error *err, const char *what)
{
	return cml_fail(err, CML_BAD_DATA, "inconsistent chance to run: %s", what);
}

static bool take_doubles(struct cml_slice *bytes, double *const *values, size_t n)
{
	bool ok = true;
	for (size_t i = 0; ok && i < n; i++)
		ok = cml_bytes_take_double(bytes, values[i]);
	return ok;
}

static bool is_count(double n)
{
	return n >= 0 && n <= MAX_ROWS && n == floor(n);
}

static enum cml_result take_trees(struct cml_slice *bytes, size_t n_features,
				  struct cml_tree_ensemble **trees, struct cml_error *err)
{
	struct cml_slice own;
	void *state = NULL;
	if (!cml_bytes_take_part(bytes, &own))
		return fail_load(err, "truncated");
	if (cml_tree_ensemble_load(&state, own, n_features, err) != CML_OK)
		return err->status;
	*trees = state;
	return CML_OK;
}

static enum cml_result take_name(struct cml_slice *bytes, char **name, struct cml_error *err)
{
	struct cml_slice own;
	if (!cml_bytes_take_part(bytes, &own) || own.size > MAX_NAME_SIZE)
		return fail_load(err, "truncated");
	if (own.size == 0 || memchr(own.data, '\0', own.size))
		return fail_load(err, "a limit without a name");
	*name = strndup(own.data, own.size);
	return *name ? CML_OK : cml_fail_memory(err);
}

static enum cml_result take_limit(struct cml_slice *bytes, size_t n_features,
				  struct cml_limit_model *limit, struct cml_error *err)
{
	double *const values[] = {&limit->lower, &limit->upper, &limit->n_rows, &limit->error,
				  &limit->scale, &limit->noise, &limit->spread, &limit->steepness};
	struct cml_slice own;
	uint32_t flags, law;
	if (take_name(bytes, &limit->name, err) != CML_OK)
		return err->status;
	if (!cml_bytes_take_u32(bytes, &flags) || !cml_bytes_take_u32(bytes, &law) ||
	    !take_doubles(bytes, values, sizeof values / sizeof *values))
		return fail_load(err, "truncated");
	if (flags > 1 || !(limit->lower <= limit->upper) || limit->lower == INFINITY ||
	    limit->upper == -INFINITY)
		return fail_load(err, "a limit out of order");
	if (!is_count(limit->n_rows) || !(limit->spread >= 0) || isinf(limit->spread) ||
	    !(limit->scale >= 0) || isinf(limit->scale) || !(limit->noise >= 0) ||
	    isinf(limit->noise) || limit->error < 0)
		return fail_load(err, "an error out of range");
	if (law != UINT32_MAX && law >= n_features)
		return fail_load(err, "a law out of range");
	if (!(limit->steepness >= 0) || isinf(limit->steepness))
		return fail_load(err, "a steepness out of range");
	limit->is_log = flags > 0;
	limit->law = law == UINT32_MAX ? SIZE_MAX : law;
	if (!cml_bytes_take_part(bytes, &own))
		return fail_load(err, "truncated");
	if (own.size == 0)
		return limit->law != SIZE_MAX && limit->upper > 0
			   ? CML_OK
			   : fail_load(err, "a limit without a law");
	return cml_auto_predictor.load(&limit->state, own, n_features, err);
}

static bool rises(const struct cml_platt *platt)
{
	return platt->slope >= 0 && isfinite(platt->slope) && isfinite(platt->intercept);
}

static enum cml_result take_run(struct cml_slice *bytes, struct cml_chance *chance,
				struct cml_error *err)
{
	double *const values[] = {&chance->n_ran, &chance->n_failed,    &chance->auc,
				  &chance->brier, &chance->platt.slope, &chance->platt.intercept};
	if (!take_doubles(bytes, values, sizeof values / sizeof *values))
		return fail_load(err, "truncated");
	if (!is_count(chance->n_ran) || !is_count(chance->n_failed))
		return fail_load(err, "a number of jobs out of range");
	if (!rises(&chance->platt))
		return fail_load(err, "a calibration that does not rise");
	if (chance->n_failed == 0)
		return CML_OK;
	return take_trees(bytes, chance->n_features, &chance->trees, err);
}

/* The file says how many limits follow the trees, which memory is asked for then. */
static enum cml_result take_limits(struct cml_slice *bytes, struct cml_chance *chance,
				   struct cml_error *err)
{
	uint32_t n_limits;
	if (!cml_bytes_take_u32(bytes, &n_limits) || n_limits > bytes->size / MIN_LIMIT_SIZE)
		return fail_load(err, "truncated");
	free(chance->limits);
	if (!CML_NEW(&chance->limits, n_limits))
		return cml_fail_memory(err);
	chance->n_limits = n_limits;
	for (size_t l = 0; l < n_limits; l++)
		if (take_limit(bytes, chance->n_features, &chance->limits[l], err) != CML_OK)
			return err->status;
	return CML_OK;
}

enum cml_result cml_chance_load(struct cml_chance **chance, struct cml_slice bytes,
				size_t n_features, struct cml_error *err)
{
	uint32_t n_own_features;
	if (!cml_bytes_take_u32(&bytes, &n_own_features))
		return fail_load(err, "truncated");
	if (n_own_features != n_features)
		return fail_load(err, "made for another number of features");
	struct cml_chance *made = cml_chance_new(n_features, 0);
	if (!made)
		return cml_fail_memory(err);
	if (take_run(&bytes, made, err) != CML_OK || take_limits(&bytes, made, err) != CML_OK)
		goto fail;
	if (bytes.size > 0) {
		fail_load(err, "extra bytes at the end");
		goto fail;
	}
	*chance = made;
	return CML_OK;
fail:
	cml_chance_free(made);
	return err->status;
}

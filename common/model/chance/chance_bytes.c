#include "model/chance/chance.h"

#include "learn/auto/auto.h"
#include "learn/predictor/model_bytes.h"
#include "model/chance/chance_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Doubles are whole numbers up to here. */
#define MAX_ROWS 0x1p53

/* Smallest size of a limit in a file: the length of its name, whether logarithms were learned, five
 * numbers. */
#define MIN_LIMIT_SIZE (2 * sizeof(uint32_t) + 5 * sizeof(double))

#define MAX_NAME_SIZE 65536

/* What a part saved, with its size in front; status: of saving it. Releases it. */
static enum cml_result put_part(struct cml_buffer *part, enum cml_result status,
				struct cml_buffer *out, struct cml_error *err)
{
	if (status == CML_OK && part->size > UINT32_MAX)
		status = cml_fail(err, CML_NO_MEMORY, "the chance to run needs more than 4 GB");
	if (status == CML_OK && (!cml_bytes_put_u32(out, (uint32_t)part->size) ||
				 !cml_buffer_append(out, part->data, part->size)))
		status = cml_fail_memory(err);
	cml_buffer_release(part);
	return status;
}

static enum cml_result put_trees(const struct cml_tree_ensemble *trees, struct cml_buffer *out,
				 struct cml_error *err)
{
	struct cml_buffer bytes = {0};
	return put_part(&bytes, cml_tree_ensemble_save(trees, &bytes, err), out, err);
}

static bool put_doubles(struct cml_buffer *out, const double *values, size_t n)
{
	bool ok = true;
	for (size_t i = 0; ok && i < n; i++)
		ok = cml_bytes_put_double(out, values[i]);
	return ok;
}

static enum cml_result put_limit(const struct cml_limit_model *limit, struct cml_buffer *out,
				 struct cml_error *err)
{
	const double values[] = {limit->lower, limit->upper, limit->n_rows, limit->error,
				 limit->spread};
	size_t size = strlen(limit->name);
	if (!cml_bytes_put_u32(out, (uint32_t)size) || !cml_buffer_append(out, limit->name, size) ||
	    !cml_bytes_put_u32(out, limit->is_log) ||
	    !put_doubles(out, values, sizeof values / sizeof *values))
		return cml_fail_memory(err);
	struct cml_buffer bytes = {0};
	return put_part(&bytes, cml_auto_predictor.save(limit->state, &bytes, err), out, err);
}

/* What the speed counts; then its line, of no bytes where there is none. */
static enum cml_result put_trade_off(const struct cml_chance *chance, struct cml_buffer *out,
				     struct cml_error *err)
{
	struct cml_buffer bytes = {0};
	if (!cml_bytes_put_double(out, chance->line.of_other))
		return cml_fail_memory(err);
	enum cml_result status =
	    chance->trade_off ? cml_linear_save(chance->trade_off, &bytes, err) : CML_OK;
	return put_part(&bytes, status, out, err);
}

/* The process, its share, what was avoided, and what the process has beside it; parts of no bytes
 * where they are nothing. */
static enum cml_result put_process(const struct cml_chance *chance, struct cml_buffer *out,
				   struct cml_error *err)
{
	struct cml_buffer bytes = {0}, trend = {0};
	enum cml_result status =
	    chance->process ? cml_gp_save(chance->process, &bytes, err) : CML_OK;
	if (put_part(&bytes, status, out, err) != CML_OK)
		return err->status;
	if (!put_doubles(out, (double[]){chance->process_share, chance->launched}, 2))
		return cml_fail_memory(err);
	status = chance->trend ? cml_linear_save(chance->trend, &trend, err) : CML_OK;
	return put_part(&trend, status, out, err);
}

static bool put_end(const struct cml_beyond_end *end, struct cml_buffer *out)
{
	const double values[] = {end->slope, end->intercept, end->n_jobs, end->told, end->ran};
	return put_doubles(out, values, sizeof values / sizeof *values);
}

static bool put_beyond(const struct cml_beyond *beyond, struct cml_buffer *out)
{
	bool ok = cml_bytes_put_u32(out, (uint32_t)beyond->n);
	for (size_t i = 0; ok && i < beyond->n; i++) {
		const struct cml_beyond_feature *feature = &beyond->features[i];
		ok = cml_bytes_put_u32(out, (uint32_t)feature->first) &&
		     cml_bytes_put_u32(out, (uint32_t)feature->n) &&
		     put_doubles(out, (double[]){feature->low, feature->high}, 2) &&
		     put_end(&feature->below, out) && put_end(&feature->above, out);
	}
	return ok;
}

/* What is learned where jobs failed. */
static enum cml_result put_run(const struct cml_chance *chance, struct cml_buffer *out,
			       struct cml_error *err)
{
	if (put_trade_off(chance, out, err) != CML_OK)
		return err->status;
	if (!put_beyond(&chance->beyond, out))
		return cml_fail_memory(err);
	if (put_process(chance, out, err) != CML_OK)
		return err->status;
	return put_trees(chance->trees, out, err);
}

enum cml_result cml_chance_save(const struct cml_chance *chance, struct cml_buffer *out,
				struct cml_error *err)
{
	const double values[] = {chance->n_ran, chance->n_failed,   chance->auc,
				 chance->brier, chance->line.slope, chance->line.intercept};
	if (!cml_bytes_put_u32(out, (uint32_t)chance->n_features) ||
	    !put_doubles(out, values, sizeof values / sizeof *values))
		return cml_fail_memory(err);
	if (chance->trees && put_run(chance, out, err) != CML_OK)
		return err->status;
	if (!cml_bytes_put_u32(out, (uint32_t)chance->n_limits))
		return cml_fail_memory(err);
	for (size_t l = 0; l < chance->n_limits; l++)
		if (put_limit(&chance->limits[l], out, err) != CML_OK)
			return err->status;
	if (!cml_bytes_put_u32(out, (uint32_t)chance->n_causes))
		return cml_fail_memory(err);
	for (size_t c = 0; c < chance->n_causes; c++) {
		if (!cml_bytes_put_u32(out, (uint32_t)chance->causes[c].status))
			return cml_fail_memory(err);
		if (put_trees(chance->causes[c].trees, out, err) != CML_OK)
			return err->status;
	}
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

/* A part with its size in front. */
static enum cml_result take_part(struct cml_slice *bytes, struct cml_slice *part,
				 struct cml_error *err)
{
	uint32_t size;
	if (!cml_bytes_take_u32(bytes, &size) || size > bytes->size)
		return fail_load(err, "truncated");
	*part = (struct cml_slice){bytes->data, size};
	bytes->data += size;
	bytes->size -= size;
	return CML_OK;
}

static enum cml_result take_trees(struct cml_slice *bytes, size_t n_features,
				  struct cml_tree_ensemble **trees, struct cml_error *err)
{
	struct cml_slice own;
	void *state = NULL;
	if (take_part(bytes, &own, err) != CML_OK ||
	    cml_tree_ensemble_load(&state, own, n_features, err) != CML_OK)
		return err->status;
	*trees = state;
	return CML_OK;
}

static enum cml_result take_name(struct cml_slice *bytes, char **name, struct cml_error *err)
{
	uint32_t size;
	if (!cml_bytes_take_u32(bytes, &size) || size > bytes->size || size > MAX_NAME_SIZE)
		return fail_load(err, "truncated");
	if (size == 0 || memchr(bytes->data, '\0', size))
		return fail_load(err, "a limit without a name");
	*name = strndup(bytes->data, size);
	bytes->data += size;
	bytes->size -= size;
	return *name ? CML_OK : cml_fail_memory(err);
}

static enum cml_result take_limit(struct cml_slice *bytes, size_t n_features,
				  struct cml_limit_model *limit, struct cml_error *err)
{
	double *const values[] = {&limit->lower, &limit->upper, &limit->n_rows, &limit->error,
				  &limit->spread};
	struct cml_slice own;
	uint32_t flags;
	if (take_name(bytes, &limit->name, err) != CML_OK)
		return err->status;
	if (!cml_bytes_take_u32(bytes, &flags) ||
	    !take_doubles(bytes, values, sizeof values / sizeof *values))
		return fail_load(err, "truncated");
	if (flags > 1 || !(limit->lower <= limit->upper) || limit->lower == INFINITY ||
	    limit->upper == -INFINITY)
		return fail_load(err, "a limit out of order");
	if (!is_count(limit->n_rows) || !(limit->spread >= 0) || isinf(limit->spread) ||
	    limit->error < 0)
		return fail_load(err, "an error that cannot be");
	limit->is_log = flags;
	if (take_part(bytes, &own, err) != CML_OK)
		return err->status;
	return cml_auto_predictor.load(&limit->state, own, n_features, err);
}

static enum cml_result take_causes(struct cml_slice *bytes, struct cml_chance *chance,
				   struct cml_error *err)
{
	uint32_t n_causes, status;
	if (!cml_bytes_take_u32(bytes, &n_causes))
		return fail_load(err, "truncated");
	if (n_causes > CML_MAX_CAUSES || n_causes == 1)
		return fail_load(err, "a number of causes that cannot be");
	for (; chance->n_causes < n_causes; chance->n_causes++) {
		struct cml_cause_model *cause = &chance->causes[chance->n_causes];
		if (!cml_bytes_take_u32(bytes, &status))
			return fail_load(err, "truncated");
		if (status != CML_JOB_OOM && status != CML_JOB_TIMEOUT && status != CML_JOB_FAILED)
			return fail_load(err, "a cause that is none");
		cause->status = (enum cml_job_status)status;
		if (take_trees(bytes, chance->n_features, &cause->trees, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

static enum cml_result take_trade_off(struct cml_slice *bytes, struct cml_chance *chance,
				      struct cml_error *err)
{
	struct cml_slice own;
	void *state = NULL;
	if (!cml_bytes_take_double(bytes, &chance->line.of_other))
		return fail_load(err, "truncated");
	if (!isfinite(chance->line.of_other))
		return fail_load(err, "a trade-off that is not finite");
	if (take_part(bytes, &own, err) != CML_OK ||
	    (own.size > 0 && cml_linear_load(&state, own, chance->n_features, err) != CML_OK))
		return err->status;
	chance->trade_off = state;
	return CML_OK;
}

static enum cml_result take_end(struct cml_slice *bytes, struct cml_beyond_end *end,
				struct cml_error *err)
{
	double *const values[] = {&end->slope, &end->intercept, &end->n_jobs, &end->told,
				  &end->ran};
	if (!take_doubles(bytes, values, sizeof values / sizeof *values))
		return fail_load(err, "truncated");
	if (!(end->slope >= 0) || !isfinite(end->slope) || !isfinite(end->intercept))
		return fail_load(err, "a calibration of other contexts that does not rise");
	if (!is_count(end->n_jobs) || !(end->told >= 0 && end->told <= 1) ||
	    !(end->ran >= 0 && end->ran <= 1))
		return fail_load(err, "jobs of other contexts that cannot be");
	return CML_OK;
}

static enum cml_result take_beyond_feature(struct cml_slice *bytes, size_t n_features,
					   struct cml_beyond_feature *feature,
					   struct cml_error *err)
{
	uint32_t first, n;
	double *const values[] = {&feature->low, &feature->high};
	if (!cml_bytes_take_u32(bytes, &first) || !cml_bytes_take_u32(bytes, &n) ||
	    !take_doubles(bytes, values, sizeof values / sizeof *values))
		return fail_load(err, "truncated");
	if (n == 0 || first >= n_features || n > n_features - first)
		return fail_load(err, "a context that is no feature");
	if (isnan(feature->low) || isnan(feature->high))
		return fail_load(err, "a range of contexts that cannot be");
	feature->first = first;
	feature->n = n;
	return take_end(bytes, &feature->below, err) == CML_OK
		   ? take_end(bytes, &feature->above, err)
		   : err->status;
}

static enum cml_result take_beyond(struct cml_slice *bytes, struct cml_chance *chance,
				   struct cml_error *err)
{
	uint32_t n;
	struct cml_beyond *beyond = &chance->beyond;
	if (!cml_bytes_take_u32(bytes, &n) || n / 2 > chance->n_features)
		return fail_load(err, "truncated");
	beyond->features = cml_array_new(n, sizeof *beyond->features);
	if (!beyond->features)
		return cml_fail_memory(err);
	for (; beyond->n < n; beyond->n++)
		if (take_beyond_feature(bytes, chance->n_features, &beyond->features[beyond->n],
					err) != CML_OK)
			return err->status;
	return CML_OK;
}

static enum cml_result take_process(struct cml_slice *bytes, struct cml_chance *chance,
				    struct cml_error *err)
{
	double *const values[] = {&chance->process_share, &chance->launched};
	struct cml_slice own;
	void *state = NULL;
	if (take_part(bytes, &own, err) != CML_OK ||
	    (own.size > 0 && cml_gp_load(&state, own, chance->n_features, err) != CML_OK))
		return err->status;
	chance->process = state;
	if (!take_doubles(bytes, values, sizeof values / sizeof *values))
		return fail_load(err, "truncated");
	if (!(chance->process_share >= 0 && chance->process_share <= 1))
		return fail_load(err, "a share that cannot be");
	if (!(chance->launched > 0 && chance->launched <= 1))
		return fail_load(err, "a part that was launched that cannot be");
	state = NULL;
	if (take_part(bytes, &own, err) != CML_OK ||
	    (own.size > 0 && cml_linear_load(&state, own, chance->n_features, err) != CML_OK))
		return err->status;
	chance->trend = state;
	return CML_OK;
}

static enum cml_result take_run(struct cml_slice *bytes, struct cml_chance *chance,
				struct cml_error *err)
{
	double *const values[] = {&chance->n_ran, &chance->n_failed,   &chance->auc,
				  &chance->brier, &chance->line.slope, &chance->line.intercept};
	if (!take_doubles(bytes, values, sizeof values / sizeof *values))
		return fail_load(err, "truncated");
	if (!is_count(chance->n_ran) || !is_count(chance->n_failed))
		return fail_load(err, "a number of jobs that cannot be");
	if (!(chance->line.slope >= 0) || !isfinite(chance->line.slope) ||
	    !isfinite(chance->line.intercept))
		return fail_load(err, "a calibration that does not rise");
	if (chance->n_failed == 0)
		return CML_OK;
	if (take_trade_off(bytes, chance, err) != CML_OK ||
	    take_beyond(bytes, chance, err) != CML_OK || take_process(bytes, chance, err) != CML_OK)
		return err->status;
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
	chance->limits = cml_array_new(n_limits, sizeof *chance->limits);
	if (!chance->limits)
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
	if (take_run(&bytes, made, err) != CML_OK || take_limits(&bytes, made, err) != CML_OK ||
	    take_causes(&bytes, made, err) != CML_OK)
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

#include "tool_slips.h"

#include "eval/checks/sentinel.h"
#include "eval/checks/unit_slip.h"
#include "space/row_key.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum cml_result tool_places_add(struct tool_places *places, const char *file, size_t line,
				struct cml_error *err)
{
	const char *last = places->n > 0 ? places->files[places->n - 1] : NULL;
	if (!last || strcmp(last, file) != 0)
		last = cml_arena_copy(&places->names, cml_slice_of(file));
	if (!last ||
	    !cml_array_reserve((void **)&places->files, &places->file_capacity, places->n + 1,
			       sizeof *places->files) ||
	    !cml_array_reserve((void **)&places->lines, &places->line_capacity, places->n + 1,
			       sizeof *places->lines))
		return cml_fail_memory(err);
	places->files[places->n] = last;
	places->lines[places->n++] = line;
	return CML_OK;
}

void tool_places_release(struct tool_places *places)
{
	free(places->files);
	free(places->lines);
	cml_arena_release(&places->names);
	*places = (struct tool_places){0};
}

/* Readings of a limit that are closer than this are in one unit. */
#define MIN_APART 8

/* Which rows a note is about: n, of which the first are named. */
struct named_rows {
	const size_t *rows;
	size_t n_named, n;
	bool with_metric;
};

/* `log.csv:21 (27540), log.csv:42 (64800) and 5 more` */
static bool print_places(const struct tool_slip_rows *rows, const struct named_rows *named,
			 struct cml_buffer *text)
{
	bool ok = true;
	char key[CML_KEY_SIZE];
	for (size_t i = 0; ok && i < named->n && i < named->n_named; i++) {
		size_t row = named->rows[i];
		ok = cml_buffer_printf(text, "%s%s:%zu", i > 0 ? ", " : "", rows->files[row],
				       rows->lines[row]);
		if (ok && named->with_metric)
			ok = cml_buffer_printf(text, " (%g", rows->data->y[row]);
		cml_key_print(rows->data->keys[row], key);
		if (ok && rows->have_keys)
			ok = cml_buffer_printf(text, "%scml_key %s",
					       named->with_metric ? ", " : " (", key);
		if (ok && (named->with_metric || rows->have_keys))
			ok = cml_buffer_append_string(text, ")");
	}
	if (ok && named->n > named->n_named)
		ok = cml_buffer_printf(text, " and %zu more", named->n - named->n_named);
	return ok;
}

/* of: the limit that is wrong; NULL: the metric. */
static enum cml_result note(const struct tool *tool, const struct tool_slip_rows *rows,
			    const char *of, const struct cml_unit_slip *slip, struct cml_error *err)
{
	struct cml_buffer places = {0};
	double factor = isnan(slip->unit) ? slip->factor : slip->unit;
	char text[CML_ERROR_TEXT_SIZE];
	if (slip->count.size > 0)
		snprintf(text, sizeof text, "about %s%.*s%s", factor > 1 ? "" : "1/",
			 (int)slip->count.size, slip->count.data, factor > 1 ? " times" : " of");
	else if (factor > 1)
		snprintf(text, sizeof text, "about %.4g times", factor);
	else
		snprintf(text, sizeof text, "about 1/%.4g of", 1 / factor);
	bool ok = print_places(
	    rows, &(struct named_rows){slip->rows, CML_SLIP_NAMED, slip->n, true}, &places);
	if (ok)
		tool_note(
		    tool,
		    "%s%s%s%zu of %zu jobs report%s %s the %s of similar jobs: %.*s; %s? they "
		    "count as "
		    "they are: if they are wrong, correct them in the log%s",
		    of ? "column '" : "", of ? of : "", of ? "': " : "", slip->n,
		    rows->data->n_rows, slip->n == 1 ? "s" : "", text, of ? "value" : "metric",
		    (int)places.size, places.data,
		    slip->count.size > 0 ? "is it for one of them, or for all"
		    : isnan(slip->unit)  ? "are they right"
					 : "is it in another unit",
		    rows->have_keys ? " (cml-encode --check names their lines there)" : "");
	cml_buffer_release(&places);
	return ok ? CML_OK : cml_fail_memory(err);
}

/* A speed of 0 is the mark of a job that has none. */
static enum cml_result note_sentinel(const struct tool *tool, const struct tool_slip_rows *rows,
				     struct cml_error *err)
{
	struct cml_sentinel found = cml_sentinel_find(rows->data);
	struct cml_buffer places = {0};
	if (found.n == 0)
		return CML_OK;
	bool ok = print_places(
	    rows, &(struct named_rows){found.rows, CML_SENTINEL_NAMED, found.n, false}, &places);
	bool is_one = found.n == 1;
	if (ok)
		tool_note(
		    tool,
		    "%zu of %zu ok jobs %s a metric of %g%s: %.*s; %s, and no logarithm is "
		    "learned: if %s failed, empty the cell%s, or write 1e-9: as the domain of "
		    "the metric in the space",
		    found.n, rows->data->n_rows, is_one ? "has" : "have", found.value,
		    found.is_one ? "" : " or so", (int)places.size, places.data,
		    is_one ? "it counts as it is" : "they count as they are",
		    is_one ? "it" : "they", is_one ? "" : "s");
	cml_buffer_release(&places);
	return ok ? CML_OK : cml_fail_memory(err);
}

static enum cml_result note_units(const struct tool *tool, const struct tool_slip_rows *rows,
				  const char *of, struct cml_pool *pool, struct cml_error *err)
{
	struct cml_unit_slip slips[2];
	enum cml_result status = cml_unit_slips_find(rows->data, pool, slips, err);
	for (size_t i = 0; status == CML_OK && i < 2; i++) {
		const struct cml_unit_slip *other = &slips[1 - i];
		/* Limits in bytes bend what is expected of their neighbours. */
		bool is_bent = of && isnan(slips[i].unit) && other->n > 0 && !isnan(other->unit);
		if (slips[i].n > 0 && !is_bent)
			status = note(tool, rows, of, &slips[i], err);
	}
	return status;
}

/* A dataset made for this, and where its rows come from. */
struct slip_jobs {
	struct cml_dataset data;
	struct tool_places places;
};

/* Whether the readings of a limit are so far apart that some may be in another unit. */
static bool may_slip(const struct cml_dataset *data, size_t limit)
{
	double lo = INFINITY, hi = 0;
	for (size_t row = 0; row < data->n_rows; row++) {
		double value = data->limits[row * data->n_limits + limit];
		if (value > 0) {
			lo = fmin(lo, value);
			hi = fmax(hi, value);
		}
	}
	return hi >= MIN_APART * lo;
}

/* The ok jobs that report a limit, with that as their metric. */
static enum cml_result take_limit(const struct tool_slip_rows *rows, size_t limit,
				  struct slip_jobs *reported, struct cml_error *err)
{
	const struct cml_dataset *data = rows->data;
	size_t n = data->n_features;
	double *features = cml_array_new(n, sizeof *features);
	enum cml_result status =
	    features ? cml_dataset_init(&reported->data, n, data->feature_names, err)
		     : cml_fail_memory(err);
	for (size_t row = 0; status == CML_OK && row < data->n_rows; row++) {
		double value = data->limits[row * data->n_limits + limit];
		if (!isfinite(value))
			continue;
		for (size_t i = 0; i < n; i++)
			features[i] = (double)data->x[row * n + i];
		status =
		    cml_dataset_append(&reported->data, features, value, 1, data->keys[row], err);
		if (status == CML_OK)
			status = tool_places_add(&reported->places, rows->files[row],
						 rows->lines[row], err);
	}
	free(features);
	return status;
}

static enum cml_result note_limit(const struct tool *tool, const struct tool_slip_rows *rows,
				  size_t limit, struct cml_pool *pool, struct cml_error *err)
{
	struct slip_jobs reported = {0};
	enum cml_result status = take_limit(rows, limit, &reported, err);
	if (status == CML_OK)
		status = note_units(tool,
				    &(struct tool_slip_rows){.data = &reported.data,
							     .files = reported.places.files,
							     .lines = reported.places.lines,
							     .have_keys = rows->have_keys},
				    rows->data->limit_names[limit], pool, err);
	cml_dataset_release(&reported.data);
	tool_places_release(&reported.places);
	return status;
}

enum cml_result tool_slips_note(const struct tool *tool, const struct tool_slip_rows *rows,
				struct cml_pool *pool, struct cml_error *err)
{
	if (tool->quiet)
		return CML_OK;
	enum cml_result status = note_sentinel(tool, rows, err);
	if (status == CML_OK)
		status = note_units(tool, rows, NULL, pool, err);
	for (size_t i = 0; status == CML_OK && i < rows->data->n_limits; i++)
		if (may_slip(rows->data, i))
			status = note_limit(tool, rows, i, pool, err);
	return status;
}

static enum cml_result add_inferred(void *context, const struct cml_inferred_job *job,
				    struct cml_error *err)
{
	struct slip_jobs *inferred = context;
	size_t n = inferred->data.n_features;
	uint64_t key = 0;
	for (size_t i = 0; i < n; i++) {
		/* What a float cannot hold is for cml-train to refuse. */
		if (fabs(job->values[i]) > (double)FLT_MAX)
			return CML_OK;
		uint64_t bits;
		memcpy(&bits, &job->values[i], sizeof bits);
		key = cml_hash_uint64(key, bits);
	}
	if (!isfinite(job->metric))
		return CML_OK;
	enum cml_result status =
	    cml_dataset_append(&inferred->data, job->values, job->metric, 1, key, err);
	return status == CML_OK ? tool_places_add(&inferred->places, job->file, job->line, err)
				: status;
}

enum cml_result tool_slips_note_inferred(const struct tool *tool,
					 const struct cml_inference *inference,
					 struct cml_error *err)
{
	struct slip_jobs inferred = {0};
	size_t n = cml_inference_n_settings(inference);
	const char **names = cml_array_new(n, sizeof *names);
	enum cml_result status = names ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < n; i++)
		names[i] = cml_inference_setting(inference, i);
	if (status == CML_OK)
		status = cml_dataset_init(&inferred.data, n, names, err);
	if (status == CML_OK)
		status = cml_inference_jobs(inference, add_inferred, &inferred, err);
	if (status == CML_OK)
		status = tool_slips_note(tool,
					 &(struct tool_slip_rows){.data = &inferred.data,
								  .files = inferred.places.files,
								  .lines = inferred.places.lines},
					 NULL, err);
	free(names);
	cml_dataset_release(&inferred.data);
	tool_places_release(&inferred.places);
	return status;
}

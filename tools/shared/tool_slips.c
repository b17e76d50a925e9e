#include "tool_slips.h"

#include "model/unit_slip.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum cml_result tool_places_add(struct tool_places *places, const char *file, size_t line,
				struct cml_error *err)
{
	const char *last = places->n > 0 ? places->items[places->n - 1].file : NULL;
	if (!last || strcmp(last, file) != 0)
		last = cml_arena_copy(&places->names, cml_slice_of(file));
	if (!last || !cml_array_reserve((void **)&places->items, &places->capacity, places->n + 1,
					sizeof *places->items))
		return cml_fail_memory(err);
	places->items[places->n++] = (struct tool_place){last, line};
	return CML_OK;
}

void tool_places_release(struct tool_places *places)
{
	free(places->items);
	cml_arena_release(&places->names);
	*places = (struct tool_places){0};
}

static void note(const struct tool *tool, const struct cml_dataset *data,
		 const struct tool_places *places, const struct cml_unit_slip *slip)
{
	const struct tool_place *place = &places->items[slip->first];
	double factor = isnan(slip->unit) ? slip->factor : slip->unit;
	char text[64];
	if (factor > 1)
		snprintf(text, sizeof text, "about %.4g times", factor);
	else
		snprintf(text, sizeof text, "about 1/%.4g of", 1 / factor);
	tool_note(tool,
		  "%zu of %zu jobs report %s what jobs like them do, the first at %s:%zu (%g): %s? "
		  "they count as they are; if they are wrong, correct them in the log",
		  slip->n, data->n_rows, text, place->file, place->line, data->y[slip->first],
		  isnan(slip->unit) ? "are they right" : "is it in another unit");
}

enum cml_result tool_slips_note(const struct tool *tool, const struct cml_dataset *data,
				const struct tool_places *places, struct cml_pool *pool,
				struct cml_error *err)
{
	struct cml_unit_slip slips[2];
	if (tool->quiet)
		return CML_OK;
	enum cml_result status = cml_unit_slips_find(data, pool, slips, err);
	for (size_t i = 0; status == CML_OK && i < 2; i++)
		if (slips[i].n > 0)
			note(tool, data, places, &slips[i]);
	return status;
}

struct inferred {
	struct cml_dataset data;
	struct tool_places places;
};

static enum cml_result add_inferred(void *context, const struct cml_inferred_job *job,
				    struct cml_error *err)
{
	struct inferred *inferred = context;
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
	struct inferred inferred = {0};
	size_t n = cml_inference_n_settings(inference);
	const char **names = cml_array_new(n, sizeof *names);
	enum cml_result status = names ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < n; i++)
		names[i] = "setting";
	if (status == CML_OK)
		status = cml_dataset_init(&inferred.data, n, names, err);
	if (status == CML_OK)
		status = cml_inference_jobs(inference, add_inferred, &inferred, err);
	if (status == CML_OK)
		status = tool_slips_note(tool, &inferred.data, &inferred.places, NULL, err);
	free(names);
	cml_dataset_release(&inferred.data);
	tool_places_release(&inferred.places);
	return status;
}

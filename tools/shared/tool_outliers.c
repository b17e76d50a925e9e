#include "tool_outliers.h"

#include "base/key.h"
#include "base/placeholder.h"
#include "math/repeats.h"
#include "math/unit_outlier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAMED 3
#define MIN_APART 2 /* configurations: one may be an accident */

enum cml_result tool_places_add(struct tool_places *places, const char *file, size_t line,
				struct cml_error *err)
{
	const char *last = places->n > 0 ? places->items[places->n - 1].file : NULL;
	if (!last || strcmp(last, file) != 0)
		last = cml_arena_copy(&places->names, cml_slice_of(file));
	if (!last || !CML_RESERVE(&places->items, &places->capacity, places->n + 1))
		return cml_fail_memory(err);
	places->items[places->n++] = (struct cml_row_place){last, line, 0};
	return CML_OK;
}

void tool_places_release(struct tool_places *places)
{
	free(places->items);
	cml_arena_release(&places->names);
	*places = (struct tool_places){0};
}

/* What is looked at: the metric, or a limit. */
struct metric {
	const struct tool *tool;
	struct cml_unit_table table;
	const struct tool_outlier_rows *rows;
	const char *limit; /* NULL: the metric */
	size_t n_reported;
	bool *marked;             /* rows that a note is about */
	struct cml_buffer places; /* the first of them, for the note */
};

static void metric_release(struct metric *metric)
{
	free(metric->marked);
	cml_buffer_release(&metric->places);
}

/* The first of n marked rows: `log.csv:21 (27540), log.csv:42 (64800) and 5 more`. */
static enum cml_result print_places(struct metric *metric, size_t n, bool with_value,
				    struct cml_error *err)
{
	struct cml_buffer *text = &metric->places;
	char key[CML_KEY_SIZE];
	size_t n_named = 0;
	cml_buffer_clear(text);
	for (size_t i = 0; n_named < n && n_named < MAX_NAMED; i++) {
		if (!metric->marked[i])
			continue;
		cml_buffer_printf(text, "%s%s:%zu", n_named++ > 0 ? ", " : "",
				  metric->rows->places[i].file, metric->rows->places[i].line);
		if (with_value)
			cml_buffer_printf(text, " (%g", metric->table.y[i]);
		if (metric->rows->have_keys) {
			cml_key_print(metric->rows->data->keys[i], key);
			cml_buffer_printf(text, "%scml_key %s", with_value ? ", " : " (", key);
		}
		if (with_value || metric->rows->have_keys)
			cml_buffer_append_string(text, ")");
	}
	if (n > n_named)
		cml_buffer_printf(text, " and %zu more", n - n_named);
	return text->has_failed ? cml_fail_memory(err) : CML_OK;
}

static enum cml_result note_placeholder(struct metric *metric, const struct cml_placeholder *found,
					struct cml_error *err)
{
	bool is_one = found->n == 1;
	for (size_t i = 0; i < metric->table.n_rows; i++)
		metric->marked[i] =
		    metric->table.y[i] >= found->lo && metric->table.y[i] <= found->hi;
	if (print_places(metric, found->n, false, err) != CML_OK)
		return err->status;
	const char *number = CML_PRINTED(found->lo);
	if (metric->limit)
		tool_note(metric->tool,
			  "column '%s': %zu of %zu jobs report %s, which looks like a placeholder: "
			  "%.*s; that is not learned: empty the cells",
			  metric->limit, found->n, metric->n_reported, number,
			  (int)metric->places.size, metric->places.data);
	else
		tool_note(
		    metric->tool,
		    "%zu of %zu ok jobs %s a metric of %s%s: %.*s; %s: if %s failed, empty the "
		    "cell%s",
		    found->n, metric->n_reported, is_one ? "has" : "have", number,
		    found->lo < found->hi ? " or so"
		    : found->lo == 0      ? ""
					  : ", which looks like a placeholder",
		    (int)metric->places.size, metric->places.data,
		    found->lo < found->hi ? "they count as they are, and no logarithm is learned"
		    : is_one              ? "it is not learned (--no-log-target: it is)"
					  : "they are not learned (--no-log-target: they are)",
		    is_one ? "it" : "they", is_one ? "" : "s");
	return CML_OK;
}

static enum cml_result note_unit(struct metric *metric, struct cml_error *err)
{
	struct cml_unit_outliers found;
	if (cml_unit_outliers_find(&metric->table, &found, metric->marked, err) != CML_OK)
		return err->status;
	if (found.n == 0)
		return CML_OK;
	bool is_more = found.factor > 1;
	if (print_places(metric, found.n, true, err) != CML_OK)
		return err->status;
	tool_note(metric->tool,
		  "%s%s%s%zu of %zu jobs report%s about %s%.4g%s the %s of similar jobs: %.*s; is "
		  "it in another unit? they count as they are: if they are wrong, correct them in "
		  "the log%s",
		  metric->limit ? "column '" : "", metric->limit ? metric->limit : "",
		  metric->limit ? "': " : "", found.n, metric->n_reported, found.n == 1 ? "s" : "",
		  is_more ? "" : "1/", is_more ? found.factor : 1 / found.factor,
		  is_more ? " times" : " of", metric->limit ? "value" : "metric",
		  (int)metric->places.size, metric->places.data,
		  metric->rows->have_keys ? " (cml-encode --check names their lines there)" : "");
	return CML_OK;
}

static void note_thousands(const struct metric *metric)
{
	double example;
	size_t n = cml_points_of_thousands(metric->table.n_rows, metric->table.y, &example);
	if (n > 0)
		tool_note(metric->tool,
			  "%zu of %zu jobs report a %s with three digits after the point, as "
			  "%.3f, beside whole numbers: if it marks thousands, write %.0f in the "
			  "log; it is read as a decimal point",
			  n, metric->n_reported, metric->limit ? metric->limit : "metric", example,
			  1000 * example);
}

/* Most configurations that ran more than once disagree: their settings do not determine it. */
static enum cml_result note_repeats(struct metric *metric, struct cml_error *err)
{
	struct cml_repeats found;
	if (cml_repeats_find(metric->table.n_rows, metric->rows->data->keys, metric->table.y,
			     &found, err) != CML_OK)
		return err->status;
	if (found.n_apart < MIN_APART || 2 * found.n_apart <= found.n)
		return CML_OK;
	for (size_t i = 0; i < metric->table.n_rows; i++)
		metric->marked[i] = i == found.low || i == found.high;
	if (print_places(metric, 2, true, err) != CML_OK)
		return err->status;
	tool_note(metric->tool,
		  "%zu of %zu configurations that ran more than once report metrics that "
		  "differ by half or more, as %.*s: is a setting in which these jobs differ "
		  "missing from the space?",
		  found.n_apart, found.n, (int)metric->places.size, metric->places.data);
	return CML_OK;
}

/* Many jobs end at one number. */
static enum cml_result note_cap(struct metric *metric, struct cml_error *err)
{
	struct cml_cap cap;
	if (cml_cap_find(metric->table.n_rows, metric->table.y, &cap, err) != CML_OK)
		return err->status;
	if (cap.n == 0)
		return CML_OK;
	for (size_t i = 0; i < metric->table.n_rows; i++)
		metric->marked[i] = metric->table.y[i] == cap.at;
	if (print_places(metric, cap.n, false, err) != CML_OK)
		return err->status;
	tool_note(metric->tool,
		  "%zu of %zu ok jobs report exactly %g, the %s metric: %.*s; they count as "
		  "they are: if jobs were stopped there, give them the status timeout",
		  cap.n, metric->n_reported, cap.at, cap.is_high ? "largest" : "smallest",
		  (int)metric->places.size, metric->places.data);
	return CML_OK;
}

/* values: the metric of metric->table, a copy that may be changed. */
static enum cml_result note_metric(struct metric *metric, double *values, struct cml_error *err)
{
	struct cml_placeholders found;
	metric->table.y = values;
	metric->n_reported = 0;
	for (size_t i = 0; i < metric->table.n_rows; i++)
		metric->n_reported += isnan(values[i]) ? 0 : 1;
	if (cml_placeholders_find(metric->table.n_rows, values, &found, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < found.n; i++)
		if ((!metric->limit || cml_placeholders_have_code(&found, found.items[i].lo)) &&
		    note_placeholder(metric, &found.items[i], err) != CML_OK)
			return err->status;
	for (size_t i = 0; i < metric->table.n_rows; i++)
		if (cml_placeholders_have(&found, values[i]))
			values[i] = NAN;
	note_thousands(metric);
	if (note_unit(metric, err) != CML_OK ||
	    (!metric->limit &&
	     (note_cap(metric, err) != CML_OK || note_repeats(metric, err) != CML_OK)))
		return err->status;
	return CML_OK;
}

enum cml_result tool_outliers_note(const struct tool *tool, const struct tool_outlier_rows *rows,
				   struct cml_error *err)
{
	const struct cml_dataset *data = rows->data;
	AUTO(metric) metric = {.tool = tool,
			       .table = {.n_rows = data->n_rows,
					 .n_features = rows->n_plain,
					 .stride = data->n_features,
					 .x = data->x},
			       .rows = rows};
	AUTOFREE double *values = NULL;
	if (tool->quiet)
		return CML_OK;
	if (!CML_NEW(&values, data->n_rows) || !CML_NEW(&metric.marked, data->n_rows))
		return cml_fail_memory(err);
	for (size_t limit = 0; limit <= data->n_limits; limit++) {
		metric.limit = limit > 0 ? data->limit_names[limit - 1] : NULL;
		for (size_t i = 0; i < data->n_rows; i++)
			values[i] =
			    limit == 0 ? data->y[i] : data->limits[i * data->n_limits + limit - 1];
		if (note_metric(&metric, values, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

enum cml_result tool_outliers_note_set(const struct tool *tool,
				       const struct cml_validation_set *set, struct cml_error *err)
{
	return tool_outliers_note(tool,
				  &(struct tool_outlier_rows){.data = &set->data,
							      .n_plain = set->encoder->n_plain,
							      .places = set->rows.places},
				  err);
}

#define MIN_DECADES 2.5
#define MIN_WHOLE_DECADES 3 /* 1:512 may well be meant as it is */

void tool_ranges_note(const struct tool *tool, const struct cml_space *space)
{
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		double decades = cml_domain_decades(&column->domain);
		if (column->role == CML_ROLE_PARAM && *column->cells[CML_FIELD_ENCODING] == '\0' &&
		    decades >= (column->type == CML_TYPE_INT ? MIN_WHOLE_DECADES : MIN_DECADES))
			tool_note(
			    tool,
			    "'%s' spans %.2g decades (%s) without an encoding, so draws and "
			    "steps are even in its value: with the encoding log they are even "
			    "in its logarithm",
			    column->name, decades, column->cells[CML_FIELD_DOMAIN]);
	}
}

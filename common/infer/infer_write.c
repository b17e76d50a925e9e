#include "infer/infer_state.h"

#include "base/key.h"
#include "math/summary.h"
#include "space/space_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Ratio of the largest to the smallest number of a column that gets its logarithm: a decade. */
#define WIDE_SPAN 10

/* Sizes and rates: what matters is how many times larger one is than another. So it is with
 * learning rates, but not with shares that lie evenly, of which a few are near 0. */
static bool has_logarithm(const struct cml_infer_column *column, const struct cml_infer_rows *rows)
{
	double *values = rows->scratch;
	if (!column->is_number || column->lo <= 0 || column->hi < WIDE_SPAN * column->lo)
		return false;
	if (column->is_whole || cml_named(column, CML_NAME_LEARNING))
		return true;
	memcpy(values, column->sample, rows->n_rows * sizeof *values);
	double median = cml_median(cml_drop_nan(rows->n_rows, values), values);
	return !cml_is_even(column->lo, median, column->hi);
}

static bool is_ok(const struct cml_inference *infer, size_t row)
{
	return !isnan(cml_infer_metric_of(&infer->rows, row));
}

static bool has_all_contexts(const struct cml_infer_rows *rows, size_t row)
{
	CML_EACH_COLUMN (column, rows)
		if (column->role == CML_ROLE_CONTEXT && isnan(column->sample[row]))
			return false;
	return true;
}

/* The context that most jobs which ran share, of equally many the last, and how many they are; 0:
 * no job ran. A search asks for what a context lacks, so, but for lacks,
 * of those that lack nothing. */
static size_t find_common_context(struct cml_inference *infer, uint64_t *context, bool lacks)
{
	struct cml_key_set counts = {0};
	struct cml_error ignored;
	size_t n_rows = infer->rows.n_rows, most = 0;
	for (size_t i = 0; i < 2 * n_rows; i++) {
		size_t row = i % n_rows;
		uint32_t n = 0;
		if (!is_ok(infer, row) || !(lacks || has_all_contexts(&infer->rows, row)))
			continue;
		uint64_t hash = cml_infer_hash_row(&infer->rows, row, true, NULL);
		cml_key_set_find(&counts, hash, &n);
		if (i < n_rows && cml_key_set_note(&counts, hash, n + 1, &ignored) != CML_OK)
			infer->no_memory = true;
		if (i < n_rows || n < most)
			continue;
		most = n;
		*context = hash;
	}
	cml_key_set_release(&counts);
	return most > 0 || lacks ? most : find_common_context(infer, context, true);
}

/* The row of the best job that ran in a context (NULL: any), and has a value of the column (NULL:
 * whatever it has), the first of equals; CML_NO_COLUMN: none. */
static size_t best_row(const struct cml_inference *infer, const uint64_t *context,
		       const struct cml_infer_column *column)
{
	const double *metric = infer->rows.metric->sample;
	double sign = cml_infer_is_minimized(infer) ? -1 : 1;
	size_t best = CML_NO_COLUMN;
	for (size_t row = 0; row < infer->rows.n_rows; row++)
		if (is_ok(infer, row) && (!column || !isnan(column->sample[row])) &&
		    (!context || cml_infer_hash_row(&infer->rows, row, true, NULL) == *context) &&
		    (best == CML_NO_COLUMN || sign * metric[row] > sign * metric[best]))
			best = row;
	return best;
}

/* The row that the default of a column comes from: the best one, or, where that lacks a value, the
 * best that has one, of those in the same context if there are any; of a context, which a search
 * needs, the first that has one, if no job that ran does. */
static size_t default_row(const struct cml_inference *infer, const struct cml_infer_column *column,
			  size_t best)
{
	if (!isnan(column->sample[best]) || column->condition)
		return best;
	uint64_t context = cml_infer_hash_row(&infer->rows, best, true, NULL);
	size_t found = best_row(infer, &context, column);
	found = found == CML_NO_COLUMN ? best_row(infer, NULL, column) : found;
	for (size_t row = 0; column->role == CML_ROLE_CONTEXT && row < infer->rows.n_rows; row++)
		if (found == CML_NO_COLUMN && !isnan(column->sample[row]))
			found = row;
	return found == CML_NO_COLUMN ? best : found;
}

struct writing {
	struct cml_inference *infer;
	struct cml_buffer domain; /* scratch */
	size_t best;              /* row of the defaults; CML_NO_COLUMN: none */
};

static void write_column(struct writing *writing, const struct cml_infer_column *column)
{
	static const char *const types[] = {"", "int", "float", "bool", "ordinal", "categorical"};
	struct cml_inference *infer = writing->infer;
	const char *cells[CML_N_SPACE_FIELDS] = {0};
	struct cml_buffer *domain = &writing->domain;
	bool is_config = cml_is_config_role(column->role);
	cml_buffer_clear(domain);
	cells[CML_FIELD_NAME] = column->name;
	cells[CML_FIELD_ROLE] = cml_role_name(column->role);
	if (is_config) {
		cells[CML_FIELD_TYPE] =
		    types[cml_infer_domain(column, infer->rows.scratch, domain)];
	} else if (column->role == CML_ROLE_STATUS) {
		cml_infer_status_domain(column, domain);
	} else if (column->role == CML_ROLE_LIMIT) {
		cells[CML_FIELD_TYPE] = "float";
		cml_buffer_printf(domain, ":%s", column->bound);
	} else if (column->role == CML_ROLE_METRIC) {
		cells[CML_FIELD_TYPE] = cml_infer_is_minimized(infer) ? "min" : "max";
	}
	if (!cml_buffer_append(domain, "", 1)) {
		infer->no_memory = true;
		return;
	}
	cells[CML_FIELD_DOMAIN] = domain->data;
	/* A domain of powers has it already. */
	if (is_config && has_logarithm(column, &infer->rows) && !strstr(domain->data, ":*"))
		cells[CML_FIELD_ENCODING] = "log";
	char number[CML_NUMBER_SIZE];
	if (is_config && writing->best != CML_NO_COLUMN) {
		size_t row = default_row(infer, column, writing->best);
		struct cml_slice text = cml_infer_text_of(column, column->sample[row], number);
		cells[CML_FIELD_DEFAULT] = cml_infer_keep(infer, "%.*s", (int)text.size, text.data);
	}
	cells[CML_FIELD_WHEN] = column->condition;
	cells[CML_FIELD_DOC] = column->reason;
	cml_space_text_row(infer->text, cells, CML_N_USUAL_SPACE_FIELDS);
}

/* `gpus_product`, with a number behind it where that is a column or a rule before. */
static const char *name_rule(struct cml_inference *infer, const struct cml_relation *rule)
{
	const char *total = rule->members[0]->name;
	const char *kind = cml_relation_name(rule->kind);
	size_t n = 1;
	for (const struct cml_relation *other = infer->relations.items; other < rule; other++)
		n += other->kind == rule->kind && other->members[0] == rule->members[0];
	const char *name = n > 1 ? cml_infer_keep(infer, "%s_%s_%zu", total, kind, n)
				 : cml_infer_keep(infer, "%s_%s", total, kind);
	while (cml_infer_has_name(infer, name))
		name = cml_infer_keep(infer, "%s_%s_%zu", total, kind, ++n);
	return name;
}

static const char *print_relation(struct cml_inference *infer, const struct cml_relation *relation)
{
	struct cml_buffer text = {0};
	cml_relation_print(relation, &text);
	return cml_infer_take(infer, &text);
}

static void write_rule(struct cml_inference *infer, const struct cml_relation *relation)
{
	bool is_sure = relation->n_broken == 0 && infer->n_read == infer->rows.n_rows;
	bool is_bound = relation->kind == CML_RELATION_AT_MOST;
	const char *name = name_rule(infer, relation), *failed = "";
	const char *expression = print_relation(infer, relation);
	if (relation->n_failed > 0)
		failed = cml_infer_keep(infer, "; %zu failed job%s it", relation->n_failed,
					relation->n_failed == 1 ? " breaks" : "s break");
	const char *doc = cml_infer_keep(
	    infer, "%s: %zu of %zu rows, %zu different combinations%s",
	    !is_sure || relation->is_usual || is_bound ? "likely" : "sure",
	    relation->n_rows - relation->n_broken, relation->n_rows, relation->n_distinct, failed);
	if (!is_sure) {
		cml_infer_write_doubtful(infer, relation, name, expression, doc);
		return;
	}
	cml_infer_note_line(infer, "rule '%s': %s in all %zu rows%s%s", name, expression,
			    relation->n_rows, failed,
			    is_bound ? "; delete it if other jobs may run" : "");
	cml_infer_write_row(infer, name, CML_ROLE_RULE, NULL, expression, doc);
}

/* Whether all its columns are still of the configuration. */
static bool has_roles(const struct cml_relation *relation)
{
	size_t i = 0;
	while (i < relation->n_members && cml_is_config_role(relation->members[i]->role))
		i++;
	return i == relation->n_members;
}

void cml_infer_drop_products(struct cml_inference *infer)
{
	for (size_t k = 0; k < infer->relations.n; k++) {
		const struct cml_relation *relation = &infer->relations.items[k];
		struct cml_infer_column *total = relation->members[0];
		bool extends = false;
		bool is_batch = cml_name_quantity(total->plain) == CML_QUANTITY_GLOBAL_BATCH;
		if (relation->kind == CML_RELATION_PRODUCT && relation->n_broken == 0 && is_batch &&
		    total->role == CML_ROLE_PARAM) {
			total->role = CML_ROLE_CONTEXT;
			cml_infer_note(
			    infer, total,
			    "likely: context, the batch of a step, as %s in all %zu rows",
			    print_relation(infer, relation), relation->n_rows);
		}
		for (size_t i = 1; i < relation->n_members; i++)
			extends |= cml_name_extends(total->plain, relation->members[i]->plain);
		if (relation->kind != CML_RELATION_PRODUCT || relation->n_broken > 0 || !extends ||
		    !has_roles(relation))
			continue;
		total->role = CML_ROLE_IGNORE;
		cml_infer_note(infer, total, "sure: ignore, as %s in all %zu rows",
			       print_relation(infer, relation), relation->n_rows);
	}
}

/* Names and texts come from strangers: what is written must read back. */
static enum cml_result read_back(const struct cml_buffer *text, size_t start, struct cml_error *err)
{
	AUTOPTR(cml_space) space = NULL;
	AUTO(cml_buffer) copy = {0};
	if (!cml_buffer_append(&copy, text->data + start, text->size - start))
		return cml_fail_memory(err);
	enum cml_result status = cml_space_open_text(&space, &copy, "the inferred space", err);
	if (status != CML_BAD_DATA)
		return status;
	/* Names of blanks, and names that differ in blanks alone, are none in a space;
	 * the place that counts is in the table. */
	char place[CML_ERROR_TEXT_SIZE];
	return cml_fail(err, CML_BAD_DATA, "no space file can be written for this table: %s",
			cml_error_format(err, place, sizeof place));
}

/* Writes a column, unless it waits for the one that its condition looks at, and then those before
 * it that waited for it: conditions look at rows above them. */
static void write_in_order(struct writing *writing, struct cml_infer_column *column,
			   const struct cml_infer_column *reached)
{
	if (column->is_written || (column->condition && !column->condition_on->is_written))
		return;
	write_column(writing, column);
	column->is_written = true;
	CML_EACH_COLUMN (waiting, &writing->infer->rows)
		if (waiting < reached && waiting->condition && waiting->condition_on == column)
			write_in_order(writing, waiting, reached);
}

/* A switch that goes with another param. */
static void write_follower(struct cml_inference *infer, const struct cml_infer_column *column)
{
	const char *expression = cml_infer_keep(
	    infer, "%s == (%s)", cml_infer_expression_name(infer, column), column->follows);
	const char *name = cml_infer_free_name(
	    infer, cml_infer_keep(infer, "%s_with_%s", column->name, column->condition_on->name));
	cml_infer_write_row(infer, name, CML_ROLE_RULE, NULL, expression,
			    cml_infer_keep(infer, "likely: %zu of %zu rows", infer->rows.n_rows,
					   infer->rows.n_rows));
	cml_infer_note_line(infer, "rule '%s': %s in all %zu rows; delete it if other jobs may run",
			    name, expression, infer->rows.n_rows);
}

/* A time of the metric. */
static void write_prediction(struct cml_inference *infer, const struct cml_infer_column *column)
{
	const char *format = cml_infer_is_minimized(infer) ? "%s" : "1 / %s";
	cml_infer_write_row(infer, cml_infer_keep(infer, "%s_term", column->name), CML_ROLE_TERM,
			    NULL,
			    cml_infer_keep(infer, format, cml_infer_expression_name(infer, column)),
			    "used where it predicts larger jobs of the log better");
}

enum cml_result cml_infer_write(struct cml_inference *infer, struct cml_error *err)
{
	struct writing writing = {.infer = infer};
	struct cml_buffer *text = infer->text;
	const struct cml_relations *rules = &infer->relations;
	size_t start = text->size;
	uint64_t context = 0;
	cml_space_text_row(text, cml_space_fields, CML_N_USUAL_SPACE_FIELDS);
	size_t n_same = find_common_context(infer, &context, false);
	writing.best = n_same > 0 ? best_row(infer, &context, NULL) : CML_NO_COLUMN;
	CML_EACH_COLUMN (column, &infer->rows)
		write_in_order(&writing, column, column);
	cml_infer_write_sizes(infer);
	for (const struct cml_relation *rule = rules->items; rule < rules->items + rules->n; rule++)
		if (has_roles(rule))
			write_rule(infer, rule);
	CML_EACH_COLUMN (column, &infer->rows) {
		if (column->follows)
			write_follower(infer, column);
		if (column->role == CML_ROLE_DERIVED)
			write_prediction(infer, column);
	}
	cml_infer_write_laws(infer);
	if (writing.best == CML_NO_COLUMN)
		cml_infer_note_line(infer, "no job ran and has a metric: " CML_INFER_NO_JOB_RAN);
	else
		cml_infer_note_line(
		    infer,
		    "defaults: those of %s:%zu, the best job in the most common context "
		    "(%zu of %zu)",
		    infer->rows.places[writing.best].file, infer->rows.places[writing.best].line,
		    n_same, infer->rows.n_rows);
	cml_buffer_release(&writing.domain);
	return infer->no_memory || text->has_failed ? cml_fail_memory(err)
						    : read_back(text, start, err);
}

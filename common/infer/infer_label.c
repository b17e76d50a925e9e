/* Rows in order of some columns; labels that are made of other settings: `tp8pp2`, `(8, 1)`,
 * `full-mb8`. */
#include "infer/infer_state.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Configurations that agree with another one of the same text. */
#define MIN_AGREEING 8
/* Of all combinations of what a label is made of, as many have one. */
#define MIN_CROSSED 0.5

struct cml_infer_order cml_infer_order_of(const struct cml_infer_rows *rows)
{
	struct cml_infer_order_row *items = rows->scratch;
	uint64_t *configurations = (uint64_t *)(items + rows->n_rows);
	for (size_t row = 0; row < rows->n_rows; row++)
		configurations[row] = cml_infer_hash_row(rows, row, false, NULL);
	return (struct cml_infer_order){rows, configurations, items, 0};
}

static int compare_rows(const void *a, const void *b)
{
	const struct cml_infer_order_row *x = a, *y = b;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->configuration != y->configuration)
		return x->configuration < y->configuration ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

void cml_infer_sort_by(struct cml_infer_order *order, const struct cml_infer_column *leader)
{
	order->n = 0;
	for (size_t row = 0; row < order->rows->n_rows; row++) {
		double key = leader ? leader->sample[row]
				    : (double)(cml_infer_hash_marked(order->rows, row) >> 11);
		if (!isnan(key))
			order->items[order->n++] =
			    (struct cml_infer_order_row){key, order->configurations[row], row};
	}
	qsort(order->items, order->n, sizeof *order->items, compare_rows);
}

size_t cml_infer_count_agreeing(const struct cml_infer_order *order,
				const struct cml_infer_column *column, size_t *n_other)
{
	size_t n_agreeing = 0;
	*n_other = 0;
	for (size_t i = 1; i < order->n; i++) {
		const struct cml_infer_order_row *row = &order->items[i], *before = row - 1;
		double value = column->sample[row->row], last = column->sample[before->row];
		if (before->key != row->key)
			continue;
		if (value == last || (isnan(value) && isnan(last))) /* missing is a value, too */
			n_agreeing += before->configuration != row->configuration;
		else
			(*n_other)++;
	}
	return n_agreeing;
}

struct label {
	struct cml_inference *infer;
	struct cml_infer_rows *rows; /* of infer */
	struct cml_infer_order *order;
	struct cml_infer_column *column;
	size_t n_parts; /* marked columns: each text of the label has one value of them */
};

/* Whether two bytes are of one word or number. */
static bool belong(char a, char b)
{
	unsigned char x = (unsigned char)a, y = (unsigned char)b;
	return (isdigit(x) && isdigit(y)) || (isalpha(x) && isalpha(y));
}

/* Where a text has another as a word or a number of its own; NULL: nowhere. */
static const char *find_word(struct cml_slice text, struct cml_slice word)
{
	for (size_t at = 0; word.size > 0 && at + word.size <= text.size; at++) {
		const char *start = text.data + at, *end = start + word.size;
		if (strncasecmp(start, word.data, word.size) == 0 &&
		    !(at > 0 && belong(start[-1], *start)) &&
		    !(at + word.size < text.size && belong(end[-1], *end)))
			return start;
	}
	return NULL;
}

/* Whether each text of the label has the value of a part; *same: the rest is the same in all. */
static bool is_spelled_out(const struct label *label, const struct cml_infer_column *part,
			   bool *same)
{
	char number[CML_NUMBER_SIZE], value[CML_NUMBER_SIZE];
	char first[CML_WORDS_SIZE] = "", rest[CML_WORDS_SIZE];
	*same = true;
	for (size_t row = 0; row < label->rows->n_rows; row++) {
		if (isnan(label->column->sample[row]))
			continue;
		struct cml_slice text =
		    cml_infer_text_of(label->column, label->column->sample[row], number);
		struct cml_slice word = cml_infer_text_of(part, part->sample[row], value);
		const char *at = find_word(text, word);
		if (!at)
			return false;
		snprintf(rest, sizeof rest, "%.*s|%.*s", (int)(at - text.data), text.data,
			 (int)(text.data + text.size - at) - (int)word.size, at + word.size);
		if (!*first)
			strcpy(first, rest);
		*same = *same && strcmp(first, rest) == 0;
	}
	return true;
}

static void find_parts(struct label *label)
{
	bool is_rest_same;
	size_t n_other;
	label->n_parts = 0;
	cml_infer_sort_by(label->order, label->column);
	CML_EACH_COLUMN (part, label->rows) {
		part->is_marked = part->is_in_text = false;
		if (!cml_is_config_role(part->role) || part == label->column ||
		    part->n_sample_distinct < 2)
			continue;
		size_t n_agreeing = cml_infer_count_agreeing(label->order, part, &n_other);
		if (n_other > 0)
			continue;
		part->is_in_text = is_spelled_out(label, part, &is_rest_same);
		part->is_marked = part->is_in_text || n_agreeing >= MIN_AGREEING;
		label->n_parts += part->is_marked;
	}
}

/* Whether the parts tell the label. */
static bool is_made_of_parts(struct label *label)
{
	size_t n_other;
	cml_infer_sort_by(label->order, NULL);
	cml_infer_count_agreeing(label->order, label->column, &n_other);
	return n_other == 0;
}

/* Leaves those parts that the label has in it, or without which the others would not tell it. */
static void drop_parts(struct label *label)
{
	for (size_t i = label->rows->n_columns; i-- > 0;) {
		struct cml_infer_column *part = &label->rows->columns[i];
		if (!part->is_marked || part->is_in_text || label->n_parts == 1)
			continue;
		part->is_marked = false;
		part->is_marked = !is_made_of_parts(label);
		label->n_parts -= !part->is_marked;
	}
}

/* Whether the parts were chosen one by one: their combinations cross, and none tells the label
 * alone. Properties of what the label names, such as the bits of a method, do not. */
static bool are_crossed(const struct label *label)
{
	double n_crossed = 1;
	CML_EACH_COLUMN (part, label->rows)
		n_crossed *= part->is_marked ? (double)part->n_sample_distinct : 1;
	return label->n_parts > 1 &&
	       (double)label->column->n_sample_distinct >= MIN_CROSSED * n_crossed;
}

/* `bf16` and `fp8` say more than their bits. */
static bool are_spelled_out(const struct label *label)
{
	bool is_rest_same;
	CML_EACH_COLUMN (part, label->rows)
		if (part->is_marked && (!is_spelled_out(label, part, &is_rest_same) ||
					(label->n_parts == 1 && !is_rest_same)))
			return false;
	return true;
}

/* Of a label that says more than its parts, those that it spells out and people tune; one alone is
 * a property of what the label names. */
static void keep_tuned(struct label *label)
{
	label->n_parts = 0;
	CML_EACH_COLUMN (part, label->rows) {
		part->is_marked = part->is_in_text && cml_named(part, CML_NAME_TUNED);
		label->n_parts += part->is_marked;
	}
	label->n_parts = label->n_parts > 1 ? label->n_parts : 0;
	CML_EACH_COLUMN (part, label->rows)
		part->is_marked = part->is_marked && label->n_parts > 0;
}

/* Whether the label or some part is searched: contexts are given with their labels. */
static bool has_param(const struct label *label)
{
	if (label->column->role == CML_ROLE_PARAM)
		return label->n_parts > 0;
	CML_EACH_COLUMN (part, label->rows)
		if (part->is_marked && part->role == CML_ROLE_PARAM)
			return true;
	return false;
}

static void drop_label(struct label *label)
{
	struct cml_name_list names = {0};
	find_parts(label);
	bool is_made = label->n_parts > 0 && is_made_of_parts(label);
	if (is_made)
		drop_parts(label);
	else
		keep_tuned(label);
	bool is_spelled = are_spelled_out(label);
	/* What a context names has properties that cross, too. */
	bool may_cross = is_made && label->column->role == CML_ROLE_PARAM;
	if (!has_param(label) || !(is_spelled || (may_cross && are_crossed(label))))
		return;
	CML_EACH_COLUMN (part, label->rows)
		if (part->is_marked)
			cml_name_list_add(&names, part->name);
	label->column->role = CML_ROLE_IGNORE;
	cml_infer_note(label->infer, label->column,
		       is_made
			   ? "likely: ignore, a label made of %s, which say it"
			   : "unsure: ignore, a label of %s and more: make a column of the rest",
		       cml_name_list_end(&names));
}

/* Whether a column of the configuration says what the name of a job or a queue does: each text of
 * that has its value, or it is a context of texts that each have one such name. */
static bool says_name(struct label *label, const struct cml_infer_column *by)
{
	size_t n_other;
	bool is_rest_same;
	if (!cml_is_config_role(by->role) || cml_named(by, CML_NAME_PLACE) ||
	    by->n_sample_distinct < 2)
		return false;
	cml_infer_sort_by(label->order, by);
	size_t n_agreeing = cml_infer_count_agreeing(label->order, label->column, &n_other);
	bool is_shown = by->role == CML_ROLE_CONTEXT && by->is_text && n_other == 0 &&
			n_agreeing >= MIN_AGREEING;
	return is_shown || is_spelled_out(label, by, &is_rest_same);
}

static void drop_place(struct label *label)
{
	if (label->column->role != CML_ROLE_CONTEXT || !cml_named(label->column, CML_NAME_PLACE))
		return;
	CML_EACH_COLUMN (by, label->rows) {
		if (!says_name(label, by))
			continue;
		label->column->role = CML_ROLE_IGNORE;
		cml_infer_note(
		    label->infer, label->column,
		    "likely: ignore, a name of jobs or queues that goes with '%s', which says it",
		    by->name);
		return;
	}
}

void cml_infer_drop_labels(struct cml_inference *infer, struct cml_infer_order *order)
{
	CML_EACH_COLUMN (column, &infer->rows) {
		struct label label = {infer, &infer->rows, order, column, 0};
		if (cml_is_config_role(column->role) && column->is_text && !column->is_bool &&
		    column->n_sample_distinct > 1 && infer->rows.n_rows >= CML_RELATION_MIN_ROWS) {
			drop_label(&label);
			drop_place(&label);
		}
	}
}

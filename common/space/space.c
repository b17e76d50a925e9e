#include "space/space.h"

#include "base/text.h"
#include "table/header.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_SHOWN_LEVEL 64

static const char *const role_names[] = {
    [CML_ROLE_PARAM] = "param", [CML_ROLE_CONTEXT] = "context", [CML_ROLE_DERIVED] = "derived",
    [CML_ROLE_RULE] = "rule",   [CML_ROLE_METRIC] = "metric",   [CML_ROLE_STATUS] = "status",
    [CML_ROLE_TIME] = "time",   [CML_ROLE_ID] = "id",           [CML_ROLE_WEIGHT] = "weight",
    [CML_ROLE_LIMIT] = "limit", [CML_ROLE_IGNORE] = "ignore",   [CML_ROLE_TERM] = "term",
    [CML_ROLE_ROOF] = "roof",   [CML_ROLE_REASON] = "reason",
};

const char *cml_role_name(enum cml_role role)
{
	return role_names[role];
}

bool cml_is_config_role(enum cml_role role)
{
	return role == CML_ROLE_PARAM || role == CML_ROLE_CONTEXT;
}

bool cml_is_rule(const struct cml_space_column *column)
{
	return column->role == CML_ROLE_RULE || column->bound;
}

bool cml_is_given(const struct cml_space_column *column)
{
	return column->role == CML_ROLE_DERIVED && !*column->cells[CML_FIELD_DOMAIN];
}

size_t cml_space_lacks(const struct cml_space *space, const double *values)
{
	size_t slot = 0;
	while (slot < space->n_columns &&
	       !(cml_is_given(&space->columns[slot]) && (!values || isnan(values[slot]))))
		slot++;
	return slot < space->n_columns ? slot : CML_NO_COLUMN;
}

bool cml_is_read(const struct cml_space_column *column)
{
	return cml_is_config_role(column->role) || cml_is_given(column);
}

bool cml_is_feature_role(enum cml_role role)
{
	return cml_is_config_role(role) || cml_is_computed_role(role);
}

bool cml_is_computed_role(enum cml_role role)
{
	return role == CML_ROLE_DERIVED || role == CML_ROLE_TERM || role == CML_ROLE_ROOF;
}

int cml_column_applies(const struct cml_space_column *column, const double *values)
{
	double truth;
	if (!column->when)
		return 1;
	enum cml_outcome outcome = cml_expression_evaluate(column->when, values, &truth);
	if (outcome == CML_OUTCOME_UNDEFINED)
		return -1;
	return outcome == CML_OUTCOME_VALUE && truth != 0;
}

bool cml_is_outcome_role(enum cml_role role)
{
	return role == CML_ROLE_METRIC || role == CML_ROLE_LIMIT || role == CML_ROLE_STATUS;
}

void cml_space_free(struct cml_space *space)
{
	if (!space)
		return;
	for (size_t i = 0; i < space->n_columns; i++) {
		struct cml_space_column *column = &space->columns[i];
		cml_domain_release(&column->domain);
		cml_level_map_release(&column->levels);
		cml_expression_free(column->when);
		cml_expression_free(column->expression);
		cml_expression_free(column->bound);
	}
	free(space->columns);
	free(space->key_order);
	free(space->key_seeds);
	free(space->limits);
	cml_header_release(&space->by_name);
	cml_symbols_release(&space->symbols);
	cml_buffer_release(&space->text);
	cml_arena_release(&space->arena);
	free(space);
}

size_t cml_space_find(const struct cml_space *space, struct cml_slice name)
{
	return cml_header_find(&space->by_name, name);
}

static bool is_in_scope(const struct cml_space_scope *scope, const struct cml_space_column *column)
{
	return cml_is_feature_role(column->role) ||
	       (scope->has_metric && column->role == CML_ROLE_METRIC);
}

/* Whether a name is a level of some column: a text, of which the quotes are missing. */
static bool is_level(const struct cml_space *space, struct cml_slice name)
{
	size_t symbol = cml_symbols_find(&space->symbols, name);
	for (size_t i = 0; symbol != CML_NO_SYMBOL && i < space->n_columns; i++) {
		const struct cml_space_column *column = &space->columns[i];
		if (cml_is_text_type(column->type) &&
		    cml_domain_index(&column->domain, (double)symbol) != CML_NO_INDEX)
			return true;
	}
	return false;
}

static const char *describe_unknown(struct cml_space_scope *scope, struct cml_slice name)
{
	static const char unknown[] = "no row of the space has this name";
	const char *nearest = NULL;
	struct cml_name_list names = {0};
	for (size_t i = 0; i < scope->space->n_columns; i++) {
		const struct cml_space_column *column = &scope->space->columns[i];
		if (!is_in_scope(scope, column))
			continue;
		const char *pair[] = {nearest ? nearest : column->name, column->name};
		nearest = cml_text_nearest(name, pair, 2);
		if (i < scope->before)
			cml_name_list_add(&names, column->name);
	}
	char mark = !nearest || cml_expression_has_name(cml_slice_of(nearest)) ? '\'' : '`';
	if (is_level(scope->space, name))
		snprintf(scope->problem, sizeof scope->problem,
			 "%s; a text is written in quotes: '%.*s'", unknown,
			 name.size < MAX_SHOWN_LEVEL ? (int)name.size : MAX_SHOWN_LEVEL, name.data);
	else if (nearest)
		snprintf(scope->problem, sizeof scope->problem, "%s; did you mean %c%s%c%s?",
			 unknown, mark, nearest, mark, mark == '`' ? ", with the backticks" : "");
	else
		snprintf(scope->problem, sizeof scope->problem, "%s; there %s %s", unknown,
			 names.n == 1 ? "is" : "are",
			 names.n > 0 ? cml_name_list_end(&names) : "none above it");
	return scope->problem;
}

static const char *find_in_scope(const void *context, struct cml_slice name,
				 struct cml_scope_column *found)
{
	/* The scope's own interface promises const, but where the sentence goes is ours. */
	struct cml_space_scope *scope = (struct cml_space_scope *)context;
	size_t slot = cml_space_find(scope->space, name);
	if (slot == CML_NO_COLUMN)
		return describe_unknown(scope, name);
	const struct cml_space_column *column = &scope->space->columns[slot];
	if (!is_in_scope(scope, column)) {
		snprintf(scope->problem, sizeof scope->problem, "its role is %s%s",
			 cml_role_name(column->role),
			 cml_is_outcome_role(column->role)
			     ? ": it is not known before a job has run"
			     : "; expressions use params, contexts and derived columns");
		return scope->problem;
	}
	if (slot >= scope->before)
		return "only columns of rows above can be used here";
	*found = (struct cml_scope_column){
	    .slot = slot, .type = column->type, .domain = &column->domain};
	return NULL;
}

void cml_space_scope_init(struct cml_space_scope *scope, struct cml_space *space, size_t before)
{
	*scope = (struct cml_space_scope){.space = space, .before = before};
	scope->scope =
	    (struct cml_scope){.context = scope, .find = find_in_scope, .symbols = &space->symbols};
}

double cml_unknown_symbol(struct cml_slice text)
{
	return cml_unknown_of_hash(cml_hash(CML_HASH_SEED, text.data, text.size));
}

double cml_unknown_of_hash(uint64_t hash)
{
	return -(double)((hash >> 13) + 1);
}

struct cml_slice cml_value_text(const struct cml_space *space, size_t column, double value,
				char number[CML_NUMBER_SIZE])
{
	enum cml_type type = space->columns[column].type;
	if (isnan(value))
		return cml_slice_of("");
	if (type == CML_TYPE_BOOL && space->columns[column].truths[value != 0])
		return cml_slice_of(space->columns[column].truths[value != 0]);
	if (!cml_is_text_type(type))
		return (struct cml_slice){number, cml_print_double(value, number)};
	return value < 0 ? cml_slice_of("?") : space->symbols.texts[(size_t)value];
}

bool cml_space_has_open(const struct cml_space *space)
{
	for (size_t i = 0; i < space->n_columns; i++)
		if (space->columns[i].open)
			return true;
	return false;
}

/* Longer names are not shown. */
#define MAX_SHOWN 64
/* Longer texts are not by hand. */
#define MAX_TEXT 4096

/* What stands in a text without the quotes it needs. */
struct found {
	const char *name;
	size_t size;
	size_t at;
	bool is_level;
};

static bool is_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '.' || (c & 0x80);
}

/* Whether only operators part it, as in `n-gpu`, and its first word is a row of the space: then it
 * may be meant as it is written. */
static bool may_be_expression(const struct cml_space *space, const char *name)
{
	size_t first = 0, size = 0;
	while (is_name_byte(name[first]))
		first++;
	while (is_name_byte(name[size]) || (name[size] && strchr("+-*/%", name[size])))
		size++;
	return !name[size] &&
	       cml_space_find(space, (struct cml_slice){name, first}) != CML_NO_COLUMN;
}

/* The quote that is open before text[at], or 0. */
static char quote_at(struct cml_slice text, size_t at)
{
	char quote = 0;
	for (size_t i = 0; i < at; i++)
		if (quote ? text.data[i] == quote : strchr("'\"`", text.data[i]) != NULL)
			quote = quote ? 0 : text.data[i];
	return quote;
}

/* Takes the name if it stands in the text, alone and not in the quotes of its kind, and is longer
 * than what was found before. */
static void look_for(struct cml_slice text, const char *name, bool is_level, struct found *found)
{
	size_t size = strlen(name);
	if (size <= found->size || size > MAX_SHOWN)
		return;
	for (size_t at = 0; at + size <= text.size; at++) {
		bool is_apart = (at == 0 || !is_name_byte(text.data[at - 1])) &&
				(at + size == text.size || !is_name_byte(text.data[at + size]));
		if (!is_apart || strncasecmp(text.data + at, name, size) != 0)
			continue;
		char quote = quote_at(text, at);
		if (quote == '`' || (is_level && quote))
			continue;
		*found = (struct found){name, size, at, is_level};
		return;
	}
}

static void look_for_levels(const struct cml_space *space, const struct cml_space_column *column,
			    struct cml_slice text, struct found *found)
{
	if (!cml_is_text_type(column->type))
		return;
	for (size_t i = 0; i < column->domain.n_values; i++) {
		const char *level =
		    space->symbols.texts[(size_t)cml_domain_value(&column->domain, i)].data;
		/* The scope has an error for those that read as a name. */
		if (cml_expression_has_name((struct cml_slice){level, 1}) &&
		    !cml_expression_has_name(cml_slice_of(level)) &&
		    !may_be_expression(space, level))
			look_for(text, level, true, found);
	}
}

static void advise(const struct cml_space *space, struct cml_slice text, struct cml_error *err)
{
	struct found found = {0};
	for (size_t i = 0; i < space->n_columns; i++) {
		const struct cml_space_column *column = &space->columns[i];
		bool is_plain = cml_expression_has_name(cml_slice_of(column->name));
		if (!is_plain && !may_be_expression(space, column->name))
			look_for(text, column->name, false, &found);
		look_for_levels(space, column, text, &found);
	}
	if (!found.name)
		return;
	size_t position = 1;
	for (size_t i = 0; i < found.at; i++)
		position += ((unsigned char)text.data[i] & 0xc0) != 0x80;
	const char *what = found.is_level ? "a text is written in quotes"
			   : quote_at(text, found.at)
			       ? "texts are in quotes, names of columns in backticks"
			       : "a name with blanks or signs is written in backticks";
	const char *mark = found.is_level ? "'" : "`";
	cml_fail(err, CML_BAD_DATA, "at %zu: %s: %s%s%s", position, what, mark, found.name, mark);
}

enum cml_result cml_space_compile(struct cml_expression **expression, struct cml_slice text,
				  const struct cml_space_scope *scope, enum cml_value_type want,
				  struct cml_error *err)
{
	enum cml_result status = cml_expression_compile(expression, text, &scope->scope, want, err);
	if (status == CML_BAD_DATA && text.size <= MAX_TEXT)
		advise(scope->space, text, err);
	return status;
}

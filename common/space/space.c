#include "space/space.h"

#include "base/text.h"
#include "table/header.h"

#include <ctype.h>
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
	cml_symbols_release(&space->names);
	cml_symbols_release(&space->symbols);
	cml_buffer_release(&space->text);
	cml_arena_release(&space->arena);
	free(space);
}

size_t cml_space_find(const struct cml_space *space, struct cml_slice name)
{
	return cml_symbols_find(&space->names, name);
}

static bool is_in_scope(const struct cml_space_scope *scope, const struct cml_space_column *column)
{
	return cml_is_feature_role(column->role) ||
	       (scope->has_metric && column->role == CML_ROLE_METRIC);
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
	if (nearest)
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

/* What stands in a text without the quotes it needs. */
struct found {
	const char *name;
	size_t size;
	char quote;
};

static bool is_name_byte(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || (c & 0x80);
}

/* Takes a name that is not plain if it stands in the text, in any case of letters, alone and in
 * none of the quotes, and is longer than what was found before. */
static void look_for(struct cml_slice text, const char *name, const char *quotes,
		     struct found *found)
{
	size_t size = strlen(name);
	if (size <= found->size || size > MAX_SHOWN_LEVEL)
		return;
	for (size_t at = 0; at + size <= text.size; at++) {
		char before = at > 0 ? text.data[at - 1] : ' ';
		char behind = at + size < text.size ? text.data[at + size] : ' ';
		if (is_name_byte(before) || is_name_byte(behind) || strchr(quotes, before) ||
		    strncasecmp(text.data + at, name, size) != 0)
			continue;
		*found = (struct found){name, size, *quotes};
		return;
	}
}

/* The longest name of a row that needs backticks, or level that needs quotes, and has none. */
static struct found find_unquoted(const struct cml_space *space, struct cml_slice text)
{
	struct found found = {0};
	for (size_t i = 0; i < space->n_columns; i++) {
		const struct cml_space_column *column = &space->columns[i];
		if (!cml_expression_has_name(cml_slice_of(column->name)))
			look_for(text, column->name, "`", &found);
		for (size_t k = 0; cml_is_text_type(column->type) && k < column->domain.n_values;
		     k++) {
			struct cml_slice level =
			    space->symbols.texts[(size_t)column->domain.levels[k]];
			if (level.size > 0 && isalpha((unsigned char)*level.data) &&
			    cml_space_find(space, level) == CML_NO_COLUMN)
				look_for(text, level.data, "'\"`", &found);
		}
	}
	return found;
}

enum cml_result cml_space_compile(struct cml_expression **expression, struct cml_slice text,
				  const struct cml_space_scope *scope, enum cml_value_type want,
				  struct cml_error *err)
{
	enum cml_result status = cml_expression_compile(expression, text, &scope->scope, want, err);
	struct found found = {0};
	if (status == CML_BAD_DATA)
		found = find_unquoted(scope->space, text);
	if (!found.name)
		return status;
	struct cml_error why = *err;
	return cml_fail(err, CML_BAD_DATA, "%.700s; %s: %c%s%c", why.message,
			found.quote == '`' ? "a name with blanks or signs is written in backticks"
					   : "a text is written in quotes",
			found.quote, found.name, found.quote);
}

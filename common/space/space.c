#include "space/space.h"

#include "base/text_words.h"
#include "table/header.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_SHOWN_LEVEL 64

static const char *const role_names[] = {
    [CML_ROLE_PARAM] = "param", [CML_ROLE_CONTEXT] = "context", [CML_ROLE_DERIVED] = "derived",
    [CML_ROLE_RULE] = "rule",   [CML_ROLE_METRIC] = "metric",   [CML_ROLE_STATUS] = "status",
    [CML_ROLE_TIME] = "time",   [CML_ROLE_ID] = "id",           [CML_ROLE_WEIGHT] = "weight",
    [CML_ROLE_LIMIT] = "limit", [CML_ROLE_IGNORE] = "ignore",   [CML_ROLE_BASE] = "base",
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

bool cml_is_computed_role(enum cml_role role)
{
	return role == CML_ROLE_DERIVED || role == CML_ROLE_BASE;
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

const char *cml_space_nearest(const struct cml_space *space, struct cml_slice name)
{
	const char *nearest = NULL;
	for (size_t i = 0; i < space->n_columns; i++) {
		const char *other = space->columns[i].name;
		const char *pair[] = {nearest ? nearest : other, other};
		if (cml_is_config_role(space->columns[i].role))
			nearest = cml_name_nearest(name, pair, 2);
	}
	return nearest;
}

static bool is_in_scope(const struct cml_space_scope *scope, const struct cml_space_column *column)
{
	return cml_is_config_role(column->role) || cml_is_computed_role(column->role) ||
	       (scope->has_metric && column->role == CML_ROLE_METRIC);
}

/* Whether a name is a level of some column: a text, of which the quotes are missing. */
static bool is_level(const struct cml_space *space, struct cml_slice name)
{
	size_t symbol = cml_symbols_find(&space->symbols, name);
	for (size_t i = 0; symbol != CML_NO_SYMBOL && i < space->n_columns; i++) {
		const struct cml_space_column *column = &space->columns[i];
		bool has_texts =
		    column->type == CML_TYPE_CATEGORICAL || column->type == CML_TYPE_ORDINAL;
		if (has_texts && cml_domain_index(&column->domain, (double)symbol) != CML_NO_INDEX)
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
	bool is_predicted = scope->has_metric && column->role == CML_ROLE_METRIC;
	if (cml_is_outcome_role(column->role) && !is_predicted) {
		snprintf(scope->problem, sizeof scope->problem,
			 "its role is %s: it is not known before a job has run",
			 cml_role_name(column->role));
		return scope->problem;
	}
	if (!cml_is_config_role(column->role) && !cml_is_computed_role(column->role) &&
	    !is_predicted) {
		snprintf(scope->problem, sizeof scope->problem,
			 "its role is %s; expressions use params, contexts and derived columns",
			 cml_role_name(column->role));
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
	if (type != CML_TYPE_CATEGORICAL && type != CML_TYPE_ORDINAL)
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

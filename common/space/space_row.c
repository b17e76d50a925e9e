#include "space/space.h"

#include "space/cell.h"
#include "space/space_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* In the order of their numbers, from CML_TYPE_INT on. */
static const char *const type_words[] = {"int", "float", "bool", "ordinal", "categorical"};
static const char *const direction_words[] = {"max", "min"};
static const char *const monotone_words[] = {"falls", "rises"};
static const char *const encoding_words[] = {"onehot", "value", "log", "none"};
static const enum cml_encoding encodings[] = {CML_ENCODING_ONEHOT, CML_ENCODING_VALUE,
					      CML_ENCODING_LOG, CML_ENCODING_NONE};
#define N_ROLES (CML_ROLE_IGNORE + 1)
#define N_OF(array) (sizeof(array) / sizeof *(array))

/* Looks word up among choices; the error lists them all. */
static enum cml_result find_word(const char *what, const char *word, const char *const *choices,
				 size_t n, size_t *found, struct cml_error *err)
{
	char problem[32];
	snprintf(problem, sizeof problem, *word ? "unknown %s" : "no %s given:", what);
	if (cml_name_find(cml_slice_of(word), problem, choices, n, found, err) == CML_OK)
		return CML_OK;
	return err->status = CML_BAD_DATA;
}

static enum cml_result parse_role(struct cml_space_column *column, struct cml_error *err)
{
	const char *names[N_ROLES];
	for (int i = 0; i < N_ROLES; i++)
		names[i] = cml_role_name((enum cml_role)i);
	size_t found;
	if (find_word("role", column->cells[CML_FIELD_ROLE], names, N_ROLES, &found, err) != CML_OK)
		return err->status;
	column->role = (enum cml_role)found;
	return CML_OK;
}

static bool is_not_looked_at(enum cml_role role)
{
	return role == CML_ROLE_ID || role == CML_ROLE_IGNORE;
}

static enum cml_result parse_type(struct cml_space_column *column, struct cml_error *err)
{
	const char *word = column->cells[CML_FIELD_TYPE];
	enum cml_role role = column->role;
	size_t found;
	if (role == CML_ROLE_METRIC) {
		column->type = CML_TYPE_FLOAT;
		if (find_word("direction", word, direction_words, N_OF(direction_words), &found,
			      err) != CML_OK)
			return err->status;
		column->maximize = found == 0;
		return CML_OK;
	}
	if (cml_is_config_role(role)) {
		if (find_word("type", word, type_words, N_OF(type_words), &found, err) != CML_OK)
			return err->status;
		column->type = (enum cml_type)(CML_TYPE_INT + found);
		return CML_OK;
	}
	if (role == CML_ROLE_LIMIT) {
		column->type = strcmp(word, "int") == 0 ? CML_TYPE_INT : CML_TYPE_FLOAT;
		return !*word || column->type == CML_TYPE_INT || strcmp(word, "float") == 0
			   ? CML_OK
			   : cml_fail(err, CML_BAD_DATA, "a limit is int or float, not '%s'", word);
	}
	bool is_number = cml_is_computed_role(role) || role == CML_ROLE_WEIGHT;
	if (is_number)
		column->type = CML_TYPE_FLOAT;
	if (role == CML_ROLE_TERM) /* the name of what it is a part of */
		return CML_OK;
	if (*word && is_number && strcmp(word, "float") != 0)
		return cml_fail(err, CML_BAD_DATA, "a %s column is float, not '%s'",
				cml_role_name(role), word);
	if (*word && role == CML_ROLE_RULE)
		return cml_fail(err, CML_BAD_DATA, "a rule has no type: it is true or false");
	return CML_OK;
}

static bool find_job_status(struct cml_slice word, enum cml_job_status *status)
{
	for (int i = 0; i < CML_N_JOB_STATUSES; i++) {
		*status = (enum cml_job_status)i;
		if (cml_slice_is(word, cml_job_status_name(*status)))
			return true;
	}
	return false;
}

/* One `word=status`; texts may hold '=', so the last one separates. */
static enum cml_result parse_status_word(struct cml_space *space, struct cml_space_column *column,
					 struct cml_slice part, struct cml_error *err)
{
	const char *equals = part.size > 0 ? memrchr(part.data, '=', part.size) : NULL;
	size_t size = equals ? (size_t)(equals - part.data) : 0;
	AUTO(cml_buffer) level = {0};
	if (!cml_level_read((struct cml_slice){part.data, size}, &level))
		return cml_fail_memory(err);
	const char *copy = cml_arena_copy(&space->arena, cml_buffer_slice(&level));
	if (!copy)
		return cml_fail_memory(err);
	struct cml_slice word = cml_slice_of(copy);
	enum cml_job_status meaning;
	if (word.size == 0 ||
	    !find_job_status(cml_slice_trim((struct cml_slice){equals + 1, part.size - size - 1}),
			     &meaning))
		return cml_fail(err, CML_BAD_DATA,
				"not word=status, with a status of ok, oom, timeout, failed, "
				"infra, cancelled: %s",
				CML_QUOTED(part));
	size_t symbol = cml_symbols_intern(&space->symbols, word);
	if (symbol == CML_NO_SYMBOL)
		return cml_fail_memory(err);
	for (size_t i = 0; i < column->n_words; i++)
		if (column->words[i] == symbol)
			return cml_fail(err, CML_BAD_DATA, "two meanings for %s", CML_QUOTED(word));
	column->words[column->n_words] = symbol;
	column->word_statuses[column->n_words++] = meaning;
	return CML_OK;
}

static enum cml_result parse_status_words(struct cml_space *space, struct cml_space_column *column,
					  struct cml_error *err)
{
	struct cml_slice rest = cml_slice_of(column->cells[CML_FIELD_DOMAIN]), part;
	if (rest.size == 0)
		return CML_OK;
	size_t n = 1;
	for (size_t i = 0; i < rest.size; i++)
		n += rest.data[i] == '|';
	if (!CML_ARENA_NEW(&space->arena, &column->words, n) ||
	    !CML_ARENA_NEW(&space->arena, &column->word_statuses, n))
		return cml_fail_memory(err);
	while (cml_level_split(&rest, &part))
		if (parse_status_word(space, column, part, err) != CML_OK)
			return err->status;
	return CML_OK;
}

/* The words of a bool's domain, which has been parsed: `False|True`. */
static enum cml_result keep_truths(struct cml_space *space, struct cml_space_column *column,
				   struct cml_error *err)
{
	struct cml_slice rest = cml_slice_of(column->cells[CML_FIELD_DOMAIN]), part;
	for (size_t i = 0; i < column->domain.n_values && cml_slice_split(&rest, '|', &part); i++) {
		const char *word = cml_arena_copy(&space->arena, cml_slice_trim(part));
		if (!word)
			return cml_fail_memory(err);
		if (*word)
			column->truths[column->domain.levels[i] != 0] = word;
	}
	return CML_OK;
}

static enum cml_result parse_config_domain(struct cml_space *space, struct cml_space_column *column,
					   struct cml_error *err)
{
	struct cml_slice text = cml_slice_of(column->cells[CML_FIELD_DOMAIN]);
	if (cml_domain_parse(&column->domain, text, column->type, &space->symbols, err) != CML_OK ||
	    (column->type == CML_TYPE_BOOL && keep_truths(space, column, err) != CML_OK))
		return err->status;
	if (!cml_is_text_type(column->type))
		return CML_OK;
	column->open = column->domain.kind == CML_DOMAIN_ANY;
	return cml_level_map_fill(&column->levels, column->domain.n_values, column->domain.levels)
		   ? CML_OK
		   : cml_fail_memory(err);
}

struct cml_slice cml_limit_bound(const struct cml_space_column *column)
{
	struct cml_slice text = cml_slice_of(column->cells[CML_FIELD_DOMAIN]);
	double number;
	if (column->role != CML_ROLE_LIMIT || text.size == 0 || text.data[0] != ':')
		return (struct cml_slice){0};
	text = cml_slice_trim(cml_slice_from(text, 1));
	if (text.size == 0 || cml_parse_double(text, &number))
		return (struct cml_slice){0};
	/* `78GB` is a number with a unit, not an expression. */
	bool is_number = strchr("+-.0123456789", text.data[0]);
	for (size_t i = 1; i < text.size && is_number; i++)
		is_number = !strchr(" */%+-(", text.data[i]);
	return is_number ? (struct cml_slice){0} : text;
}

/* A range of floats, whatever the type: nothing counts its members. */
static enum cml_result parse_bound(struct cml_space *space, struct cml_space_column *column,
				   struct cml_error *err)
{
	bool is_fraction = cml_limit_bound(column).size > 0;
	struct cml_slice text = cml_slice_of(is_fraction ? ":1" : column->cells[CML_FIELD_DOMAIN]);
	if (!cml_slice_is(text, ":") &&
	    cml_domain_parse(&column->domain, text, CML_TYPE_FLOAT, &space->symbols, err) != CML_OK)
		return err->status;
	if (column->domain.kind != CML_DOMAIN_RANGE)
		return cml_fail(
		    err, CML_BAD_DATA,
		    "a limit needs its bound: at most (:78), at least (16:), both (16:78) or an "
		    "expression (:gpu_gb)");
	return CML_OK;
}

static enum cml_result parse_domain(struct cml_space *space, struct cml_space_column *column,
				    struct cml_error *err)
{
	const char *text = column->cells[CML_FIELD_DOMAIN];
	if (cml_is_config_role(column->role))
		return parse_config_domain(space, column, err);
	switch (column->role) {
	case CML_ROLE_DERIVED:
		return CML_OK;
	case CML_ROLE_TERM:
	case CML_ROLE_ROOF:
	case CML_ROLE_RULE:
		if (!*text)
			return cml_fail(err, CML_BAD_DATA, "a %s row needs an expression here",
					cml_role_name(column->role));
		return CML_OK;
	case CML_ROLE_METRIC:
		if (cml_domain_parse(&column->domain, cml_slice_of(text), CML_TYPE_FLOAT,
				     &space->symbols, err) != CML_OK)
			return err->status;
		if (column->domain.kind != CML_DOMAIN_ANY &&
		    column->domain.kind != CML_DOMAIN_RANGE)
			return cml_fail(err, CML_BAD_DATA,
					"the domain of a metric is lo:hi, or empty");
		return CML_OK;
	case CML_ROLE_LIMIT:
		return parse_bound(space, column, err);
	case CML_ROLE_STATUS:
		return parse_status_words(space, column, err);
	default:
		if (*text)
			return cml_fail(err, CML_BAD_DATA, "a %s column has no domain",
					cml_role_name(column->role));
		return CML_OK;
	}
}

static enum cml_encoding default_encoding(const struct cml_space_column *column)
{
	if (column->type == CML_TYPE_BOOL || column->type == CML_TYPE_CATEGORICAL)
		return CML_ENCODING_ONEHOT;
	if (cml_is_given(column)) /* terms read it */
		return CML_ENCODING_NONE;
	return column->domain.kind == CML_DOMAIN_POWERS ? CML_ENCODING_LOG : CML_ENCODING_VALUE;
}

/* Whether a range or list has values without a logarithm; `0:` may be meant as above 0. */
static bool has_nonpositive(const struct cml_domain *domain)
{
	if (domain->kind != CML_DOMAIN_LEVELS)
		return domain->kind != CML_DOMAIN_ANY && isfinite(domain->lo) && domain->lo <= 0 &&
		       isfinite(domain->hi);
	for (size_t i = 0; i < domain->n_values; i++)
		if (domain->levels[i] <= 0)
			return true;
	return false;
}

static enum cml_result parse_encoding(struct cml_space_column *column, struct cml_error *err)
{
	const char *word = column->cells[CML_FIELD_ENCODING];
	if (!cml_is_feature_role(column->role))
		return *word ? cml_fail(
				   err, CML_BAD_DATA,
				   "only params, contexts and derived columns have an encoding%s",
				   column->role == CML_ROLE_RULE
				       ? "; an expression with a comma is put in quotes"
				       : "")
			     : CML_OK;
	column->encoding = default_encoding(column);
	if (!*word)
		return CML_OK;
	if (column->role == CML_ROLE_TERM || column->role == CML_ROLE_ROOF)
		return cml_fail(err, CML_BAD_DATA, "a %s has no encoding: it is no feature",
				cml_role_name(column->role));
	size_t found;
	if (find_word("encoding", word, encoding_words, N_OF(encoding_words), &found, err) !=
	    CML_OK)
		return err->status;
	column->encoding = encodings[found];
	if (cml_is_given(column) && column->encoding != CML_ENCODING_NONE)
		return cml_fail(err, CML_BAD_DATA,
				"what another program computes is no feature: a term reads it");
	if (column->role == CML_ROLE_DERIVED && column->encoding == CML_ENCODING_ONEHOT)
		return cml_fail(err, CML_BAD_DATA,
				"a derived column cannot be one-hot: its values are not listed");
	if (column->type == CML_TYPE_CATEGORICAL && column->encoding == CML_ENCODING_VALUE)
		return cml_fail(err, CML_BAD_DATA,
				"a categorical column has no order: use onehot, or type ordinal");
	if (column->type >= CML_TYPE_BOOL && column->encoding == CML_ENCODING_LOG)
		return cml_fail(err, CML_BAD_DATA, "only int and float columns have a logarithm");
	if (cml_is_config_role(column->role) && column->encoding == CML_ENCODING_LOG &&
	    has_nonpositive(&column->domain))
		return cml_fail(
		    err, CML_BAD_DATA,
		    "the encoding log needs values above 0, and the domain has others: begin "
		    "it above 0, or give the encoding value");
	return CML_OK;
}

static enum cml_result parse_default(struct cml_space *space, struct cml_space_column *column,
				     struct cml_error *err)
{
	struct cml_slice cell = cml_slice_of(column->cells[CML_FIELD_DEFAULT]);
	if (cell.size == 0 && *column->cells[CML_FIELD_DOMAIN] != '|') /* `|a`: a level */
		return CML_OK;
	if (!cml_is_config_role(column->role))
		return cml_fail(err, CML_BAD_DATA, "only params and contexts have a default");
	/* An open column learns its default as a level when it is closed. */
	if (column->open && cml_symbols_intern(&space->symbols, cell) == CML_NO_SYMBOL)
		return cml_fail_memory(err);
	column->has_default = true;
	return cml_cell_read(column, &space->symbols, cell, false, &column->default_value, err);
}

static enum cml_result check_when(const struct cml_space_column *column, struct cml_error *err)
{
	bool may = cml_is_feature_role(column->role) || column->role == CML_ROLE_RULE;
	if (*column->cells[CML_FIELD_WHEN] && !may)
		return cml_fail(
		    err, CML_BAD_DATA,
		    "only params, contexts, derived columns and rules have a condition");
	return CML_OK;
}

static enum cml_result parse_monotone(struct cml_space_column *column, struct cml_error *err)
{
	const char *word = column->cells[CML_FIELD_MONOTONE];
	bool is_number = cml_is_number_type(column->type);
	bool is_one =
	    column->encoding == CML_ENCODING_VALUE || column->encoding == CML_ENCODING_LOG;
	size_t found;
	if (!*word)
		return CML_OK;
	if (!cml_is_feature_role(column->role))
		return cml_fail(err, CML_BAD_DATA,
				"only params, contexts and derived columns have a direction");
	if (!is_number || !is_one)
		return cml_fail(err, CML_BAD_DATA,
				"only numbers with the encoding value or log have a direction");
	enum cml_result status =
	    find_word("direction", word, monotone_words, N_OF(monotone_words), &found, err);
	column->monotone = status != CML_OK ? 0 : found == 0 ? -1 : 1;
	return status;
}

static enum cml_result located(enum cml_result status, enum cml_space_field field,
			       struct cml_error *err)
{
	return status != CML_OK ? cml_error_locate(err, NULL, 0, cml_space_fields[field]) : CML_OK;
}

/* Feature tables, proposals and histories have columns of their own beside those of the space. */
static enum cml_result check_name(const struct cml_space_column *column, struct cml_error *err)
{
	if (!cml_is_feature_role(column->role) ||
	    strncmp(column->name, "cml_", strlen("cml_")) != 0)
		return CML_OK;
	return cml_fail(
	    err, CML_BAD_DATA,
	    "names that begin with cml_ are the tools' own: rename the column, here and "
	    "in the table, or give it the role ignore");
}

enum cml_result cml_space_row_parse(struct cml_space *space, struct cml_space_column *column,
				    struct cml_error *err)
{
	enum cml_result status = located(parse_role(column, err), CML_FIELD_ROLE, err);
	if (status != CML_OK || is_not_looked_at(column->role))
		return status;
	if (located(check_name(column, err), CML_FIELD_NAME, err) != CML_OK ||
	    located(parse_type(column, err), CML_FIELD_TYPE, err) != CML_OK ||
	    located(parse_domain(space, column, err), CML_FIELD_DOMAIN, err) != CML_OK ||
	    located(parse_encoding(column, err), CML_FIELD_ENCODING, err) != CML_OK ||
	    located(parse_default(space, column, err), CML_FIELD_DEFAULT, err) != CML_OK ||
	    located(parse_monotone(column, err), CML_FIELD_MONOTONE, err) != CML_OK)
		return err->status;
	return located(check_when(column, err), CML_FIELD_WHEN, err);
}

enum cml_result cml_space_rows_write(struct cml_space *space, struct cml_error *err)
{
	cml_buffer_clear(&space->text);
	size_t n_fields = CML_N_USUAL_SPACE_FIELDS;
	for (size_t i = 0; i < space->n_columns; i++)
		if (*space->columns[i].cells[CML_FIELD_MONOTONE])
			n_fields = CML_N_SPACE_FIELDS;
	bool ok = cml_space_text_row(&space->text, cml_space_fields, n_fields);
	for (size_t i = 0; ok && i < space->n_columns; i++)
		ok = cml_space_text_row(&space->text, space->columns[i].cells, n_fields);
	return ok ? CML_OK : cml_fail_memory(err);
}

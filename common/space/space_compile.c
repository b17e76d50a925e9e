#include "space/space_compile.h"

#include <string.h>
#include <strings.h>

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
	if (column->type != CML_TYPE_CATEGORICAL && column->type != CML_TYPE_ORDINAL)
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

#include "infer/infer_state.h"

#include "space/space_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Adds a line to the notes, whatever bytes a name holds, and returns its text. */
static const char *add_line(struct cml_inference *infer, const char *about, const char *format,
			    va_list arguments, char text[CML_INFER_NOTE_SIZE])
{
	size_t start = infer->notes->size;
	vsnprintf(text, CML_INFER_NOTE_SIZE, format, arguments);
	if (about)
		cml_buffer_printf(infer->notes, "column '%s': ", about);
	if (!cml_buffer_printf(infer->notes, "%s\n", text))
		infer->no_memory = true;
	for (size_t i = start; i + 1 < infer->notes->size; i++)
		if ((unsigned char)infer->notes->data[i] < ' ')
			infer->notes->data[i] = '?';
	return text;
}

static const char *keep(struct cml_inference *infer, struct cml_slice text)
{
	const char *kept = cml_arena_copy(&infer->names, text);
	infer->no_memory |= !kept;
	return kept ? kept : "";
}

const char *cml_infer_take(struct cml_inference *infer, struct cml_buffer *text)
{
	infer->no_memory |= text->has_failed;
	const char *kept = keep(infer, cml_buffer_slice(text));
	cml_buffer_release(text);
	return kept;
}

const char *cml_infer_keep(struct cml_inference *infer, const char *format, ...)
{
	struct cml_buffer text = {0};
	char *printed = NULL;
	va_list arguments;
	va_start(arguments, format);
	int size = vasprintf(&printed, format, arguments);
	va_end(arguments);
	if (size < 0)
		text.has_failed = true;
	else
		text = (struct cml_buffer){printed, (size_t)size, (size_t)size, false};
	return cml_infer_take(infer, &text);
}

const char *cml_infer_expression_name(struct cml_inference *infer,
				      const struct cml_infer_column *column)
{
	struct cml_buffer text = {0};
	cml_infer_print_name(column->name, &text);
	return cml_infer_take(infer, &text);
}

void cml_infer_note(struct cml_inference *infer, struct cml_infer_column *column,
		    const char *format, ...)
{
	char text[CML_INFER_NOTE_SIZE];
	va_list arguments;
	va_start(arguments, format);
	column->reason =
	    keep(infer, cml_slice_of(add_line(infer, column->name, format, arguments, text)));
	va_end(arguments);
}

void cml_infer_note_line(struct cml_inference *infer, const char *format, ...)
{
	char text[CML_INFER_NOTE_SIZE];
	va_list arguments;
	va_start(arguments, format);
	add_line(infer, NULL, format, arguments, text);
	va_end(arguments);
}

const char *cml_infer_turned(const struct cml_inference *infer)
{
	const struct cml_infer_column *metric = infer->rows.metric;
	bool is_below = metric->hi <= 0 && metric->lo < 0;
	if (cml_named(metric, CML_NAME_INVERSE))
		return "by its name it is the inverse of a reading";
	if (is_below &&
	    (cml_named(metric, CML_NAME_NEGATED) ||
	     (cml_named(metric, CML_NAME_SPEED) && !cml_named(metric, CML_NAME_SCALED))))
		return "all its values are below 0";
	return NULL;
}

size_t cml_infer_find_row(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
			  size_t symbol)
{
	size_t row = 0;
	while (row < rows->n_rows &&
	       !cml_infer_has_text(column->texts.texts[symbol], column->sample[row]))
		row++;
	return row;
}

bool cml_infer_is_minimized(const struct cml_inference *infer)
{
	if (infer->direction)
		return strcmp(infer->direction, "min") == 0;
	return cml_name_is_minimized(infer->rows.metric->plain) !=
	       (cml_infer_turned(infer) != NULL);
}

bool cml_infer_has_name(const struct cml_inference *infer, const char *name)
{
	CML_EACH_COLUMN (column, &infer->rows)
		if (strcmp(column->name, name) == 0)
			return true;
	return false;
}

const char *cml_infer_free_name(struct cml_inference *infer, const char *name)
{
	return cml_infer_has_name(infer, name) ? cml_infer_keep(infer, "%s_law", name) : name;
}

void cml_infer_write_row(struct cml_inference *infer, const char *name, enum cml_role role,
			 const char *type, const char *formula, const char *doc)
{
	const char *cells[CML_N_SPACE_FIELDS] = {0};
	cells[CML_FIELD_NAME] = cml_infer_free_name(infer, name);
	cells[CML_FIELD_ROLE] = cml_role_name(role);
	cells[CML_FIELD_TYPE] = type;
	cells[CML_FIELD_DOMAIN] = formula;
	cells[CML_FIELD_ENCODING] = role == CML_ROLE_DERIVED ? "none" : NULL;
	cells[CML_FIELD_DOC] = doc;
	cml_space_text_row(infer->text, cells, CML_N_USUAL_SPACE_FIELDS);
}

bool cml_infer_append_value(const struct cml_infer_column *column, double value,
			    struct cml_buffer *text)
{
	size_t i = cml_infer_find_text(column, value);
	if (isnan(value))
		return false;
	if (column->is_number || column->is_bool)
		cml_infer_append_number(text, "", cml_infer_number_of(column, value));
	else if (i == column->texts.n || strpbrk(column->texts.texts[i].data, "'\\"))
		return false;
	else
		cml_buffer_printf(text, "'%s'", column->texts.texts[i].data);
	return true;
}

static const char *allow_broken(struct cml_inference *infer, const struct cml_relation *relation,
				const char *expression)
{
	struct cml_buffer text = {0};
	bool ok = relation->n_broken > 0 && relation->n_broken <= CML_RELATION_MAX_BROKEN &&
		  infer->n_read == infer->rows.n_rows;
	cml_buffer_append_string(&text, expression);
	for (size_t i = 0; ok && i < relation->n_broken; i++) {
		size_t start = text.size;
		for (size_t k = 0; ok && k < relation->n_members; k++) {
			const struct cml_infer_column *member = relation->members[k];
			cml_buffer_append_string(&text, k > 0 ? " and " : " or (");
			cml_infer_print_name(member->name, &text);
			cml_buffer_append_string(&text, " == ");
			ok = cml_infer_append_value(member, member->sample[relation->broken[i]],
						    &text);
		}
		cml_buffer_append_string(&text, ")");
		if (!text.has_failed &&
		    memmem(text.data, start, text.data + start, text.size - start))
			text.size = start; /* as a row before */
	}
	const char *allowed = cml_infer_take(infer, &text);
	return ok ? allowed : NULL;
}

/* The rows that break a relation, or, if it holds, what is missing to be sure of it. name: of its
 * rule; NULL: of one that is not to hold. */
static void note_doubt(struct cml_inference *infer, const struct cml_relation *relation,
		       const char *expression, const char *name)
{
	const struct cml_infer_place *places = infer->rows.places;
	if (relation->n_broken == 0) {
		cml_infer_note_line(infer,
				    "no rule: %s holds in the %zu rows that were compared, of %zu: "
				    "if it must hold, take the # from the rule",
				    expression, relation->n_rows, infer->n_read);
		return;
	}
	struct cml_buffer lines = {0};
	for (size_t i = 0; i < relation->n_broken && i < CML_RELATION_MAX_BROKEN; i++)
		cml_buffer_printf(&lines, "%s%s:%zu", i > 0 ? ", " : "",
				  places[relation->broken[i]].file,
				  places[relation->broken[i]].line);
	if (relation->n_broken > CML_RELATION_MAX_BROKEN)
		cml_buffer_append_string(&lines, ", ...");
	size_t n_kept = relation->n_rows - relation->n_broken;
	const char *broken = cml_infer_take(infer, &lines);
	if (name)
		cml_infer_note_line(infer,
				    "rule '%s': %s in %zu of %zu rows, else as in %s alone: if "
				    "they are wrong, correct them and take them out of the rule",
				    name, expression, n_kept, relation->n_rows, broken);
	else
		cml_infer_note_line(infer,
				    "no rule: %s holds in %zu of %zu rows, not in %s: if they "
				    "are wrong, correct them and take the # from the rule",
				    expression, n_kept, relation->n_rows, broken);
}

void cml_infer_write_doubtful(struct cml_inference *infer, const struct cml_relation *relation,
			      const char *name, const char *expression, const char *doc)
{
	const char *allowed = allow_broken(infer, relation, expression);
	doc = cml_infer_keep(infer, "%s%s", doc,
			     allowed ? "; what broke it is allowed"
				     : "; take the # away if it must hold");
	note_doubt(infer, relation, expression, allowed ? name : NULL);
	if (!allowed && strpbrk(expression, "\r\n")) /* of a name: no comment holds it */
		return;
	cml_buffer_append_string(infer->text, allowed ? "" : "#");
	cml_infer_write_row(infer, name, CML_ROLE_RULE, NULL, allowed ? allowed : expression, doc);
}

#include "infer/infer_state.h"

#include "infer/names/names.h"
#include "space/expression/expression.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Adds a line to the notes, whatever bytes a name holds, and returns its text. */
static const char *add_line(struct cml_inference *infer, const char *about, const char *format,
			    va_list arguments, char text[CML_INFER_NOTE_SIZE])
{
	size_t start = infer->notes->size;
	vsnprintf(text, CML_INFER_NOTE_SIZE, format, arguments);
	bool ok = about ? cml_buffer_printf(infer->notes, "column '%s': %s\n", about, text)
			: cml_buffer_printf(infer->notes, "%s\n", text);
	infer->no_memory = infer->no_memory || !ok;
	for (size_t i = start; ok && i + 1 < infer->notes->size; i++)
		if ((unsigned char)infer->notes->data[i] < ' ')
			infer->notes->data[i] = '?';
	return text;
}

const char *cml_infer_keep(struct cml_inference *infer, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	size_t size = (size_t)vsnprintf(NULL, 0, format, arguments) + 1;
	va_end(arguments);
	char *text = cml_arena_new(&infer->names, size);
	infer->no_memory = infer->no_memory || !text;
	va_start(arguments, format);
	if (text)
		vsnprintf(text, size, format, arguments);
	va_end(arguments);
	return text;
}

const char *cml_infer_expression_name(struct cml_inference *infer,
				      const struct cml_infer_column *column)
{
	bool is_plain = cml_expression_has_name(cml_slice_of(column->name));
	return cml_infer_keep(infer, is_plain ? "%s" : "`%s`", column->name);
}

void cml_infer_note(struct cml_inference *infer, struct cml_infer_column *column,
		    const char *format, ...)
{
	char text[CML_INFER_NOTE_SIZE];
	va_list arguments;
	va_start(arguments, format);
	column->reason = cml_arena_copy(
	    &column->arena, cml_slice_of(add_line(infer, column->name, format, arguments, text)));
	va_end(arguments);
	infer->no_memory = infer->no_memory || !column->reason;
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
	const struct cml_infer_column *metric = &infer->rows.columns[infer->rows.metric];
	bool is_below = metric->hi <= 0 && metric->lo < 0;
	if (cml_name_is_inverse(metric->plain))
		return "by its name it is the inverse of a reading";
	if (is_below && (cml_name_is_negated(metric->plain) ||
			 (cml_name_is_speed(metric->plain) && !cml_name_is_scaled(metric->plain))))
		return "all its values are below 0";
	return NULL;
}

bool cml_infer_is_minimized(const struct cml_inference *infer)
{
	if (infer->direction)
		return strcmp(infer->direction, "min") == 0;
	return cml_name_is_minimized(infer->rows.columns[infer->rows.metric].plain) !=
	       (cml_infer_turned(infer) != NULL);
}

bool cml_infer_has_name(const struct cml_inference *infer, const char *name)
{
	for (size_t i = 0; i < infer->rows.n_columns; i++)
		if (strcmp(infer->rows.columns[i].name, name) == 0)
			return true;
	return false;
}

void cml_infer_note_doubt(struct cml_inference *infer, const struct cml_relation *relation,
			  const char *expression)
{
	struct cml_buffer lines = {0};
	const struct cml_infer_place *places = infer->rows.places;
	bool ok = true;
	if (relation->n_broken == 0) {
		cml_infer_note_line(
		    infer,
		    "no rule: %s holds in the %zu rows that were compared, of %zu: if "
		    "it must hold, take the # from the rule",
		    expression, relation->n_rows, infer->n_read);
		return;
	}
	for (size_t i = 0; ok && i < relation->n_broken && i < CML_RELATION_MAX_BROKEN; i++)
		ok = cml_buffer_printf(&lines, "%s%s:%zu", i > 0 ? ", " : "",
				       places[relation->broken[i]].file,
				       places[relation->broken[i]].line);
	if (ok && relation->n_broken > CML_RELATION_MAX_BROKEN)
		ok = cml_buffer_append_string(&lines, ", ...");
	infer->no_memory = infer->no_memory || !ok;
	if (ok)
		cml_infer_note_line(infer,
				    "no rule: %s holds in %zu of %zu rows, not in %.*s: if they "
				    "are wrong, correct them and take the # from the rule",
				    expression, relation->n_rows - relation->n_broken,
				    relation->n_rows, (int)lines.size, lines.data);
	cml_buffer_release(&lines);
}

#include "infer/infer_state.h"

#include "infer/names/metric_name.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NOTE_SIZE 512

/* Adds the text to the notes as a line, whatever bytes a name holds. */
static void add_line(struct cml_inference *infer, const char *about, const char *text)
{
	size_t start = infer->notes->size;
	bool ok = about ? cml_buffer_printf(infer->notes, "column '%s': %s\n", about, text)
			: cml_buffer_printf(infer->notes, "%s\n", text);
	infer->no_memory = infer->no_memory || !ok;
	for (size_t i = start; ok && i + 1 < infer->notes->size; i++)
		if ((unsigned char)infer->notes->data[i] < ' ')
			infer->notes->data[i] = '?';
}

void cml_infer_note(struct cml_inference *infer, struct cml_infer_column *column,
		    const char *format, ...)
{
	char text[NOTE_SIZE];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	column->reason = cml_arena_copy(&column->arena, cml_slice_of(text));
	infer->no_memory = infer->no_memory || !column->reason;
	add_line(infer, column->name, text);
}

void cml_infer_note_line(struct cml_inference *infer, const char *format, ...)
{
	char text[NOTE_SIZE];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	add_line(infer, NULL, text);
}

bool cml_infer_is_minimized(const struct cml_inference *infer)
{
	if (infer->options.direction)
		return strcmp(infer->options.direction, "min") == 0;
	return cml_name_is_minimized(infer->rows.columns[infer->rows.metric].plain);
}

/* What the tests of the reader and of its parser share: random tables, and
 * rows and errors as a text that can be compared. */
#ifndef TESTS_UNIT_TABLE_SAMPLES_H
#define TESTS_UNIT_TABLE_SAMPLES_H

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"

#include <stddef.h>

/* Appends `LINE[cell|cell]`. */
static inline void show_row(struct cml_buffer *shown, const struct cml_slice *cells, size_t n,
			    size_t line)
{
	cml_buffer_printf(shown, "%zu[", line);
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			cml_buffer_append(shown, "|", 1);
		cml_buffer_append(shown, cells[i].data, cells[i].size);
	}
	cml_buffer_append(shown, "]", 1);
}

static inline void show_error(struct cml_buffer *shown, const struct cml_error *err)
{
	char text[CML_ERROR_TEXT_SIZE];

	cml_buffer_printf(shown, "{%s}", cml_error_format(err, text, sizeof text));
}

/* A random table of the bytes that matter to a parser. */
static inline void random_table(struct cml_random *random, struct cml_buffer *table)
{
	static const char *const pieces[] = {
	    "a",  "bc",   " ",  "\t",    "\xc3\xa9", ",",    ",",        "\n",
	    "\n", "\r\n", "\r", "\"x\"", "\"x,\n\"", "\"\"", "\"\"\"\"", "\"\r\n\"",
	};
	size_t n_kinds = sizeof pieces / sizeof *pieces;
	size_t n_pieces = (size_t)cml_random_below(random, 30);

	cml_buffer_clear(table);
	if (cml_random_below(random, 10) == 0)
		cml_buffer_append_string(table, "\xef\xbb\xbf");
	if (cml_random_below(random, 4) != 0)
		cml_buffer_append_string(table, "h,i\n");
	for (size_t i = 0; i < n_pieces; i++) {
		/* Mostly what follows a delimiter well; at times what breaks the rules. */
		if (cml_random_below(random, 40) == 0)
			cml_buffer_append_string(table, "\"");
		cml_buffer_append_string(table, pieces[cml_random_below(random, n_kinds)]);
		if (cml_random_below(random, 3) != 0)
			cml_buffer_append_string(table,
						 cml_random_below(random, 3) != 0 ? "," : "\n");
	}
}

#endif

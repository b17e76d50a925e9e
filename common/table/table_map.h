/* A table, row by row, into text, on all threads and in constant memory: while
 * some threads turn the rows of one block into text, one reads the next block,
 * and the text of the last one is written, in the order of the rows. The output
 * and the errors are those of a loop over cml_table_next, for every number of
 * threads. */
#ifndef CML_TABLE_TABLE_MAP_H
#define CML_TABLE_TABLE_MAP_H

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "table/output.h"
#include "table/table_reader.h"

struct cml_table_map {
	struct cml_table_reader *reader;
	struct cml_output *output;
	struct cml_pool *pool; /* NULL: this thread alone */
	void *context;
	/* Appends what a row becomes to lines; rows come in any order, on all threads
	 * of the pool. On CML_BAD_DATA the row is refused and lines is as it was; the
	 * same row then gives the same error again. Other errors end the map. */
	enum cml_result (*append)(void *context, unsigned thread, const struct cml_row *row,
				  struct cml_buffer *lines, struct cml_error *err);
	/* Called for every row that was refused, or has the wrong width, in their order, on
	 * the calling thread; CML_OK: go on. Otherwise rows from here on are not
	 * written, and *err, which comes in with the error of the row, is returned. */
	enum cml_result (*refuse)(void *context, const struct cml_row *row, struct cml_error *err);
	/* Called with the number of further rows of the right width there were, on the calling
	 * thread. */
	void (*count)(void *context, size_t n_rows);
};

/* From the reader's position to its end. On any error the rows before the one it
 * is about have been handed to the output. */
enum cml_result cml_table_map_run(const struct cml_table_map *map, struct cml_error *err);

#endif

/* Rows of the input that are no jobs of their own: of jobs that stand in more than one of the
 * files, as in two exports of one tracker, and of steps of jobs, as sacct prints them below each
 * job: `4100.batch`, `4100.extern`, `4100.0`, which have no settings of their own. */
#ifndef CML_TOOL_LEFT_OUT_H
#define CML_TOOL_LEFT_OUT_H

#include "base/key.h"
#include "space/space.h"
#include "table/header.h"
#include "table/table_reader.h"

/* A result of so many digits is that of one job: a repeat would differ. */
#define TOOL_COPY_DIGITS 4

/* Zeroed: nothing is a copy. */
struct tool_copies {
	/* Hashes of rows, and of their ids and settings, each with the last file that has it. */
	struct cml_key_set keys, ids;
	bool ids_repeat; /* in a file, or are no ids: a job is known by all cells of its row */
	struct tool_copy_column {
		bool is_id;
		bool names; /* an id or a setting */
		bool tells; /* an id, or when a job started */
	} * columns;        /* of the first file */
	size_t metric;      /* a column of it, or CML_NO_COLUMN */
};

/* Reads the files, of which the header is the first's, but for any that is no regular file or that
 * cannot be read: errors are for the next reader. CML_NO_MEMORY only. */
enum cml_result tool_copies_find(struct tool_copies *copies, const struct cml_space *space,
				 const struct cml_header *header, const char *const *paths,
				 size_t n_paths, char delimiter, struct cml_error *err);
void tool_copies_release(struct tool_copies *copies);

enum tool_copy {
	TOOL_COPY_NONE,
	/* A later file has the job: the same id and settings, where ids do not repeat and are no
	 * counters; or all cells, an id, a time of day or a metric of four digits among them.
	 * Numbers are compared by value. */
	TOOL_COPY_SURE,
	TOOL_COPY_UNSURE, /* all cells, and nothing that tells whether it is the same job */
};

/* Of a row of the file of that number, in the columns of the first. */
enum tool_copy tool_copies_have(const struct tool_copies *copies, const struct cml_row *row,
				size_t file);

struct tool_steps {
	size_t column;    /* of job ids; CML_NO_COLUMN: none */
	bool has_numbers; /* 4100.0 is a step, and not 4100 as a decimal */
};

/* path: of a file, whose first rows show whether it has steps by number; NULL: there is none to
 * read twice. Errors are left to who reads the rows. */
struct tool_steps tool_steps_find(const struct cml_header *header, const char *path,
				  char delimiter);
bool tool_steps_have(const struct tool_steps *steps, const struct cml_row *row);

#endif

/* Rows of steps of jobs, as sacct prints them below each job: `4100.batch`, `4100.extern`,
 * `4100.0`. They have no settings of their own, and are no jobs. */
#ifndef CML_TOOL_STEPS_H
#define CML_TOOL_STEPS_H

#include "table/header.h"
#include "table/table_reader.h"

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

/* Where the columns of a space are in a job table. */
#ifndef CML_SPACE_BINDING_H
#define CML_SPACE_BINDING_H

#include "base/error.h"
#include "space/space.h"
#include "table/table_reader.h"

struct cml_cell_cache; /* cell.h */

/* Which columns of a table feed which slots of a space. */
struct cml_binding {
	const struct cml_space *space;
	const struct cml_na *na;
	size_t *column_of;   /* by slot: position in the table, or CML_NO_COLUMN */
	size_t own_status;   /* position of cml_status, which cml-submit writes, or CML_NO_COLUMN */
	bool outcomes;       /* metric, limits, status, time and weight are wanted too */
	bool unknown_zero;   /* a text that is no level is let in (and encodes as zeros) */
	bool may_be_na[257]; /* by first byte of a cell (256: empty): worth asking na */
	/* Where cells are looked up that were met before, of this table or another one with this
	 * binding; of one thread, which copies the binding for it. NULL: nowhere. */
	struct cml_cell_cache *cache;
};

/* What a table is that lacks columns of a job table and was given in place of one, and what to do
 * with it: `a space file: give it with -s`. NULL: not known. */
const char *cml_other_table(const struct cml_header *header);

/* Finds the columns of a table. Every param and context column must be there:
 * CML_BAD_DATA names the missing one (and the nearest name the table has). With
 * outcomes, metric, limit, status, time and weight columns are bound where the table
 * has them; a missing column of the first metric, or of what is given with it, is an error, the
 * rest may be absent. na and space must outlive it; header only needs to live for the call. */
enum cml_result cml_binding_init(struct cml_binding *binding, const struct cml_space *space,
				 const struct cml_header *header, const struct cml_na *na,
				 bool outcomes, bool unknown_zero, struct cml_error *err);
void cml_binding_release(struct cml_binding *binding);

/* The cell of a row without blanks around it, empty when it is missing; then
 * *missing is set, but not for an empty text that is none of the na words. */
struct cml_slice cml_binding_cell(const struct cml_binding *binding, const struct cml_row *row,
				  size_t column, bool *missing);

#endif

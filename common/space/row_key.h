/* The key of a configuration in a table, with a space or without one. */
#ifndef CML_SPACE_ROW_KEY_H
#define CML_SPACE_ROW_KEY_H

#include "base/error.h"
#include "base/memory.h"
#include "space/config.h"
#include "space/space.h"
#include "table/table_reader.h"

/* How the rows of one table are keyed. With a space: as cml_config_key of the configuration,
 * which is checked on the way. Without: as the table's own column cml_key says where that is
 * not empty; else a hash of names and cells of all columns that do not begin with `cml_`, in
 * byte order of their names, the missing ones left out; with --na words meaning missing.
 * Zeroed is empty. */
struct cml_row_key {
	const struct cml_space *space; /* NULL: none */
	const struct cml_header *header;
	const struct cml_na *na;
	struct cml_binding binding; /* with a space */
	double *values;             /* of the row last keyed, with a space */
	size_t key_column;
	size_t *order; /* without a space: the columns that count */
	size_t n_order;
};

/* space (may be NULL), header and na outlive it. outcomes: as of cml_binding_init. CML_BAD_DATA:
 * a column of the space is missing; without a space, no column at all. A level that the space does
 * not list is let in, so that tables of earlier runs keep their keys when a domain is cut; who has
 * configurations that are to be run takes binding.unknown_zero back. */
enum cml_result cml_row_key_init(struct cml_row_key *keys, const struct cml_space *space,
				 const struct cml_header *header, const struct cml_na *na,
				 bool outcomes, struct cml_error *err);
void cml_row_key_release(struct cml_row_key *keys); /* safe on a zeroed one */

/* CML_BAD_DATA, with line and column: a configuration that the space refuses, a cml_key that
 * is none. An open column takes any level. */
enum cml_result cml_row_key(struct cml_row_key *keys, const struct cml_row *row, uint64_t *key,
			    struct cml_error *err);

#endif

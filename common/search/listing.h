/* All configurations of a space as a table, without a model. */
#ifndef CML_SEARCH_LISTING_H
#define CML_SEARCH_LISTING_H

#include "base/error.h"
#include "base/key.h"
#include "space/space.h"
#include "table/table_writer.h"

struct cml_listing {
	const struct cml_space *space;
	const double *fixed;               /* by slot, as of cml_fixes_take */
	const struct cml_key_set *exclude; /* keys to leave out; NULL: none */
	uint64_t shard;                    /* 1..n_shards; see cml_enumerator_shard */
	uint64_t n_shards;
	size_t n;       /* stop after so many; 0: all */
	bool continues; /* the header was written */

	size_t n_written; /* filled in */
};

/* Writes the table of cml_proposals_write, without scores, in the order of
 * cml_enumerator, in constant memory. The shards one after the other are the
 * whole. Errors of the enumerator; CML_NOTHING when there is nothing to write. */
enum cml_result cml_listing_write(struct cml_listing *listing, struct cml_table_writer *writer,
				  struct cml_error *err);

#endif

/* From the cell of a param or context to its value. */
#ifndef CML_SPACE_CELL_H
#define CML_SPACE_CELL_H

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "space/space.h"

/* Reads a trimmed cell that is not missing. unknown_ok lets in texts that are no
 * level; an open column lets in every text that could be one. Of levels, `1.0` is `1`. CML_BAD_DATA
 * without a place: not a number, not finite, not whole, outside the domain,
 * unknown level (with the nearest one). Allocates nothing. */
enum cml_result cml_cell_read(const struct cml_space_column *column,
			      const struct cml_symbols *symbols, struct cml_slice cell,
			      bool unknown_ok, double *value, struct cml_error *err);

/* Why a text cannot be a level of any column, or NULL: levels are listed in a domain
 * cell, separated by bars. */
const char *cml_level_problem(struct cml_slice text);

/* Lets a cell in as a value of a column from now on, though its domain lacks it: a finite number,
 * a level that is not one of the domain in other letters. It has no feature of its own: a level
 * encodes as none. What cannot be one is not admitted; a value of the domain needs not be. A column
 * admits one value, the last. CML_NO_MEMORY only. */
enum cml_result cml_cell_admit(struct cml_space *space, size_t slot, struct cml_slice cell,
			       struct cml_error *err);

/* Cells met lately, column by column, and what they mean: job logs repeat
 * themselves, and looking up a short cell is several times faster than reading
 * it. What is looked up is exact: the bytes of a cell, never their hash alone. */

/* Longer cells are not kept. */
#define CML_CACHED_CELL_SIZE 16

/* One cache line. */
struct cml_cell_entry {
	uint64_t id[2]; /* with the size, all bytes of the cell */
	double value;   /* what it was read as */
	uint32_t level; /* one-hot columns: which feature is 1, or CML_NO_LEVEL */
	uint8_t mark;   /* size + 1; 0: free */
	bool encoded;   /* level, or text, is set */
	uint8_t text_size;
	char text[CML_NUMBER_SIZE + 1]; /* other columns: the feature, as it is written */
};
#define CML_NO_LEVEL UINT32_MAX

/* For one thread. Zeroed is empty. */
struct cml_cell_cache {
	struct cml_cell_entry *entries; /* n_slots of each column: the last cell there */
	size_t n_slots;                 /* a power of two */
	struct cml_cell_column {
		unsigned n_found; /* of the last n_asked */
		unsigned n_asked;
		unsigned n_passed; /* cells still to let pass: they do not repeat */
	} * columns;
	struct cml_cell_entry **last; /* by column: what the last find returned */
};

/* About 1 MiB at most for up to 1,000 columns, then 1 KiB for each. */
enum cml_result cml_cell_cache_init(struct cml_cell_cache *cache, size_t n_columns,
				    struct cml_error *err);
void cml_cell_cache_release(struct cml_cell_cache *cache);

/* The entry of a cell. *known: it is there. Else the entry the cell belongs in, to
 * be filled by cml_cell_entry_set, or NULL: too long, the column does not
 * repeat itself, or there is no cache (NULL). O(1). */
struct cml_cell_entry *cml_cell_cache_find(struct cml_cell_cache *cache, size_t column,
					   struct cml_slice cell, bool *known);

/* Makes it the entry of this cell, which cml_cell_cache_find gave it for. */
void cml_cell_entry_set(struct cml_cell_entry *entry, struct cml_slice cell, double value);

#endif

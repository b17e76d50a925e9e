/* Interned texts: every level of every categorical column of a space gets one
 * number, so that a configuration is a row of doubles and equality of texts is
 * equality of numbers. */
#ifndef CML_SPACE_SYMBOLS_H
#define CML_SPACE_SYMBOLS_H

#include "base/key.h"
#include "base/memory.h"
#include "base/text.h"

#define CML_NO_SYMBOL SIZE_MAX

/* Zeroed is empty. Ids count from 0 in order of first interning. */
struct cml_symbols {
	struct cml_arena arena;
	struct cml_slice *texts; /* by id; stable, terminated */
	uint64_t *hashes;        /* by id: cml_hash of the text from CML_HASH_SEED */
	size_t n;
	size_t capacity;
	size_t hash_capacity;
	struct cml_key_set ids; /* by hash */
};

void cml_symbols_release(struct cml_symbols *symbols);
/* The id of text, interning it when new; CML_NO_SYMBOL when memory is out. */
size_t cml_symbols_intern(struct cml_symbols *symbols, struct cml_slice text);
/* The id of text, or CML_NO_SYMBOL. */
size_t cml_symbols_find(const struct cml_symbols *symbols, struct cml_slice text);

/* The positions of a text column's levels in its domain, by symbol id: a
 * cell is checked, and a feature found, without a search. */

#define CML_NO_INDEX SIZE_MAX

/* Zeroed is empty. */
struct cml_level_map {
	size_t *positions; /* by symbol id; CML_NO_INDEX where the text is no level */
	size_t n;
	size_t capacity;
};

void cml_level_map_release(struct cml_level_map *map);

/* False when memory is out. */
bool cml_level_map_put(struct cml_level_map *map, size_t symbol, size_t position);

/* Fills an empty map from the n levels of a domain of texts: symbol ids, in their order. */
bool cml_level_map_fill(struct cml_level_map *map, size_t n, const double *levels);

/* value: a symbol id, or a negative number or NaN, which are no level. */
static inline size_t cml_level_map_get(const struct cml_level_map *map, double value)
{
	return value >= 0 && value < (double)map->n ? map->positions[(size_t)value] : CML_NO_INDEX;
}

#endif

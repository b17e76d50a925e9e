/* The positions of a text column's levels in its domain, by symbol id: a
 * cell is checked, and a feature found, without a search. */
#ifndef CML_SPACE_LEVEL_MAP_H
#define CML_SPACE_LEVEL_MAP_H

#include "space/domain.h"

#include <stdbool.h>
#include <stddef.h>

/* Zeroed is empty. */
struct cml_level_map {
	size_t *positions; /* by symbol id; CML_NO_INDEX where the text is no level */
	size_t n;
	size_t capacity;
};

void cml_level_map_release(struct cml_level_map *map);

/* False when memory is out. */
bool cml_level_map_put(struct cml_level_map *map, size_t symbol, size_t position);

/* Fills an empty map from the levels of a domain of texts. */
bool cml_level_map_fill(struct cml_level_map *map, const struct cml_domain *domain);

/* value: a symbol id, or a negative number or NaN, which are no level. */
static inline size_t cml_level_map_get(const struct cml_level_map *map, double value)
{
	return value >= 0 && value < (double)map->n ? map->positions[(size_t)value] : CML_NO_INDEX;
}

#endif

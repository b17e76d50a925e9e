#include "space/level_map.h"

#include "base/memory.h"

#include <stdlib.h>

void cml_level_map_release(struct cml_level_map *map)
{
	free(map->positions);
	*map = (struct cml_level_map){0};
}

bool cml_level_map_put(struct cml_level_map *map, size_t symbol, size_t position)
{
	if (!CML_RESERVE(&map->positions, &map->capacity, symbol + 1))
		return false;
	while (map->n <= symbol)
		map->positions[map->n++] = CML_NO_INDEX;
	map->positions[symbol] = position;
	return true;
}

bool cml_level_map_fill(struct cml_level_map *map, const struct cml_domain *domain)
{
	bool ok = true;
	for (size_t i = 0; ok && i < domain->n_values; i++)
		ok = cml_level_map_put(map, (size_t)domain->levels[i], i);
	return ok;
}

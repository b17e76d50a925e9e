#include "space/feasible/diagram.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define KEPT_SLOTS 4096

void cml_node_map_release(struct cml_node_map *map)
{
	free(map->keys);
	free(map->slots);
	*map = (struct cml_node_map){0};
}

/* A table that has grown is given back: clearing it for each of many small levels
 * would cost more than growing it again where it is needed. */
void cml_node_map_clear(struct cml_node_map *map)
{
	map->n = 0;
	if (map->n_slots > KEPT_SLOTS) {
		free(map->slots);
		map->slots = NULL;
		map->n_slots = 0;
	} else if (map->n_slots > 0) {
		memset(map->slots, 0, map->n_slots * sizeof *map->slots);
	}
}

/* The place of a key, or the free one it would take. Fibonacci hashing: D. E.
 * Knuth, TAOCP 3, 6.4. */
static size_t find_slot(const struct cml_node_map *map, uint64_t key)
{
	size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (map->n_slots - 1);
	while (map->slots[at] != 0 && map->keys[map->slots[at] - 1] != key)
		at = (at + 1) & (map->n_slots - 1);
	return at;
}

static bool grow(struct cml_node_map *map)
{
	struct cml_node_map grown = *map;
	grown.n_slots = map->n_slots > 0 ? 2 * map->n_slots : 64;
	if (!CML_NEW(&grown.slots, grown.n_slots))
		return false;
	for (size_t i = 0; i < map->n; i++)
		grown.slots[find_slot(&grown, map->keys[i])] = (uint32_t)i + 1;
	free(map->slots);
	*map = grown;
	return true;
}

bool cml_node_map_number(struct cml_node_map *map, uint64_t key, uint32_t *number)
{
	if (2 * map->n >= map->n_slots && !grow(map))
		return false;
	size_t at = find_slot(map, key);
	if (map->slots[at] == 0) {
		if (map->n >= UINT32_MAX - 1 ||
		    !CML_RESERVE(&map->keys, &map->capacity, map->n + 1))
			return false;
		map->keys[map->n++] = key;
		map->slots[at] = (uint32_t)map->n;
	}
	*number = map->slots[at] - 1;
	return true;
}

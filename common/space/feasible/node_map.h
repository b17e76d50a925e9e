/* Numbers for keys in order of their first appearance: how the nodes of one
 * level of a diagram are distinguished. */
#ifndef CML_SPACE_FEASIBLE_NODE_MAP_H
#define CML_SPACE_FEASIBLE_NODE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed is empty. */
struct cml_node_map {
	uint64_t *keys; /* by number */
	size_t n;
	size_t capacity;
	uint32_t *slots; /* open-addressing hash: number + 1, or 0 */
	size_t n_slots;  /* a power of two, or 0 */
};

void cml_node_map_release(struct cml_node_map *map);
void cml_node_map_clear(struct cml_node_map *map); /* keeps the memory of small ones */

/* The number of a key, a new one where it is new. False when memory is out or
 * the numbers are. */
bool cml_node_map_number(struct cml_node_map *map, uint64_t key, uint32_t *number);

#endif

#include "space/cell_cache.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert(sizeof(struct cml_cell_entry) == CML_ALIGNMENT, "an entry is a cache line");

#define MAX_SLOTS 256
#define MIN_SLOTS 16
#define MAX_ENTRIES 16384

/* Of WINDOW cells at least MIN_FOUND are to be found, or the next PASSED ones
 * are not looked up. */
#define WINDOW 1024
#define MIN_FOUND 256
#define PASSED 32768

enum cml_result cml_cell_cache_init(struct cml_cell_cache *cache, size_t n_columns,
				    struct cml_error *err)
{
	*cache = (struct cml_cell_cache){.n_slots = MAX_SLOTS};
	while (cache->n_slots > MIN_SLOTS && n_columns > MAX_ENTRIES / cache->n_slots)
		cache->n_slots /= 2;
	/* In cache lines that no other thread's cache shares. */
	cache->columns = cml_aligned_new(n_columns, sizeof *cache->columns);
	cache->last = cml_aligned_new(n_columns, sizeof(struct cml_cell_entry *));
	cache->entries = cml_aligned_new(n_columns, cache->n_slots * sizeof *cache->entries);
	if (cache->columns && cache->last && cache->entries)
		return CML_OK;
	cml_cell_cache_release(cache);
	return cml_fail_memory(err);
}

void cml_cell_cache_release(struct cml_cell_cache *cache)
{
	free(cache->columns);
	free(cache->last);
	free(cache->entries);
	*cache = (struct cml_cell_cache){0};
}

/* Two loads that may overlap hold all bytes of a cell of known size. */
static void make_id(struct cml_slice cell, uint64_t id[2])
{
	const unsigned char *bytes = (const unsigned char *)cell.data;
	id[0] = id[1] = 0;
	if (cell.size >= 8) {
		memcpy(&id[0], bytes, 8);
		memcpy(&id[1], bytes + cell.size - 8, 8);
	} else if (cell.size >= 4) {
		memcpy(&id[0], bytes, 4);
		memcpy(&id[1], bytes + cell.size - 4, 4);
	} else if (cell.size > 0) {
		id[0] = (uint64_t)bytes[0] | (uint64_t)bytes[cell.size / 2] << 8 |
			(uint64_t)bytes[cell.size - 1] << 16;
	}
}

/* Whether to look the next cell of a column up. */
static bool is_worth_asking(struct cml_cell_column *column)
{
	if (column->n_passed > 0) {
		column->n_passed--;
		return false;
	}
	if (column->n_asked == WINDOW) {
		column->n_passed = column->n_found < MIN_FOUND ? PASSED : 0;
		column->n_asked = column->n_found = 0;
	}
	column->n_asked++;
	return true;
}

struct cml_cell_entry *cml_cell_cache_find(struct cml_cell_cache *cache, size_t column,
					   struct cml_slice cell, bool *known)
{
	struct cml_cell_column *counts = &cache->columns[column];
	*known = false;
	cache->last[column] = NULL;
	if (cell.size > CML_CACHED_CELL_SIZE || !is_worth_asking(counts))
		return NULL;
	uint64_t id[2];
	make_id(cell, id);
	uint64_t hash = (id[0] ^ id[1] * UINT64_C(0x9e3779b97f4a7c15)) + cell.size;
	size_t slot = (size_t)(hash * UINT64_C(0xd6e8feb86659fd93) >> 32) & (cache->n_slots - 1);
	struct cml_cell_entry *entry = &cache->entries[column * cache->n_slots + slot];
	*known = entry->id[0] == id[0] && entry->id[1] == id[1] && entry->mark == cell.size + 1;
	counts->n_found += *known;
	cache->last[column] = entry;
	return entry;
}

void cml_cell_entry_set(struct cml_cell_entry *entry, struct cml_slice cell, double value)
{
	make_id(cell, entry->id);
	entry->mark = (uint8_t)(cell.size + 1);
	entry->encoded = false;
	entry->value = value;
}

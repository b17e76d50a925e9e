#include "space/symbols.h"

#include <stdlib.h>

#define FIRST_SLOTS 32

void cml_symbols_release(struct cml_symbols *symbols)
{
	cml_arena_release(&symbols->arena);
	free(symbols->texts);
	free(symbols->hashes);
	free(symbols->slots);
	*symbols = (struct cml_symbols){0};
}

/* The slot of text, or the free one it belongs in. A slot holds id + 1, so that
 * zeroed slots are free. n_slots is a power of two, at most half full. */
static size_t find_slot(const struct cml_symbols *symbols, struct cml_slice text)
{
	size_t mask = symbols->n_slots - 1;
	size_t at = (size_t)cml_hash(CML_HASH_SEED, text.data, text.size) & mask;
	while (symbols->slots[at] != 0 &&
	       !cml_slice_equal(symbols->texts[symbols->slots[at] - 1], text))
		at = (at + 1) & mask;
	return at;
}

static bool grow(struct cml_symbols *symbols)
{
	size_t n_slots = symbols->n_slots > 0 ? 2 * symbols->n_slots : FIRST_SLOTS;
	size_t *slots = cml_array_new(n_slots, sizeof *slots);
	if (!slots)
		return false;
	free(symbols->slots);
	symbols->slots = slots;
	symbols->n_slots = n_slots;
	for (size_t id = 0; id < symbols->n; id++)
		slots[find_slot(symbols, symbols->texts[id])] = id + 1;
	return true;
}

size_t cml_symbols_intern(struct cml_symbols *symbols, struct cml_slice text)
{
	size_t id = cml_symbols_find(symbols, text);
	if (id != CML_NO_SYMBOL)
		return id;
	if (2 * (symbols->n + 1) > symbols->n_slots && !grow(symbols))
		return CML_NO_SYMBOL;
	if (!CML_RESERVE(&symbols->texts, &symbols->capacity, symbols->n + 1) ||
	    !CML_RESERVE(&symbols->hashes, &symbols->hash_capacity, symbols->n + 1))
		return CML_NO_SYMBOL;
	char *copy = cml_arena_copy(&symbols->arena, text);
	if (!copy)
		return CML_NO_SYMBOL;
	id = symbols->n++;
	symbols->texts[id] = (struct cml_slice){copy, text.size};
	symbols->hashes[id] = cml_hash(CML_HASH_SEED, text.data, text.size);
	symbols->slots[find_slot(symbols, text)] = id + 1;
	return id;
}

size_t cml_symbols_find(const struct cml_symbols *symbols, struct cml_slice text)
{
	if (symbols->n == 0)
		return CML_NO_SYMBOL;
	size_t slot = symbols->slots[find_slot(symbols, text)];
	return slot > 0 ? slot - 1 : CML_NO_SYMBOL;
}

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

bool cml_level_map_fill(struct cml_level_map *map, size_t n, const double *levels)
{
	bool ok = true;
	for (size_t i = 0; ok && i < n; i++)
		ok = cml_level_map_put(map, (size_t)levels[i], i);
	return ok;
}

#include "table/symbols.h"

#include <stdlib.h>

void cml_symbols_release(struct cml_symbols *symbols)
{
	cml_arena_release(&symbols->arena);
	cml_key_set_release(&symbols->ids);
	free(symbols->texts);
	free(symbols->hashes);
	*symbols = (struct cml_symbols){0};
}

/* The key that a text has or would have: its hash, or, where another text has that, the next one.
 * *id: its id, or CML_NO_SYMBOL. */
static uint64_t find_key(const struct cml_symbols *symbols, struct cml_slice text, size_t *id)
{
	uint64_t key = cml_hash(CML_HASH_SEED, text.data, text.size);
	for (uint32_t found; cml_key_set_find(&symbols->ids, key, &found); key++) {
		*id = found;
		if (cml_slice_equal(symbols->texts[found], text))
			return key;
	}
	*id = CML_NO_SYMBOL;
	return key;
}

size_t cml_symbols_intern(struct cml_symbols *symbols, struct cml_slice text)
{
	struct cml_error no_memory;
	size_t id, n = symbols->n;
	uint64_t key = find_key(symbols, text, &id);
	if (id != CML_NO_SYMBOL)
		return id;
	if (n == UINT32_MAX || !CML_RESERVE(&symbols->texts, &symbols->capacity, n + 1) ||
	    !CML_RESERVE(&symbols->hashes, &symbols->hash_capacity, n + 1))
		return CML_NO_SYMBOL;
	char *copy = cml_arena_copy(&symbols->arena, text);
	if (!copy || cml_key_set_note(&symbols->ids, key, (uint32_t)n, &no_memory) != CML_OK)
		return CML_NO_SYMBOL;
	symbols->texts[n] = (struct cml_slice){copy, text.size};
	symbols->hashes[n] = cml_hash(CML_HASH_SEED, text.data, text.size);
	return symbols->n++;
}

size_t cml_symbols_find(const struct cml_symbols *symbols, struct cml_slice text)
{
	size_t id;
	find_key(symbols, text, &id);
	return id;
}

int cml_symbols_compare(const void *a, const void *b, void *symbols)
{
	const struct cml_slice *texts = ((const struct cml_symbols *)symbols)->texts;
	return cml_slice_compare(texts[*(const size_t *)a], texts[*(const size_t *)b]);
}

/* Interned texts: each gets one number, such as every level of every categorical column of a space,
 * so that a configuration is a row of doubles and equality of texts is equality of numbers. */
#ifndef CML_TABLE_SYMBOLS_H
#define CML_TABLE_SYMBOLS_H

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
/* For qsort_r of ids: by the bytes of their texts. */
int cml_symbols_compare(const void *a, const void *b, void *symbols);

#endif

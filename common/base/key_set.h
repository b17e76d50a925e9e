/* A set of 64-bit keys. */
#ifndef CML_BASE_KEY_SET_H
#define CML_BASE_KEY_SET_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Open addressing, at most half full. Zeroed is empty. */
struct cml_key_set {
	uint64_t *slots; /* 0 is a free slot; the key 0 is held apart */
	size_t n_slots;
	size_t n;
	bool has_zero;
};

void cml_key_set_release(struct cml_key_set *set);
bool cml_key_set_has(const struct cml_key_set *set, uint64_t key);
/* *added: whether it was new. */
enum cml_status cml_key_set_add(struct cml_key_set *set, uint64_t key, bool *added,
				struct cml_error *err);

#endif

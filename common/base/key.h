/* Keys of configurations as text: 16 hexadecimal digits in small letters. */
#ifndef CML_BASE_KEY_H
#define CML_BASE_KEY_H

#include "base/error.h"
#include "base/text.h"

#define CML_KEY_SIZE 17 /* with its end */
void cml_key_print(uint64_t key, char text[CML_KEY_SIZE]);
/* False, and *key untouched, for any other text. */
bool cml_key_parse(struct cml_slice text, uint64_t *key);
/* CML_BAD_DATA, with the text that is no key and what may have happened to it. */
enum cml_result cml_key_refuse(struct cml_slice text, struct cml_error *err);

/* A set of 64-bit keys, with a small number beside each. */

/* Open addressing, at most three quarters full: 11 to 21 bytes for a key. Zeroed is empty. */
struct cml_key_set {
	uint64_t *slots; /* 0 is a free slot */
	uint32_t *notes; /* by slot; NULL until the first cml_key_set_note */
	size_t n_slots;
	size_t n;
};

void cml_key_set_release(struct cml_key_set *set);
bool cml_key_set_has(const struct cml_key_set *set, uint64_t key);
/* *added: whether it was new. */
enum cml_result cml_key_set_add(struct cml_key_set *set, uint64_t key, bool *added,
				struct cml_error *err);

/* Sets the number beside a key, which is added when it is new. */
enum cml_result cml_key_set_note(struct cml_key_set *set, uint64_t key, uint32_t note,
				 struct cml_error *err);
/* False when the key is not there; *note is 0 when none was set. */
bool cml_key_set_find(const struct cml_key_set *set, uint64_t key, uint32_t *note);

/* Rows of the same key, put together. */

/* Groups in order of their first row; rows of group g, ascending, are
 * rows[first[g]] to rows[first[g + 1] - 1]. Zeroed is empty. */
struct cml_key_groups {
	size_t n;
	size_t *first; /* n + 1 */
	size_t *rows;
};

/* O(n_rows), as the next. group[n_rows]: the number of each row's group. */
enum cml_result cml_key_number_groups(size_t n_rows, const uint64_t *keys, uint32_t *group,
				      size_t *n_groups, struct cml_error *err);
enum cml_result cml_key_groups_init(struct cml_key_groups *groups, size_t n_rows,
				    const uint64_t *keys, struct cml_error *err);
void cml_key_groups_release(struct cml_key_groups *groups);

#endif

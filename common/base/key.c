#include "base/key.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

static const char hex_digits[] = "0123456789abcdef";

void cml_key_print(uint64_t key, char text[CML_KEY_SIZE])
{
	for (size_t i = 0; i < CML_KEY_SIZE - 1; i++, key <<= 4)
		text[i] = hex_digits[key >> 60];
	text[CML_KEY_SIZE - 1] = '\0';
}

bool cml_key_parse(struct cml_slice text, uint64_t *key)
{
	uint64_t parsed = 0;
	if (text.size != CML_KEY_SIZE - 1)
		return false;
	for (size_t i = 0; i < text.size; i++) {
		const char *digit = memchr(hex_digits, text.data[i], 16);
		if (!digit)
			return false;
		parsed = parsed << 4 | (uint64_t)(digit - hex_digits);
	}
	*key = parsed;
	return true;
}

/* A key of digits, perhaps with an e, in a sheet: 7.46595E+15, 7,46595E+15, INF, #NUM!. */
static bool is_of_sheet(struct cml_slice text)
{
	if (text.size < 3)
		return false;
	bool is_number = cml_is_digit(text.data[0]);
	for (size_t i = 0; i < text.size; i++)
		is_number = is_number && !memchr("abcdf", text.data[i], 5);
	return is_number || text.data[0] == '#' ||
	       cml_slice_is_nocase((struct cml_slice){text.data, 3}, "inf");
}

enum cml_result cml_key_refuse(struct cml_slice text, struct cml_error *err)
{
	return cml_fail(
	    err, CML_BAD_DATA, "not a key, which is 16 hexadecimal digits: %s%s", CML_QUOTED(text),
	    is_of_sheet(text)
		? "; a spreadsheet may have taken it for a number and rounded it: go back to the "
		  "file from before, and import this column as text"
		: "");
}

#define FIRST_SLOTS 64
/* Stands for the key 0, which marks a free slot: a NaN that no arithmetic makes. */
#define ZERO_KEY UINT64_C(0x7ff5c3a96d1e0b47)

/* The slot of key, or the free one it belongs in. n_slots is a power of two.
 * Keys may be hashes or the bits of whole numbers as doubles, whose lower half is zero. */
static size_t find_slot(const uint64_t *slots, size_t n_slots, uint64_t key)
{
	size_t at =
	    (size_t)((key ^ key >> 32) * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (n_slots - 1);
	while (slots[at] != 0 && slots[at] != key)
		at = (at + 1) & (n_slots - 1);
	return at;
}

void cml_key_set_release(struct cml_key_set *set)
{
	free(set->slots);
	free(set->notes);
	*set = (struct cml_key_set){0};
}

bool cml_key_set_has(const struct cml_key_set *set, uint64_t key)
{
	return cml_key_set_find(set, key, &(uint32_t){0});
}

static bool grow(struct cml_key_set *set)
{
	size_t n_slots = set->n_slots ? 2 * set->n_slots : FIRST_SLOTS;
	uint64_t *slots = cml_array_new(n_slots, sizeof *slots);
	uint32_t *notes = set->notes ? cml_array_new(n_slots, sizeof *notes) : NULL;
	if (!slots || (set->notes && !notes)) {
		free(slots);
		free(notes);
		return false;
	}
	for (size_t i = 0; i < set->n_slots; i++) {
		if (set->slots[i] == 0)
			continue;
		size_t at = find_slot(slots, n_slots, set->slots[i]);
		slots[at] = set->slots[i];
		if (notes)
			notes[at] = set->notes[i];
	}
	free(set->slots);
	free(set->notes);
	set->slots = slots;
	set->notes = notes;
	set->n_slots = n_slots;
	return true;
}

enum cml_result cml_key_set_add(struct cml_key_set *set, uint64_t key, bool *added,
				struct cml_error *err)
{
	key = key ? key : ZERO_KEY;
	*added = !cml_key_set_has(set, key);
	if (!*added)
		return CML_OK;
	if (set->n + 1 > set->n_slots - set->n_slots / 4 && !grow(set))
		return cml_fail_memory(err);
	set->slots[find_slot(set->slots, set->n_slots, key)] = key;
	set->n++;
	return CML_OK;
}

enum cml_result cml_key_set_note(struct cml_key_set *set, uint64_t key, uint32_t note,
				 struct cml_error *err)
{
	bool added;
	if (cml_key_set_add(set, key, &added, err) != CML_OK)
		return err->status;
	if (!set->notes && !CML_NEW(&set->notes, set->n_slots))
		return cml_fail_memory(err);
	set->notes[find_slot(set->slots, set->n_slots, key ? key : ZERO_KEY)] = note;
	return CML_OK;
}

bool cml_key_set_find(const struct cml_key_set *set, uint64_t key, uint32_t *note)
{
	*note = 0;
	if (set->n_slots == 0)
		return false;
	key = key ? key : ZERO_KEY;
	size_t at = find_slot(set->slots, set->n_slots, key);
	*note = set->notes ? set->notes[at] : 0;
	return set->slots[at] == key;
}

enum cml_result cml_key_number_groups(size_t n_rows, const uint64_t *keys, uint32_t *group,
				      size_t *n_groups, struct cml_error *err)
{
	AUTO(cml_key_set) numbers = {0};
	enum cml_result status = n_rows > UINT32_MAX ? cml_fail_memory(err) : CML_OK;
	for (size_t row = 0; row < n_rows && status == CML_OK; row++)
		if (!cml_key_set_find(&numbers, keys[row], &group[row])) {
			group[row] = (uint32_t)numbers.n;
			status = cml_key_set_note(&numbers, keys[row], group[row], err);
		}
	*n_groups = numbers.n;
	return status;
}

/* A counting sort by group. */
static enum cml_result collect(struct cml_key_groups *groups, size_t n_rows, const uint32_t *group,
			       struct cml_error *err)
{
	if (!CML_NEW(&groups->first, groups->n + 2) || !CML_NEW(&groups->rows, n_rows))
		return cml_fail_memory(err);
	/* While rows are placed, next[g] is where that of group g goes; in the end it is where the
	 * following group begins. */
	size_t *next = groups->first + 1;
	for (size_t row = 0; row < n_rows; row++)
		next[group[row] + 1]++;
	for (size_t g = 0; g < groups->n; g++)
		next[g + 1] += next[g];
	for (size_t row = 0; row < n_rows; row++)
		groups->rows[next[group[row]]++] = row;
	return CML_OK;
}

enum cml_result cml_key_groups_init(struct cml_key_groups *groups, size_t n_rows,
				    const uint64_t *keys, struct cml_error *err)
{
	*groups = (struct cml_key_groups){0};
	AUTOFREE uint32_t *group = cml_array_new(n_rows, sizeof *group);
	if (!group)
		return cml_fail_memory(err);
	if (cml_key_number_groups(n_rows, keys, group, &groups->n, err) != CML_OK)
		return err->status;
	return collect(groups, n_rows, group, err);
}

void cml_key_groups_release(struct cml_key_groups *groups)
{
	free(groups->first);
	free(groups->rows);
	*groups = (struct cml_key_groups){0};
}

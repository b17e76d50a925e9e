#include "launch/metric/name_search.h"

#include "base/target.h"

#include <stdbool.h>
#include <string.h>

#define BLOCK 64

/* Commonest first: the letters of English text, among digits and blanks, of which logs
 * are full. Bytes that are not listed are rarer. */
static const char common[] =
    " 0123456789etaoinsrlhdcumpfg_bwvykxqjz./-=:ETAOINSRLHDCUMPFGBWVYKXQJZ";

static size_t rarity(char c)
{
	const char *at = memchr(common, c, sizeof common - 1);

	return at != NULL ? (size_t)(at - common) : sizeof common;
}

void cml_name_search_init(struct cml_name_search *search, struct cml_slice name)
{
	*search = (struct cml_name_search){.name = name};
	for (size_t i = 1; i < name.size; i++) {
		if (rarity(name.data[i]) > rarity(name.data[search->at[0]]))
			search->at[0] = i;
	}
	if (search->at[0] == 0 && name.size > 1)
		search->at[1] = 1;
	for (size_t i = 0; i < name.size; i++) {
		if (i != search->at[0] && rarity(name.data[i]) > rarity(name.data[search->at[1]]))
			search->at[1] = i;
	}
}

/* The first block of whole ones, from `from` on, in which some place has the one byte at
 * left[place] and the other at right[place]; n when there is none. */
CML_TARGET_CLONES
static size_t next_block(const unsigned char *restrict left, const unsigned char *restrict right,
			 size_t from, size_t n, unsigned char one, unsigned char other)
{
	for (; from + BLOCK <= n; from += BLOCK) {
		unsigned char any = 0;

		for (size_t i = 0; i < BLOCK; i++)
			any |= (unsigned char)(left[from + i] == one) &
			       (unsigned char)(right[from + i] == other);
		if (any)
			return from;
	}
	return n;
}

/* The first place in [from, to) with the whole name, or to. */
static size_t compare_places(const struct cml_name_search *search, struct cml_slice text,
			     size_t from, size_t to)
{
	size_t at = search->at[0];

	while (from < to) {
		const char *found = memchr(text.data + from + at, search->name.data[at], to - from);

		if (found == NULL)
			return to;
		from = (size_t)(found - text.data) - at;
		if (memcmp(text.data + from, search->name.data, search->name.size) == 0)
			return from;
		from++;
	}
	return to;
}

size_t cml_name_search_next(const struct cml_name_search *search, struct cml_slice text,
			    size_t from)
{
	const unsigned char *bytes = (const unsigned char *)text.data;
	const unsigned char *name = (const unsigned char *)search->name.data;
	size_t n_places = text.size >= search->name.size ? text.size - search->name.size + 1 : 0;

	while (from < n_places) {
		size_t block = next_block(bytes + search->at[0], bytes + search->at[1], from,
					  n_places, name[search->at[0]], name[search->at[1]]);
		size_t end = block + BLOCK;
		size_t found;

		if (block == n_places) { /* the last places do not fill a block */
			block = n_places - (n_places - from) % BLOCK;
			end = n_places;
		}
		found = compare_places(search, text, block, end);
		if (found < end)
			return found;
		from = end;
	}
	return text.size;
}

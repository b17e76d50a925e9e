#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Words longer than this are never suggested: a message has no room for them,
 * and the distance is quadratic. */
#define NEAREST_MAX_SIZE 128
/* `int` and `integer` mean the same, `t` and `tile` need not. */
#define MIN_STEM 3

struct cml_slice cml_slice_of(const char *string)
{
	if (!string)
		return (struct cml_slice){0};
	return (struct cml_slice){string, strlen(string)};
}

bool cml_slice_equal(struct cml_slice a, struct cml_slice b)
{
	return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

bool cml_slice_is(struct cml_slice a, const char *string)
{
	return cml_slice_equal(a, cml_slice_of(string));
}

bool cml_slice_is_nocase(struct cml_slice a, const char *string)
{
	return a.size == strlen(string) &&
	       (a.size == 0 || strncasecmp(a.data, string, a.size) == 0);
}

int cml_slice_compare(struct cml_slice a, struct cml_slice b)
{
	size_t shared = a.size < b.size ? a.size : b.size;
	int order = shared == 0 ? 0 : memcmp(a.data, b.data, shared);

	if (order != 0)
		return order;
	return (a.size > b.size) - (a.size < b.size);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

bool cml_slice_contains(struct cml_slice a, const char *string)
{
	return a.size > 0 && memmem(a.data, a.size, string, strlen(string)) != NULL;
}

struct cml_slice cml_slice_from(struct cml_slice a, size_t n)
{
	return (struct cml_slice){n > 0 ? a.data + n : a.data, a.size - n};
}

bool cml_slice_skip(struct cml_slice *a, const char *string)
{
	size_t size = strlen(string);

	if (a->size < size || (size > 0 && memcmp(a->data, string, size) != 0))
		return false;
	*a = cml_slice_from(*a, size);
	return true;
}

bool cml_slice_cut(struct cml_slice *a, const char *string)
{
	size_t size = strlen(string);

	if (a->size < size || memcmp(a->data + a->size - size, string, size) != 0)
		return false;
	a->size -= size;
	return true;
}

struct cml_slice cml_slice_trim(struct cml_slice a)
{
	while (a.size > 0 && is_blank(a.data[0])) {
		a.data++;
		a.size--;
	}
	while (a.size > 0 && is_blank(a.data[a.size - 1]))
		a.size--;
	return a;
}

bool cml_slice_split(struct cml_slice *rest, char separator, struct cml_slice *part)
{
	if (!rest->data)
		return false;
	*part = *rest;
	const char *cut = memchr(part->data, separator, part->size);
	if (cut)
		part->size = (size_t)(cut - part->data);
	*rest = cut ? cml_slice_from(*rest, part->size + 1) : (struct cml_slice){0};
	return true;
}

bool cml_slice_line(struct cml_slice *text, struct cml_slice *line)
{
	return text->size > 0 && cml_slice_split(text, '\n', line);
}

struct cml_slice cml_slice_last_line(struct cml_slice text, struct cml_slice *before)
{
	while (text.size > 0 && memchr(" \t\r\n", text.data[text.size - 1], 4) != NULL)
		text.size--;
	size_t start = text.size;
	while (start > 0 && text.data[start - 1] != '\n' && text.data[start - 1] != '\r')
		start--;
	if (before)
		*before = (struct cml_slice){text.data, start};
	return cml_slice_from(text, start);
}

#define FNV_PRIME UINT64_C(0x100000001b3)
/* FNV_PRIME^6 modulo 2^64: what six bytes of 0 multiply a hash by. */
#define FNV_PRIME_6 UINT64_C(0xdc966432edf1c639)

static uint64_t finish_hash(uint64_t hash)
{
	hash = (hash ^ (hash >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	hash = (hash ^ (hash >> 27)) * UINT64_C(0x94d049bb133111eb);
	return hash ^ (hash >> 31);
}

uint64_t cml_hash(uint64_t seed, const void *data, size_t size)
{
	const unsigned char *bytes = data;
	uint64_t hash = seed;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * FNV_PRIME;
	return finish_hash(hash);
}

uint64_t cml_hash_uint64(uint64_t seed, uint64_t number)
{
	uint64_t hash = seed;

	/* Doubles that are small whole numbers are all zeros but the top. */
	if ((number & UINT64_C(0xffffffffffff)) == 0) {
		hash *= FNV_PRIME_6;
		number >>= 48;
		hash = (hash ^ (number & 0xff)) * FNV_PRIME;
		return finish_hash((hash ^ (number >> 8)) * FNV_PRIME);
	}
#pragma GCC unroll 8
	for (int i = 0; i < 8; i++, number >>= 8)
		hash = (hash ^ (number & 0xff)) * FNV_PRIME;
	return finish_hash(hash);
}

size_t cml_text_printable(struct cml_slice text, uint32_t *code)
{
	static const uint32_t min[] = {0, 0, 0xa0, 0x800, 0x10000};
	const unsigned char *data = (const unsigned char *)text.data;
	unsigned char first = data[0];
	size_t n = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
	uint32_t read = first & (0x7fu >> n);

	*code = first;
	if (first < 0x80)
		return first >= 0x20 && first != 0x7f ? 1 : 0;
	if (first < 0xc2 || first > 0xf4 || n > text.size)
		return 0;
	for (size_t i = 1; i < n; i++) {
		if ((data[i] & 0xc0) != 0x80)
			return 0;
		read = read << 6 | (data[i] & 0x3fu);
	}
	if (read < min[n] || read > 0x10ffff || (read >= 0xd800 && read <= 0xdfff))
		return 0;
	*code = read;
	return n;
}

/* A blank that is none of ASCII's, or nothing to be seen. */
static bool is_invisible(uint32_t code)
{
	return code == 0xa0 || code == 0xad || (code >= 0x2000 && code <= 0x200f) ||
	       code == 0x202f || (code >= 0x205f && code <= 0x2064) || code == 0x3000 ||
	       code == 0xfeff;
}

/* Writes how the character that text begins with is shown into shown, sets *n_shown, and
 * returns how many bytes of text it represents. */
static size_t show_one(struct cml_slice text, char shown[4], size_t *n_shown)
{
	static const char digits[] = "0123456789abcdef";
	uint32_t code;
	const unsigned char *data = (const unsigned char *)text.data;
	size_t n = cml_text_printable(text, &code);

	if (n == 0 || is_invisible(code)) {
		memcpy(shown, "\\x", 2);
		shown[2] = digits[data[0] >> 4];
		shown[3] = digits[data[0] & 15];
		*n_shown = 4;
		return 1;
	}
	if (data[0] == '"' || data[0] == '\\') {
		shown[0] = '\\';
		shown[1] = (char)data[0];
		*n_shown = 2;
		return 1;
	}
	memcpy(shown, data, n);
	*n_shown = n;
	return n;
}

char *cml_text_quote(struct cml_slice slice, char *text, size_t size)
{
	static const char clipped_end[] = "\"...";
	size_t used = 0;
	size_t clip_at = 1; /* where the text may still be cut and closed */
	char shown[4];
	size_t n_shown;

	text[used++] = '"';
	for (size_t i = 0; i < slice.size;) {
		i += show_one(cml_slice_from(slice, i), shown, &n_shown);
		if (used + n_shown + sizeof "\"" > size) {
			memcpy(text + clip_at, clipped_end, sizeof clipped_end);
			return text;
		}
		memcpy(text + used, shown, n_shown);
		used += n_shown;
		if (used + sizeof clipped_end <= size)
			clip_at = used;
	}
	memcpy(text + used, "\"", sizeof "\"");
	return text;
}

static size_t min_of(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Levenshtein distance in which two letters in the wrong order are one mistake; b is at most
 * NEAREST_MAX_SIZE long. Source: F. J. Damerau, "A technique for computer detection and correction
 * of spelling errors", Communications of the ACM 7, 1964 (the restricted distance). */
static size_t edit_distance(struct cml_slice a, struct cml_slice b)
{
	/* Distances of prefixes of a, i letters long, to those of b; in turns. */
	size_t rows[3][NEAREST_MAX_SIZE + 1];

	for (size_t j = 0; j <= b.size; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= a.size; i++) {
		size_t *row = rows[i % 3], *above = rows[(i + 2) % 3];
		const size_t *above_that = rows[(i + 1) % 3];

		row[0] = i;
		for (size_t j = 1; j <= b.size; j++) {
			row[j] = min_of(above[j - 1] + (a.data[i - 1] != b.data[j - 1]),
					min_of(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && a.data[i - 1] == b.data[j - 2] &&
			    a.data[i - 2] == b.data[j - 1])
				row[j] = min_of(row[j], above_that[j - 2] + 1);
		}
	}
	return rows[a.size % 3][b.size];
}

/* Whether one begins with the other in any case, of MIN_STEM letters and a third of its own or
 * more. */
static bool have_stem(struct cml_slice a, struct cml_slice b)
{
	size_t size = min_of(a.size, b.size), longer = a.size + b.size - size;
	return size >= MIN_STEM && 3 * size >= longer && strncasecmp(a.data, b.data, size) == 0;
}

const char *cml_text_nearest(struct cml_slice word, const char *const *choices, size_t n)
{
	const char *nearest = NULL, *longer_or_shorter = NULL;
	size_t min = SIZE_MAX;

	if (word.size > NEAREST_MAX_SIZE)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		struct cml_slice choice = cml_slice_of(choices[i]);
		size_t longer = choice.size > word.size ? choice.size : word.size;
		size_t allowed = longer >= 3 ? longer / 3 : 1;
		size_t distance;

		if (choice.size > NEAREST_MAX_SIZE)
			continue;
		distance = cml_slice_is_nocase(word, choices[i]) ? 0 : edit_distance(word, choice);
		/* Nothing in common is no resemblance, however short the words. */
		if (distance <= allowed && distance < longer && distance < min) {
			min = distance;
			nearest = choices[i];
		}
		if (!longer_or_shorter && have_stem(word, choice))
			longer_or_shorter = choices[i];
	}
	return nearest ? nearest : longer_or_shorter;
}

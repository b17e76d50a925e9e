/* Text as views: a slice points into a buffer that it does not own. */
#ifndef CML_BASE_TEXT_H
#define CML_BASE_TEXT_H

#include "base/error.h"

/* size bytes at data; not terminated, may hold any byte; data may be NULL
 * when size is 0. */
struct cml_slice {
	const char *data;
	size_t size;
};

/* Whatever the locale. */
static inline bool cml_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* How many digits are at the front. */
static inline size_t cml_count_digits(struct cml_slice a)
{
	size_t n = 0;
	while (n < a.size && cml_is_digit(a.data[n]))
		n++;
	return n;
}

struct cml_slice cml_slice_of(const char *string); /* NULL gives the empty slice */
bool cml_slice_equal(struct cml_slice a, struct cml_slice b);
bool cml_slice_is(struct cml_slice a, const char *string);
bool cml_slice_is_nocase(struct cml_slice a, const char *string); /* ASCII only */
/* Byte order, shorter first on a shared prefix: <0, 0, >0. */
int cml_slice_compare(struct cml_slice a, struct cml_slice b);
bool cml_slice_contains(struct cml_slice a, const char *string);
/* Without the first n bytes, of which there are so many. */
struct cml_slice cml_slice_from(struct cml_slice a, size_t n);
/* Takes the string off the front, or off the end; false when it does not stand there. */
bool cml_slice_skip(struct cml_slice *a, const char *string);
bool cml_slice_cut(struct cml_slice *a, const char *string);
/* Without spaces and tabs at both ends. */
struct cml_slice cml_slice_trim(struct cml_slice a);

/* Cuts the part before the first separator off *rest into *part. False when *rest is exhausted,
 * which NULL data say: `a||b` gives three parts, an empty text one, `a|` two. */
bool cml_slice_split(struct cml_slice *rest, char separator, struct cml_slice *part);

/* Takes the first line off *text, without its LF; the last one may lack that. False when *text is
 * empty; *line is untouched then. */
bool cml_slice_line(struct cml_slice *text, struct cml_slice *line);

/* The last line that is not blank, without blanks and line ends (LF, CR) behind it; empty: there is
 * none. *before, if not NULL: what stands before it. */
struct cml_slice cml_slice_last_line(struct cml_slice text, struct cml_slice *before);

/* 64-bit hash of bytes, the same on every machine; not for adversaries.
 * Chain by passing the last result as seed; start with CML_HASH_SEED.
 * Source: FNV-1a (Fowler, Noll, Vo), followed by the splitmix64 finaliser. */
#define CML_HASH_SEED UINT64_C(0xcbf29ce484222325)
uint64_t cml_hash(uint64_t seed, const void *data, size_t size);
/* cml_hash of the eight bytes of a number, the lowest first. */
uint64_t cml_hash_uint64(uint64_t seed, uint64_t number);

/* Bytes of the valid, printable UTF-8 character that text begins with, and its code point; or 0,
 * and the first byte: a control character (U+0080 to U+009F too), a stray or overlong sequence, a
 * surrogate, or a code point past U+10FFFF. The text is not empty. */
size_t cml_text_printable(struct cml_slice text, uint32_t *code);

/* Shows bytes of unknown origin inside a message: double-quoted, control and
 * non-ASCII-breaking bytes as \xNN, quotes and backslashes escaped, clipped
 * with `...` to fit. text has size >= 16 bytes, is always terminated, and is
 * returned. */
char *cml_text_quote(struct cml_slice slice, char *text, size_t size);
#define CML_QUOTE_SIZE 96
/* The same in memory that lasts to the end of the block around it. */
#define CML_QUOTED(slice) cml_text_quote(slice, (char[CML_QUOTE_SIZE]){0}, CML_QUOTE_SIZE)

/* The text in plain characters, without blanks around it: blanks of all widths are one, what has no
 * width and accents go, dashes and the minus are `-`, quotes `'`, wide letters, and letters of
 * other alphabets that look like Latin ones, are these. Returns its size; not terminated; longer
 * texts are cut. Source: Unicode Technical Standard 39, Unicode Security Mechanisms, confusables,
 * of which a few. */
#define CML_ALIKE_SIZE 128
size_t cml_text_plain(struct cml_slice text, char plain[CML_ALIKE_SIZE]);

/* The name of choices[0..n) nearest to word by edit distance (two letters in the wrong order
 * count 1, a word in other letter case 0), or NULL when none is near enough to be worth suggesting
 * (distance over a third of the longer one's length, at least 1); if none is, the first that begins
 * with word or that word begins with, in three letters and a third of the longer one or more: `int`
 * for `integer`. For `did you mean`. */
const char *cml_text_nearest(struct cml_slice word, const char *const *choices, size_t n);

/* Of `; did you mean 'mean'?`: a word of 128 bytes fits. */
#define CML_SUGGESTION_SIZE 192

/* The name that was meant: one of a list, or `tokens_per_sec` by `tokens/sec/GPU`. */

/* The name of choices[0..n) to suggest: one that shares two thirds of the words that either has,
 * else the nearest by letters (cml_text_nearest), else one that shares half of the words; NULL:
 * none; the first of equals. Words are runs of letters or of digits, in any case, also
 * `tokensPerSec`; `per` and a plural `s` do not count, and second, sec and s are one, as are tokens
 * and tok, device and gpu, iteration and iter, memory and mem. At most 8 words of a name are looked
 * at. */
const char *cml_name_nearest(struct cml_slice name, const char *const *choices, size_t n);

/* Whether a name may be short for another one, or misspelt: `13b` for `llama-13b`, `H100` for
 * `H100-80GB`, but not `70b`, nor `A100`. One has all words of the other and one of letters, or one
 * word of four letters and more is another one nearly. */
bool cml_words_are_meant(struct cml_slice text, const char *other);

/* Position in choices[0..n) of name; CML_BAD_USAGE: `unknown predictor "gb"; did you mean 'gbt'?
 * (known: auto, gbt)`, where what is "unknown predictor". */
enum cml_result cml_name_find(struct cml_slice name, const char *what, const char *const *choices,
			      size_t n, size_t *at, struct cml_error *err);

/* Names in a sentence: `tp, pp, batch and 4 more`. */

#define CML_NAME_LIST_SHOWN 8
#define CML_NAME_LIST_SIZE 320

/* Zeroed is empty. */
struct cml_name_list {
	char text[CML_NAME_LIST_SIZE];
	size_t size;
	size_t n;       /* added */
	size_t n_shown; /* the first of them, CML_NAME_LIST_SHOWN at most, as many as fit */
};
void cml_name_list_add(struct cml_name_list *list, const char *name);
/* The list, after the last name; empty without names. */
const char *cml_name_list_end(struct cml_name_list *list);

#endif

/* The name that was meant: one of a list, or `tokens_per_sec` by `tokens/sec/GPU`. */
#ifndef CML_BASE_TEXT_WORDS_H
#define CML_BASE_TEXT_WORDS_H

#include "base/error.h"
#include "base/text.h"

/* The name of choices[0..n) that shares the most words with name, or NULL when none shares half of
 * the words that either has; the first of equals. Words are runs of letters or of digits, in any
 * case, also `tokensPerSec`; `per` and a plural `s` do not count, and second, sec and s are one, as
 * are tokens and tok, device and gpu, iteration and iter, memory and mem. At most 8 words of a name
 * are looked at. */
const char *cml_words_nearest(struct cml_slice name, const char *const *choices, size_t n);

/* The name to suggest: one that shares two thirds of the words, else the nearest by letters
 * (cml_text_nearest), else one that shares half of the words; NULL: none. */
const char *cml_name_nearest(struct cml_slice name, const char *const *choices, size_t n);

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

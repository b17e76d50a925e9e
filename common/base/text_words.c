#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_WORDS 8
#define WORD_SIZE 24

struct words {
	char texts[MAX_WORDS][WORD_SIZE];
	size_t n;
};

static const char *const synonyms[][2] = {
    {"sec", "s"},           {"second", "s"},        {"tok", "token"}, {"device", "gpu"},
    {"accelerator", "gpu"}, {"iteration", "iter"},  {"it", "iter"},   {"mem", "memory"},
    {"millisecond", "ms"},  {"throughput", "rate"}, {"speed", "rate"}};

static bool has(const struct words *words, const char *word)
{
	for (size_t i = 0; i < words->n; i++)
		if (strcmp(words->texts[i], word) == 0)
			return true;
	return false;
}

/* Takes a word in small letters, as the one that stands for its synonyms. */
static void add(struct words *words, char *word, size_t size)
{
	if (size > 2 && word[size - 1] == 's' && word[size - 2] != 's')
		size--;
	word[size] = '\0';
	for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++)
		if (strcmp(word, synonyms[i][0]) == 0)
			word = memcpy(word, synonyms[i][1], strlen(synonyms[i][1]) + 1);
	if (words->n < MAX_WORDS && strcmp(word, "per") != 0 && !has(words, word))
		memcpy(words->texts[words->n++], word, strlen(word) + 1);
}

/* Whether a word ends before text[i]: between letters and others, and at a capital after a small
 * letter. */
static bool ends(struct cml_slice text, size_t i)
{
	unsigned char before = (unsigned char)text.data[i - 1], at = (unsigned char)text.data[i];
	return !isalpha(before) != !isalpha(at) || !isdigit(before) != !isdigit(at) ||
	       (islower(before) && isupper(at));
}

static struct words split(struct cml_slice text)
{
	struct words words = {.n = 0};
	char word[WORD_SIZE];
	size_t size = 0;
	for (size_t i = 0; i <= text.size; i++) {
		if (size > 0 && (i == text.size || ends(text, i))) {
			add(&words, word, size);
			size = 0;
		}
		if (i < text.size && isalnum((unsigned char)text.data[i]) && size + 1 < WORD_SIZE)
			word[size++] = (char)tolower((unsigned char)text.data[i]);
	}
	return words;
}

/* The first name that shares the largest part of the words, at least numerator / denominator. */
static const char *nearest_sharing(struct cml_slice name, const char *const *choices, size_t n,
				   size_t numerator, size_t denominator)
{
	struct words wanted = split(name);
	const char *nearest = NULL;
	size_t best = 0, of = 1; /* the largest part so far */
	for (size_t i = 0; i < n; i++) {
		struct words words = split(cml_slice_of(choices[i]));
		size_t shared = 0;
		for (size_t k = 0; k < words.n; k++)
			shared += has(&wanted, words.texts[k]);
		size_t all = wanted.n + words.n - shared;
		if (shared == 0 || denominator * shared < numerator * all ||
		    shared * of <= best * all)
			continue;
		best = shared;
		of = all;
		nearest = choices[i];
	}
	return nearest;
}

const char *cml_name_nearest(struct cml_slice name, const char *const *choices, size_t n)
{
	const char *nearest = nearest_sharing(name, choices, n, 2, 3);
	if (!nearest)
		nearest = cml_text_nearest(name, choices, n);
	return nearest ? nearest : nearest_sharing(name, choices, n, 1, 2);
}

/* The words of a that b lacks, of which the last is *odd: how many. */
static size_t count_odd(const struct words *a, const struct words *b, const char **odd)
{
	size_t n = 0;
	for (size_t i = 0; i < a->n; i++)
		if (!has(b, a->texts[i])) {
			*odd = a->texts[i];
			n++;
		}
	return n;
}

/* Shorter words in the place of others are other names: H100, A100. */
#define MIN_MISSPELT 4

bool cml_words_are_meant(struct cml_slice text, const char *other)
{
	struct words words = split(text), others = split(cml_slice_of(other));
	const char *odd = "", *odd_other = "";
	size_t n = count_odd(&words, &others, &odd),
	       n_others = count_odd(&others, &words, &odd_other);
	if (words.n == n || others.n == n_others)
		return false;
	if (n == 0 || n_others == 0)
		return n + n_others == 0 || isalpha((unsigned char)(n > 0 ? odd : odd_other)[0]);
	return n == 1 && n_others == 1 && isalpha((unsigned char)odd[0]) &&
	       strlen(odd) >= MIN_MISSPELT && strlen(odd_other) >= MIN_MISSPELT &&
	       cml_text_nearest(cml_slice_of(odd), &odd_other, 1);
}

enum cml_result cml_name_find(struct cml_slice name, const char *what, const char *const *choices,
			      size_t n, size_t *at, struct cml_error *err)
{
	char known[512] = "";
	for (*at = 0; *at < n; ++*at)
		if (cml_slice_is(name, choices[*at]))
			return CML_OK;
	for (size_t i = 0; i < n; i++) {
		strncat(known, i > 0 ? ", " : "", sizeof known - strlen(known) - 1);
		strncat(known, choices[i], sizeof known - strlen(known) - 1);
	}
	const char *near = cml_text_nearest(name, choices, n);
	return cml_fail(err, CML_BAD_USAGE, "%s %s%s%s%s (known: %s)", what, CML_QUOTED(name),
			near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "",
			n > 0 ? known : "none");
}

/* Room for ` and 18446744073709551615 more`. */
#define MORE_SIZE 40

void cml_name_list_add(struct cml_name_list *list, const char *name)
{
	size_t room = CML_NAME_LIST_SIZE - MORE_SIZE;
	bool fits = list->n == list->n_shown && list->n_shown < CML_NAME_LIST_SHOWN &&
		    list->size + strlen(", ") + strlen(name) < room;
	list->n++;
	if (!fits)
		return;
	list->size += (size_t)snprintf(list->text + list->size, room - list->size, "%s%s",
				       list->n_shown > 0 ? ", " : "", name);
	list->n_shown++;
}

const char *cml_name_list_end(struct cml_name_list *list)
{
	if (list->n > list->n_shown)
		snprintf(list->text + list->size, MORE_SIZE, "%s%zu%s",
			 list->n_shown > 0 ? " and " : "", list->n - list->n_shown,
			 list->n_shown > 0 ? " more" : " columns");
	return list->text;
}

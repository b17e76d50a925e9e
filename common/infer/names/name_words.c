#include "infer/names/name_words.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* Whether a word begins at text[i], as capitals tell. */
static bool begins_word(const char *text, size_t i)
{
	unsigned char before = i > 0 ? (unsigned char)text[i - 1] : 0;
	unsigned char after = (unsigned char)text[i + 1];
	if (!isupper((unsigned char)text[i]) || !isalnum(before))
		return false;
	bool is_plural = after == 's' && !islower((unsigned char)text[i + 2]); /* GPUs */
	return islower(before) || (isupper(before) && islower(after) && !is_plural);
}

static void write_words(const char *name, size_t size, bool by_capitals, char words[CML_WORDS_SIZE])
{
	size_t n = 0;
	words[n++] = '_';
	for (size_t i = 0; i < size && n < CML_WORDS_SIZE - 3; i++) {
		unsigned char c = (unsigned char)name[i];
		bool begins = !isalnum(c) || (by_capitals && begins_word(name, i));
		if (begins && words[n - 1] != '_')
			words[n++] = '_';
		if (isalnum(c))
			words[n++] = (char)tolower(c);
	}
	if (words[n - 1] != '_')
		words[n++] = '_';
	words[n] = '\0';
}

void cml_words_normalise(const char *name, char words[CML_WORDS_SIZE])
{
	write_words(name, strlen(name), false, words);
}

void cml_words_split(const char *name, char words[CML_WORDS_SIZE])
{
	size_t size = strlen(name), before = strcspn(name, "[(");
	bool has_unit = before > 0 && before < size && strchr("])", name[size - 1]);
	write_words(name, has_unit ? before : size, true, words);
}

bool cml_words_have(const char *words, const char *const *patterns)
{
	for (; *patterns; patterns++)
		if (strstr(words, *patterns))
			return true;
	return false;
}

bool cml_words_are(const char *words, const char *const *names)
{
	for (; *names; names++)
		if (strcmp(words, *names) == 0)
			return true;
	return false;
}

bool cml_words_end_in(const char *words, const char *suffix)
{
	size_t n = strlen(words), n_suffix = strlen(suffix);
	return n >= n_suffix && strcmp(words + n - n_suffix, suffix) == 0;
}

bool cml_name_has(const char *name, const char *const *patterns)
{
	char words[CML_WORDS_SIZE], split[CML_WORDS_SIZE];
	cml_words_normalise(name, words);
	cml_words_split(name, split);
	return cml_words_have(words, patterns) || cml_words_have(split, patterns);
}

bool cml_name_is(const char *name, const char *const *names)
{
	char words[CML_WORDS_SIZE], split[CML_WORDS_SIZE];
	cml_words_normalise(name, words);
	cml_words_split(name, split);
	return cml_words_are(words, names) || cml_words_are(split, names);
}

bool cml_name_ends_in(const char *name, const char *suffix)
{
	char words[CML_WORDS_SIZE], split[CML_WORDS_SIZE];
	cml_words_normalise(name, words);
	cml_words_split(name, split);
	return cml_words_end_in(words, suffix) || cml_words_end_in(split, suffix);
}

bool cml_name_ends_in_any(const char *name, const char *const *suffixes)
{
	for (; *suffixes; suffixes++)
		if (cml_name_ends_in(name, *suffixes))
			return true;
	return false;
}

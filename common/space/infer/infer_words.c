#include "space/infer/infer_words.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

void cml_words_normalise(const char *name, char words[CML_WORDS_SIZE])
{
	size_t n = 0;
	words[n++] = '_';
	for (; *name && n < CML_WORDS_SIZE - 2; name++) {
		unsigned char c = (unsigned char)*name;
		if (isalnum(c))
			words[n++] = (char)tolower(c);
		else if (words[n - 1] != '_')
			words[n++] = '_';
	}
	if (words[n - 1] != '_')
		words[n++] = '_';
	words[n] = '\0';
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

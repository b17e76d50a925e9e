#include "infer/names/names.h"

#include <ctype.h>
#include <string.h>

/* Fewer letters before a time or a number make another word of it: `dtime`, `flat`, `fp8`. */
#define MIN_BEFORE 3

/* Whether text[i] begins the number of one of several: `model1`, not `H100` or `fp8`. */
static bool begins_number(const char *text, size_t i)
{
	static const char digits[] = "0123456789", others[] = "0123456789 _-./";
	return i >= MIN_BEFORE && isdigit((unsigned char)text[i]) &&
	       strcspn(text + i - MIN_BEFORE, others) == MIN_BEFORE &&
	       !text[i + strspn(text + i, digits)];
}

/* Whether a word begins at text[i], by its capitals, or a number at the end. */
static bool begins_word(const char *text, size_t i)
{
	unsigned char before = i > 0 ? (unsigned char)text[i - 1] : 0;
	unsigned char after = (unsigned char)text[i + 1];
	if (!isupper((unsigned char)text[i]) || !isalnum(before))
		return begins_number(text, i);
	bool is_plural = after == 's' && !islower((unsigned char)text[i + 2]); /* GPUs */
	/* `top5Accuracy`, too. */
	return islower(before) || (islower(after) && !is_plural);
}

/* The letter without its accent, by the second of the two bytes that it has in UTF-8; 0: none. */
static char plain_letter(char second)
{
	static const char letters[] =
	    "aaaaaaaceeeeiiiidnooooo\0ouuuuy\0saaaaaaaceeeeiiiidnooooo\0ouuuuy\0y";
	unsigned char last = (unsigned char)second;
	return (char)(last >= 0x80 && last < 0xc0 ? letters[last - 0x80] : 0);
}

static void write_words(const char *name, size_t size, bool by_capitals, char words[CML_WORDS_SIZE])
{
	size_t n = 0;
	words[n++] = '_';
	for (size_t i = 0; i < size && n < CML_WORDS_SIZE - 3; i++) {
		unsigned char c = (unsigned char)name[i];
		if (c == 0xc3 && i + 1 < size && plain_letter(name[i + 1]))
			c = (unsigned char)plain_letter(name[++i]);
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

static void begin_word(char *at)
{
	memmove(at + 1, at, strlen(at) + 1);
	*at = '_';
}

/* How many letters of a word are a time; 0: its end is none, or one of a word of its own. */
static size_t time_size(const char *word, size_t size)
{
	static const char *const times[] = {"latency", "duration", "elapsed", "time", "lat"};
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		size_t n = strlen(times[i]);
		if (n <= size && strncmp(word + size - n, times[i], n) == 0)
			return n == size || (n + MIN_BEFORE <= size &&
					     strncmp(word, "realtime", size) != 0)
				   ? n
				   : 0;
	}
	return 0;
}

/* A time behind other letters, and its unit, begin words. */
static void split_times(char words[CML_WORDS_SIZE])
{
	for (char *word = words + 1; *word; word += strcspn(word, "_") + 1) {
		size_t size = strcspn(word, "_");
		bool has_unit = size > 2 && strchr("mun", word[size - 2]) && word[size - 1] == 's';
		size_t end = size - (has_unit ? 2 : 0), n = time_size(word, end);
		if (n == 0 || strlen(words) + 3 > CML_WORDS_SIZE)
			continue;
		if (has_unit)
			begin_word(word + end);
		if (n < end)
			begin_word(word + end - n);
	}
}

struct cml_spelling cml_spell(const char *name)
{
	struct cml_spelling spelling;
	size_t size = strlen(name), before = strcspn(name, "[(");
	bool has_unit = before > 0 && before < size && strchr("])", name[size - 1]);
	cml_words_normalise(name, spelling.words[0]);
	write_words(name, has_unit ? before : size, true, spelling.words[1]);
	split_times(spelling.words[1]);
	return spelling;
}

/* Whether `min` behind a slash is the smallest of several: `loss/min`, not `pairs/min`. */
static bool is_least(const char *before, const char *after)
{
	after += strspn(after, " ");
	bool is_min = strncmp(after, "min", 3) == 0 && !isalnum((unsigned char)after[3]);
	return is_min && !cml_name_ends_in(before, CML_COUNTED_WORDS);
}

struct cml_spelling cml_spell_with(const char *name, const char *slash)
{
	char text[CML_WORDS_SIZE];
	size_t n = 0;
	for (; *name && n + sizeof " per " < sizeof text; name++) {
		text[n] = '\0';
		bool is_per = *name == '/' && !is_least(text, name + 1);
		const char *word = is_per ? slash : *name == '$' ? " usd " : NULL;
		memcpy(text + n, word ? word : name, word ? strlen(word) : 1);
		n += word ? strlen(word) : 1;
	}
	text[n] = '\0';
	return cml_spell(text);
}

enum place { ANYWHERE, AT_END, WHOLE };

bool cml_words_next(const char **list, const char **word, size_t *size)
{
	*word = *list;
	*size = strcspn(*list, " ");
	*list += *size + strspn(*list + *size, " ");
	return *size > 0;
}

static bool is_part(const char *at, const char *part, size_t size)
{
	return at[0] == '_' && at[1 + size] == '_' && memcmp(at + 1, part, size) == 0;
}

static bool has_some(const char *words, const char *parts, enum place place)
{
	size_t n = strlen(words);
	const char *part;
	for (size_t size; cml_words_next(&parts, &part, &size);) {
		if (size + 2 > n || (place == WHOLE && size + 2 < n))
			continue;
		const char *last = words + n - size - 2;
		for (const char *at = place == ANYWHERE ? words : last; at <= last; at++)
			if (is_part(at, part, size))
				return true;
	}
	return false;
}

bool cml_words_have(const char *words, const char *parts)
{
	return has_some(words, parts, ANYWHERE);
}

bool cml_words_are(const char *words, const char *parts)
{
	return has_some(words, parts, WHOLE);
}

bool cml_words_end_in(const char *words, const char *parts)
{
	return has_some(words, parts, AT_END);
}

bool cml_spelling_has(const struct cml_spelling *spelling, const char *parts)
{
	return cml_words_have(spelling->words[0], parts) ||
	       cml_words_have(spelling->words[1], parts);
}

bool cml_name_has(const char *name, const char *parts)
{
	struct cml_spelling spelling = cml_spell(name);
	return cml_spelling_has(&spelling, parts);
}

bool cml_name_ends_in(const char *name, const char *parts)
{
	struct cml_spelling spelling = cml_spell(name);
	return cml_words_end_in(spelling.words[0], parts) ||
	       cml_words_end_in(spelling.words[1], parts);
}

bool cml_name_is(const char *name, const char *parts)
{
	struct cml_spelling spelling = cml_spell(name);
	return cml_words_are(spelling.words[0], parts) || cml_words_are(spelling.words[1], parts);
}

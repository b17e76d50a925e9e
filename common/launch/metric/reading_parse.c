#include "launch/metric/readings.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

#define ESCAPE '\x1b'
#define DIGITS "0123456789"
#define CUT "cut"

/* The micro sign, and the Greek letter that is written in its place. */
#define MICRO_SIGN "\xc2\xb5"
#define GREEK_MU "\xce\xbc"

/* Units that do not scale. Those of three letters and more in any case. */
static const char *const units[] = {
    "%",      "s",       "ms",      "us",     "ns",       "sec",   "secs",  "second",  "seconds",
    "min",    "mins",    "minutes", "h",      "hr",       "hrs",   "hour",  "hours",   "days",
    "bit",    "bits",    "byte",    "bytes",  "bps",      "tok",   "toks",  "token",   "tokens",
    "sample", "samples", "seq",     "seqs",   "img",      "imgs",  "image", "images",  "example",
    "it",     "its",     "iter",    "iters",  "step",     "steps", "batch", "batches", "flop",
    "flops",  "Hz",      "W",       "J",      "word",     "words", "req",   "reqs",    "request",
    "qps",    "wps",     "tps",     "row",    "rows",     "op",    "ops",   "query",   "queries",
    "record", "records", "percent", "epochs", "examples", NULL};

/* The same behind k, M and the like, or per another: alone these may be billions. */
static const char *const small_units[] = {"B", "b", NULL};

/* What lines begin with, before a number. */
static const char *const counters[] = {"step", "iter", "iteration", "epoch", "batch", "rank", NULL};

static const char *const unclear[] = {"B",   "b",        "m",       "bn",      "mn",       "mio",
				      "mln", "thousand", "million", "billion", "trillion", NULL};

enum unit_kind {
	UNIT_KNOWN,   /* scales by *factor */
	UNIT_UNKNOWN, /* "foo": a unit right behind a number, a word of a sentence elsewhere */
	UNIT_PREFIX,  /* "Mfoo": begins with k, M or the like, and the rest is not known */
	UNIT_UNCLEAR, /* "B", "million": scales the number, by how much differs */
};

static bool is_any(struct cml_slice word, const char *const *texts)
{
	for (; *texts; texts++)
		if (word.size < 3 ? cml_slice_is(word, *texts) : cml_slice_is_nocase(word, *texts))
			return true;
	return false;
}

/* k, K, M, G, T and P are powers of a thousand, Ki, Mi, ... powers of 1024, alone or before a
 * unit. *factor: what they multiply by, 1 without them or when not known; *rest: what stands
 * behind them. Source: SI and IEC 80000-13. */
static enum unit_kind classify_unit(const char *word, double *factor, const char **rest)
{
	static const char prefixes[] = "kMGTP";
	const char *slash = strchr(word, '/');
	struct cml_slice counted = {word, strcspn(word, "/")};

	*factor = 1;
	*rest = word;
	if (is_any(cml_slice_of(word), unclear))
		return UNIT_UNCLEAR;
	if (counted.size == 0 || is_any(counted, units) || (slash && is_any(counted, small_units)))
		return UNIT_KNOWN;
	const char *prefix = strchr(prefixes, *word == 'K' ? 'k' : *word);
	if (!prefix)
		return slash && is_any(cml_slice_of(slash + 1), units) ? UNIT_KNOWN : UNIT_UNKNOWN;
	struct cml_slice behind = {word + 1, counted.size - 1};
	bool is_binary = behind.size > 0 && word[1] == 'i' && !is_any(behind, units);
	size_t n = is_binary ? 2 : 1;
	behind = (struct cml_slice){word + n, counted.size - n};
	if (behind.size > 0 && !is_any(behind, units) && !is_any(behind, small_units))
		return UNIT_PREFIX;
	*factor = pow(is_binary ? 1024 : 1000, (double)(prefix - prefixes + 1));
	*rest = word + n;
	return UNIT_KNOWN;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Whether names are made of such bytes. */
static bool is_of_name(char c)
{
	return is_letter(c) || cml_is_digit(c) || c == '-' || c == '.' || c == '/';
}

/* Whether a terminal's sequence ends with the last byte of text, a letter. Source: ECMA-48, 5.4:
 * ESC
 * [, parameter bytes 3/0 to 3/15, intermediate bytes 2/0 to 2/15, a final byte; and `ESC ( B`, by
 * which tput selects a character set. */
static bool ends_in_sequence(struct cml_slice text)
{
	size_t i = text.size - 1;
	size_t start = text.size > CML_READING_BEFORE ? text.size - CML_READING_BEFORE : 0;

	if (i >= start + 2 && memchr("()", text.data[i - 1], 2) && text.data[i - 2] == ESCAPE)
		return true;
	while (i > start && text.data[i - 1] >= ' ' && text.data[i - 1] <= '?')
		i--;
	return i >= start + 2 && text.data[i - 1] == '[' && text.data[i - 2] == ESCAPE;
}

bool cml_reading_starts(struct cml_slice text)
{
	return text.size == 0 || !is_of_name(text.data[text.size - 1]) ||
	       (is_letter(text.data[text.size - 1]) && ends_in_sequence(text));
}

/* Bytes of the terminal's sequence at the front of text; 0: none stands there. */
static size_t sequence_size(struct cml_slice text)
{
	size_t n = 2;

	if (text.size < 2 || text.data[0] != ESCAPE || !memchr("[()", text.data[1], 3))
		return 0;
	while (text.data[1] == '[' && n < text.size && text.data[n] >= ' ' && text.data[n] <= '?')
		n++;
	return n < text.size ? n + 1 : n;
}

/* The rest of a line, as a terminal shows it: without sequences, up to a NUL. Returns how many
 * bytes of text that is. */
static size_t copy_line(struct cml_slice text, char line[CML_READING_BEHIND + 1])
{
	size_t used = 0, size = 0;

	while (used < text.size && used < CML_READING_BEHIND &&
	       !memchr("\n\r", text.data[used], 3)) {
		size_t skipped = sequence_size(cml_slice_from(text, used));

		if (skipped == 0)
			line[size++] = text.data[used];
		used += skipped > 0 ? skipped : 1;
	}
	line[size] = '\0';
	return used;
}

static void skip_blanks(const char **at)
{
	*at += strspn(*at, " \t");
}

static bool is_here(const char *at, const char *text)
{
	return strncmp(at, text, strlen(text)) == 0;
}

/* A quote, also one with the backslash it has inside another text. */
static void skip_quote(const char **at)
{
	const char *quote = *at + (**at == '\\');

	if (*quote == '"' || *quote == '\'')
		*at = quote + 1;
}

/* A whole word of letters, in any case. */
static bool skip_word(const char **at, const char *word)
{
	size_t size = strlen(word);

	if (strncasecmp(*at, word, size) != 0 || is_letter((*at)[size]) ||
	    cml_is_digit((*at)[size]))
		return false;
	*at += size;
	return true;
}

/* What Python's dictionaries show around a number of NumPy or PyTorch. */
static const char *const wrappers[] = {"tensor(", "np.float64(", "np.float32(", "np.float16(",
				       NULL};

/* Size of the one of texts that stands here, in any case; 0: none. */
static size_t size_of_any(const char *at, const char *const *texts)
{
	for (; *texts; texts++)
		if (strncasecmp(at, *texts, strlen(*texts)) == 0)
			return strlen(*texts);
	return 0;
}

/* Digits before the point, commas between groups of three, the first of which does not begin with
 * a zero: "0,123" has a decimal comma. */
static size_t whole_part_size(const char *at)
{
	size_t n = strspn(at, DIGITS);

	if (n > 0 && n <= 3 && *at != '0')
		while (at[n] == ',' && strspn(at + n + 1, DIGITS) == 3)
			n += 4;
	return n;
}

static size_t exponent_size(const char *at)
{
	size_t sign = at[0] != '\0' && (at[1] == '+' || at[1] == '-');

	return (*at == 'e' || *at == 'E') && cml_is_digit(at[1 + sign])
		   ? 1 + sign + strspn(at + 1 + sign, DIGITS)
		   : 0;
}

static bool take_word(const char **at, double *value)
{
	*value = NAN;
	if (skip_word(at, "nan"))
		return true;
	*value = INFINITY;
	return skip_word(at, "inf") || skip_word(at, "infinity");
}

/* False, with *at where it was, when no number begins here. */
static bool take_number(const char **at, double *value)
{
	bool negative = **at == '-';
	const char *next = *at + (negative || **at == '+');
	char digits[CML_READING_BEHIND]; /* without commas */
	size_t size, n = 0;

	if (!take_word(&next, value)) {
		size = whole_part_size(next);
		if (next[size] == '.' && (size > 0 || cml_is_digit(next[1])))
			size += 1 + strspn(next + size + 1, DIGITS);
		if (size == 0)
			return false;
		size += exponent_size(next + size);
		for (size_t i = 0; i < size; i++)
			if (next[i] != ',')
				digits[n++] = next[i];
		if (!cml_parse_double((struct cml_slice){digits, n}, value))
			*value = INFINITY; /* too large for a double */
		next += size;
	}
	*value = negative ? -*value : *value;
	*at = next;
	return true;
}

/* Whether one character, which people put between groups of digits or parts of dates, and then a
 * digit stand here: "1'000", "12:30", in UTF-8 a narrow space. */
static bool ends_in_digit(const char *at)
{
	size_t size = *at != '\0' && strchr(".,:/-+'", *at) ? 1 : 0;

	if (size == 0)
		while ((unsigned char)at[size] >= 0x80)
			size++;
	return size > 0 && cml_is_digit(at[size]);
}

/* Takes the letters that stand here; false when they are too many, or when what follows makes
 * a number of it that is none. */
static bool take_letters(const char **at, char word[CML_UNIT_SIZE])
{
	const char *next = *at;
	size_t size = 0;

	for (;;) {
		bool is_micro = is_here(next, MICRO_SIGN) || is_here(next, GREEK_MU);

		if (!is_micro && !is_letter(*next) && *next != '%' &&
		    !(*next == '/' && is_letter(next[1])))
			break;
		if (size == CML_UNIT_SIZE - 1)
			return false;
		word[size++] = is_micro ? 'u' : *next;
		next += is_micro ? 2 : 1;
	}
	word[size] = '\0';
	*at = next;
	return !cml_is_digit(*next) && *next != '#' && !ends_in_digit(next);
}

/* Whether what begins here, and is no number, was one to whoever wrote it: the stars of a
 * Fortran field that is too narrow; a number in brackets or in further quotes, or behind the
 * minus sign of Unicode. */
static bool begins_like_number(const char *at)
{
	double ignored;

	if (is_here(at, "**"))
		return true;
	while (*at != '\0' && (strchr("*[({\"' ", *at) || (unsigned char)*at >= 0x80))
		at++;
	return !is_letter(at[*at == '-' || *at == '+']) && take_number(&at, &ignored);
}

/* Whether the number between start and end goes on behind a blank with a group of three digits:
 * "1 234", "12 345.6". */
static bool is_torn(const char *start, const char *end)
{
	size_t n = (size_t)(end - start) - strspn(start, "+-");

	if (strspn(end - n, DIGITS) != n || n > 3 || *end != ' ' || strspn(end + 1, DIGITS) != 3)
		return false;
	return !is_of_name(end[4]) ? end[4] == '\0' || !strchr("=:%", end[4])
				   : end[4] == '.' && !is_letter(end[5]);
}

/* Whether what stands here is the name of the next reading: "k: 2". */
static bool ends_a_name(const char *at)
{
	skip_quote(&at);
	skip_blanks(&at);
	return *at == '=' || *at == ':';
}

/* Takes the word behind a number, if it is its unit: right behind it, or behind one blank, where a
 * word that is not known goes on with the sentence. NULL, or why the value is unclear. */
static const char *take_unit(const char **at, struct cml_reading *reading)
{
	const char *behind = *at, *unit;
	char word[CML_UNIT_SIZE];

	if (!take_letters(&behind, word))
		return "no number";
	bool attached = word[0] != '\0';
	bool is_counted =
	    behind[0] == ' ' && cml_is_digit(behind[1]) && is_any(cml_slice_of(word), counters);
	/* Another process may write into the middle of a number: `qps=51step=3`, `51epoch 3`,
	 * `5.8[rank1]`, `5.8e+`. */
	if ((attached && (is_counted || ends_a_name(behind) || strcasecmp(word, "e") == 0)) ||
	    (!attached && *behind != '\0' && strchr("[{<", *behind)))
		return CUT;
	if (!attached && *behind++ != ' ')
		return NULL;
	if (!attached && (!take_letters(&behind, word) || word[0] == '\0' || ends_a_name(behind)))
		return NULL;
	enum unit_kind kind = classify_unit(word, &reading->factor, &unit);
	reading->bare = reading->value;
	if (kind == UNIT_UNCLEAR || (kind == UNIT_PREFIX && attached))
		return "of unclear size";
	if (kind == UNIT_KNOWN || attached) {
		reading->value *= reading->factor;
		strcpy(reading->unit, unit);
		*at = behind;
	}
	return NULL;
}

bool cml_reading_parse_word(struct cml_slice word, struct cml_reading *reading)
{
	char line[CML_READING_BEHIND + 1];
	const char *at = line;

	*reading = (struct cml_reading){.value = 0};
	return word.size < CML_READING_BEHIND && copy_line(word, line) == word.size &&
	       take_number(&at, &reading->value) && take_unit(&at, reading) == NULL &&
	       at == line + word.size;
}

/* Refuses what stands here, of which so many bytes are shown. */
static enum cml_reading_kind refuse(struct cml_reading *reading, const char *text, size_t size,
				    const char *why)
{
	reading->why = why;
	memcpy(reading->text, text, strnlen(text, size));
	return CML_READING_REFUSED;
}

enum cml_reading_kind cml_reading_parse_before(struct cml_slice text, struct cml_reading *reading)
{
	size_t end = text.size, start;

	while (end > 0 && text.data[end - 1] == ' ')
		end--;
	for (start = end;
	     start > 0 && (is_of_name(text.data[start - 1]) || text.data[start - 1] == ',');)
		start--;
	struct cml_slice word = {text.data + start, end - start};
	bool is_whole = start > 0 || text.size < CML_READING_BEFORE;
	bool is_apart = end < text.size || (end > 0 && cml_is_digit(text.data[end - 1]));
	return is_apart && is_whole && word.size > 0 && cml_reading_parse_word(word, reading)
		   ? CML_READING_NUMBER
		   : CML_READING_NONE;
}

enum cml_reading_kind cml_reading_parse(struct cml_slice text, bool is_loose,
					struct cml_reading *reading)
{
	char line[CML_READING_BEHIND + 1];
	bool is_cut = copy_line(text, line) >= CML_READING_BEHIND;
	const char *at = line;

	*reading = (struct cml_reading){.value = 0};
	skip_quote(&at);
	skip_blanks(&at);
	is_loose = is_loose && at > line && *at != '=' && *at != ':';
	if (!is_loose && *at != '=' && *at != ':')
		return CML_READING_NONE;
	at += !is_loose;
	skip_blanks(&at);
	at += size_of_any(at, wrappers);
	skip_quote(&at);
	const char *start = at;
	if (!take_number(&at, &reading->value))
		return !is_loose && begins_like_number(at)
			   ? refuse(reading, start, CML_READING_SHOWN, "no number")
			   : CML_READING_NONE;
	if (is_torn(start, at) && !is_loose)
		return refuse(reading, start, CML_READING_SHOWN, "one number or two");
	const char *why = take_unit(&at, reading);
	/* A number that reaches the end of what is looked at may go on behind it. */
	if (!why && is_cut && *at == '\0')
		why = "no number";
	if (why && is_loose && strcmp(why, CUT) != 0)
		return CML_READING_NONE;
	return why ? refuse(reading, start, CML_READING_SHOWN, why) : CML_READING_NUMBER;
}

#include "launch/metric/reading_parse.h"

#include "base/number.h"
#include "launch/metric/reading_unit.h"

#include <math.h>
#include <string.h>

#define ESCAPE '\x1b'

/* In UTF-8: what some locales put between groups of digits, and before a negative number. */
#define RIGHT_QUOTE "\xe2\x80\x99"
#define MINUS_SIGN "\xe2\x88\x92"

/* The micro sign, and the Greek letter that is written in its place. */
#define MICRO_SIGN "\xc2\xb5"
#define GREEK_MU "\xce\xbc"

/* Bytes of a text that are shown. */
#define MAX_SHOWN 19
#define MAX_SHOWN_GROUPS 9 /* two groups of digits */

/* What is still to be read of a text, which a cursor takes off from the front; behind its end every
 * byte is NUL. */
static char peek(const struct cml_slice *cursor, size_t ahead)
{
	return ahead < cursor->size ? cursor->data[ahead] : '\0';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Bytes that names are made of. */
static bool is_of_name(char c)
{
	return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '/';
}

/* Whether a terminal's sequence ends with the last byte of text, a letter.
 * Source: ECMA-48, 5.4: ESC [, parameter bytes 3/0 to 3/15, intermediate bytes 2/0 to
 * 2/15, a final byte; and `ESC ( B`, by which tput selects a character set. */
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

static void advance(struct cml_slice *cursor, size_t n)
{
	n = n < cursor->size ? n : cursor->size;
	cursor->data += n;
	cursor->size -= n;
}

static bool is_here(const struct cml_slice *cursor, const char *text)
{
	size_t size = strlen(text);

	return cursor->size >= size && memcmp(cursor->data, text, size) == 0;
}

/* Passes over a terminal's sequence, if one stands here. */
static bool skip_sequence(struct cml_slice *cursor)
{
	size_t n = 2;

	if (peek(cursor, 0) != ESCAPE)
		return false;
	if (peek(cursor, 1) == '[') {
		while (peek(cursor, n) >= ' ' && peek(cursor, n) <= '?')
			n++;
	} else if (peek(cursor, 1) != '(' && peek(cursor, 1) != ')') {
		return false;
	}
	advance(cursor, n + 1);
	return true;
}

static void skip_blanks(struct cml_slice *cursor)
{
	for (;;) {
		if (peek(cursor, 0) == ' ' || peek(cursor, 0) == '\t')
			advance(cursor, 1);
		else if (!skip_sequence(cursor))
			return;
	}
}

/* A quote, also one with the backslash it has inside another text. */
static void skip_quote(struct cml_slice *cursor)
{
	size_t n = peek(cursor, 0) == '\\';

	if (peek(cursor, n) == '"' || peek(cursor, n) == '\'')
		advance(cursor, n + 1);
}

/* A whole word of letters, in any case. */
static bool skip_word(struct cml_slice *cursor, const char *word)
{
	size_t size = strlen(word);
	struct cml_slice here = {cursor->data, size};

	if (cursor->size < size || !cml_slice_is_nocase(here, word) ||
	    is_letter(peek(cursor, size)) || is_digit(peek(cursor, size)))
		return false;
	advance(cursor, size);
	return true;
}

/* What Python's dictionaries show around a number of NumPy or PyTorch. */
static void skip_wrapper(struct cml_slice *cursor)
{
	static const char *const wrappers[] = {"tensor", "np.float64", "np.float32", "np.float16"};

	if (!is_letter(peek(cursor, 0)))
		return;
	for (size_t i = 0; i < sizeof wrappers / sizeof wrappers[0]; i++) {
		struct cml_slice behind = *cursor;

		if (skip_word(&behind, wrappers[i]) && peek(&behind, 0) == '(') {
			advance(&behind, 1);
			*cursor = behind;
			return;
		}
	}
}

/* The text of a number as it is gathered, without commas. */
struct digits {
	char text[CML_READING_BEHIND];
	size_t size;
};

static void take(struct cml_slice *cursor, struct digits *digits)
{
	digits->text[digits->size++] = peek(cursor, 0);
	advance(cursor, 1);
}

/* Takes all digits that stand here; returns how many. */
static size_t take_digits(struct cml_slice *cursor, struct digits *digits)
{
	size_t n = 0;

	for (; is_digit(peek(cursor, 0)); n++)
		take(cursor, digits);
	return n;
}

/* Digits before the point, commas between groups of three. */
static size_t take_whole_part(struct cml_slice *cursor, struct digits *digits)
{
	size_t n = take_digits(cursor, digits);

	if (n == 0 || n > 3)
		return n;
	while (peek(cursor, 0) == ',' && is_digit(peek(cursor, 1)) && is_digit(peek(cursor, 2)) &&
	       is_digit(peek(cursor, 3)) && !is_digit(peek(cursor, 4))) {
		advance(cursor, 1);
		n += take_digits(cursor, digits);
	}
	return n;
}

static void take_exponent(struct cml_slice *cursor, struct digits *digits)
{
	size_t sign = peek(cursor, 1) == '+' || peek(cursor, 1) == '-';

	if ((peek(cursor, 0) != 'e' && peek(cursor, 0) != 'E') || !is_digit(peek(cursor, 1 + sign)))
		return;
	take(cursor, digits);
	if (sign)
		take(cursor, digits);
	take_digits(cursor, digits);
}

static bool take_word(struct cml_slice *cursor, double *value)
{
	if (!is_letter(peek(cursor, 0)))
		return false;
	*value = NAN;
	if (skip_word(cursor, "nan"))
		return true;
	*value = INFINITY;
	return skip_word(cursor, "inf") || skip_word(cursor, "infinity");
}

/* False, with the cursor where it was, when no number begins here. */
static bool take_number(struct cml_slice *cursor, double *value)
{
	struct cml_slice start = *cursor;
	struct digits digits;
	bool negative = peek(cursor, 0) == '-';
	size_t n;

	if (negative || peek(cursor, 0) == '+')
		advance(cursor, 1);
	digits.size = 0;
	if (take_word(cursor, value)) {
		*value = negative ? -*value : *value;
		return true;
	}
	n = take_whole_part(cursor, &digits);
	if (peek(cursor, 0) == '.' && (n > 0 || is_digit(peek(cursor, 1)))) {
		take(cursor, &digits);
		n += take_digits(cursor, &digits);
	}
	if (n == 0) {
		*cursor = start;
		return false;
	}
	take_exponent(cursor, &digits);
	if (!cml_parse_double((struct cml_slice){digits.text, digits.size}, value))
		*value = INFINITY; /* too large for a double */
	*value = negative ? -*value : *value;
	return true;
}

/* Takes the letters that stand here; false when they are too many, or when what follows makes
 * a number of it that is none. */
static bool take_letters(struct cml_slice *cursor, char word[CML_UNIT_SIZE])
{
	size_t size = 0;

	for (;;) {
		bool is_micro = is_here(cursor, MICRO_SIGN) || is_here(cursor, GREEK_MU);

		if (!is_micro && !is_letter(peek(cursor, 0)) && peek(cursor, 0) != '%' &&
		    !(peek(cursor, 0) == '/' && is_letter(peek(cursor, 1))))
			break;
		if (size == CML_UNIT_SIZE - 1)
			return false;
		word[size++] = is_micro ? 'u' : peek(cursor, 0);
		advance(cursor, is_micro ? 2 : 1);
	}
	word[size] = '\0';
	/* "1.#INF" is how Microsoft's C library writes it. */
	if (is_digit(peek(cursor, 0)) || (peek(cursor, 0) == '#' && is_letter(peek(cursor, 1))))
		return false;
	if (is_here(cursor, RIGHT_QUOTE) && is_digit(peek(cursor, sizeof RIGHT_QUOTE - 1)))
		return false;
	return !(is_digit(peek(cursor, 1)) && memchr(".,:/-+'", peek(cursor, 0), 7) != NULL);
}

/* Whether what begins here, and is no number, was one to whoever wrote it: the stars of a
 * Fortran field that is too narrow; a number in brackets or in further quotes, or behind the
 * minus sign of Unicode. */
static bool begins_like_number(struct cml_slice cursor)
{
	bool starred = peek(&cursor, 0) == '*';
	double ignored;

	if (starred && peek(&cursor, 1) == '*')
		return true;
	if (starred)
		advance(&cursor, 1);
	while (peek(&cursor, 0) != '\0' && strchr("[({\"'", peek(&cursor, 0)) != NULL) {
		advance(&cursor, 1);
		skip_blanks(&cursor);
	}
	if (is_here(&cursor, MINUS_SIGN))
		advance(&cursor, sizeof MINUS_SIGN - 1);
	return !is_letter(peek(&cursor, peek(&cursor, 0) == '-' || peek(&cursor, 0) == '+')) &&
	       take_number(&cursor, &ignored);
}

/* Passes over one blank that people put between groups of digits: a space, or a no-break, thin
 * or narrow no-break one in UTF-8. */
static bool skip_group_blank(struct cml_slice *cursor)
{
	static const char *const blanks[] = {" ", "\xc2\xa0", "\xe2\x80\x89", "\xe2\x80\xaf"};

	for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
		if (is_here(cursor, blanks[i])) {
			advance(cursor, strlen(blanks[i]));
			return true;
		}
	}
	return false;
}

/* Whether the number that begins at start and ends at cursor goes on behind a blank with a
 * group of three digits: "1 234", "12 345.6". */
static bool is_torn(struct cml_slice cursor, const struct cml_slice *start)
{
	size_t n = 0;

	for (const char *c = start->data; c < cursor.data; c++) {
		if (is_digit(*c))
			n++;
		else if (*c != '-' && *c != '+')
			return false;
	}
	if (n == 0 || n > 3 || !skip_group_blank(&cursor))
		return false;
	for (size_t i = 0; i < 3; i++)
		if (!is_digit(peek(&cursor, i)))
			return false;
	char next = peek(&cursor, 3);
	return !is_of_name(next) ? strchr("=:%", next) == NULL || next == '\0'
				 : next == '.' && !is_letter(peek(&cursor, 4));
}

/* Whether what stands here is the name of the next reading: "k: 2". */
static bool ends_a_name(struct cml_slice cursor)
{
	skip_quote(&cursor);
	skip_blanks(&cursor);
	return peek(&cursor, 0) == '=' || peek(&cursor, 0) == ':';
}

static void skip_sequences(struct cml_slice *cursor)
{
	while (skip_sequence(cursor))
		;
}

/* Takes the word behind a number, if it is its unit: right behind it, or behind one blank, where a
 * word that is not known goes on with the sentence. NULL, or why the value is unclear. */
static const char *take_unit(struct cml_slice *cursor, struct cml_reading *reading)
{
	struct cml_slice behind = *cursor;
	char word[CML_UNIT_SIZE];
	struct cml_slice unit;
	double factor;

	if (!take_letters(&behind, word))
		return "no number";
	bool attached = word[0] != '\0';
	if (!attached) {
		skip_sequences(&behind);
		if (peek(&behind, 0) != ' ')
			return NULL;
		advance(&behind, 1);
		skip_sequences(&behind);
		if (!take_letters(&behind, word) || word[0] == '\0' || ends_a_name(behind))
			return NULL;
	}
	enum cml_unit_kind kind = cml_unit_classify(cml_slice_of(word), &factor, &unit);
	if (kind == CML_UNIT_UNCLEAR || (kind == CML_UNIT_PREFIX && attached))
		return "of unclear size";
	if (kind == CML_UNIT_KNOWN || attached) {
		reading->value *= factor;
		memcpy(reading->unit, unit.data, unit.size);
		reading->unit[unit.size] = '\0';
		*cursor = behind;
	}
	return NULL;
}

bool cml_reading_parse_word(struct cml_slice word, struct cml_reading *reading)
{
	struct cml_slice cursor = word;

	*reading = (struct cml_reading){.value = 0};
	return word.size < CML_READING_BEHIND && take_number(&cursor, &reading->value) &&
	       take_unit(&cursor, reading) == NULL && cursor.size == 0;
}

/* Refuses what stands here, of which so many bytes are shown, without a line's end. */
static enum cml_reading_kind refuse(struct cml_reading *reading, struct cml_slice text, size_t size,
				    const char *why)
{
	size_t shown = 0;

	while (shown < size && shown < text.size && !memchr("\n\r", text.data[shown], 2))
		shown++;
	reading->why = why;
	reading->text = (struct cml_slice){text.data, shown};
	return CML_READING_REFUSED;
}

enum cml_reading_kind cml_reading_parse(struct cml_slice text, struct cml_reading *reading)
{
	struct cml_slice cursor = text, start;

	*reading = (struct cml_reading){.value = 0};
	if (text.size > CML_READING_BEHIND)
		cursor.size = CML_READING_BEHIND;
	skip_sequence(&cursor);
	skip_quote(&cursor);
	skip_blanks(&cursor);
	if (peek(&cursor, 0) != '=' && peek(&cursor, 0) != ':')
		return CML_READING_NONE;
	advance(&cursor, 1);
	skip_blanks(&cursor);
	skip_wrapper(&cursor);
	skip_quote(&cursor);
	start = cursor;
	if (!take_number(&cursor, &reading->value))
		return begins_like_number(cursor) ? refuse(reading, start, MAX_SHOWN, "no number")
						  : CML_READING_NONE;
	if (is_torn(cursor, &start))
		return refuse(reading, start, MAX_SHOWN_GROUPS, "one number or two");
	const char *why = take_unit(&cursor, reading);
	/* A number that reaches the end of what is looked at may go on behind it. */
	if (!why && cursor.data == text.data + CML_READING_BEHIND)
		why = "no number";
	if (why)
		return refuse(reading, start, MAX_SHOWN, why);
	return CML_READING_NUMBER;
}

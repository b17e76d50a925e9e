/* Texts that look alike. Part of text.h. */
#include "base/text.h"

#include <string.h>

/* Of U+00C0 to U+017F; `*` stands for itself. */
static const char latin[] = "AAAAAA*CEEEEIIII*NOOOOOxOUUUUY**aaaaaa*ceeeeiiiidnooooo*ouuuuy*y"
			    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi**JjKk*LlLlLl*"
			    "*LlNnNnNn***OoOoOo**RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";

/* Cyrillic and Greek letters, and signs. */
static const struct {
	uint32_t code;
	char plain;
} others[] = {{0x410, 'A'},   {0x412, 'B'},  {0x415, 'E'},  {0x41a, 'K'},   {0x41c, 'M'},
	      {0x41d, 'H'},   {0x41e, 'O'},  {0x420, 'P'},  {0x421, 'C'},   {0x422, 'T'},
	      {0x425, 'X'},   {0x430, 'a'},  {0x435, 'e'},  {0x43e, 'o'},   {0x440, 'p'},
	      {0x441, 'c'},   {0x443, 'y'},  {0x445, 'x'},  {0x391, 'A'},   {0x39f, 'O'},
	      {0x3bf, 'o'},   {0x3bc, 'u'},  {0xb5, 'u'},   {0x2212, '-'},  {0xfe63, '-'},
	      {0xb4, '\''},   {'`', '\''},   {0x2bc, '\''}, {0x2018, '\''}, {0x2019, '\''},
	      {0x201b, '\''}, {0x201c, '"'}, {0x201d, '"'}};

static bool is_blank(uint32_t code)
{
	return code == ' ' || code == '\t' || code == 0xa0 || code == 0x1680 ||
	       (code >= 0x2000 && code <= 0x200a) || code == 0x202f || code == 0x205f ||
	       code == 0x3000;
}

/* Nothing to be seen, or an accent on the letter before. */
static bool is_nothing(uint32_t code)
{
	return code == 0xad || (code >= 0x200b && code <= 0x200f) ||
	       (code >= 0x2060 && code <= 0x2064) || code == 0xfeff ||
	       (code >= 0x300 && code <= 0x36f) || (code >= 0xfe00 && code <= 0xfe0f);
}

/* ' ' for blanks, '\0' for nothing, '*' for what is as it looks. */
static char plain_of(uint32_t code)
{
	if (is_blank(code))
		return ' ';
	if (is_nothing(code))
		return '\0';
	if (code >= 0xc0 && code < 0xc0 + sizeof latin - 1)
		return latin[code - 0xc0];
	if (code >= 0x2010 && code <= 0x2015)
		return '-';
	if (code >= 0xff01 && code <= 0xff5e)
		return (char)(code - 0xfee0);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (others[i].code == code)
			return others[i].plain;
	return '*';
}

size_t cml_text_plain(struct cml_slice text, char plain[CML_ALIKE_SIZE])
{
	size_t size = 0, n;
	for (size_t at = 0; at < text.size && size + 4 < CML_ALIKE_SIZE; at += n) {
		uint32_t code;
		n = cml_text_printable(cml_slice_from(text, at), &code);
		n = n == 0 ? 1 : n;
		char c = plain_of(code);
		if (c == '*') {
			memcpy(plain + size, text.data + at, n);
			size += n;
		} else if (c != '\0' && !(c == ' ' && size == 0)) {
			plain[size++] = c;
		}
	}
	while (size > 0 && plain[size - 1] == ' ')
		size--;
	return size;
}

#include "base/key.h"

#include "base/number.h"

#include <endian.h>
#include <string.h>

static const char hex_digits[] = "0123456789abcdef";

/* Eight hex digits at once, one in each byte of a word. */
static uint64_t spread_digits(uint32_t half)
{
	uint64_t x = half;
	x = (x & 0xffff0000) << 16 | (x & 0xffff);
	x = (x & UINT64_C(0x0000ff000000ff00)) << 8 | (x & UINT64_C(0x000000ff000000ff));
	x = (x & UINT64_C(0x00f000f000f000f0)) << 4 | (x & UINT64_C(0x000f000f000f000f));
	uint64_t is_letter = (x + UINT64_C(0x0606060606060606)) >> 4 & UINT64_C(0x0101010101010101);
	return htobe64(x + UINT64_C(0x3030303030303030) + is_letter * ('a' - '0' - 10));
}

void cml_key_print(uint64_t key, char text[CML_KEY_SIZE])
{
	uint64_t digits[] = {spread_digits((uint32_t)(key >> 32)), spread_digits((uint32_t)key)};
	memcpy(text, digits, sizeof digits);
	text[CML_KEY_SIZE - 1] = '\0';
}

bool cml_key_parse(struct cml_slice text, uint64_t *key)
{
	uint64_t parsed = 0;
	if (text.size != CML_KEY_SIZE - 1)
		return false;
	for (size_t i = 0; i < text.size; i++) {
		const char *digit = memchr(hex_digits, text.data[i], 16);
		if (!digit)
			return false;
		parsed = parsed << 4 | (uint64_t)(digit - hex_digits);
	}
	*key = parsed;
	return true;
}

enum cml_result cml_key_refuse(struct cml_slice text, struct cml_error *err)
{
	char quoted[CML_QUOTE_SIZE];
	double number;
	return cml_fail(
	    err, CML_BAD_DATA, "not a key, which is 16 hexadecimal digits: %s%s",
	    cml_text_quote(text, quoted, sizeof quoted),
	    text.size > 5 && cml_parse_double(text, &number)
		? "; a spreadsheet may have taken it for a number and rounded it: go back to the "
		  "file from before, and import this column as text"
		: "");
}

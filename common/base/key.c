#include "base/key.h"

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

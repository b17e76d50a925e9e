#include "infer/names/device_name.h"

#include "infer/names/name_words.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SIZES 2

static const struct {
	const char *name;
	double sizes[MAX_SIZES]; /* GB, ascending; 0: no further */
} devices[] = {
    {"k80", {12}},        {"p100", {12, 16}},    {"v100", {16, 32}},   {"v100s", {32}},
    {"t4", {16}},         {"l4", {24}},          {"l40", {48}},        {"l40s", {48}},
    {"a10", {24}},        {"a10g", {24}},        {"a30", {24}},        {"a40", {48}},
    {"a6000", {48}},      {"3090", {24}},        {"4090", {24}},       {"5090", {32}},
    {"a100", {40, 80}},   {"a800", {40, 80}},    {"h100", {80, 94}},   {"h800", {80}},
    {"h20", {96, 141}},   {"h200", {141}},       {"gh200", {96, 144}}, {"b100", {192}},
    {"b200", {180, 192}}, {"gb200", {186, 192}}, {"b300", {288}},      {"gb300", {288}},
    {"mi100", {32}},      {"mi210", {64}},       {"mi250", {128}},     {"mi250x", {128}},
    {"mi300a", {128}},    {"mi300x", {192}},     {"mi308x", {192}},    {"mi325x", {256}},
    {"mi350x", {288}},    {"mi355x", {288}},     {"gaudi2", {96}},     {"gaudi3", {128}},
    {"v5e", {16}},        {"v5litepod", {16}},   {"v5p", {95}},        {"v6e", {32}},
    {"trn1", {32}},       {"trn2", {96}},
};

/* Whether a text ends one word, and the next can be another: `8xH100`, `h100x8`. */
static bool ends_word(const char *text)
{
	return *text == '_' || (*text == 'x' && isdigit((unsigned char)text[1]));
}

static bool begins_word(const char *words, const char *text)
{
	return text[-1] == '_' ||
	       (text[-1] == 'x' && text - words > 2 && isdigit((unsigned char)text[-2]));
}

static bool has_device(const char *words, const char *device)
{
	for (const char *at = words; (at = strstr(at, device)); at++)
		if (begins_word(words, at) && ends_word(at + strlen(device)))
			return true;
	return false;
}

/* The smallest number before a unit, as a slice of a device names the whole one, too:
 * `A100-SXM4-40GB MIG 1g.5gb`. NaN without one. */
static double size_before(const char *words, const char *unit)
{
	double size = NAN;
	for (const char *at = words; (at = strstr(at, unit)); at++) {
		const char *digits = at > words && at[-1] == '_' ? at - 1 : at;
		while (digits > words && isdigit((unsigned char)digits[-1]))
			digits--;
		double number = strtod(digits, NULL);
		if (isdigit((unsigned char)*digits) && number > 0)
			size = fmin(size, number);
	}
	return size;
}

double cml_device_memory(const char *name, double used)
{
	char words[CML_WORDS_SIZE];
	cml_words_normalise(name, words);
	double said = size_before(words, "gb");
	said = isnan(said) ? size_before(words, "gib") : said;
	said = isnan(said) ? size_before(words, "g_") : said;
	if (!isnan(said))
		return used <= said ? said : NAN;
	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
		for (size_t k = 0; has_device(words, devices[i].name) && k < MAX_SIZES; k++)
			if (devices[i].sizes[k] > 0 && used <= devices[i].sizes[k])
				return devices[i].sizes[k];
	return NAN;
}

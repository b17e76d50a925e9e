#include "base/device.h"

#include "base/number.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

/* Dense 16-bit peak, memory, bandwidth, fewest bits; from data sheets. A line for each. */
/* clang-format off */
static const struct cml_device devices[] = {
    {"k80", 4.4, 12, 0.24, 16}, /* of one of its two chips, in 32 bits */
    {"p100", 21, 12, 0.55, 16},
    {"p100 16", 21, 16, 0.73, 16},
    {"v100", 125, 16, 0.9, 16},
    {"v100 32", 125, 32, 0.9, 16},
    {"titan rtx", 130, 24, 0.67, 16},
    {"t4", 65, 16, 0.32, 16},
    {"a10", 125, 24, 0.6, 16},
    {"a10g", 70, 24, 0.6, 16},
    {"a30", 165, 24, 0.93, 16},
    {"a40", 150, 48, 0.7, 16},
    {"a6000", 155, 48, 0.77, 16},
    {"a100", 312, 40, 1.6, 16},
    {"a100 80", 312, 80, 2.0, 16},
    {"a800", 312, 40, 1.6, 16},
    {"a800 80", 312, 80, 2.0, 16},
    {"l4", 121, 24, 0.3, 8},
    {"l40", 181, 48, 0.86, 8},
    {"l40s", 362, 48, 0.86, 8},
    {"a4000", 77, 16, 0.45, 16},
    {"a5000", 111, 24, 0.77, 16},
    {"rtx 6000 ada", 364, 48, 0.96, 8},
    {"rtx pro 6000", 504, 96, 1.8, 4},
    {"rtx 2080", 40, 8, 0.45, 16},
    {"rtx 2080 ti", 54, 11, 0.62, 16},
    {"rtx 3060", 25, 12, 0.36, 16},
    {"rtx 3060 ti", 32, 8, 0.45, 16},
    {"rtx 3070", 41, 8, 0.45, 16},
    {"rtx 3080", 60, 10, 0.76, 16},
    {"rtx 3080 ti", 68, 12, 0.91, 16},
    {"rtx 3090", 71, 24, 0.94, 16},
    {"rtx 3090 ti", 80, 24, 1.0, 16},
    {"rtx 4060", 30, 8, 0.27, 8},
    {"rtx 4060 ti", 44, 8, 0.29, 8},
    {"rtx 4070", 58, 12, 0.5, 8},
    {"rtx 4070 ti", 80, 12, 0.5, 8},
    {"rtx 4080", 97, 16, 0.72, 8},
    {"rtx 4090", 165, 24, 1.0, 8},
    {"rtx 5060", 38, 8, 0.45, 4},
    {"rtx 5060 ti", 47, 8, 0.45, 4},
    {"rtx 5070", 62, 12, 0.67, 4},
    {"rtx 5070 ti", 88, 16, 0.9, 4},
    {"rtx 5080", 113, 16, 0.96, 4},
    {"rtx 5090", 209, 32, 1.8, 4},
    {"h100", 989, 80, 3.35, 8},
    {"h100 pcie", 756, 80, 2.0, 8},
    {"h100 nvl", 835, 94, 3.9, 8},
    {"h800", 989, 80, 3.35, 8},
    {"h20", 148, 96, 4.0, 8},
    {"h200", 989, 141, 4.8, 8},
    {"gh", 989, 96, 4.0, 8},
    {"gh200", 989, 96, 4.0, 8},
    {"gh200 144", 989, 144, 4.9, 8},
    {"b100", 1750, 180, 8, 4},
    {"b200", 2250, 180, 8, 4},
    {"gb200", 2500, 186, 8, 4},
    {"b300", 2500, 288, 8, 4},
    {"gb300", 2500, 288, 8, 4},
    {"mi50", 27, 16, 1.0, 16},
    {"mi100", 185, 32, 1.2, 16},
    {"mi210", 181, 64, 1.6, 16},
    {"mi250", 362, 128, 3.2, 16},
    {"mi250x", 191.5, 64, 1.6, 16}, /* of one of its two dies, which programs count */
    {"mi300x", 1307, 192, 5.3, 8},
    {"mi325x", 1307, 256, 6, 8},
    {"mi355x", 2500, 288, 8, 4},
    {"v2", 46, 16, 0.7, 16}, /* TPUs, of one chip */
    {"v3", 123, 32, 0.9, 16},
    {"v4", 275, 32, 1.2, 16},
    {"v5e", 197, 16, 0.8, 16},
    {"v5litepod", 197, 16, 0.8, 16},
    {"v5p", 459, 95, 2.8, 16},
    {"v6e", 918, 32, 1.6, 16},
    {"trillium", 918, 32, 1.6, 16},
    {"v7x", 2307, 192, 7.4, 8},
    {"tpu7x", 2307, 192, 7.4, 8},
    {"ironwood", 2307, 192, 7.4, 8},
    {"a2 highgpu", 312, 40, 1.6, 16}, /* machines of clouds, by the devices in them */
    {"a2 ultragpu", 312, 80, 2.0, 16},
    {"a3 highgpu", 989, 80, 3.35, 8},
    {"a3 megagpu", 989, 80, 3.35, 8},
    {"a3 ultragpu", 989, 141, 4.8, 8},
    {"a4 highgpu", 2250, 180, 8, 4},
    {"g2 standard", 121, 24, 0.3, 8},
    {"g4dn", 65, 16, 0.32, 16},
    {"g5", 70, 24, 0.6, 16},
    {"g6", 121, 24, 0.3, 8},
    {"g6e", 362, 48, 0.86, 8},
    {"p3 16xlarge", 125, 16, 0.9, 16},
    {"p3dn 24xlarge", 125, 32, 0.9, 16},
    {"p4d 24xlarge", 312, 40, 1.6, 16},
    {"p4de 24xlarge", 312, 80, 2.0, 16},
    {"p5 48xlarge", 989, 80, 3.35, 8},
    {"p5e 48xlarge", 989, 141, 4.8, 8},
    {"p5en 48xlarge", 989, 141, 4.8, 8},
    {"p6 b200 48xlarge", 2250, 180, 8, 4},
    {"nd96asr v4", 312, 40, 1.6, 16},
    {"nd96amsr a100 v4", 312, 80, 2.0, 16},
    {"gaudi 2", 432, 96, 2.5, 8},
    {"gaudi 3", 1835, 128, 3.7, 8},
};
/* clang-format on */
#define N_DEVICES (sizeof devices / sizeof devices[0])

static bool is_part(char c)
{
	return isalnum((unsigned char)c);
}

size_t cml_name_skip(struct cml_slice text, const char *name)
{
	size_t at = 0;
	for (; *name && *name != '|'; name++) {
		if (*name == ' ') {
			while (at < text.size && !is_part(text.data[at]))
				at++;
			continue;
		}
		if (at == text.size || tolower((unsigned char)text.data[at]) != *name)
			return 0;
		at++;
	}
	return at;
}

bool cml_name_stands_at(struct cml_slice text, const char *name)
{
	size_t at = cml_name_skip(text, name);
	bool is_count = at + 1 < text.size && tolower((unsigned char)text.data[at]) == 'x' &&
			cml_is_digit(text.data[at + 1]);
	return at > 0 && (at == text.size || !is_part(text.data[at]) || is_count);
}

/* Behind a `tpu`, too. */
static bool begins_word(struct cml_slice text, size_t at)
{
	bool is_count = at > 1 && tolower((unsigned char)text.data[at - 1]) == 'x' &&
			cml_is_digit(text.data[at - 2]);
	bool is_tpu = at >= 3 && strncasecmp(text.data + at - 3, "tpu", 3) == 0;
	return at == 0 || !is_part(text.data[at - 1]) || is_count || is_tpu;
}

/* The number before GB or G; NaN without one. */
static double memory_in(struct cml_slice text)
{
	for (size_t i = 1; i < text.size; i++) {
		size_t first = i, end = i + 1;
		double number;
		if (tolower((unsigned char)text.data[i]) != 'g')
			continue;
		end += end < text.size && tolower((unsigned char)text.data[end]) == 'i';
		end += end < text.size && tolower((unsigned char)text.data[end]) == 'b';
		if (end < text.size && is_part(text.data[end]))
			continue;
		first -= first > 0 && text.data[first - 1] == ' ';
		size_t last = first;
		while (first > 0 && cml_is_digit(text.data[first - 1]))
			first--;
		bool has_bytes = end > i + 1; /* `A10G` is a name */
		/* `mem=800G` of what Slurm allocates is the host's. */
		if (first > 0 && text.data[first - 1] == '=')
			continue;
		if (first < last && (has_bytes || !is_part(text.data[first - (first > 0)])) &&
		    cml_parse_double((struct cml_slice){text.data + first, last - first}, &number))
			return number;
	}
	return NAN;
}

/* The last part of `A100-80`, if it is a number that can be one. */
static double memory_at_end(struct cml_slice text)
{
	size_t first = text.size;
	double number;
	while (first > 0 && cml_is_digit(text.data[first - 1]))
		first--;
	bool is_part = first > 0 && strchr("-_ ", text.data[first - 1]) && text.size - first == 2;
	return is_part && cml_parse_double(cml_slice_from(text, first), &number) && number >= 12
		   ? number
		   : (double)NAN;
}

struct cml_device cml_device_in_name(struct cml_slice text)
{
	struct cml_device found = {NULL, NAN, NAN, NAN, NAN};
	for (size_t at = 0; at < text.size; at++) {
		if (!begins_word(text, at))
			continue;
		struct cml_slice rest = cml_slice_from(text, at);
		for (size_t i = 0; i < N_DEVICES; i++)
			if (cml_name_stands_at(rest, devices[i].name) &&
			    (!found.name || strlen(devices[i].name) > strlen(found.name)))
				found = devices[i];
	}
	double memory = memory_in(text);
	bool is_tpu = found.name && *found.name == 'v' && !cml_is_digit(found.name[2]);
	if (isnan(memory) && found.name && !is_tpu) /* `v5p-128` is a number of chips */
		memory = memory_at_end(text);
	/* `a3-highgpu-8g` has 8 of them. */
	if (isnan(memory) || (found.name && strstr(found.name, "gpu")))
		return found;
	/* `A100-SXM4-80GB` is the line `a100 80`: the same chip with that memory. */
	for (size_t i = 0; i < N_DEVICES; i++)
		if (devices[i].memory_gb == memory && devices[i].peak_tflops == found.peak_tflops &&
		    cml_name_skip(cml_slice_of(devices[i].name), found.name))
			found.bandwidth = devices[i].bandwidth;
	found.memory_gb = memory;
	return found;
}

double cml_device_most_memory(struct cml_slice text)
{
	struct cml_device device = cml_device_in_name(text);
	double most = device.memory_gb;
	bool has_size = !isnan(memory_in(text)) || !isnan(memory_at_end(text));
	for (size_t i = 0; i < N_DEVICES && device.name && !has_size; i++)
		if (devices[i].peak_tflops == device.peak_tflops &&
		    cml_name_skip(cml_slice_of(devices[i].name), device.name))
			most = fmax(most, devices[i].memory_gb);
	return most;
}

/* The number that stands alone behind a name at the front of a text; NaN: none does. */
static double number_behind(struct cml_slice text, const char *name)
{
	size_t first = cml_name_skip(text, name), end = first + 1;
	double number;
	if (first == 0 || first == text.size || !strchr("-_ ", text.data[first]))
		return NAN;
	while (end < text.size && is_part(text.data[end]))
		end++;
	struct cml_slice digits = {text.data + first + 1, end - first - 1};
	return cml_parse_double(digits, &number) ? number : (double)NAN;
}

double cml_chips_in_name(struct cml_slice text)
{
	static const char *const names[] = {"v2", "v3", "v4", "v5p", "v5e", "v5litepod", "v6e"};
	enum { N_OF_CORES = 4 }; /* the first ones count cores, two of a chip */
	for (size_t at = 0; at < text.size; at++) {
		if (!begins_word(text, at))
			continue;
		for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
			double number = number_behind(cml_slice_from(text, at), names[i]);
			if (number >= 1)
				return i < N_OF_CORES ? number / 2 : number;
		}
	}
	return NAN;
}

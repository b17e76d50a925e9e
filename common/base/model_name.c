#include "base/model_name.h"

#include "base/device.h"
#include "base/number.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Mixtures of experts whose names do not tell: billions of parameters, of those that a token meets,
 * experts of a block, layers (0: 61, 94 or 126, which trainers cut into unequal stages) and their
 * width; from the reports and model cards of their makers. */
/* clang-format off */
static const struct {
	const char *name;
	double size, active, experts, layers, width;
} mixtures[] = {
    {"arctic", 480, 17, 128, 35, 7168},
    {"dbrx", 132, 36, 16, 40, 6144},
    {"deepseek v2", 236, 21, 160, 60, 5120},
    {"deepseek v2 lite", 15.7, 2.4, 64, 27, 2048},
    {"deepseek v3", 671, 37, 256, 0, 7168},
    {"dsv2 lite", 15.7, 2.4, 64, 27, 2048},
    {"dsv3", 671, 37, 256, 0, 7168},
    {"glm 4 5", 355, 32, 160, 92, 5120},
    {"glm 4 5 air", 106, 12, 128, 46, 4096},
    {"gpt oss 20b", 21, 3.6, 32, 24, 2880},
    {"gpt oss 120b", 117, 5.1, 128, 36, 2880},
    {"grok 1", 314, 79, 8, 64, 6144},
    {"kimi k2", 1040, 32, 384, 0, 7168},
    {"llama 4 maverick", 400, 17, 128, 48, 5120},
    {"llama 4 scout", 109, 17, 16, 48, 5120},
    {"minimax m2", 230, 10, 256, 62, 3072},
    {"olmoe", 6.9, 1.3, 64, 16, 2048},
    {"qwen1 5 moe", 14.3, 2.7, 60, 24, 2048},
    {"qwen3 30b", 30.5, 3.3, 128, 48, 2048},
    {"qwen3 235b", 235, 22, 128, 0, 4096},
    {"qwen3 next", 80, 3, 512, 48, 2048},
};

/* Layers and width of other models, by the billions of parameters in their names, from their
 * configurations. A name is followed by no letter: `llama` is `llama3_8b`, too. */
static const struct shape {
	const char *family;
	double size, layers, width;
} shapes[] = {
    {"bloom", 3, 30, 2560},       {"bloom", 176, 70, 14336},    {"falcon", 7, 32, 4544},
    {"falcon", 40, 60, 8192},     {"falcon", 180, 80, 14848},   {"gemma 2", 2, 26, 2304},
    {"gemma 2", 9, 42, 3584},     {"gemma 2", 27, 46, 4608},    {"gemma 3", 4, 34, 2560},
    {"gemma 3", 12, 48, 3840},    {"gemma 3", 27, 62, 5376},    {"gpt", .125, 12, 768},
    {"gpt", .35, 24, 1024},       {"gpt", .76, 24, 1536},       {"gpt", 1.3, 24, 2048},
    {"gpt", 2.7, 32, 2560},       {"gpt", 6.7, 32, 4096},       {"gpt", 13, 40, 5120},
    {"gpt", 175, 96, 12288},      {"gpt j", 6, 28, 4096},       {"gpt neox", 20, 44, 6144},
    {"llama", 1, 16, 2048},       {"llama", 3, 28, 3072},       {"llama", 7, 32, 4096},
    {"llama", 8, 32, 4096},       {"llama", 13, 40, 5120},      {"llama", 30, 60, 6656},
    {"llama", 33, 60, 6656},      {"llama", 65, 80, 8192},
    {"llama", 70, 80, 8192},      {"llama", 405, 0, 16384},   {"mistral", 7, 32, 4096},
    {"mistral", 123, 88, 12288},  {"mixtral", 56, 32, 4096},    {"mixtral", 176, 56, 6144},
    {"mpt", 7, 32, 4096},         {"mpt", 30, 48, 7168},        {"nemotron 4", 15, 32, 6144},
    {"nemotron 4", 340, 96, 18432}, {"olmo 2", 7, 32, 4096},    {"olmo 2", 13, 40, 5120},
    {"olmo 2", 32, 64, 5120},     {"opt", .125, 12, 768},       {"opt", .35, 24, 1024},
    {"opt", 1.3, 24, 2048},       {"opt", 2.7, 32, 2560},       {"opt", 6.7, 32, 4096},
    {"opt", 13, 40, 5120},        {"opt", 30, 48, 7168},        {"opt", 66, 64, 9216},
    {"opt", 175, 96, 12288},      {"phi 3", 3.8, 32, 3072},     {"phi 3", 14, 40, 5120},
    {"phi 4", 14, 40, 5120},      {"pythia", .41, 24, 1024},    {"pythia", 1, 16, 2048},
    {"pythia", 1.4, 24, 2048},    {"pythia", 2.8, 32, 2560},    {"pythia", 6.9, 32, 4096},
    {"pythia", 12, 36, 5120},     {"qwen2", .5, 24, 896},       {"qwen2", 1.5, 28, 1536},
    {"qwen2", 3, 36, 2048},       {"qwen2", 7, 28, 3584},       {"qwen2", 14, 48, 5120},
    {"qwen2", 32, 64, 5120},      {"qwen2", 72, 80, 8192},      {"qwen3", .6, 28, 1024},
    {"qwen3", 1.7, 28, 2048},     {"qwen3", 4, 36, 2560},       {"qwen3", 8, 36, 4096},
    {"qwen3", 14, 40, 5120},      {"qwen3", 32, 64, 5120},      {"starcoder2", 3, 30, 3072},
    {"starcoder2", 7, 32, 4608},  {"starcoder2", 15, 40, 6144}, {"yi", 6, 32, 4096},
    {"yi", 34, 60, 7168},
};
/* clang-format on */
#define N_MIXTURES (sizeof mixtures / sizeof *mixtures)
#define N_SHAPES (sizeof shapes / sizeof *shapes)

/* The power of ten of the unit at the front of a text, after which no letter or digit comes; 0: it
 * has none. */
static double unit_of_size(struct cml_slice text)
{
	static const char units[] = "mbgt";
	static const double scales[] = {1e6, 1e9, 1e9, 1e12};
	const char *unit = text.size > 0 ? strchr(units, tolower((unsigned char)*text.data)) : NULL;
	if (!unit || !*unit)
		return 0;
	size_t n = 1;
	if (*unit != 'b' && text.size > 1 && tolower((unsigned char)text.data[1]) == 'b')
		n++;
	return n < text.size && isalnum((unsigned char)text.data[n]) ? 0 : scales[unit - units];
}

/* The digits at the front of a text, with a point among them. */
static size_t count_digits(struct cml_slice text)
{
	size_t n = 0;
	while (n < text.size && (cml_is_digit(text.data[n]) || (n > 0 && text.data[n] == '.')))
		n++;
	return n;
}

/* How many experts of a mixture such as Mixtral's (A. Jiang et al., 2024) a token meets. */
#define EXPERTS_MET 2.0

/* *times: how often the size stands there, 8 of `8x7b`. */
static double find_size(struct cml_slice name, double *times)
{
	double number;
	*times = 1;
	while (name.size > 0) {
		size_t n = count_digits(name);
		if (n == 0) {
			name = cml_slice_from(name, 1);
			continue;
		}
		bool is_number = cml_parse_double((struct cml_slice){name.data, n}, &number);
		name = cml_slice_from(name, n);
		if (is_number && unit_of_size(name) > 0)
			return number * unit_of_size(name);
		*times = is_number && name.size > 1 && tolower((unsigned char)*name.data) == 'x' &&
				 cml_is_digit(name.data[1])
			     ? number
			     : 1;
		if (*times != 1)
			name = cml_slice_from(name, 1);
	}
	return NAN;
}

/* Of `a3b` behind a sign, or NaN. */
static double marked_active(struct cml_slice name)
{
	for (size_t i = 1; i + 1 < name.size; i++) {
		double times;
		struct cml_slice rest = cml_slice_from(name, i + 1);
		if (tolower((unsigned char)name.data[i]) == 'a' &&
		    !isalnum((unsigned char)name.data[i - 1]) && count_digits(rest) > 0)
			return find_size(rest, &times);
	}
	return NAN;
}

/* The place of a mixture with the longest name; N_MIXTURES: none. */
static size_t find_mixture(struct cml_slice name)
{
	size_t found = N_MIXTURES;
	for (size_t at = 0; at < name.size; at++) {
		if (at > 0 && isalnum((unsigned char)name.data[at - 1]))
			continue;
		for (size_t i = 0; i < N_MIXTURES; i++)
			if (cml_name_stands_at(cml_slice_from(name, at), mixtures[i].name) &&
			    (found == N_MIXTURES ||
			     strlen(mixtures[i].name) > strlen(mixtures[found].name)))
				found = i;
	}
	return found;
}

/* Layers and width are NaN of a model that is not listed. */
static struct shape find_shape(struct cml_slice name, double billions)
{
	for (size_t at = 0; at < name.size; at++) {
		if (at > 0 && isalnum((unsigned char)name.data[at - 1]))
			continue;
		for (size_t i = 0; i < N_SHAPES; i++) {
			size_t end = at + cml_name_skip(cml_slice_from(name, at), shapes[i].family);
			bool is_family = end > at && (end == name.size ||
						      !isalpha((unsigned char)name.data[end]));
			if (is_family && fabs(billions / shapes[i].size - 1) < 0.001)
				return shapes[i];
		}
	}
	return (struct shape){.layers = NAN, .width = NAN};
}

static double layers_or_nan(double layers)
{
	return layers > 0 ? layers : (double)NAN;
}

/* As in `gpt-oss-120b` of 117, `Llama-4-Scout-17B-16E` of 17 active. */
static bool are_near(double a, double b)
{
	return fabs(log(a / b)) < 0.2;
}

struct cml_model_name cml_model_in_name(struct cml_slice name)
{
	double times, size = find_size(name, &times), marked = marked_active(name);
	size_t i = find_mixture(name);
	if (i < N_MIXTURES && (isnan(size) || are_near(size, mixtures[i].size * 1e9) ||
			       are_near(size, mixtures[i].active * 1e9)))
		return (struct cml_model_name){.size = mixtures[i].size * 1e9,
					       .active = mixtures[i].active * 1e9,
					       .experts = mixtures[i].experts,
					       .layers = layers_or_nan(mixtures[i].layers),
					       .width = mixtures[i].width};
	bool is_mixture = marked < times * size;
	struct shape shape = find_shape(name, times * size / 1e9);
	return (struct cml_model_name){
	    .layers = layers_or_nan(shape.layers),
	    .width = shape.width,
	    .size = times * size,
	    .active = is_mixture ? marked : fmin(times, EXPERTS_MET) * size,
	    .experts = isnan(size) || (is_mixture && times == 1) ? (double)NAN : times};
}

double cml_size_in_name(struct cml_slice name)
{
	return cml_model_in_name(name).size;
}

double cml_active_in_name(struct cml_slice name)
{
	return cml_model_in_name(name).active;
}

double cml_experts_in_name(struct cml_slice name)
{
	return cml_model_in_name(name).experts;
}

double cml_layers_in_name(struct cml_slice name)
{
	return cml_model_in_name(name).layers;
}

double cml_width_in_name(struct cml_slice name)
{
	return cml_model_in_name(name).width;
}

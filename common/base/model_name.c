#include "base/model_name.h"

#include "base/device.h"
#include "base/number.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Models whose names do not tell, such as mixtures of experts: billions of parameters, of those
 * that a token meets, experts of a block, layers (0: 61, 94 or 126, which trainers cut into unequal
 * stages, or of nets whose blocks are not alike), their width, the vocabulary (0: none); from
 * the reports and model cards of their makers. */
/* clang-format off */
static const struct {
	const char *names; /* with bars between */
	double size, active, experts, layers, width, vocabulary;
} models[] = {
    {"bert base|bge base", .11, .11, 1, 12, 768, 30522},
    {"bert large", .34, .34, 1, 24, 1024, 30522},
    {"command r plus", 104, 104, 1, 64, 12288, 256000},
    {"deberta v3 base", .184, .184, 1, 12, 768, 128100},
    {"deberta v3 large", .435, .435, 1, 24, 1024, 128100},
    {"distilbert", .066, .066, 1, 6, 768, 30522},
    {"dit xl", .675, .675, 1, 28, 1152, 0},
    {"bart large", .406, .406, 1, 24, 1024, 50265},
    {"bge large|e5 large", .335, .335, 1, 24, 1024, 30522},
    {"flux 1", 12, 12, 1, 57, 3072, 0},
    {"gpt2", .124, .124, 1, 12, 768, 50257},
    {"gpt2 medium", .355, .355, 1, 24, 1024, 50257},
    {"gpt2 large", .774, .774, 1, 36, 1280, 50257},
    {"gpt2 xl", 1.56, 1.56, 1, 48, 1600, 50257},
    {"mistral large", 123, 123, 1, 88, 12288, 32768},
    {"mistral nemo", 12.2, 12.2, 1, 40, 5120, 131072},
    {"phi 1|phi 1 5", 1.4, 1.4, 1, 24, 2048, 51200},
    {"phi 2", 2.8, 2.8, 1, 32, 2560, 51200},
    {"phi 3 mini", 3.8, 3.8, 1, 32, 3072, 32064},
    {"phi 3 medium", 14, 14, 1, 40, 5120, 32064},
    {"phi 4", 14.7, 14.7, 1, 40, 5120, 100352},
    {"pixart", .6, .6, 1, 28, 1152, 0},
    {"roberta base", .125, .125, 1, 12, 768, 50265},
    {"roberta large", .355, .355, 1, 24, 1024, 50265},
    {"xlm roberta base", .278, .278, 1, 12, 768, 250002},
    {"xlm roberta large", .56, .56, 1, 24, 1024, 250002},
    {"t5 small", .06, .06, 1, 12, 512, 32128},
    {"t5 base", .22, .22, 1, 24, 768, 32128},
    {"t5 large", .77, .77, 1, 48, 1024, 32128},
    {"t5 xl", 2.85, 2.85, 1, 48, 2048, 32128},
    {"t5 xxl", 11.1, 11.1, 1, 48, 4096, 32128},
    {"wav2vec2 base|hubert base", .095, .095, 1, 12, 768, 0},
    {"wav2vec2 large|hubert large", .317, .317, 1, 24, 1024, 0},
    {"whisper tiny", .039, .039, 1, 8, 384, 51865},
    {"whisper base", .074, .074, 1, 12, 512, 51865},
    {"whisper small", .244, .244, 1, 24, 768, 51865},
    {"whisper medium", .769, .769, 1, 48, 1024, 51865},
    {"whisper large", 1.55, 1.55, 1, 64, 1280, 51866},
    {"stable diffusion v1", .86, .86, 1, 0, 0, 0},
    {"stable diffusion 2", .87, .87, 1, 0, 0, 0},
    {"stable diffusion 3 5 large", 8.1, 8.1, 1, 38, 2432, 0},
    {"stable diffusion 3 medium", 2, 2, 1, 24, 1536, 0},
    {"stable diffusion xl|sdxl", 2.57, 2.57, 1, 0, 0, 0},
    {"convnext tiny", .0286, .0286, 1, 0, 0, 0},
    {"convnext small", .0502, .0502, 1, 0, 0, 0},
    {"convnext base", .0886, .0886, 1, 0, 0, 0},
    {"convnext large", .198, .198, 1, 0, 0, 0},
    {"efficientnet b0", .0053, .0053, 1, 0, 0, 0},
    {"efficientnet b4", .0193, .0193, 1, 0, 0, 0},
    {"efficientnet b7", .0663, .0663, 1, 0, 0, 0},
    {"resnet 18", .0117, .0117, 1, 0, 0, 0},
    {"resnet 34", .0218, .0218, 1, 0, 0, 0},
    {"resnet 50", .0256, .0256, 1, 0, 0, 0},
    {"resnet 101", .0445, .0445, 1, 0, 0, 0},
    {"resnet 152", .0602, .0602, 1, 0, 0, 0},
    {"swin t|swin tiny", .0283, .0283, 1, 0, 0, 0},
    {"swin s|swin small", .0496, .0496, 1, 0, 0, 0},
    {"swin b|swin base", .0878, .0878, 1, 0, 0, 0},
    {"swin l|swin large", .197, .197, 1, 0, 0, 0},
    {"vit s|vit small", .022, .022, 1, 12, 384, 0},
    {"vit tiny", .0057, .0057, 1, 12, 192, 0},
    {"vit b|vit base", .086, .086, 1, 12, 768, 0},
    {"vit h|vit huge", .632, .632, 1, 32, 1280, 0},
    {"vit l|vit large", .304, .304, 1, 24, 1024, 0},
    {"arctic", 480, 17, 128, 35, 7168, 32000},
    {"dbrx", 132, 36, 16, 40, 6144, 100352},
    {"deepseek moe 16b", 16.4, 2.8, 64, 28, 2048, 102400},
    {"deepseek v2", 236, 21, 160, 60, 5120, 102400},
    {"deepseek v2 lite|deepseek2 16b|dsv2 lite", 15.7, 2.4, 64, 27, 2048, 102400},
    {"deepseek v3|deepseek r1|deepseek3|dsv3", 671, 37, 256, 0, 7168, 129280},
    {"glm 4 5", 355, 32, 160, 92, 5120, 151552},
    {"glm 4 5 air", 106, 12, 128, 46, 4096, 151552},
    {"gpt oss 20b", 21, 3.6, 32, 24, 2880, 201088},
    {"gpt oss 120b", 117, 5.1, 128, 36, 2880, 201088},
    {"grok 1", 314, 79, 8, 64, 6144, 131072},
    {"kimi k2", 1040, 32, 384, 0, 7168, 163840},
    {"llama 4 maverick", 400, 17, 128, 48, 5120, 202048},
    {"llama 4 scout", 109, 17, 16, 48, 5120, 202048},
    {"minimax m2", 230, 10, 256, 62, 3072, 200064},
    {"mixtral 8x7b", 46.7, 12.9, 8, 32, 4096, 32000},
    {"mixtral 8x22b", 141, 39, 8, 56, 6144, 32768},
    {"nemotron 3 nano", 31.6, 3.6, 128, 52, 2688, 131072},
    {"nemotron 3 super", 120, 12, 512, 88, 4096, 131072},
    {"olmoe", 6.9, 1.3, 64, 16, 2048, 50304},
    {"phi 3 5 moe", 41.9, 6.6, 16, 32, 4096, 32064},
    {"qwen1 5 moe", 14.3, 2.7, 60, 24, 2048, 151936},
    {"qwen3 30b", 30.5, 3.3, 128, 48, 2048, 151936},
    {"qwen3 235b", 235, 22, 128, 0, 4096, 151936},
    {"qwen3 next", 80, 3, 512, 48, 2048, 151936},
};

/* Layers, width and vocabulary of other models, by the billions of parameters in their names, from
 * their configurations. A family is followed by no letter: `llama` is `llama2_7b`, too; the first
 * line of a name is taken. */
static const struct shape {
	const char *family;
	double size, layers, width, vocabulary;
} shapes[] = {
    {"bloom", 1.1, 24, 1536, 250880},    {"bloom", 1.7, 24, 2048, 250880},    {"bloom", 3, 30, 2560, 250880},
    {"bloom", 7.1, 30, 4096, 250880},    {"bloom", 176, 70, 14336, 250880},   {"falcon", 7, 32, 4544, 65024},
    {"falcon", 40, 60, 8192, 65024},     {"falcon", 180, 80, 14848, 65024},   {"gemma 2", 2, 26, 2304, 256000},
    {"gemma 2", 9, 42, 3584, 256000},    {"gemma 2", 27, 46, 4608, 256000},   {"gemma 3", 4, 34, 2560, 262144},
    {"gemma 3", 12, 48, 3840, 262144},   {"gemma 3", 27, 62, 5376, 262144},   {"gpt", .125, 12, 768, 50257},
    {"gpt", .35, 24, 1024, 50257},       {"gpt", .76, 24, 1536, 50257},       {"gpt", 1.3, 24, 2048, 50257},
    {"gpt", 2.7, 32, 2560, 50257},       {"gpt", 6.7, 32, 4096, 50257},       {"gpt", 13, 40, 5120, 50257},
    {"gpt", 175, 96, 12288, 50257},      {"gpt j", 6, 28, 4096, 50400},       {"gpt neox", 20, 44, 6144, 50432},
    {"llama", 1, 16, 2048, 128256},      {"llama", 3, 28, 3072, 128256},      {"llama", 7, 32, 4096, 32000},
    {"llama", 8, 32, 4096, 128256},      {"llama", 13, 40, 5120, 32000},      {"llama", 30, 60, 6656, 32000},
    {"llama", 33, 60, 6656, 32000},      {"llama", 65, 80, 8192, 32000},      {"llama 3", 70, 80, 8192, 128256},
    {"llama", 70, 80, 8192, 32000},      {"llama", 405, 0, 16384, 128256},    {"mistral", 7, 32, 4096, 32768},
    {"mistral", 123, 88, 12288, 32768},  {"mpt", 7, 32, 4096, 50432},         {"mpt", 30, 48, 7168, 50432},
    {"nemotron 4", 15, 32, 6144, 256000}, {"nemotron 4", 340, 96, 18432, 256000}, {"olmo 2", 7, 32, 4096, 100352},
    {"olmo 2", 13, 40, 5120, 100352},    {"olmo 2", 32, 64, 5120, 100352},    {"opt", .125, 12, 768, 50272},
    {"opt", .35, 24, 1024, 50272},       {"opt", 1.3, 24, 2048, 50272},       {"opt", 2.7, 32, 2560, 50272},
    {"opt", 6.7, 32, 4096, 50272},       {"opt", 13, 40, 5120, 50272},        {"opt", 30, 48, 7168, 50272},
    {"opt", 66, 64, 9216, 50272},        {"opt", 175, 96, 12288, 50272},      {"phi 3", 3.8, 32, 3072, 32064},
    {"phi 3", 14, 40, 5120, 32064},      {"phi 4", 14, 40, 5120, 100352},     {"pythia", .41, 24, 1024, 50304},
    {"pythia", 1, 16, 2048, 50304},      {"pythia", 1.4, 24, 2048, 50304},    {"pythia", 2.8, 32, 2560, 50304},
    {"pythia", 6.9, 32, 4096, 50304},    {"pythia", 12, 36, 5120, 50304},     {"qwen2", .5, 24, 896, 152064},
    {"qwen2", 1.5, 28, 1536, 152064},    {"qwen2", 3, 36, 2048, 152064},      {"qwen2", 7, 28, 3584, 152064},
    {"qwen2", 14, 48, 5120, 152064},     {"qwen2", 32, 64, 5120, 152064},     {"qwen2", 72, 80, 8192, 152064},
    {"qwen3", .6, 28, 1024, 151936},     {"qwen3", 1.7, 28, 2048, 151936},    {"qwen3", 4, 36, 2560, 151936},
    {"qwen3", 8, 36, 4096, 151936},      {"qwen3", 14, 40, 5120, 151936},     {"qwen3", 32, 64, 5120, 151936},
    {"starcoder2", 3, 30, 3072, 49152},  {"starcoder2", 7, 32, 4608, 49152},  {"starcoder2", 15, 40, 6144, 49152},
    {"yi", 6, 32, 4096, 64000},          {"yi", 34, 60, 7168, 64000},
};
/* clang-format on */
#define N_MODELS (sizeof models / sizeof *models)
#define N_SHAPES (sizeof shapes / sizeof *shapes)

/* The digit that stands behind billions in place of a point, 7 of `1b7`; 0: there is none. */
static double tenths_behind(struct cml_slice text)
{
	bool is_one = text.size > 1 && tolower((unsigned char)*text.data) == 'b' &&
		      cml_is_digit(text.data[1]) &&
		      (text.size == 2 || !isalnum((unsigned char)text.data[2]));
	return is_one ? (text.data[1] - '0') / 10.0 : 0;
}

/* The power of ten of the unit at the front of a text, after which no letter or digit comes; 0: it
 * has none. */
static double unit_of_size(struct cml_slice text)
{
	static const char units[] = "mbgt";
	static const double scales[] = {1e6, 1e9, 1e9, 1e12};
	const char *unit = text.size > 0 ? strchr(units, tolower((unsigned char)*text.data)) : NULL;
	if (!unit || !*unit)
		return 0;
	bool is_long = *unit != 'b' && text.size > 1 && tolower((unsigned char)text.data[1]) == 'b';
	size_t n = is_long ? 2 : 1;
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
		double tenths = tenths_behind(name);
		if (is_number && (tenths > 0 || unit_of_size(name) > 0))
			return tenths > 0 ? (number + tenths) * 1e9 : number * unit_of_size(name);
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

/* The size of the longest name of a model that stands at the front of a text; 0: none does. */
static size_t longest_name(struct cml_slice text, const char *names)
{
	size_t longest = 0, size;
	for (; *names; names += size + (names[size] == '|')) {
		size = strcspn(names, "|");
		if (size > longest && cml_name_stands_at(text, names))
			longest = size;
	}
	return longest;
}

/* The place of a model with the longest name; N_MODELS: none. */
static size_t find_model(struct cml_slice name)
{
	size_t found = N_MODELS, longest = 0;
	for (size_t at = 0; at < name.size; at++) {
		if (at > 0 && isalnum((unsigned char)name.data[at - 1]))
			continue;
		for (size_t i = 0; i < N_MODELS; i++) {
			size_t size = longest_name(cml_slice_from(name, at), models[i].names);
			found = size > longest ? i : found;
			longest = size > longest ? size : longest;
		}
	}
	return found;
}

static bool has_family(struct cml_slice name, const char *family)
{
	for (size_t at = 0; at < name.size; at++) {
		size_t end = at + cml_name_skip(cml_slice_from(name, at), family);
		bool begins = at == 0 || !isalnum((unsigned char)name.data[at - 1]);
		if (begins && end > at &&
		    (end == name.size || !isalpha((unsigned char)name.data[end])))
			return true;
	}
	return false;
}

/* Its numbers are NaN where a model is not listed. */
static struct shape find_shape(struct cml_slice name, double billions)
{
	for (size_t i = 0; i < N_SHAPES; i++)
		if (fabs(billions / shapes[i].size - 1) < 0.001 &&
		    has_family(name, shapes[i].family))
			return shapes[i];
	return (struct shape){.layers = NAN, .width = NAN, .vocabulary = NAN};
}

static double or_nan(double number)
{
	return number > 0 ? number : (double)NAN;
}

/* As in `gpt-oss-120b` of 117, `OLMoE-1B-7B` of 1.3 active. */
static bool are_near(double a, double b)
{
	return fabs(log(a / b)) < 0.3;
}

struct cml_model_name cml_model_in_name(struct cml_slice name)
{
	double times, size = find_size(name, &times), marked = marked_active(name);
	size_t i = find_model(name);
	/* Of `8x22b` in the list 141 are not near 176, and the name says it all. */
	if (i < N_MODELS && (isnan(size) || times > 1 || are_near(size, models[i].size * 1e9) ||
			     are_near(size, models[i].active * 1e9)))
		return (struct cml_model_name){.size = models[i].size * 1e9,
					       .active = models[i].active * 1e9,
					       .experts = models[i].experts,
					       .layers = or_nan(models[i].layers),
					       .width = or_nan(models[i].width),
					       .vocabulary = or_nan(models[i].vocabulary)};
	bool is_mixture = marked < times * size;
	struct shape shape = find_shape(name, times * size / 1e9);
	return (struct cml_model_name){
	    .layers = or_nan(shape.layers),
	    .width = shape.width,
	    .vocabulary = shape.vocabulary,
	    .size = times * size,
	    .active = is_mixture ? marked : fmin(times, EXPERTS_MET) * size,
	    .experts = isnan(size) || (is_mixture && times == 1) ? (double)NAN : times};
}

#define IN_NAME(member)                                                                            \
	double cml_##member##_in_name(struct cml_slice name)                                       \
	{                                                                                          \
		return cml_model_in_name(name).member;                                             \
	}
IN_NAME(size)
IN_NAME(active)
IN_NAME(experts)
IN_NAME(layers)

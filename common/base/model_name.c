#include "base/model_name.h"

#include "base/device.h"
#include "base/number.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Mixtures of experts whose names do not tell: billions of parameters, of those that a token meets,
 * experts of a block; from the reports and model cards of their makers. */
/* clang-format off */
static const struct {
	const char *name;
	double size, active, experts;
} mixtures[] = {
    {"arctic", 480, 17, 128},
    {"dbrx", 132, 36, 16},
    {"deepseek v2", 236, 21, 160},
    {"deepseek v2 lite", 15.7, 2.4, 64},
    {"deepseek v3", 671, 37, 256},
    {"glm 4 5", 355, 32, 160},
    {"glm 4 5 air", 106, 12, 128},
    {"gpt oss 20b", 21, 3.6, 32},
    {"gpt oss 120b", 117, 5.1, 128},
    {"grok 1", 314, 79, 8},
    {"kimi k2", 1040, 32, 384},
    {"llama 4 maverick", 400, 17, 128},
    {"llama 4 scout", 109, 17, 16},
    {"minimax m2", 230, 10, 256},
    {"olmoe", 6.9, 1.3, 64},
    {"qwen1 5 moe", 14.3, 2.7, 60},
    {"qwen3 30b", 30.5, 3.3, 128},
    {"qwen3 235b", 235, 22, 128},
    {"qwen3 next", 80, 3, 512},
};
/* clang-format on */
#define N_MIXTURES (sizeof mixtures / sizeof *mixtures)

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
		return (struct cml_model_name){mixtures[i].size * 1e9, mixtures[i].active * 1e9,
					       mixtures[i].experts};
	bool is_mixture = marked < times * size;
	return (struct cml_model_name){
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

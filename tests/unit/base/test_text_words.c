#include "base/text.h"

#include "test.h"

static const char *nearest(const char *name)
{
	static const char *const choices[] = {"lm loss",          "elapsed time per iteration (ms)",
					      "tokens/sec/GPU",   "TFLOPs",
					      "samplesPerSecond", "grad_norm"};
	const char *found = cml_name_nearest(cml_slice_of(name), choices, COUNT(choices));
	return found ? found : "";
}

Test(text_words, the_same_in_other_words)
{
	cr_assert_str_eq(nearest("tokens_per_sec"), "tokens/sec/GPU");
	cr_assert_str_eq(nearest("tok/s/device"), "tokens/sec/GPU");
	cr_assert_str_eq(nearest("samples_per_sec"), "samplesPerSecond");
	cr_assert_str_eq(nearest("loss"), "lm loss");
	cr_assert_str_eq(nearest("tflop"), "TFLOPs");
	cr_assert_str_eq(nearest("iteration_time_ms"), "elapsed time per iteration (ms)");
	cr_assert_str_eq(nearest("gradient"), "");
	cr_assert_str_eq(nearest("qps"), "");
	cr_assert_str_eq(nearest(""), "");
	cr_assert_str_eq(nearest("///"), "");
	cr_assert_null(cml_name_nearest(cml_slice_of("a"), NULL, 0));
}

static bool is_meant(const char *text, const char *other)
{
	return cml_words_are_meant(cml_slice_of(text), other);
}

Test(text_words, short_and_misspelt_names_are_meant)
{
	cr_assert(is_meant("13b", "llama-13b"));
	cr_assert(is_meant("Llama 13B", "llama-13b"));
	cr_assert(is_meant("H100", "H100-80GB"));
	cr_assert(is_meant("meta-llama/Llama-2-13b", "llama-2-13b"));
	cr_assert(is_meant("lama-13b", "llama-13b"));
}

Test(text_words, other_names_are_not)
{
	cr_assert(!is_meant("70b", "llama-13b"));
	cr_assert(!is_meant("3b", "llama-13b"));
	cr_assert(!is_meant("llama-70b", "llama-13b"));
	cr_assert(!is_meant("H100-80GB", "A100-80GB"));
	cr_assert(!is_meant("B200", "H200"));
	cr_assert(!is_meant("gpt", "gpt2"), "numbers alone");
	cr_assert(!is_meant("qwen-7b", "llama-7b"));
	cr_assert(!is_meant("", "llama"));
}

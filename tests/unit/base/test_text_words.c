#include "base/text.h"

#include "test.h"

static const char *nearest(const char *name)
{
	static const char *const choices[] = {"lm loss",          "elapsed time per iteration (ms)",
					      "tokens/sec/GPU",   "TFLOPs",
					      "samplesPerSecond", "grad_norm"};
	const char *found = cml_words_nearest(cml_slice_of(name), choices, COUNT(choices));
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
	cr_assert_null(cml_words_nearest(cml_slice_of("a"), NULL, 0));
}

Test(text_words, the_first_of_equals_and_long_words)
{
	static const char *const choices[] = {"a_b", "b_a", "", "0123456789012345678901234567890"};
	cr_assert_str_eq(cml_words_nearest(cml_slice_of("b a"), choices, 4), "a_b");
	cr_assert_str_eq(
	    cml_words_nearest(cml_slice_of("0123456789012345678901234567890"), choices, 4),
	    choices[3]);
}

static const char *suggestion(const char *name)
{
	static const char *const choices[] = {"tokens_per_iter", "tokens/sec/GPU",
					      "data_parallel_rank", "data_parallel_size",
					      "lm_loss"};
	const char *found = cml_name_nearest(cml_slice_of(name), choices, COUNT(choices));
	return found ? found : "";
}

Test(text_words, words_before_letters_and_letters_before_half_the_words)
{
	cr_assert_str_eq(suggestion("tokens_per_sec"), "tokens/sec/GPU");
	cr_assert_str_eq(suggestion("data_parallel_siz"), "data_parallel_size");
	cr_assert_str_eq(suggestion("lm_los"), "lm_loss");
	cr_assert_str_eq(suggestion("loss"), "lm_loss");
	cr_assert_str_eq(suggestion("qps"), "");
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

#include "base/text.h"

#include "test.h"

static struct cml_slice S(const char *string) {
	return cml_slice_of(string);
}

static const struct cml_slice nothing = {NULL, 0};

Test(text, slice_of)
{
	cr_assert_eq(S("abc").size, 3);
	cr_assert_eq(S("").size, 0);
	cr_assert_eq(S(NULL).size, 0);
	cr_assert_null(S(NULL).data);
}

Test(text, trim_takes_spaces_and_tabs_only)
{
	cr_assert(cml_slice_is(cml_slice_trim(S(" \t a b\t ")), "a b"));
	cr_assert(cml_slice_is(cml_slice_trim(S("a\n")), "a\n"));
	cr_assert_eq(cml_slice_trim(S(" \t ")).size, 0);
	cr_assert_eq(cml_slice_trim(nothing).size, 0);
}

static const char *quote(struct cml_slice slice, size_t size)
{
	static char text[CML_QUOTE_SIZE + 1];
	memset(text, '#', sizeof text);
	cr_assert_eq(cml_text_quote(slice, text, size), text);
	cr_assert_eq(text[size], '#', "wrote past the end");
	cr_assert_lt(strlen(text), size);
	return text;
}

static const char *quote_all(const char *string)
{
	return quote(S(string), CML_QUOTE_SIZE);
}

Test(text, quote_shows_control_bytes)
{
	cr_assert_str_eq(quote((struct cml_slice){"\0\n\x1b\x7f", 4}, CML_QUOTE_SIZE),
			 "\"\\x00\\x0a\\x1b\\x7f\"");
	cr_assert_str_eq(quote_all("\xc2\x9b"), "\"\\xc2\\x9b\"", "U+009B drives terminals too");
}

Test(text, quote_passes_valid_utf8_and_shows_the_rest)
{
	cr_assert_str_eq(quote_all("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"),
			 "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
	cr_assert_str_eq(quote_all("\xff"), "\"\\xff\"");
	cr_assert_str_eq(quote_all("\x80z"), "\"\\x80z\"");
	cr_assert_str_eq(quote_all("\xc3"), "\"\\xc3\"", "cut short");
	cr_assert_str_eq(quote_all("\xe2\x82z"), "\"\\xe2\\x82z\"");
	cr_assert_str_eq(quote_all("\xc0\xaf"), "\"\\xc0\\xaf\"", "overlong");
	cr_assert_str_eq(quote_all("\xe0\x80\xaf"), "\"\\xe0\\x80\\xaf\"", "overlong");
	cr_assert_str_eq(quote_all("\xed\xa0\x80"), "\"\\xed\\xa0\\x80\"", "surrogate");
	cr_assert_str_eq(quote_all("\xf4\x90\x80\x80"), "\"\\xf4\\x90\\x80\\x80\"",
			 "past U+10FFFF");
}

Test(text, quote_of_every_length_fits)
{
	char source[CML_QUOTE_SIZE * 2];
	memset(source, 'q', sizeof source);
	for (size_t size = 16; size <= CML_QUOTE_SIZE; size++) {
		for (size_t n = 0; n <= sizeof source; n++) {
			const char *text = quote((struct cml_slice){source, n}, size);
			if (n + 2 < size)
				cr_assert_eq(strlen(text), n + 2);
			else
				cr_assert_eq(strlen(text), size - 1);
		}
	}
}

static const char *nearest(const char *word)
{
	static const char *const choices[] = {"batch", "gpus", "precision", "batches", "lr"};
	return cml_text_nearest(S(word), choices, COUNT(choices));
}

Test(text, nearest)
{
	cr_assert_str_eq(nearest("batch"), "batch");
	cr_assert_str_eq(nearest("bach"), "batch");
	cr_assert_str_eq(nearest("GPUS"), "gpus", "another case is no distance");
	cr_assert_str_eq(nearest("gpu"), "gpus");
	cr_assert_str_eq(nearest("presicion"), "precision", "2 of 9");
	cr_assert_str_eq(nearest("batchs"), "batch", "1 from both: the first");
	cr_assert_str_eq(nearest("l"), "lr", "1 is always near enough");
	cr_assert_str_eq(nearest("gups"), "gpus", "two letters in the wrong order count 1");
	cr_assert_str_eq(nearest("rl"), "lr");
	cr_assert_str_eq(nearest("prec"), "precision", "its beginning");
	cr_assert_str_eq(nearest("gpus_per_job"), "gpus", "what it begins with");
	cr_assert_null(nearest("gpus_per_host"), "less than a third of it");
}

Test(text, nearest_of_overlong_words)
{
	char word[200];
	char choice[200];
	const char *const choices[] = {choice};
	memset(word, 'w', sizeof word);
	memset(choice, 'w', sizeof choice);
	choice[128] = '\0';
	cr_assert_eq(cml_text_nearest((struct cml_slice){word, 127}, choices, 1), choice);
	cr_assert_eq(cml_text_nearest((struct cml_slice){word, 128}, choices, 1), choice);
	cr_assert_null(cml_text_nearest((struct cml_slice){word, 129}, choices, 1));
	choice[128] = 'w';
	choice[129] = '\0';
	cr_assert_null(cml_text_nearest((struct cml_slice){word, 128}, choices, 1));
}

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

Test(text, case_is_ignored_for_ascii_only)
{
	cr_assert(cml_slice_is_nocase(S("TiMeOut"), "timeOUT"));
	cr_assert_not(cml_slice_is_nocase(S("timeout"), "timeouts"));
	cr_assert_not(cml_slice_is_nocase(S("["), "{"), "32 apart, but no letters");
	cr_assert_not(cml_slice_is_nocase(S("\xc3\x84"), "\xc3\xa4"));
	cr_assert(cml_slice_is_nocase(nothing, ""));
}

Test(text, order)
{
	cr_assert_lt(cml_slice_compare(S("ab"), S("b")), 0);
	cr_assert_lt(cml_slice_compare(S("a"), S("ab")), 0);
	cr_assert_gt(cml_slice_compare(S("b"), S("ab")), 0);
	cr_assert_gt(cml_slice_compare(S("\xff"), S("a")), 0, "bytes are unsigned");
	cr_assert_eq(cml_slice_compare(S("x"), S("x")), 0);
	cr_assert_eq(cml_slice_compare(nothing, S("")), 0);
	cr_assert_lt(cml_slice_compare(nothing, S("a")), 0);
}

Test(text, trim_takes_spaces_and_tabs_only)
{
	cr_assert(cml_slice_is(cml_slice_trim(S(" \t a b\t ")), "a b"));
	cr_assert(cml_slice_is(cml_slice_trim(S("a\n")), "a\n"));
	cr_assert_eq(cml_slice_trim(S(" \t ")).size, 0);
	cr_assert_eq(cml_slice_trim(nothing).size, 0);
}

/* The parts of text, each followed by `;`. */
static const char *split(struct cml_slice rest)
{
	static char joined[64];
	struct cml_slice part;
	bool started = false;
	joined[0] = '\0';
	while (cml_slice_split(&rest, '|', &started, &part)) {
		strncat(joined, part.data == NULL ? "" : part.data, part.size);
		strcat(joined, ";");
	}
	return joined;
}

Test(text, split)
{
	cr_assert_str_eq(split(S("a|b|c")), "a;b;c;");
	cr_assert_str_eq(split(S("a||b")), "a;;b;");
	cr_assert_str_eq(split(S("a|")), "a;;");
	cr_assert_str_eq(split(S("|a")), ";a;");
	cr_assert_str_eq(split(S("|")), ";;");
	cr_assert_str_eq(split(S("a")), "a;");
	cr_assert_str_eq(split(S("")), ";");
	cr_assert_str_eq(split(nothing), ";");
}

/* FNV-1a's published value for "foobar", then the finaliser, worked out apart. */
static uint64_t finalised(uint64_t x)
{
	x ^= x >> 30;
	x *= UINT64_C(0xbf58476d1ce4e5b9);
	x ^= x >> 27;
	x *= UINT64_C(0x94d049bb133111eb);
	x ^= x >> 31;
	return x;
}

Test(text, hash_is_fnv_1a_scattered)
{
	cr_assert_eq(cml_hash(CML_HASH_SEED, "foobar", 6), finalised(UINT64_C(0x85944171f73967e8)));
	cr_assert_eq(cml_hash(CML_HASH_SEED, "a", 1), finalised(UINT64_C(0xaf63dc4c8601ec8c)));
	cr_assert_eq(cml_hash(CML_HASH_SEED, NULL, 0), finalised(CML_HASH_SEED));
}

Test(text, chained_hashes_keep_the_border)
{
	uint64_t ab_c = cml_hash(cml_hash(CML_HASH_SEED, "ab", 2), "c", 1);
	uint64_t a_bc = cml_hash(cml_hash(CML_HASH_SEED, "a", 1), "bc", 2);
	cr_assert_neq(ab_c, a_bc);
	cr_assert_neq(ab_c, cml_hash(CML_HASH_SEED, "abc", 3));
	cr_assert_neq(cml_hash(CML_HASH_SEED, "\0", 1), cml_hash(CML_HASH_SEED, "\0\0", 2));
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

Test(text, quote_plain)
{
	cr_assert_str_eq(quote_all("oom"), "\"oom\"");
	cr_assert_str_eq(quote_all(""), "\"\"");
	cr_assert_str_eq(quote(nothing, 16), "\"\"");
	cr_assert_str_eq(quote_all("a\"b\\c"), "\"a\\\"b\\\\c\"");
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

Test(text, nothing_is_near_enough)
{
	cr_assert_null(nearest("qps"));
	cr_assert_null(nearest("btahc"), "2 of 5");
	cr_assert_null(nearest(""));
	cr_assert_null(cml_text_nearest(S("x"), (const char *const[]){"y"}, 1),
		       "nothing in common");
	cr_assert_null(cml_text_nearest(S("x"), NULL, 0));
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

Test(text, hash_of_a_number_is_that_of_its_bytes)
{
	static const uint64_t numbers[] = {0,
					   1,
					   UINT64_C(0x3ff0000000000000),
					   UINT64_C(0x4040ff0000000000),
					   UINT64_C(0xc08f380000000000),
					   UINT64_C(0x123456789abcdef0),
					   UINT64_MAX};
	for (size_t i = 0; i < COUNT(numbers); i++) {
		unsigned char bytes[8];
		for (int at = 0; at < 8; at++)
			bytes[at] = (unsigned char)(numbers[i] >> 8 * at);
		cr_assert_eq(cml_hash_uint64(77, numbers[i]), cml_hash(77, bytes, sizeof bytes));
	}
}

#include "launch/job/template.h"

#include "test.h"

/* What `/bin/sh -c 'printf %s\\0 WORDS'` prints. */
static void run_shell(struct cml_slice words, struct cml_buffer *printed)
{
	char path[] = "/tmp/cml-shell-words-XXXXXX";
	int fd = mkstemp(path);
	FILE *script = fdopen(fd, "w");
	char command[64];
	char piece[4096];
	size_t n;
	fputs("printf '%s\\0' ", script);
	fwrite(words.data, 1, words.size, script);
	fputs("\n", script);
	cr_assert_eq(fclose(script), 0);
	snprintf(command, sizeof command, "/bin/sh %s", path);
	FILE *shell = popen(command, "r");
	cr_assert_not_null(shell);
	cml_buffer_clear(printed);
	while ((n = fread(piece, 1, sizeof piece, shell)) > 0)
		cr_assert(cml_buffer_append(printed, piece, n));
	cr_assert_eq(pclose(shell), 0);
	remove(path);
}

/* Quotes every string, lets a shell read the words, and compares. */
static void check_strings(struct cml_slice strings)
{
	AUTO(cml_buffer) words = {0}, printed = {0};
	cr_assert(cml_shell_quote_all(&words, strings));
	run_shell(cml_buffer_slice(&words), &printed);
	cr_expect_eq(printed.size, strings.size);
	cr_expect_eq(memcmp(printed.data, strings.data, strings.size), 0,
		     "the shell gives back other bytes");
}

Test(shell_words, a_shell_gives_random_bytes_back)
{
	static const char common[] = "'\"\\$`;&|\n\r\t\x1b \xc3\xbc\xff-=~#!*?[]{}()<>%0a";
	struct cml_random random = random_of(20, 1);
	AUTO(cml_buffer) strings = {0};
	for (int i = 0; i < 400; i++) {
		size_t size = (size_t)cml_random_below(&random, 30);
		for (size_t j = 0; j < size; j++) {
			char c = (char)(1 + cml_random_below(&random, 255));
			if (cml_random_below(&random, 3) > 0)
				c = common[cml_random_below(&random, sizeof common - 1)];
			cr_assert(cml_buffer_append(&strings, &c, 1));
		}
		cr_assert(cml_buffer_append(&strings, "", 1));
	}
	check_strings(cml_buffer_slice(&strings));
}

Test(shell_words, words_are_read_back_without_a_shell)
{
	static const char *const texts[] = {"",   "a",   "a b", "it's", "'",      "''",
					    "\n", "\\'", "$x",  "\xff", "a'b'c'", "-"};
	AUTO(cml_buffer) line = {0};
	AUTO(cml_buffer) word = {0};
	size_t n = sizeof texts / sizeof texts[0];
	for (size_t i = 0; i < n; i++)
		cr_assert(cml_buffer_append(&line, "  ", 1 + i % 2) &&
			  cml_shell_quote(&line, cml_slice_of(texts[i])));
	cr_assert(cml_buffer_append(&line, "\nnext", 5));
	struct cml_slice rest = cml_buffer_slice(&line);
	for (size_t i = 0; i < n; i++) {
		cml_buffer_clear(&word);
		cr_assert(cml_shell_unquote(&rest, &word), "word %zu", i);
		cr_expect(cml_slice_is(cml_buffer_slice(&word), texts[i]), "word %zu: '%.*s'", i,
			  (int)word.size, word.data);
	}
	cr_expect_not(cml_shell_unquote(&rest, &word), "the line ends here");
	cr_expect(cml_slice_is(rest, "\nnext"));
}

Test(shell_words, what_a_shell_would_work_on_is_no_word)
{
	static const char *const texts[] = {"$x",  "a$x", "\"a\"", "`a`", "a;b", "a&",
					    "'a",  "\\n", "~",     "*",   "#a",  ">f",
					    "a'b", "\\",  "",      " ",   "(a)", "!"};
	AUTO(cml_buffer) word = {0};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		struct cml_slice rest = cml_slice_of(texts[i]);
		cr_expect_not(cml_shell_unquote(&rest, &word), "%s", texts[i]);
	}
}

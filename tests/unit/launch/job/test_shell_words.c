#include "launch/job/shell_words.h"

#include "base/random.h"
#include "launch/job/strings.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *quote(const char *text, struct cml_buffer *buffer)
{
	cml_buffer_clear(buffer);
	cr_assert(cml_shell_quote(buffer, cml_slice_of(text)));
	cr_assert(cml_buffer_append(buffer, "", 1));
	return buffer->data;
}

static const char *quote_printable(const char *text, struct cml_buffer *buffer)
{
	cml_buffer_clear(buffer);
	cr_assert(cml_shell_quote_printable(buffer, cml_slice_of(text)));
	cr_assert(cml_buffer_append(buffer, "", 1));
	return buffer->data;
}

Test(shell_words, words_are_quoted_only_where_they_must_be)
{
	struct cml_buffer buffer = {0};

	cr_expect_str_eq(quote("--bs=8,16", &buffer), "--bs=8,16");
	cr_expect_str_eq(quote("", &buffer), "''");
	cr_expect_str_eq(quote("a b", &buffer), "'a b'");
	cr_expect_str_eq(quote("it's", &buffer), "'it'\\''s'");
	cr_expect_str_eq(quote("'", &buffer), "''\\'''");
	cr_expect_str_eq(quote("$(reboot); `x`", &buffer), "'$(reboot); `x`'");
	cr_expect_str_eq(quote("~", &buffer), "'~'");
	cr_expect_str_eq(quote("a\nb", &buffer), "'a\nb'");
	cr_expect_str_eq(quote("*", &buffer), "'*'");
	cml_buffer_release(&buffer);
}

Test(shell_words, what_drives_a_terminal_is_written_in_digits)
{
	struct cml_buffer buffer = {0};

	cr_expect_str_eq(quote_printable("--bs=8", &buffer), "--bs=8");
	cr_expect_str_eq(quote_printable("", &buffer), "''");
	cr_expect_str_eq(quote_printable("a\033[31m", &buffer), "'a'\"$(printf '\\033')\"'[31m'");
	cr_expect_str_eq(quote_printable("\t", &buffer), "\"$(printf '\\011')\"");
	cr_expect_str_eq(quote_printable("a\nb", &buffer), "'a\nb'", "a line end stays");
	cr_expect_str_eq(quote_printable("\xc3\xbc \xe2\x82\xac \xf0\x9f\x99\x82", &buffer),
			 "'\xc3\xbc \xe2\x82\xac \xf0\x9f\x99\x82'", "UTF-8 stays");
	cr_expect_str_eq(quote_printable("\xff\xfe", &buffer), "\"$(printf '\\377\\376')\"");
	cr_expect_str_eq(quote_printable("\xc2\x9b", &buffer), "\"$(printf '\\302\\233')\"",
			 "U+009B begins a control sequence");
	cr_expect_str_eq(quote_printable("\xed\xa0\x80", &buffer),
			 "\"$(printf '\\355\\240\\200')\"", "a surrogate is no character");
	cr_expect_str_eq(quote_printable("\xe2\x82", &buffer), "\"$(printf '\\342\\202')\"",
			 "cut short");
	cml_buffer_release(&buffer);
}

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

/* Quotes every string in both ways, lets a shell read the words, and compares. */
static void check_strings(struct cml_slice strings)
{
	for (int printable = 0; printable < 2; printable++) {
		struct cml_buffer words = {0};
		struct cml_buffer printed = {0};

		for (struct cml_slice rest = strings; rest.size > 0;) {
			struct cml_slice string = cml_strings_next(&rest);

			cr_assert(printable ? cml_shell_quote_printable(&words, string)
					    : cml_shell_quote(&words, string));
			cr_assert(cml_buffer_append(&words, " ", 1));
		}
		run_shell(cml_buffer_slice(&words), &printed);
		cr_expect_eq(printed.size, strings.size);
		cr_expect_eq(memcmp(printed.data, strings.data, strings.size), 0,
			     "the shell gives back other bytes (printable: %d)", printable);
		cml_buffer_release(&words);
		cml_buffer_release(&printed);
	}
}

Test(shell_words, a_shell_gives_every_byte_back)
{
	struct cml_buffer strings = {0};

	for (int c = 1; c < 256; c++) {
		char texts[][4] = {{(char)c}, {'a', (char)c, 'b'}, {(char)c, (char)c, '0'}};

		for (size_t i = 0; i < 3; i++)
			cr_assert(cml_buffer_append(&strings, texts[i], strlen(texts[i]) + 1));
	}
	check_strings(cml_buffer_slice(&strings));
	cml_buffer_release(&strings);
}

Test(shell_words, a_shell_gives_random_bytes_back)
{
	static const char common[] = "'\"\\$`;&|\n\r\t\x1b \xc3\xbc\xff-=~#!*?[]{}()<>%0a";
	struct cml_random random;
	struct cml_buffer strings = {0};

	cml_random_init(&random, 20, 1);
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
	cml_buffer_release(&strings);
}

Test(shell_words, words_are_read_back_without_a_shell)
{
	static const char *const texts[] = {"",   "a",   "a b", "it's", "'",      "''",
					    "\n", "\\'", "$x",  "\xff", "a'b'c'", "-"};
	struct cml_buffer line = {0};
	struct cml_buffer word = {0};
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
	cml_buffer_release(&line);
	cml_buffer_release(&word);
}

Test(shell_words, what_a_shell_would_work_on_is_no_word)
{
	static const char *const texts[] = {"$x",  "a$x", "\"a\"", "`a`", "a;b", "a&",
					    "'a",  "\\n", "~",     "*",   "#a",  ">f",
					    "a'b", "\\",  "",      " ",   "(a)", "!"};
	struct cml_buffer word = {0};

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		struct cml_slice rest = cml_slice_of(texts[i]);

		cr_expect_not(cml_shell_unquote(&rest, &word), "%s", texts[i]);
	}
	cml_buffer_release(&word);
}

static const char *command(const char *environment, size_t environment_size, const char *argv,
			   size_t argv_size, struct cml_buffer *buffer)
{
	cml_buffer_clear(buffer);
	cr_assert(cml_buffer_append_string(buffer, "> "));
	cr_assert(cml_shell_command(buffer, (struct cml_slice){environment, environment_size},
				    (struct cml_slice){argv, argv_size}));
	cr_assert(cml_buffer_append(buffer, "", 1));
	return buffer->data;
}
#define COMMAND(environment, argv)                                                                 \
	command(environment, sizeof environment - 1, argv, sizeof argv - 1, &buffer)

Test(shell_words, commands_are_programs_and_never_a_shells_own)
{
	struct cml_buffer buffer = {0};

	cr_expect_str_eq(COMMAND("", "./train.sh\0--bs=8\0a b\0"), "> ./train.sh --bs=8 'a b'");
	cr_expect_str_eq(COMMAND("CML_bs=8\0CML_x=a b\0", "./train.sh\0"),
			 "> env CML_bs=8 'CML_x=a b' ./train.sh");
	cr_expect_str_eq(COMMAND("", "echo\0-n\0"), "> env echo -n", "not the shell's echo");
	cr_expect_str_eq(COMMAND("A=1\0", "-odd\0\0"), "> env A=1 sh -c '\"$0\" \"$@\"' -odd ''");
	cr_expect_str_eq(COMMAND("", "./a=b\0x\0"), "> env sh -c '\"$0\" \"$@\"' ./a=b x");
	cml_buffer_release(&buffer);
}

Test(shell_words, a_pasted_command_gets_what_the_program_gets)
{
	static const char environment[] = "CML_a=x y\0CML_b='\"$(echo no)\n\033\xff\0CML_c=\0";
	static const char argv[] = "sh\0-c\0"
				   "printf '%s|' \"$CML_a\" \"$CML_b\" \"$CML_c\" \"$@\"\0--\0"
				   "-n\0;reboot\0\xe2\x82\0";
	static const char expected[] = "x y|'\"$(echo no)\n\033\xff||-n|;reboot|\xe2\x82|";
	struct cml_buffer buffer = {0};
	struct cml_buffer printed = {0};
	struct cml_buffer line = {0};

	cr_assert(cml_buffer_append_string(&line, "; "));
	cr_assert(cml_shell_command(&line, (struct cml_slice){environment, sizeof environment - 1},
				    (struct cml_slice){argv, sizeof argv - 1}));
	run_shell(cml_buffer_slice(&line), &printed);
	cr_expect(cml_slice_equal((struct cml_slice){printed.data + 1, printed.size - 1},
				  cml_slice_of(expected)),
		  "%.*s", (int)printed.size, printed.data);
	cml_buffer_release(&buffer);
	cml_buffer_release(&printed);
	cml_buffer_release(&line);
}

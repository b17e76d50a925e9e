#include "launch/job/template.h"

#include "table/header.h"
#include "test.h"

#define N_NAMES 7
static const char *const texts_of_names[N_NAMES] = {"batch", "fsdp_1", "micro batch", "micro_batch",
						    "a.b",   "a-b",    "cml_key"};

static struct cml_header names;

static void setup(void)
{
	struct cml_slice slices[N_NAMES];
	for (size_t i = 0; i < N_NAMES; i++)
		slices[i] = cml_slice_of(texts_of_names[i]);
	assert_ok(cml_header_init(&names, slices, N_NAMES, &err));
}

static void teardown(void)
{
	cml_header_release(&names);
}

TestSuite(template, .init = setup, .fini = teardown);

/* Expands words[n] with value in every column into argv. */
static void expand(const char *const *words, size_t n, struct cml_slice value,
		   struct cml_buffer *argv)
{
	AUTO(cml_template) template;
	struct cml_slice values[N_NAMES];
	for (size_t i = 0; i < N_NAMES; i++)
		values[i] = value;
	cml_buffer_clear(argv);
	assert_ok(cml_template_init(&template, words, n, &names, &err));
	assert_ok(cml_template_expand(&template, values, argv, &err));
}

static void check_word(const char *word, const char *expected)
{
	const char *words[] = {"run", word};
	AUTO(cml_buffer) argv = {0};
	expand(words, 2, cml_slice_of("8"), &argv);
	cr_expect_eq(argv.size, strlen("run") + 1 + strlen(expected) + 1, "%s", word);
	cr_expect_str_eq(argv.data + strlen("run") + 1, expected);
}

Test(template, names_and_braces)
{
	check_word("", "");
	check_word("plain", "plain");
	check_word("{batch}", "8");
	check_word("--fsdp={fsdp_1},{fsdp_1}", "--fsdp=8,8");
	check_word("{micro batch}", "8");
	check_word("{{batch}}", "{batch}");
	check_word("{{{batch}}}", "{8}");
	check_word("{{}}", "{}");
	check_word("{batch}}}", "8}");
	check_word("{{\"bs\": {batch}}}", "{\"bs\": 8}");
	check_word("}}{{", "}{");
	check_word("$batch", "$batch");
	check_word("${{batch}}", "${batch}");
	check_word("$ {batch}", "$ 8");
}

Test(template, values_arrive_byte_for_byte_each_in_its_argument)
{
	static const char *const values[] = {
	    "",   " ",  "a b",    "\"",           "'",       "\n", "$(reboot)", "`x`", ";rm -rf",
	    "&&", "-n", "--bs=9", "\xff\xfe\x80", "{batch}", "}}", "\\",        "*",   "\033[31m"};
	static const char *const words[] = {"run", "{batch}", "x{batch}y", "{batch}{fsdp_1}",
					    "end"};
	AUTO(cml_buffer) argv = {0};
	for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
		char *vector[6];
		AUTO(cml_buffer) expected = {0};
		expand(words, 5, cml_slice_of(values[i]), &argv);
		cr_assert_eq(cml_strings_count(cml_buffer_slice(&argv)), 5);
		cml_strings_vector(cml_buffer_slice(&argv), vector);
		cr_expect_str_eq(vector[0], "run");
		cr_expect_str_eq(vector[1], values[i]);
		cr_assert(cml_buffer_printf(&expected, "x%sy", values[i]));
		cr_expect_str_eq(vector[2], expected.data);
		cml_buffer_clear(&expected);
		cr_assert(cml_buffer_printf(&expected, "%s%s", values[i], values[i]));
		cr_expect_str_eq(vector[3], expected.data);
		cr_expect_str_eq(vector[4], "end");
		cr_expect_null(vector[5]);
	}
}

static void check_refused(const char *word, const char *message)
{
	const char *words[] = {"run", word};
	AUTO(cml_template) template;
	cr_expect_eq(cml_template_init(&template, words, 2, &names, &err), CML_BAD_USAGE);
	cr_expect_str_eq(err.message, message);
	cr_expect_null(template.pieces, "nothing is left behind");
}

Test(template, words_that_are_refused)
{
	check_refused("--bs={bath}", "word 2 of the command, \"--bs={bath}\": the table has no "
				     "column 'bath'; did you mean 'batch'?; '{{' is a brace");
	check_refused("{\"a\": 1}", "word 2 of the command, \"{\\\"a\\\": 1}\": the table has no "
				    "column '\"a\": 1'; '{{' is a brace");
	check_refused("a{}", "word 2 of the command, \"a{}\": '{}' names no column; '{{}}' is a "
			     "pair of braces");
	check_refused("{batch", "word 2 of the command, \"{batch\": a '{' that is not closed; '{{' "
				"is a brace");
	check_refused("a}b", "word 2 of the command, \"a}b\": a '}' without its '{'; '}}' is a "
			     "brace");
	check_refused("{{batch}", "word 2 of the command, \"{{batch}\": a '}' without its '{'; "
				  "'}}' is a brace");
	check_refused("lr=${batch}", "word 2 of the command, \"lr=${batch}\": '${batch}' would "
				     "become a '$' and the value; '${{batch}}' is a shell's own");
}

Test(template, a_command_needs_a_program)
{
	const char *words[] = {""};
	const char *from_table[] = {"{batch}"};
	struct cml_slice values[N_NAMES] = {{0}};
	AUTO(cml_buffer) argv = {0};
	AUTO(cml_template) template;
	cr_expect_eq(cml_template_init(&template, words, 0, &names, &err), CML_BAD_USAGE);
	cr_expect_str_eq(err.message, "the command has no program");
	cr_expect_eq(cml_template_init(&template, words, 1, &names, &err), CML_BAD_USAGE);
	assert_ok(cml_template_init(&template, from_table, 1, &names, &err));
	cr_expect_eq(cml_template_expand(&template, values, &argv, &err), CML_BAD_DATA);
	cr_expect_str_eq(err.column, "batch");
	cr_expect_eq(argv.size, 0);
}

Test(template, a_nul_is_refused_with_its_column)
{
	const char *words[] = {"run", "{fsdp_1}"};
	struct cml_slice values[N_NAMES] = {{0}};
	AUTO(cml_buffer) argv = {0};
	AUTO(cml_template) template;
	values[1] = (struct cml_slice){"a\0b", 3};
	assert_ok(cml_template_init(&template, words, 2, &names, &err));
	cr_assert(cml_buffer_append(&argv, "before", 7));
	cr_expect_eq(cml_template_expand(&template, values, &argv, &err), CML_BAD_DATA);
	cr_expect_str_eq(err.column, "fsdp_1");
	cr_expect_eq(argv.size, 7);
	cr_expect_eq(cml_template_environment(&template, values, &argv, &err), CML_BAD_DATA);
	cr_expect_str_eq(err.column, "fsdp_1");
}

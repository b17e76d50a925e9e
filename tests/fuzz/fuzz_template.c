/* Command templates and words for shells. Input, parts between record separators: a value
 * for each of four columns, then the words of the command.
 *
 * Promises: what is refused is refused with one line; what is not gives as many strings
 * as there are words, and those that a plain expansion of each word gives; the environment
 * holds the values; a quoted word reads back as itself, and a printable one drives no
 * terminal. */
#include "fuzz.h"

#include "launch/job/template.h"
#include "table/header.h"

#include <stdlib.h>
#include <string.h>

#define N_NAMES 4
#define MAX_WORDS 16

static const char *const texts_of_names[N_NAMES] = {"a", "b c", "x.y", "cml_key"};

/* Expands a word by rules written down a second time; false when it breaks them. A dollar before a
 * name is one: a shell's variable was meant. */
static bool expand_plainly(const char *word, const struct cml_slice *values,
			   struct cml_buffer *expanded)
{
	for (const char *start = word; *word != '\0';) {
		size_t column = 0, size = 0;
		if (strncmp(word, "{{", 2) == 0 || strncmp(word, "}}", 2) == 0) {
			FUZZ_CHECK(cml_buffer_append(expanded, word, 1), "no memory");
			word += 2;
			continue;
		}
		if (*word != '{' && *word != '}') {
			FUZZ_CHECK(cml_buffer_append(expanded, word++, 1), "no memory");
			continue;
		}
		size = strcspn(++word, "}");
		bool is_variable = word - 1 > start && word[-2] == '$';
		if (word[-1] == '}' || word[size] == '\0' || is_variable)
			return false;
		while (column < N_NAMES && (strlen(texts_of_names[column]) != size ||
					    strncmp(word, texts_of_names[column], size) != 0))
			column++;
		if (column == N_NAMES)
			return false;
		FUZZ_CHECK(cml_buffer_append(expanded, values[column].data, values[column].size),
			   "no memory");
		word += size + 1;
	}
	return true;
}

static bool has_nul(struct cml_slice value)
{
	return value.size > 0 && memchr(value.data, '\0', value.size) != NULL;
}

static void check_quoted(struct cml_slice string)
{
	AUTO(cml_buffer) quoted = {0}, word = {0};
	FUZZ_CHECK(cml_shell_quote(&quoted, string), "no memory");
	struct cml_slice rest = cml_buffer_slice(&quoted);
	FUZZ_CHECK(cml_shell_unquote(&rest, &word) && rest.size == 0 &&
		       cml_slice_equal(cml_buffer_slice(&word), string),
		   "read back as another word: %.*s", (int)quoted.size, quoted.data);
}

/* Words that are no words of ours are refused or read, never more. */
static void check_unquoted(struct cml_slice bytes)
{
	AUTO(cml_buffer) word = {0};
	AUTOFREE char *copy = fuzz_copy(bytes);
	struct cml_slice rest = {copy, bytes.size};
	while (cml_shell_unquote(&rest, &word))
		FUZZ_CHECK(rest.size < bytes.size, "nothing was read");
	FUZZ_CHECK(rest.size <= bytes.size, "more was read");
}

static void check_environment(const struct cml_template *template, const struct cml_slice *values)
{
	static const char *const names[N_NAMES] = {
	    "CML_a=", "CML_b_c=", "CML_x_y=", "CML_cml_key="};
	AUTO(cml_buffer) environment = {0};
	struct cml_error err = {0};
	enum cml_result status = cml_template_environment(template, values, &environment, &err);
	bool possible = true;
	for (size_t i = 0; i < N_NAMES; i++)
		possible = possible && !has_nul(values[i]);
	FUZZ_CHECK((status == CML_OK) == possible, "status %d", (int)status);
	struct cml_slice rest = cml_buffer_slice(&environment);
	for (size_t i = 0; possible && i < N_NAMES; i++) {
		struct cml_slice variable = cml_strings_next(&rest);
		size_t size = strlen(names[i]);
		FUZZ_CHECK(
		    variable.size == size + values[i].size &&
			memcmp(variable.data, names[i], size) == 0 &&
			cml_slice_equal((struct cml_slice){variable.data + size, values[i].size},
					values[i]),
		    "another variable: %s", variable.data);
	}
}

static void check_command(const struct cml_header *names, const char *const *words, size_t n,
			  const struct cml_slice *values)
{
	AUTO(cml_template) template;
	struct cml_error err = {0};
	AUTO(cml_buffer) argv = {0}, expected = {0};
	enum cml_result status = cml_template_init(&template, words, n, names, &err);
	bool valid = n > 0 && *words[0] != '\0';
	for (size_t i = 0; valid && i < n; i++) {
		valid = expand_plainly(words[i], values, &expected);
		FUZZ_CHECK(cml_buffer_append(&expected, "", 1), "no memory");
	}
	FUZZ_CHECK((status == CML_OK) == valid, "status %d", (int)status);
	if (status != CML_OK) {
		fuzz_check_error(&err, status, NULL);
	} else if (cml_template_expand(&template, values, &argv, &err) == CML_OK) {
		FUZZ_CHECK(cml_strings_count(cml_buffer_slice(&argv)) == n, "other words");
		FUZZ_CHECK(cml_slice_equal(cml_buffer_slice(&argv), cml_buffer_slice(&expected)),
			   "other bytes");
		struct cml_slice rest = cml_buffer_slice(&argv);
		while (rest.size > 0)
			check_quoted(cml_strings_next(&rest));
	} else {
		fuzz_check_error(&err, CML_BAD_DATA, NULL);
		FUZZ_CHECK(argv.size == 0, "half a command");
	}
	if (status == CML_OK)
		check_environment(&template, values);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cml_slice rest = {(const char *)data, size}, values[N_NAMES], names[N_NAMES];
	struct cml_header header;
	struct cml_error err = {0};
	char *words[MAX_WORDS];
	size_t n = 0;
	check_unquoted(rest);
	for (size_t i = 0; i < N_NAMES; i++) {
		values[i] = fuzz_take_until(&rest, FUZZ_SEPARATOR);
		names[i] = cml_slice_of(texts_of_names[i]);
	}
	while (n < MAX_WORDS && rest.size > 0) {
		struct cml_slice word = fuzz_take_until(&rest, FUZZ_SEPARATOR);
		words[n] = strndup(word.data ? word.data : "", word.size);
		FUZZ_CHECK(words[n++] != NULL, "no memory");
	}
	FUZZ_CHECK(cml_header_init(&header, names, N_NAMES, &err) == CML_OK, "%s", err.message);
	check_command(&header, (const char *const *)words, n, values);
	cml_header_release(&header);
	while (n > 0)
		free(words[--n]);
	return 0;
}

/* Whether values become part of a program's text. Part of template.h. */
#include "launch/job/template.h"

#include <string.h>

/* Programs that take a program's text behind -c. */
static const char *const interpreters[] = {"sh",   "bash", "dash", "ash",  "zsh",    "ksh",
					   "mksh", "fish", "csh",  "tcsh", "python", "python3"};

/* By the part behind the last slash. */
static bool is_interpreter(const char *word)
{
	const char *slash = strrchr(word, '/'), *name = slash ? slash + 1 : word;

	for (size_t i = 0; i < sizeof interpreters / sizeof *interpreters; i++)
		if (strcmp(name, interpreters[i]) == 0)
			return true;
	return false;
}

/* Which word is the script of the interpreter that is word i - 1: the first that is no option, if
 * one of them was -c, alone or among others (-euc); an -o takes the word behind it. n: none. */
static size_t find_script(const char *const *words, size_t i, size_t n)
{
	bool has_c = false;

	for (; i < n; i++) {
		const char *word = words[i];
		bool is_long = strncmp(word, "--", 2) == 0;

		if ((*word != '-' && *word != '+') || word[1] == '\0')
			return has_c ? i : n;
		has_c = has_c || (!is_long && strchr(word, 'c'));
		i += !is_long && word[strlen(word) - 1] == 'o';
	}
	return n;
}

bool cml_template_is_own_name(struct cml_slice name)
{
	return cml_slice_is(name, "cml_key") || cml_slice_is(name, "cml_attempt") ||
	       cml_slice_is(name, "cml_dir");
}

/* The first column of the input in a word. */
static size_t column_in(const struct cml_template *template, size_t word)
{
	size_t at = 0;

	for (size_t i = 0; i < template->n_pieces && at <= word; i++) {
		size_t column = template->pieces[i].column;

		if (at == word && column != CML_NO_COLUMN &&
		    !cml_template_is_own_name(template->names[column]))
			return column;
		at += template->pieces[i].ends_argument;
	}
	return CML_NO_COLUMN;
}

size_t cml_template_script_column(const struct cml_template *template)
{
	size_t n = template->n_arguments;

	for (size_t i = 0; i < n; i++) {
		size_t script = is_interpreter(template->arguments[i])
				    ? find_script(template->arguments, i + 1, n)
				    : n;
		size_t column = script < n ? column_in(template, script) : CML_NO_COLUMN;

		if (column != CML_NO_COLUMN)
			return column;
	}
	return CML_NO_COLUMN;
}

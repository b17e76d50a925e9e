/* Whether values become part of a program's text. Part of template.h. */
#include "launch/job/template.h"

#include <string.h>

/* Programs that take a program's text behind -c. */
static const char *const interpreters[] = {"sh",   "bash", "dash", "ash",  "zsh",    "ksh",
					   "mksh", "fish", "csh",  "tcsh", "python", "python3"};

/* Pieces from first up to the one that ends the argument. */
struct word {
	const struct cml_template_piece *first;
	size_t n;
};

static struct word next_word(const struct cml_template *template, size_t *at)
{
	struct word word = {template->pieces + *at, 0};

	while (!word.first[word.n].ends_argument)
		word.n++;
	word.n++;
	*at += word.n;
	return word;
}

/* By the part behind the last slash, where that is no value. */
static bool is_interpreter(struct word word)
{
	struct cml_slice path = word.first[word.n - 1].text;
	const char *slash = path.size > 0 ? memrchr(path.data, '/', path.size) : NULL;

	if (slash)
		path = (struct cml_slice){slash + 1, (size_t)(path.data + path.size - slash - 1)};
	else if (word.n > 1)
		return false;
	for (size_t i = 0; i < sizeof interpreters / sizeof *interpreters; i++)
		if (cml_slice_is(path, interpreters[i]))
			return true;
	return false;
}

/* Its text, which a value may follow. */
static bool is_option(struct cml_slice text)
{
	return text.size > 1 && (text.data[0] == '-' || text.data[0] == '+');
}

/* at: behind the interpreter. Its script is the first word that is no option, if one of them
 * was -c, alone or among others (-euc); an -o takes the word behind it. */
static bool find_script(const struct cml_template *template, size_t at, struct word *script)
{
	bool has_c = false;

	while (at < template->n_pieces) {
		*script = next_word(template, &at);
		struct cml_slice text = script->first->text;
		if (!is_option(text))
			return has_c;
		bool is_long = text.data[1] == '-';
		has_c = has_c || (!is_long && memchr(text.data, 'c', text.size) != NULL);
		if (!is_long && text.data[text.size - 1] == 'o' && at < template->n_pieces)
			next_word(template, &at);
	}
	return false;
}

bool cml_template_is_own_name(struct cml_slice name)
{
	return cml_slice_is(name, "cml_key") || cml_slice_is(name, "cml_attempt") ||
	       cml_slice_is(name, "cml_dir");
}

size_t cml_template_script_column(const struct cml_template *template)
{
	for (size_t at = 0; at < template->n_pieces;) {
		struct word script;

		if (!is_interpreter(next_word(template, &at)) ||
		    !find_script(template, at, &script))
			continue;
		for (size_t i = 0; i < script.n; i++) {
			size_t column = script.first[i].column;

			if (column != CML_NO_COLUMN &&
			    !cml_template_is_own_name(template->names[column]))
				return column;
		}
	}
	return CML_NO_COLUMN;
}

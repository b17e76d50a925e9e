/* The option table of a tool as text, and the option that a mistyped one was meant for. Part of
 * tool.h. */
#include "tool.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_words.h"

/* A heading that begins with an option says whose the options under it are:
 * `--backend slurm:` gives `--backend slurm`, others nothing. */
static struct cml_slice owner_in(const char *heading)
{
	if (!heading || heading[0] != '-')
		return (struct cml_slice){"-", 1};
	return (struct cml_slice){heading, strcspn(heading, ",:")};
}

static void print_option(FILE *stream, const struct argp_option *option, struct cml_slice owner)
{
	fprintf(stream, "--%s\t", option->name);
	if (isascii(option->key) && isprint(option->key))
		fprintf(stream, "-%c", option->key);
	else
		fputc('-', stream);
	fprintf(stream, "\t%s\t%.*s\t%s\n", option->arg ? option->arg : "-", (int)owner.size,
		owner.data, option->doc ? option->doc : "-");
}

void tool_print_options(const struct argp *argp, FILE *stream)
{
	struct cml_slice owner = owner_in(NULL);
	for (const struct argp_option *option = argp->options;
	     option && (option->name || option->doc); option++) {
		if (!option->name)
			owner = owner_in(option->doc);
		else if (!(option->flags & OPTION_HIDDEN))
			print_option(stream, option, owner);
	}
	for (const struct argp_child *child = argp->children; child && child->argp; child++)
		tool_print_options(child->argp, stream);
}

/* What getopt_long takes, a table of names and a string of letters, and the names that --help
 * lists. Zeroed is empty. */
struct option_names {
	struct option *options;
	size_t n;
	size_t capacity;
	struct cml_buffer letters;
	const char **shown;
	size_t n_shown;
	size_t shown_capacity;
};

/* argp answers --help, --usage and --version itself, before it looks at what comes after. */
enum { ANSWERED = 0x10000 };

static bool add_name(struct option_names *names, const char *name, int key, bool has_argument,
		     bool is_hidden)
{
	if (!cml_array_reserve((void **)&names->options, &names->capacity, names->n + 2,
			       sizeof *names->options) ||
	    !cml_array_reserve((void **)&names->shown, &names->shown_capacity, names->n_shown + 1,
			       sizeof *names->shown))
		return false;
	names->options[names->n++] =
	    (struct option){name, has_argument ? required_argument : no_argument, NULL, key};
	names->options[names->n] = (struct option){0};
	if (!is_hidden)
		names->shown[names->n_shown++] = name;
	return true;
}

static bool add_options(struct option_names *names, const struct argp *argp)
{
	bool ok = true;
	for (const struct argp_option *option = argp->options;
	     ok && option && (option->name || option->key || option->doc); option++) {
		bool has_argument = option->arg != NULL;
		if (option->name)
			ok = add_name(names, option->name, option->key, has_argument,
				      option->flags & OPTION_HIDDEN);
		if (ok && isascii(option->key) && isprint(option->key))
			ok = cml_buffer_printf(&names->letters, "%c%s", option->key,
					       has_argument ? ":" : "");
	}
	for (const struct argp_child *child = argp->children; ok && child && child->argp; child++)
		ok = add_options(names, child->argp);
	return ok;
}

/* The option that was meant by what is none, or NULL. */
static const char *nearest_option(const struct option_names *names, const char *typed)
{
	size_t n_dashes = strspn(typed, "-");
	struct cml_slice name = {typed + n_dashes, strcspn(typed + n_dashes, "=")};
	for (size_t i = 0; i < names->n; i++) {
		const char *option = names->options[i].name;
		if (n_dashes == 1 && name.size > 1 && cml_slice_is(name, option))
			return option;
		/* Short for several: argp lists them. */
		if (strncmp(option, name.data, name.size) == 0)
			return NULL;
	}
	return n_dashes == 2 ? cml_name_nearest(name, names->shown, names->n_shown) : NULL;
}

/* The first argument that is no option but begins like one, as getopt reads them (it moves them in
 * argv), or NULL. */
static const char *find_unknown(const struct option_names *names, int argc, char **argv)
{
	int key;
	opterr = 0;
	optind = 0;
	while ((key = getopt_long(argc, argv, names->letters.data, names->options, NULL)) != -1) {
		if (key == ANSWERED || key == 'h' || key == ':')
			return NULL;
		if (key != '?')
			continue;
		if (optopt == 0)
			return argv[optind - 1];
		/* The letter of a word with more of them, which was meant as one: -metric. */
		const char *word = optind < argc ? argv[optind] : "";
		return word[0] == '-' && word[1] == optopt ? word : NULL;
	}
	return NULL;
}

void tool_suggest_option(const struct argp *argp, int argc, char **argv)
{
	struct option_names names = {0};
	char **copy = cml_array_new((size_t)argc + 1, sizeof *copy);
	bool ok = copy && cml_buffer_printf(&names.letters, ":") && add_options(&names, argp) &&
		  add_name(&names, "help", ANSWERED, false, false) &&
		  add_name(&names, "usage", ANSWERED, false, false) &&
		  add_name(&names, "version", ANSWERED, false, false) &&
		  cml_buffer_append(&names.letters, "", 1);
	const char *unknown = NULL, *nearest = NULL;
	if (ok) {
		memcpy(copy, argv, (size_t)argc * sizeof *copy);
		unknown = find_unknown(&names, argc, copy);
		nearest = unknown ? nearest_option(&names, unknown) : NULL;
	}
	if (nearest) {
		const char *tool = program_invocation_short_name;
		fprintf(stderr,
			"%s: unrecognized option '%s'; did you mean '--%s'?\n"
			"Try `%s --help' or `%s --usage' for more information.\n",
			tool, unknown, nearest, tool, tool);
	}
	cml_buffer_release(&names.letters);
	free(names.options);
	free(names.shown);
	free(copy);
	if (nearest)
		exit(argp_err_exit_status);
}

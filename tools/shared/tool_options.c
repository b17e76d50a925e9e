/* The option table of a tool as text, and the option that a mistyped one was meant for. Part of
 * tool.h. */
#include "tool.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

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

/* The long options of argp and its children, by name. Zeroed is empty. */
struct option_list {
	const char **names;
	bool *take_argument;
	size_t n, name_capacity, argument_capacity;
};

static bool add_option(struct option_list *list, const char *name, bool takes_argument)
{
	if (!CML_RESERVE(&list->names, &list->name_capacity, list->n + 1) ||
	    !CML_RESERVE(&list->take_argument, &list->argument_capacity, list->n + 1))
		return false;
	list->names[list->n] = name;
	list->take_argument[list->n++] = takes_argument;
	return true;
}

static bool add_options(struct option_list *list, const struct argp *argp)
{
	for (const struct argp_option *option = argp->options;
	     option && (option->name || option->key || option->doc); option++)
		if (option->name && !add_option(list, option->name, option->arg != NULL))
			return false;
	for (const struct argp_child *child = argp->children; child && child->argp; child++)
		if (!add_options(list, child->argp))
			return false;
	return true;
}

/* The option that a word which is none was meant for, or NULL: of none, or of a word that is one,
 * or is short for some. *is_followed: its argument is the next word. */
static const char *nearest_option(const struct option_list *list, const char *word,
				  bool *is_followed)
{
	struct cml_slice name = {word + 2, strcspn(word + 2, "=")};
	*is_followed = false;
	for (size_t i = 0; i < list->n; i++)
		if (strncmp(list->names[i], name.data, name.size) == 0) {
			*is_followed = list->take_argument[i] && name.data[name.size] == '\0';
			return NULL;
		}
	return cml_name_nearest(name, list->names, list->n);
}

void tool_suggest_option(const struct argp *argp, int argc, char **argv)
{
	struct option_list list = {0};
	bool ok = add_options(&list, argp) && add_option(&list, "help", false) &&
		  add_option(&list, "usage", false) && add_option(&list, "version", false);
	const char *nearest = NULL, *tool = program_invocation_short_name;
	bool is_followed;
	int i = 1;
	for (; ok && !nearest && i < argc && strcmp(argv[i], "--") != 0; i++) {
		/* What follows a letter alone may be its argument. */
		if (strncmp(argv[i], "--", 2) != 0 || strlen(argv[i - 1]) == 2)
			continue;
		nearest = nearest_option(&list, argv[i], &is_followed);
		i += is_followed;
	}
	free(list.names);
	free(list.take_argument);
	if (!nearest)
		return;
	fprintf(stderr,
		"%s: unrecognized option '%s'; did you mean '--%s'?\n"
		"Try `%s --help' or `%s --usage' for more information.\n",
		tool, argv[i - 1], nearest, tool, tool);
	exit(argp_err_exit_status);
}

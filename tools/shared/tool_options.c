/* The option table of a tool as text. Part of tool.h. */
#include "tool.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A heading that begins with an option says whose the options under it are:
 * `-p gbt, gradient-boosted trees:` gives `-p gbt`, others nothing. */
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

#include "tool_hyper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/predictor.h"

#define FIRST_KEY 0x1000
#define DOC_SIZE 256

/* argp wants one array of options and gives back keys: the key of an option is
 * FIRST_KEY plus its place in the array, which tells its name. */
struct hyper_argp {
	struct argp argp; /* first, so that the pointer to it is a pointer to this */
	struct argp_option *options;
	char (*docs)[DOC_SIZE];
};

/* argp hands a parser no pointer of its own beside the input; the array the
 * keys index is found through the argp being parsed. */
static error_t parse_hyper_option(int key, char *argument, struct argp_state *state)
{
	struct cml_hyper *hyper = state->input;
	const struct argp_option *options = NULL;
	for (const struct argp_child *child = state->root_argp->children; child && child->argp; child++)
		if (child->argp->parser == parse_hyper_option)
			options = child->argp->options;
	if (key < FIRST_KEY || key >= 0x2000 || !options)
		return ARGP_ERR_UNKNOWN;
	struct cml_error err;
	if (cml_hyper_set(hyper, options[key - FIRST_KEY].name, argument, &err) != CML_OK)
		argp_failure(state, 1, 0, "%s", err.message);
	return 0;
}

static const char *argument_name(enum cml_hyper_type type)
{
	return type == CML_HYPER_COUNT ? "N" : type == CML_HYPER_REAL ? "X" : "NAME";
}

static size_t n_options(const struct tool_hyper_group *groups, size_t n_groups)
{
	size_t n = 1;
	for (size_t g = 0; g < n_groups; g++)
		n += 1 + groups[g].n;
	return n;
}

static void fill_group(struct hyper_argp *made, size_t *next, const struct tool_hyper_group *group,
                       const char *selector, int order)
{
	size_t heading = (*next)++;
	snprintf(made->docs[heading], DOC_SIZE, "Options of %s %s, %s:", selector, group->name, group->doc);
	made->options[heading] = (struct argp_option){.doc = made->docs[heading], .group = order};
	for (size_t i = 0; i < group->n; i++) {
		const struct cml_hyper_spec *spec = &group->specs[i];
		size_t at = (*next)++;
		if (spec->type == CML_HYPER_CHOICE)
			snprintf(made->docs[at], DOC_SIZE, "%s: %s (default %s)", spec->doc, spec->choices,
			         spec->fallback);
		else
			snprintf(made->docs[at], DOC_SIZE, "%s (default %s)", spec->doc, spec->fallback);
		made->options[at] = (struct argp_option){.name = spec->name,
		                                         .key = FIRST_KEY + (int)at,
		                                         .arg = argument_name(spec->type),
		                                         .doc = made->docs[at],
		                                         .group = order};
	}
}

struct argp *tool_hyper_argp_new(const struct tool_hyper_group *groups, size_t n_groups,
                                 const char *selector)
{
	size_t n = n_options(groups, n_groups);
	struct hyper_argp *made = calloc(1, sizeof *made);
	if (!made)
		return NULL;
	made->options = calloc(n, sizeof *made->options);
	made->docs = calloc(n, sizeof *made->docs);
	if (!made->options || !made->docs) {
		tool_hyper_argp_free(&made->argp);
		return NULL;
	}
	size_t next = 0;
	for (size_t g = 0; g < n_groups; g++)
		fill_group(made, &next, &groups[g], selector, 6 + (int)g);
	made->argp.options = made->options;
	made->argp.parser = parse_hyper_option;
	return &made->argp;
}

void tool_hyper_argp_free(struct argp *argp)
{
	struct hyper_argp *made = (struct hyper_argp *)argp;
	if (!made)
		return;
	free(made->options);
	free(made->docs);
	free(made);
}

struct argp *tool_predictor_argp_new(void)
{
	struct tool_hyper_group *groups = calloc(cml_n_predictor_kinds, sizeof *groups);
	if (!groups)
		return NULL;
	for (size_t i = 0; i < cml_n_predictor_kinds; i++) {
		const struct cml_predictor_kind *kind = cml_predictor_kinds[i];
		groups[i] = (struct tool_hyper_group){kind->name, kind->doc, kind->hyper, kind->n_hyper};
	}
	struct argp *argp = tool_hyper_argp_new(groups, cml_n_predictor_kinds, "-p");
	free(groups);
	return argp;
}

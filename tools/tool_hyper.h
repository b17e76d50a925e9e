/* Options of a command line made from tables of hyper-parameters. */
#ifndef CML_TOOL_HYPER_H
#define CML_TOOL_HYPER_H

#include "model/hyper.h"

#include <argp.h>
#include <stddef.h>

/* A kind of predictor or searcher whose hyper-parameters become options. */
struct tool_hyper_group {
	const char *name; /* "gbt" */
	const char *doc;
	const struct cml_hyper_spec *specs;
	size_t n;
};

/* The options of all groups as one argp, with a heading for each group. Its
 * input is a struct cml_hyper *, which receives what the user sets. Lives until
 * tool_hyper_argp_free. NULL when memory is out. selector: the option that
 * chooses a group, for the headings ("-p", "--method"). */
struct argp *tool_hyper_argp_new(const struct tool_hyper_group *groups, size_t n_groups,
                                 const char *selector);
void tool_hyper_argp_free(struct argp *argp);

/* The same over all predictors (-p) . */
struct argp *tool_predictor_argp_new(void);

#endif

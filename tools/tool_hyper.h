/* Options of a command line made from the tables of hyper-parameters. */
#ifndef CML_TOOL_HYPER_H
#define CML_TOOL_HYPER_H

#include "model/hyper.h"

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

/* An argp child whose input is the struct itself; values receives what the user
 * sets. Zeroed is empty. */
struct tool_hyper {
	struct cml_hyper values;
	struct argp argp;
	struct argp_option *options; /* a heading for each group, then its options */
	char (*docs)[256];
};

/* The options of all predictors, of all searchers. False when memory is out. */
bool tool_hyper_init_predictors(struct tool_hyper *hyper);
bool tool_hyper_init_searchers(struct tool_hyper *hyper);
void tool_hyper_release(struct tool_hyper *hyper);

#endif

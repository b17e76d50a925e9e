/* Options of a command line made from the tables of hyper-parameters. */
#ifndef CML_TOOL_HYPER_H
#define CML_TOOL_HYPER_H

#include "learn/predictor/hyper.h"

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

/* An argp child whose input is the struct itself: the option that chooses a kind, and
 * those of each kind. values receives what the user sets. Zeroed is empty. */
struct tool_hyper {
	const char *kind; /* its name as the user wrote it, or the default */
	bool chosen;      /* by the user */
	struct cml_hyper values;
	struct argp argp;
	struct argp_option *options; /* the choice; a heading for each kind, then its options */
	char names[256];             /* of all kinds, with bars between */
	char (*docs)[256];
};

/* -p and the options of all predictors; --method and those of all searchers. False when
 * memory is out. */
bool tool_hyper_init_predictors(struct tool_hyper *hyper);
bool tool_hyper_init_searchers(struct tool_hyper *hyper);
void tool_hyper_release(struct tool_hyper *hyper);

#endif

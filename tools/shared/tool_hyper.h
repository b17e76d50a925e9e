/* The option that chooses a kind and sets its hyper-parameters, as in -p gbt:trees=200,depth=4. */
#ifndef CML_TOOL_HYPER_H
#define CML_TOOL_HYPER_H

#include "learn/predictor/hyper.h"

#include <argp.h>

struct tool_hyper;

/* A list of kinds, in the order in which -p help and --method help show them. */
struct tool_kinds {
	const char *flag;   /* in messages: "-p" */
	const char *option; /* "--predictor" */
	/* The i-th kind: its name, NULL past the last one, a line about it, and its parameters. */
	struct tool_kind {
		const char *name, *doc;
		const struct cml_hyper_spec *specs;
		size_t n;
	} (*at)(size_t i);
	/* By name; CML_BAD_USAGE lists the names. */
	enum cml_result (*find)(struct tool_hyper *hyper, const char *name, struct cml_error *err);
	void (*print)(
	    const struct tool_kinds *kinds); /* for --print-options: `gbt`, `gbt:trees=` */
	struct argp argp;                    /* its input is struct tool_hyper */
};
extern const struct tool_kinds tool_predictors, tool_searchers;

/* What the command line says, or the default. kinds is set before argp runs; zeroed is empty. */
struct tool_hyper {
	const struct tool_kinds *kinds;
	bool chosen; /* by the user */
	const struct cml_predictor_kind *predictor;
	const struct cml_searcher_kind *searcher;
	struct cml_hyper values; /* resolved */
};
void tool_hyper_release(struct tool_hyper *hyper);

/* Takes KIND[:NAME=VALUE,...] in the place of what was there. CML_BAD_USAGE: "-p gbt: trees: not a
 * whole number (1 to 1000000): \"x\"". */
enum cml_result tool_hyper_choose(struct tool_hyper *hyper, const char *text,
				  struct cml_error *err);

#endif

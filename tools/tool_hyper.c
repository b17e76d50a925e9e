#include "tool_hyper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/predictor.h"
#include "search/searcher.h"

/* argp gives keys back: the key of an option is FIRST_KEY plus its place in the
 * array, which tells its name. */
#define FIRST_KEY 0x1000
#define FIRST_GROUP 6

static error_t parse_hyper_option(int key, char *argument, struct argp_state *state)
{
	struct tool_hyper *hyper = state->input;
	if (key < FIRST_KEY || key >= ARGP_KEY_END)
		return ARGP_ERR_UNKNOWN;
	struct cml_error err;
	if (cml_hyper_set(&hyper->values, hyper->options[key - FIRST_KEY].name, argument, &err) !=
	    CML_OK)
		argp_failure(state, 1, 0, "%s", err.message);
	return 0;
}

static const char *argument_name(enum cml_hyper_type type)
{
	switch (type) {
	case CML_HYPER_COUNT:
		return "N";
	case CML_HYPER_REAL:
		return "X";
	case CML_HYPER_LIST:
		return "N,N,...";
	default:
		return "NAME";
	}
}

/* Who has options. */
struct owner {
	const char *option; /* that chooses it */
	const char *name;
	const char *doc;
	const struct cml_hyper_spec *specs;
	size_t n;
};

/* An option that another owner has too keeps the key of the first one, so
 * that abbreviating it is not ambiguous. */
static int key_of(const struct tool_hyper *hyper, size_t at, const char *name)
{
	for (size_t i = 0; i < at; i++)
		if (hyper->options[i].name && strcmp(hyper->options[i].name, name) == 0)
			return hyper->options[i].key;
	return FIRST_KEY + (int)at;
}

static void fill_group(struct tool_hyper *hyper, size_t *next, const struct owner *owner, int order)
{
	size_t heading = (*next)++;
	snprintf(hyper->docs[heading], sizeof *hyper->docs, "Options of %s %s, %s:", owner->option,
		 owner->name, owner->doc);
	hyper->options[heading] = (struct argp_option){.doc = hyper->docs[heading], .group = order};
	for (size_t i = 0; i < owner->n; i++) {
		const struct cml_hyper_spec *spec = &owner->specs[i];
		size_t at = (*next)++;
		bool choice = spec->type == CML_HYPER_CHOICE;
		snprintf(hyper->docs[at], sizeof *hyper->docs, "%s%s%s (default %s)", spec->doc,
			 choice ? ": " : "", choice ? spec->choices : "", spec->fallback);
		hyper->options[at] = (struct argp_option){.name = spec->name,
							  .key = key_of(hyper, at, spec->name),
							  .arg = argument_name(spec->type),
							  .doc = hyper->docs[at],
							  .group = order};
	}
}

static bool init(struct tool_hyper *hyper, const struct owner *owners, size_t n_owners)
{
	size_t n = 1;
	for (size_t i = 0; i < n_owners; i++)
		n += 1 + owners[i].n;
	*hyper = (struct tool_hyper){.argp = {.parser = parse_hyper_option}};
	hyper->options = calloc(n, sizeof *hyper->options);
	hyper->docs = calloc(n, sizeof *hyper->docs);
	if (!hyper->options || !hyper->docs)
		return false;
	hyper->argp.options = hyper->options;
	size_t next = 0;
	for (size_t i = 0; i < n_owners; i++)
		fill_group(hyper, &next, &owners[i], FIRST_GROUP + (int)i);
	return true;
}

bool tool_hyper_init_predictors(struct tool_hyper *hyper)
{
	struct owner *owners = calloc(cml_n_predictor_kinds, sizeof *owners);
	for (size_t i = 0; owners && i < cml_n_predictor_kinds; i++) {
		const struct cml_predictor_kind *kind = cml_predictor_kinds[i];
		owners[i] = (struct owner){"-p", kind->name, kind->doc, kind->hyper, kind->n_hyper};
	}
	bool ready = owners && init(hyper, owners, cml_n_predictor_kinds);
	free(owners);
	return ready;
}

bool tool_hyper_init_searchers(struct tool_hyper *hyper)
{
	struct owner *owners = calloc(cml_n_searcher_kinds, sizeof *owners);
	for (size_t i = 0; owners && i < cml_n_searcher_kinds; i++) {
		const struct cml_searcher_kind *kind = cml_searcher_kinds[i];
		owners[i] =
		    (struct owner){"--method", kind->name, kind->doc, kind->hyper, kind->n_hyper};
	}
	bool ready = owners && init(hyper, owners, cml_n_searcher_kinds);
	free(owners);
	return ready;
}

void tool_hyper_release(struct tool_hyper *hyper)
{
	cml_hyper_release(&hyper->values);
	free(hyper->options);
	free(hyper->docs);
	*hyper = (struct tool_hyper){0};
}

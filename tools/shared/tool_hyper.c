#include "tool_hyper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learn/predictor/predictor.h"
#include "search/searcher.h"

/* argp gives keys back: the key of an option is FIRST_KEY plus its place in the
 * array, which gives its name. The first is the one that chooses. */
#define FIRST_KEY 0x1000
#define FIRST_GROUP 6

/* Who has options. */
struct owner {
	const char *name;
	const char *doc;
	const struct cml_hyper_spec *specs;
	size_t n;
};

/* The option that chooses among the owners. */
struct choice {
	const char *flag; /* as in headings: "-p" */
	const char *name; /* "predictor" */
	int key;
	const char *doc;      /* with the default */
	const char *fallback; /* the default */
	const char *more;     /* a name that is no owner's; NULL: none */
	struct owner *owners;
	size_t n;
};

static error_t parse_hyper_option(int key, char *argument, struct argp_state *state)
{
	struct tool_hyper *hyper = state->input;
	if (key == hyper->options[0].key) {
		hyper->kind = argument;
		hyper->chosen = true;
		return 0;
	}
	if (key < FIRST_KEY || key >= ARGP_KEY_END)
		return ARGP_ERR_UNKNOWN;
	struct cml_error err;
	if (cml_hyper_set(&hyper->values, hyper->options[key - FIRST_KEY].name, argument, &err) !=
	    CML_OK)
		argp_failure(state, 1, 0, "%s", err.message);
	return 0;
}

static const char *argument_name(const struct cml_hyper_spec *spec)
{
	switch (spec->type) {
	case CML_HYPER_COUNT:
		return "N";
	case CML_HYPER_REAL:
		return "X";
	case CML_HYPER_LIST:
		return "N,N,...";
	default:
		return spec->choices;
	}
}

/* An option that another owner has too keeps the key of the first one, so
 * that abbreviating it is not ambiguous. */
static int key_of(const struct tool_hyper *hyper, size_t at, const char *name)
{
	for (size_t i = 0; i < at; i++)
		if (hyper->options[i].name && strcmp(hyper->options[i].name, name) == 0)
			return hyper->options[i].key;
	return FIRST_KEY + (int)at;
}

/* The name of an older version: accepted, not shown. */
static void add_former(struct tool_hyper *hyper, size_t at, const struct cml_hyper_spec *spec,
		       int order)
{
	hyper->options[at] = (struct argp_option){.name = spec->former,
						  .key = key_of(hyper, at, spec->former),
						  .arg = argument_name(spec),
						  .flags = OPTION_HIDDEN,
						  .group = order};
}

static void fill_group(struct tool_hyper *hyper, size_t *next, const char *flag,
		       const struct owner *owner, int order)
{
	size_t heading = (*next)++;
	snprintf(hyper->docs[heading], sizeof *hyper->docs, "%s %s, %s:", flag, owner->name,
		 owner->doc);
	hyper->options[heading] = (struct argp_option){.doc = hyper->docs[heading], .group = order};
	for (size_t i = 0; i < owner->n; i++) {
		const struct cml_hyper_spec *spec = &owner->specs[i];
		if (spec->former)
			add_former(hyper, (*next)++, spec, order);
		size_t at = (*next)++;
		snprintf(hyper->docs[at], sizeof *hyper->docs, "%s (default %s)", spec->doc,
			 spec->fallback);
		hyper->options[at] = (struct argp_option){.name = spec->name,
							  .key = key_of(hyper, at, spec->name),
							  .arg = argument_name(spec),
							  .doc = hyper->docs[at],
							  .group = order};
	}
}

static void fill_choice(struct tool_hyper *hyper, const struct choice *choice)
{
	char *names = hyper->names;
	size_t size = sizeof hyper->names, length = 0;
	for (size_t i = 0; i < choice->n && length < size; i++)
		length += (size_t)snprintf(names + length, size - length, "%s%s", i > 0 ? "|" : "",
					   choice->owners[i].name);
	if (choice->more && length < size)
		snprintf(names + length, size - length, "|%s", choice->more);
	hyper->kind = choice->fallback;
	hyper->options[0] = (struct argp_option){.name = choice->name,
						 .key = choice->key,
						 .arg = names,
						 .doc = choice->doc,
						 .group = FIRST_GROUP};
}

/* Takes the owners. */
static bool init(struct tool_hyper *hyper, struct choice *choice)
{
	size_t n = 2;
	for (size_t i = 0; choice->owners && i < choice->n; i++)
		n += 1 + 2 * choice->owners[i].n; /* a heading; names, older ones */
	*hyper = (struct tool_hyper){.argp = {.parser = parse_hyper_option}};
	hyper->options = calloc(n, sizeof *hyper->options);
	hyper->docs = calloc(n, sizeof *hyper->docs);
	bool ready = choice->owners && hyper->options && hyper->docs;
	if (ready)
		fill_choice(hyper, choice);
	size_t next = 1;
	for (size_t i = 0; ready && i < choice->n; i++)
		fill_group(hyper, &next, choice->flag, &choice->owners[i],
			   FIRST_GROUP + 1 + (int)i);
	hyper->argp.options = hyper->options;
	free(choice->owners);
	return ready;
}

bool tool_hyper_init_predictors(struct tool_hyper *hyper)
{
	struct choice choice = {.flag = "-p",
				.name = "predictor",
				.key = 'p',
				.doc = "kind of predictor (default auto)",
				.fallback = "auto",
				.owners = calloc(cml_n_predictor_kinds, sizeof *choice.owners),
				.n = cml_n_predictor_kinds};
	for (size_t i = 0; choice.owners && i < choice.n; i++) {
		const struct cml_predictor_kind *kind = cml_predictor_kinds[i];
		choice.owners[i] =
		    (struct owner){kind->name, kind->doc, kind->hyper, kind->n_hyper};
	}
	return init(hyper, &choice);
}

bool tool_hyper_init_searchers(struct tool_hyper *hyper)
{
	struct choice choice = {.flag = "--method",
				.name = "method",
				.key = FIRST_KEY,
				.doc =
				    "how to search (default auto; random with --by and --design)",
				.fallback = "auto",
				.more = "exhaustive",
				.owners = calloc(cml_n_searcher_kinds, sizeof *choice.owners),
				.n = cml_n_searcher_kinds};
	for (size_t i = 0; choice.owners && i < choice.n; i++) {
		const struct cml_searcher_kind *kind = cml_searcher_kinds[i];
		choice.owners[i] =
		    (struct owner){kind->name, kind->doc, kind->hyper, kind->n_hyper};
	}
	return init(hyper, &choice);
}

void tool_hyper_release(struct tool_hyper *hyper)
{
	cml_hyper_release(&hyper->values);
	free(hyper->options);
	free(hyper->docs);
	*hyper = (struct tool_hyper){0};
}

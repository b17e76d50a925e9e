#include "tool_hyper.h"

#include "learn/predictor/predictor.h"
#include "math/cholesky.h"
#include "search/searcher.h"
#include "tool.h"

#include <stdlib.h>
#include <string.h>

enum cml_result tool_learning_pool_new(const struct tool *tool, struct cml_pool **pool,
				       struct cml_error *err)
{
	if (cml_pool_new(pool, tool->n_threads, err) != CML_OK)
		return err->status;
	if (cml_cholesky_load(cml_pool_n_threads(*pool), err) == CML_OK)
		return CML_OK;
	cml_pool_free(*pool);
	*pool = NULL;
	return err->status;
}

#define FALLBACK "auto" /* a kind of predictors, and one of searchers */
#define WIDTH 79
#define TEXT_COLUMN 27

static struct tool_kind predictor_at(size_t i)
{
	if (i >= cml_n_predictor_kinds)
		return (struct tool_kind){0};
	const struct cml_predictor_kind *kind = cml_predictor_kinds[i];
	return (struct tool_kind){kind->name, kind->doc, kind->hyper, kind->n_hyper};
}

static struct tool_kind searcher_at(size_t i)
{
	if (i >= cml_n_searcher_kinds)
		return (struct tool_kind){0};
	const struct cml_searcher_kind *kind = cml_searcher_kinds[i];
	return (struct tool_kind){kind->name, kind->doc, kind->hyper, kind->n_hyper};
}

static enum cml_result find_predictor(struct tool_hyper *hyper, const char *name,
				      struct cml_error *err)
{
	return cml_predictor_find(name, &hyper->predictor, err);
}

static enum cml_result find_searcher(struct tool_hyper *hyper, const char *name,
				     struct cml_error *err)
{
	return cml_searcher_find(name, &hyper->searcher, err);
}

static struct tool_kind kind_of(const struct tool_kinds *kinds, const char *name)
{
	size_t i = 0;
	while (strcmp(kinds->at(i).name, name) != 0)
		i++;
	return kinds->at(i);
}

enum cml_result tool_hyper_choose(struct tool_hyper *hyper, const char *text, struct cml_error *err)
{
	size_t size = strcspn(text, ":");
	AUTOFREE char *name = strndup(text, size);
	char owner[64];
	enum cml_result status = name ? hyper->kinds->find(hyper, name, err) : cml_fail_memory(err);
	if (status != CML_OK)
		return status;
	struct tool_kind kind = kind_of(hyper->kinds, name);
	snprintf(owner, sizeof owner, "%s %s", hyper->kinds->flag, kind.name);
	cml_hyper_release(&hyper->values);
	if (text[size] == ':' &&
	    (status = cml_hyper_parse(&hyper->values, cml_slice_of(text + size + 1), owner, err)) !=
		CML_OK)
		return status;
	return cml_hyper_resolve(&hyper->values, kind.specs, kind.n, owner, err);
}

void tool_hyper_release(struct tool_hyper *hyper)
{
	cml_hyper_release(&hyper->values);
	*hyper = (struct tool_hyper){0};
}

/* text from column on, in lines of WIDTH at most; the first begins at column at. */
static void print_wrapped(const char *text, size_t at, size_t column)
{
	struct cml_slice rest = cml_slice_of(text), word;
	printf("%*s", at < column ? (int)(column - at) : 0, "");
	at = at < column ? column : at;
	size_t start = at;
	while (cml_slice_split(&rest, ' ', &word)) {
		bool fits = at + 1 + word.size <= WIDTH;
		if (at > start && !fits) {
			printf("\n%*s", (int)column, "");
			at = start = column;
		} else if (at > start) {
			putchar(' ');
			at++;
		}
		printf("%.*s", (int)word.size, word.data);
		at += word.size;
	}
	putchar('\n');
}

static void print_kind(const struct tool_kind *kind)
{
	char text[512], range[CML_HYPER_RANGE_SIZE];
	snprintf(text, sizeof text, "%s%s", kind->doc,
		 strcmp(kind->name, FALLBACK) == 0 ? " (default)" : "");
	printf("\n%s:", kind->name);
	print_wrapped(text, strlen(kind->name) + 1, strlen(kind->name) + 2);
	for (size_t i = 0; i < kind->n; i++) {
		const struct cml_hyper_spec *spec = &kind->specs[i];
		int n = printf("  %s=%s ", spec->name, spec->fallback);
		snprintf(text, sizeof text, "%s (%s)", spec->doc, cml_hyper_range(spec, range));
		print_wrapped(text, (size_t)n, TEXT_COLUMN);
	}
}

/* -p help. */
static void print_help(const struct tool_kinds *kinds)
{
	printf("%s KIND or %s KIND:NAME=VALUE,NAME=VALUE,...\n"
	       "Kinds, and their parameters with defaults and ranges:\n",
	       kinds->flag, kinds->flag);
	for (size_t i = 0; kinds->at(i).name; i++) {
		struct tool_kind kind = kinds->at(i);
		print_kind(&kind);
	}
	exit(TOOL_EXIT_DONE);
}

static const char *argument_name(const struct cml_hyper_spec *spec)
{
	return spec->type == CML_HYPER_CHOICE  ? spec->choices
	       : spec->type == CML_HYPER_COUNT ? "N"
					       : "X";
}

static void print_rows(const struct tool_kinds *kinds)
{
	struct tool_kind kind;
	for (size_t i = 0; (kind = kinds->at(i)).name; i++) {
		printf("%s\t-\t-\t%s\t%s\n", kind.name, kinds->option, kind.doc);
		for (size_t j = 0; j < kind.n; j++)
			printf("%s:%s=\t-\t%s\t%s\t%s (default %s)\n", kind.name,
			       kind.specs[j].name, argument_name(&kind.specs[j]), kinds->option,
			       kind.specs[j].doc, kind.specs[j].fallback);
	}
}

static error_t parse_hyper_option(int key, char *argument, struct argp_state *state)
{
	struct tool_hyper *hyper = state->input;
	struct cml_error err;
	bool is_given = key == hyper->kinds->argp.options[0].key;
	if (key != ARGP_KEY_INIT && !is_given)
		return ARGP_ERR_UNKNOWN;
	if (is_given && strcmp(argument, "help") == 0)
		print_help(hyper->kinds);
	hyper->chosen = is_given;
	if (tool_hyper_choose(hyper, is_given ? argument : FALLBACK, &err) != CML_OK)
		argp_failure(state,
			     err.status == CML_BAD_USAGE ? TOOL_EXIT_USAGE : TOOL_EXIT_FAILED, 0,
			     "%s", err.message);
	return 0;
}

#define KIND_ARGUMENT "KIND[:NAME=VALUE,...]"
#define METHOD_KEY 0x1000

static const struct argp_option predictor_options[] = {
    {"predictor", 'p', KIND_ARGUMENT, 0,
     "kind of predictor and its hyper-parameters, such as gbt:trees=200,depth=4 (default auto); "
     "-p help lists them",
     1},
    {NULL, 0, NULL, 0, NULL, 0},
};

static const struct argp_option searcher_options[] = {
    {"method", METHOD_KEY, KIND_ARGUMENT, 0,
     "how to search, and hyper-parameters, such as evolution:population=100 (default auto; random "
     "with --by); --method help lists them",
     1},
    {NULL, 0, NULL, 0, NULL, 0},
};

const struct tool_kinds tool_predictors = {
    .flag = "-p",
    .option = "--predictor",
    .at = predictor_at,
    .find = find_predictor,
    .print = print_rows,
    .argp = {.options = predictor_options, .parser = parse_hyper_option},
};

const struct tool_kinds tool_searchers = {
    .flag = "--method",
    .option = "--method",
    .at = searcher_at,
    .find = find_searcher,
    .print = print_rows,
    .argp = {.options = searcher_options, .parser = parse_hyper_option},
};

/* Values of options, and the option table of a tool as text. Part of tool.h. */
#include "tool.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/number.h"
#include "base/text.h"

size_t tool_parse_count(struct argp_state *state, const char *option, const char *argument)
{
	int64_t n = 0;
	double number;
	struct cml_slice text = cml_slice_of(argument);
	if (!cml_parse_int(text, 1, INT64_MAX, &n))
		argp_error(state,
			   cml_parse_double(text, &number) && number > (double)INT64_MAX
			       ? "%s: too large: \"%s\""
			       : "%s: not a whole number of 1 or more: \"%s\"",
			   option, argument);
	return (size_t)n;
}

static double parse_number(struct argp_state *state, const char *option, const char *argument,
			   double min)
{
	double number;
	if (!cml_parse_double(cml_slice_of(argument), &number) || number < min)
		argp_error(state, "%s: not a number%s: \"%s\"", option, isinf(min) ? "" : " >= 0",
			   argument);
	return number;
}

size_t tool_parse_choice(struct argp_state *state, const char *option, const char *argument,
			 const char *choices)
{
	struct cml_slice rest = cml_slice_of(choices), word;
	for (size_t i = 0; cml_slice_split(&rest, '|', &word); i++)
		if (cml_slice_is(word, argument))
			return i;
	argp_error(state, "%s: not one of %s: \"%s\"", option, choices, argument);
	return 0;
}

size_t tool_parse_whole(struct argp_state *state, const char *option, const char *argument, int max)
{
	int64_t n = 0;
	if (!cml_parse_int(cml_slice_of(argument), 0, max, &n))
		argp_error(state, "%s: not a whole number from 0 to %d: \"%s\"", option, max,
			   argument);
	return (size_t)n;
}

double tool_parse_duration(struct argp_state *state, const char *option, const char *argument)
{
	double seconds = 0;
	if (!cml_parse_duration(cml_slice_of(argument), &seconds))
		argp_error(state, "%s: not a time (90, 90s, 1.5m, 1h30m, 3d): \"%s\"", option,
			   argument);
	return seconds;
}

static double parse_time_limit(struct argp_state *state, const char *option, const char *argument)
{
	double seconds = tool_parse_duration(state, option, argument);
	if (seconds == 0)
		argp_error(state, "%s: not a time > 0: \"%s\"; without %s there is no limit",
			   option, argument, option);
	return seconds;
}

const struct argp_option *tool_find_option(const struct argp_option *options, int key)
{
	for (const struct argp_option *row = options; row->name || row->key || row->doc; row++) {
		if (row->key != key || key == 0)
			continue;
		while (row->flags & OPTION_ALIAS)
			row--;
		return row;
	}
	return NULL;
}

error_t tool_set_field(const struct argp_option *options, void *values, int key, char *argument,
		       struct argp_state *state)
{
	const struct argp_option *option = tool_find_option(options, key);
	char name[32];
	if (!option || option->key < 1 << 16)
		return ARGP_ERR_UNKNOWN;
	snprintf(name, sizeof name, "--%s", option->name);
	void *value = (char *)values + (option->key & 0xffff);
	switch ((enum tool_sets)(option->key >> 16 & 0xf)) {
	case TOOL_FLAG:
		*(bool *)value = true;
		return 0;
	case TOOL_VALUE:
		*(int *)value = option->key >> 20;
		return 0;
	case TOOL_SECOND:
		*(bool *)value = tool_parse_choice(state, name, argument, option->arg) == 1;
		return 0;
	case TOOL_CHOICE:
		*(int *)value = (int)tool_parse_choice(state, name, argument, option->arg);
		return 0;
	case TOOL_GOAL:
		*(const char **)value =
		    tool_parse_choice(state, name, argument, "max|min") == 0 ? "max" : "min";
		return 0;
	case TOOL_TEXT:
		*(const char **)value = argument;
		return 0;
	case TOOL_COUNT:
		*(size_t *)value = tool_parse_count(state, name, argument);
		return 0;
	case TOOL_WHOLE:
		*(size_t *)value = tool_parse_whole(state, name, argument, INT32_MAX);
		return 0;
	case TOOL_POSITIVE:
		*(double *)value = parse_number(state, name, argument, 0);
		return 0;
	case TOOL_REAL:
		*(double *)value = parse_number(state, name, argument, -INFINITY);
		return 0;
	case TOOL_DURATION:
		*(double *)value = tool_parse_duration(state, name, argument);
		return 0;
	case TOOL_TIME_LIMIT:
		*(double *)value = parse_time_limit(state, name, argument);
		return 0;
	case TOOL_PATTERNS:
		if (*argument == '\0')
			argp_error(state, "%s: the text is empty", name);
		return tool_list_add(value, argument);
	default:
		return tool_list_add(value, argument);
	}
}

void tool_check_conditions(struct argp_state *state, const struct tool_condition *conditions,
			   size_t n)
{
	for (const struct tool_condition *row = conditions; row < conditions + n; row++)
		if (row->is_broken)
			argp_error(state, row->words[0], row->words[1], row->words[1]);
}

/* A heading that begins with an option says whose the options under it are:
 * `--backend slurm:` gives `--backend slurm`, others nothing. */
static struct cml_slice owner_in(const char *heading)
{
	if (!heading || heading[0] != '-')
		return (struct cml_slice){"-", 1};
	return (struct cml_slice){heading, strcspn(heading, ",:")};
}

static void print_option(const struct argp_option *option, struct cml_slice owner)
{
	int letter = option[1].flags & OPTION_ALIAS ? option[1].key : option->key;
	printf("--%s\t", option->name);
	if (isascii(letter) && isprint(letter))
		printf("-%c", letter);
	else
		putchar('-');
	printf("\t%s\t%.*s\t%s\n", option->arg ? option->arg : "-", (int)owner.size, owner.data,
	       option->doc ? option->doc : "-");
}

void tool_print_options(const struct argp *argp)
{
	struct cml_slice owner = owner_in(NULL);
	for (const struct argp_option *option = argp->options;
	     option && (option->name || option->key || option->doc); option++) {
		if (!option->name && option->doc)
			owner = owner_in(option->doc);
		else if (option->name && !(option->flags & OPTION_HIDDEN))
			print_option(option, owner);
	}
	for (const struct argp_child *child = argp->children; child && child->argp; child++)
		tool_print_options(child->argp);
}

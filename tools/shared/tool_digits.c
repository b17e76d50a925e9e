#include "tool_digits.h"

enum { OPTION_DIGITS = 0x500 };

static const struct argp_option options[] = {
    {"digits", OPTION_DIGITS, "interval|full", 0,
     "digits of predictions and scores: as many as their interval justifies, and two of a "
     "chance; or all (default interval)",
     1},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	if (key != OPTION_DIGITS)
		return ARGP_ERR_UNKNOWN;
	*(bool *)state->input =
	    tool_parse_choice(state, "--digits", argument, "interval|full") == 1;
	return 0;
}

const struct argp tool_digits_argp = {.options = options, .parser = parse_option};

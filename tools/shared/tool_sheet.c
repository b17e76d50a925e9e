/* Tables that tools write, and with which digits. Part of tool.h. */
#include "tool.h"

enum cml_result tool_sheet_open(struct tool_sheet *sheet, const struct tool *tool, const char *path,
				char input_delimiter, struct cml_error *err)
{
	struct tool with_path = *tool;
	if (path)
		with_path.output_path = path;
	enum cml_result status = tool_output_open(&with_path, &sheet->output, err);
	cml_table_writer_init(&sheet->writer, sheet->output,
			      tool_output_delimiter(&with_path, input_delimiter));
	return status;
}

enum cml_result tool_sheet_commit(struct tool_sheet *sheet, struct cml_error *err)
{
	return sheet->output ? cml_output_commit(sheet->output, err) : CML_OK;
}

void tool_sheet_release(struct tool_sheet *sheet)
{
	cml_output_free(sheet->output);
	*sheet = (struct tool_sheet){0};
}

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

/* Tables that tools write. Part of tool.h. */
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

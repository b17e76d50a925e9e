/* Editing space files. See tool_space.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "space/space.h"
#include "space/space_text.h"
#include "table/output.h"
#include "tool_space.h"

/* The space in text, which stays as it is, under the name of path. */
static enum cml_result check_text(const struct cml_buffer *text, const char *path,
				  struct cml_error *err)
{
	struct cml_space *space = NULL;
	struct cml_buffer copy = {0};
	enum cml_result status = cml_buffer_append(&copy, text->data, text->size)
				     ? cml_space_open_text(&space, &copy, path, err)
				     : cml_fail_memory(err);
	cml_space_free(space);
	cml_buffer_release(&copy);
	return status;
}

static enum cml_result align(struct cml_buffer *aligned, const struct cml_buffer *text,
			     const char *path, struct cml_error *err)
{
	if (check_text(text, path, err) != CML_OK ||
	    cml_space_format(aligned, cml_buffer_slice(text), cml_delimiter_for(path), err) !=
		CML_OK)
		return cml_error_locate(err, path, 0, NULL);
	return CML_OK;
}

static bool has_comment(struct cml_slice text, struct cml_slice name, char delimiter)
{
	struct cml_slice line;
	bool found = false;
	while (!found && cml_slice_line(&text, &line))
		found = line.size > name.size && line.data[name.size] == delimiter &&
			memcmp(line.data, name.data, name.size) == 0;
	return found;
}

enum cml_result tool_space_note_comments(const struct tool *tool, const char *path,
					 const struct cml_space *space,
					 const struct cml_header *header, struct cml_error *err)
{
	struct cml_buffer text = {0};
	enum cml_result status = CML_OK;
	for (size_t i = 0; i < header->n_columns; i++) {
		struct cml_slice name = header->names[i];
		if (name.size == 0 || name.data[0] != '#' || strcmp(path, "-") == 0 ||
		    cml_space_find(space, name) != CML_NO_COLUMN)
			continue;
		if (text.size == 0 && (status = cml_space_read_text(&text, path, err)) != CML_OK)
			break;
		if (has_comment(cml_buffer_slice(&text), name, cml_delimiter_for(path)))
			tool_note(
			    tool,
			    "column '%.*s' is left out: its row in %s is a comment, as it begins "
			    "with #; write the name in quotes",
			    (int)name.size, name.data, path);
	}
	cml_buffer_release(&text);
	return status;
}

/* What is edited: the aligned file, or as it is where it is no space file (yet). */
static enum cml_result prepare(const char *path, const char *edited, struct cml_buffer *shown,
			       struct cml_error *err)
{
	struct cml_buffer text = {0};
	struct cml_error problem;
	enum cml_result status = cml_space_read_text(&text, path, err);
	if (status != CML_OK)
		goto out;
	if (align(shown, &text, path, &problem) != CML_OK) {
		cml_buffer_clear(shown);
		if (!cml_buffer_append(shown, text.data, text.size)) {
			status = cml_fail_memory(err);
			goto out;
		}
	}
	status = cml_output_put(edited, cml_buffer_slice(shown), err);
out:
	cml_buffer_release(&text);
	return status;
}

/* Whether the file still is what the editor was shown. */
static bool is_untouched(const char *edited, const struct cml_buffer *shown)
{
	struct cml_buffer text = {0};
	struct cml_error ignored;
	bool same = shown->data && cml_space_read_text(&text, edited, &ignored) == CML_OK &&
		    cml_slice_equal(cml_buffer_slice(&text), cml_buffer_slice(shown));
	cml_buffer_release(&text);
	return same;
}

/* As git does it: the shell splits the words of the editor, the path is no part of what it reads.
 * The editor has the terminal; an interrupt is for it. */
static enum cml_result run_editor(const char *path, struct cml_error *err)
{
	const char *editor = getenv("VISUAL");
	struct cml_buffer command = {0};
	if (!editor || !*editor)
		editor = getenv("EDITOR");
	if (!editor || !*editor)
		editor = "vi";
	if (setenv("CML_EDITED", path, 1) != 0 ||
	    !cml_buffer_printf(&command, "%s \"$CML_EDITED\"", editor)) {
		cml_buffer_release(&command);
		return cml_fail_memory(err);
	}
	int status = system(command.data);
	cml_buffer_release(&command);
	if (status == -1)
		return cml_fail_errno(err, errno, editor);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return CML_OK;
	return cml_fail(err, CML_IO_ERROR, "the editor '%s' failed", editor);
}

/* The edited text in the place of the file, aligned. */
static enum cml_result put_back(const char *path, const char *edited, struct cml_error *err)
{
	struct cml_buffer text = {0}, aligned = {0};
	enum cml_result status = cml_space_read_text(&text, edited, err);
	if (status != CML_OK || (status = align(&aligned, &text, edited, err)) != CML_OK ||
	    (status = cml_output_put(path, cml_buffer_slice(&aligned), err)) != CML_OK)
		goto out;
	if (unlink(edited) != 0)
		status = cml_fail_errno(err, errno, edited);
out:
	cml_buffer_release(&text);
	cml_buffer_release(&aligned);
	return status;
}

enum cml_result tool_space_edit(const struct tool *tool, const char *path, struct cml_error *err)
{
	struct cml_buffer edited = {0}, shown = {0};
	enum cml_result status;
	/* The ending gives the delimiter. */
	const char *ending = cml_delimiter_for(path) == '\t' ? ".edit.tsv" : ".edit";
	if (!cml_buffer_printf(&edited, "%s%s", path, ending))
		return cml_fail_memory(err);
	if (access(edited.data, F_OK) == 0)
		tool_note(tool, "going on with %s, which an earlier --edit left", edited.data);
	else if ((status = prepare(path, edited.data, &shown, err)) != CML_OK)
		goto out;
	if ((status = run_editor(edited.data, err)) == CML_OK)
		status = put_back(path, edited.data, err);
	if (status != CML_OK && is_untouched(edited.data, &shown))
		unlink(edited.data);
	else if (status != CML_OK)
		tool_note(tool,
			  "%s is unchanged; what was edited is in %s, and --edit goes on "
			  "with it",
			  path, edited.data);
out:
	cml_buffer_release(&edited);
	cml_buffer_release(&shown);
	return status;
}

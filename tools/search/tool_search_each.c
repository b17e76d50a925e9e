/* --fix NAME=LIST: a search for each value. Part of tool_search.h. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "space/feasible/fixes.h"
#include "tool_search.h"

/* What each search reads again is a file. */
static enum cml_result check_again(const char *path, struct cml_error *err)
{
	if (strcmp(path, "-") != 0 && (tool_is_regular(path) || access(path, F_OK) != 0))
		return CML_OK;
	return cml_fail(err, CML_BAD_USAGE,
			"%s is read for each value of the list: it must be a file", path);
}

static enum cml_result check_inputs(const struct tool_search_options *search, struct cml_error *err)
{
	if (search->check)
		return cml_fail(err, CML_BAD_USAGE, "--check is for one value, not a list");
	if (search->candidates_path && check_again(search->candidates_path, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < search->excludes.n; i++)
		if (check_again(search->excludes.texts[i], err) != CML_OK)
			return err->status;
	return CML_OK;
}

/* Appends `gpus=8, 16`; nothing for all values. False: out of memory. */
static bool print_values(const struct cml_fix_list *list, const char *name, uint64_t of,
			 struct cml_buffer *text)
{
	bool ok = true, is_all = true;
	cml_buffer_clear(text);
	for (size_t i = 0; ok && i < list->values.n_values; i++) {
		if (!(of >> i & 1)) {
			is_all = false;
			continue;
		}
		ok = cml_buffer_printf(text, "%s%s%s", text->size > 0 ? ", " : name,
				       text->size > 0 ? "" : "=",
				       CML_PRINTED(cml_domain_value(&list->values, i)));
	}
	if (is_all)
		cml_buffer_clear(text);
	return ok && cml_buffer_append(text, "", 1);
}

/* Whether two notes say the same of other values: what they say is the text of their format. */
static bool are_of_a_kind(const struct tool_kept_note *a, const struct tool_kept_note *b)
{
	return a->format == b->format && strcmp(a->format, "%s") != 0 && !(a->of & b->of);
}

/* Prints a note, and forgets the later ones of its kind, with the values that these are of. */
static void print_kind(struct tool *tool, struct tool_notes *notes, size_t i,
		       const struct cml_fix_list *list, const char *name)
{
	AUTO(cml_buffer) values = {0}, others = {0};
	struct tool_kept_note *first = &notes->items[i];
	uint64_t of_others = 0;
	for (size_t k = i + 1; k < notes->n; k++)
		if (notes->items[k].text && are_of_a_kind(first, &notes->items[k])) {
			of_others |= notes->items[k].of;
			free(notes->items[k].text);
			notes->items[k].text = NULL;
		}
	if (print_values(list, name, first->of, &values) &&
	    print_values(list, name, of_others, &others))
		tool_note(tool, "%s%s%s%s%s", values.data, values.size > 1 ? ": " : "", first->text,
			  of_others ? "; with other values for " : "",
			  of_others ? others.data : "");
}

static void print_notes(struct tool *tool, struct tool_notes *notes,
			const struct cml_fix_list *list, const char *name)
{
	tool->notes = NULL;
	for (size_t i = 0; i < notes->n; i++) {
		if (!notes->items[i].text)
			continue;
		print_kind(tool, notes, i, list, name);
		free(notes->items[i].text);
	}
	free(notes->items);
}

/* The fix of one value takes the place of the list, and what followed from the value before is
 * forgotten. */
static enum cml_result set_value(struct tool_search_options *search,
				 const struct cml_fix_list *list, size_t n_fixes,
				 struct cml_error *err)
{
	AUTO(cml_buffer) text = {0};
	double value = cml_domain_value(&list->values, search->tool.notes->search);
	if (cml_space_restore(search->space, err) != CML_OK)
		return err->status;
	const char *fix = NULL;
	if (cml_buffer_printf(&text, "%s=%s", search->space->columns[list->slot].name,
			      CML_PRINTED(value)))
		fix = cml_arena_copy(&search->followed, cml_buffer_slice(&text));
	search->fixes.n = n_fixes;
	search->fixes.texts[list->at] = fix;
	return fix ? CML_OK : cml_fail_memory(err);
}

/* `gpus=8: ` before an error that ends the search of one value. */
static void name_value(const struct tool_search_options *search, const struct cml_fix_list *list,
		       struct cml_error *err)
{
	char message[CML_ERROR_MESSAGE_SIZE];
	if (err->column[0] != '\0')
		return;
	memcpy(message, err->message, sizeof message);
	snprintf(err->message, sizeof err->message, "%.64s: %.700s", search->fixes.texts[list->at],
		 message);
}

static enum cml_result search_values(struct tool_search_options *search, tool_search_run *run,
				     const struct cml_fix_list *list, struct cml_error *err)
{
	char message[CML_ERROR_TEXT_SIZE];
	size_t n_fixes = search->fixes.n, n_found = 0;
	search->output.lines.has_best_job = search->excludes.n > 0;
	for (size_t i = 0; i < list->values.n_values; i++) {
		search->tool.notes->search = (unsigned)i;
		if (set_value(search, list, n_fixes, err) != CML_OK)
			return err->status;
		enum cml_result status = run(search, err);
		if (status == CML_NOTHING) {
			tool_note(&search->tool, "%s",
				  cml_error_format(err, message, sizeof message));
		} else if (status != CML_OK) {
			name_value(search, list, err);
			return status;
		}
		n_found += status == CML_OK;
	}
	return n_found > 0
		   ? tool_search_output_commit(&search->tool, &search->output, err)
		   : cml_fail(err, CML_NOTHING, "nothing for any of the %zu values of '%s'",
			      list->values.n_values, search->space->columns[list->slot].name);
}

enum cml_result tool_search_each(struct tool_search_options *search, tool_search_run *run,
				 struct cml_error *err)
{
	struct cml_fix_list list = {0};
	struct tool_notes notes = {0};
	enum cml_result status =
	    cml_fix_list_find(&list, search->space, search->fixes.texts, search->fixes.n, err);
	if (status != CML_OK)
		goto out;
	if (list.at == CML_NO_COLUMN)
		return run(search, err);
	if ((status = check_inputs(search, err)) != CML_OK)
		goto out;
	search->tool.notes = &notes;
	status = search_values(search, run, &list, err);
	print_notes(&search->tool, &notes, &list, search->space->columns[list.slot].name);
out:
	cml_domain_release(&list.values);
	return status;
}

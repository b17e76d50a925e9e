/* What --fix keeps still. Part of tool_fixes.h. */
#include "tool_fixes.h"

#include "base/model_name.h"
#include "model/model_contexts.h"
#include "space/feasible/fixes.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_value(const struct cml_space *space, size_t slot, double value,
			struct cml_buffer *text)
{
	char number[CML_NUMBER_SIZE];
	struct cml_slice found = cml_value_text(space, slot, value, number);
	cml_buffer_append(text, found.data, found.size);
}

static enum cml_result note_defaults(const struct tool *tool, const struct cml_space *space,
				     const struct tool_list *fixes, const double *fixed,
				     const char *path, struct cml_error *err)
{
	AUTO(cml_buffer) text = {0};
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		if (isnan(fixed[slot]) || column->domain.n_values == 1 ||
		    !cml_fixes_leave(space, fixes->texts, fixes->n, slot))
			continue;
		cml_buffer_printf(&text, "%s%s=", text.size > 0 ? ", " : "", column->name);
		print_value(space, slot, fixed[slot], &text);
	}
	bool ok = !text.has_failed;
	if (ok && text.size > 0)
		tool_note(tool, "contexts without --fix are at the defaults of %s: %.*s", path,
			  (int)text.size, text.data);
	return ok ? CML_OK : cml_fail_memory(err);
}

enum cml_result tool_fixes_take(const struct tool *tool, const struct cml_space *space,
				const struct tool_list *fixes, const char *path, double **fixed,
				struct cml_error *err)
{
	if (!CML_NEW(fixed, space->n_columns))
		return cml_fail_memory(err);
	if (cml_fixes_take(space, fixes->texts, fixes->n, *fixed, err) != CML_OK)
		return err->status;
	return path ? note_defaults(tool, space, fixes, *fixed, path, err) : CML_OK;
}

/* What contexts follow from. */
struct following {
	const struct tool *tool;
	const struct cml_space *space;
	const struct cml_model *model;
	struct tool_list *fixes;
	struct cml_arena *texts;
	double *given; /* by slot */
	struct cml_buffer note;
};

static void following_release(struct following *following)
{
	cml_buffer_release(&following->note);
	free(following->given);
}

/* `gpus=64` */
static void print_given(const struct following *following, size_t slot, struct cml_buffer *text)
{
	cml_buffer_printf(text, "%s=", following->space->columns[slot].name);
	print_value(following->space, slot, following->given[slot], text);
}

/* ` (gpus == 8 * nodes)` */
static void print_reason(struct following *following, const struct cml_followed *followed,
			 size_t rule)
{
	const struct cml_space *space = following->space;
	struct cml_buffer *text = &following->note;
	if (rule != CML_NO_COLUMN) {
		cml_buffer_printf(text, " (%s)",
				  cml_expression_text(space->columns[rule].expression));
	} else if (followed->by == CML_NO_COLUMN) {
		cml_buffer_append_string(text, followed->is_usual ? " (as in most jobs with these)"
								  : " (all jobs with these)");
	} else if (!isnan(followed->factor)) {
		cml_buffer_printf(text, " (in proportion to %s, as in every job)",
				  space->columns[followed->by].name);
	} else {
		cml_buffer_append_string(text, " (all jobs with ");
		print_given(following, followed->by, text);
		cml_buffer_append_string(text, ")");
	}
}

/* Fixes a context, and begins what the note says about it. False: out of memory. */
static bool fix_context(struct following *following, size_t slot, double at)
{
	AUTO(cml_buffer) text = {0};
	cml_buffer_printf(&text, "%s=", following->space->columns[slot].name);
	print_value(following->space, slot, at, &text);
	const char *fix =
	    text.has_failed ? NULL : cml_arena_copy(following->texts, cml_buffer_slice(&text));
	following->given[slot] = at;
	return fix && tool_list_add(following->fixes, fix) == 0 &&
	       cml_buffer_printf(&following->note, "%s%s", following->note.size > 0 ? ", " : "",
				 fix);
}

static enum cml_result take_followed(struct following *following, size_t slot,
				     const struct cml_followed *followed, size_t rule,
				     struct cml_error *err)
{
	if (!fix_context(following, slot, followed->value))
		return cml_fail_memory(err);
	print_reason(following, followed, rule);
	return followed->is_outside
		   ? cml_fixes_admit(following->model->space, following->fixes->texts,
				     following->fixes->n, err)
		   : CML_OK;
}

static bool may_follow(const struct following *following, size_t slot)
{
	const struct cml_space_column *column = &following->space->columns[slot];
	return column->role == CML_ROLE_CONTEXT && !column->when && isnan(following->given[slot]);
}

static enum cml_result follow_context(struct following *following, size_t slot, bool is_usual,
				      bool *found, struct cml_error *err)
{
	struct cml_followed followed = {.by = CML_NO_COLUMN, .factor = NAN};
	size_t rule = CML_NO_COLUMN;
	*found = cml_rule_implies(following->space, following->given, slot, &followed.value, &rule);
	if (!*found) {
		rule = CML_NO_COLUMN;
		if (following->model &&
		    cml_model_follow_context(following->model, following->given, slot, is_usual,
					     found, &followed, err) != CML_OK)
			return err->status;
	}
	return *found ? take_followed(following, slot, &followed, rule, err) : CML_OK;
}

/* One context after the other, as the next may follow from one that followed. is_usual: one that
 * does not, and is not at its default, as no job with what is fixed has that. */
static enum cml_result follow_once(struct following *following, bool is_usual, bool *found,
				   struct cml_error *err)
{
	const struct cml_space *space = following->space;
	*found = false;
	for (size_t slot = 0; slot < space->n_columns && !*found; slot++)
		if (may_follow(following, slot) && !(is_usual && space->columns[slot].open) &&
		    follow_context(following, slot, is_usual, found, err) != CML_OK)
			return err->status;
	return CML_OK;
}

static enum cml_result note_followed(const struct following *following, struct cml_error *err)
{
	if (following->note.has_failed)
		return cml_fail_memory(err);
	if (following->note.size > 0)
		tool_note(following->tool,
			  "contexts that follow from --fix: %.*s; --fix them for other values",
			  (int)following->note.size, following->note.data);
	return CML_OK;
}

/* Contexts of which the log says nothing, as it has no job with what is fixed. */
struct unknown {
	size_t by; /* what is fixed; CML_NO_COLUMN: there are none */
	struct cml_buffer
	    jobs; /* that there are none of: `model=big`, or `model=big and gpu=A100` */
	struct cml_buffer fixes; /* `--fix layers=VALUE --fix hidden=VALUE` */
};

static void unknown_release(struct unknown *unknown)
{
	cml_buffer_release(&unknown->jobs);
	cml_buffer_release(&unknown->fixes);
}

static bool add_unknown(const struct following *following, struct unknown *unknown, size_t by,
			size_t other, const char *name)
{
	bool is_first = unknown->by == CML_NO_COLUMN;
	if (is_first) {
		unknown->by = by;
		print_given(following, by, &unknown->jobs);
	}
	if (is_first && other != CML_NO_COLUMN) {
		cml_buffer_append_string(&unknown->jobs, " and ");
		print_given(following, other, &unknown->jobs);
	}
	return !unknown->jobs.has_failed &&
	       cml_buffer_printf(&unknown->fixes, "%s--fix %s=VALUE", is_first ? "" : " ", name);
}

/* Those that go with a name, and those that go with a number. */
static enum cml_result find_unknown(const struct following *following, struct unknown *of_level,
				    struct unknown *of_number, struct cml_error *err)
{
	const struct cml_space *space = following->space;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		size_t by, other;
		if (column->role != CML_ROLE_CONTEXT || column->when ||
		    column->domain.n_values == 1)
			continue;
		if (cml_model_find_unknown(following->model, following->given, slot, &by, &other,
					   err) != CML_OK)
			return err->status;
		if (by == CML_NO_COLUMN)
			continue;
		bool is_number = cml_is_number_type(space->columns[by].type);
		if (!add_unknown(following, is_number ? of_number : of_level, by, other,
				 column->name))
			return cml_fail_memory(err);
	}
	return CML_OK;
}

/* Names stand for sizes that nobody can guess; numbers are at least in an order. */
static enum cml_result judge_unknown(const struct following *following, struct cml_error *err)
{
	const struct cml_space *space = following->space;
	AUTO(unknown) of_level = {.by = CML_NO_COLUMN}, of_number = {.by = CML_NO_COLUMN};
	if (find_unknown(following, &of_level, &of_number, err) != CML_OK)
		return err->status;
	const struct unknown *unknown = of_level.by != CML_NO_COLUMN ? &of_level : &of_number;
	if (unknown->by == CML_NO_COLUMN)
		return CML_OK;
	const char *name = space->columns[unknown->by].name;
	if (unknown == &of_level)
		return cml_fail(err, CML_BAD_USAGE,
				"no job of the log has %.*s; contexts with one value for each "
				"%s would have that of another: fix them, too: %.*s",
				(int)unknown->jobs.size, unknown->jobs.data, name,
				(int)unknown->fixes.size, unknown->fixes.data);
	tool_note(following->tool,
		  "no job of the log has %.*s; contexts with one value for each %s are at their "
		  "defaults: %.*s",
		  (int)unknown->jobs.size, unknown->jobs.data, name, (int)unknown->fixes.size,
		  unknown->fixes.data);
	return CML_OK;
}

/* Whether some formula, as of a law, reads the size in the names of a column. */
static bool reads_size(const struct cml_space *space, const struct cml_space_column *column)
{
	char call[256];
	snprintf(call, sizeof call, "size(%s)", column->name);
	for (size_t i = 0; i < space->n_columns; i++) {
		const struct cml_expression *formula = space->columns[i].expression;
		if (formula && strstr(cml_expression_text(formula), call))
			return true;
	}
	return false;
}

/* ` (did you mean 'llama-13b'?)` */
static void print_meant(const struct cml_space *space, const struct cml_space_column *column,
			struct cml_slice level, struct cml_buffer *text)
{
	for (size_t i = 0; i < column->domain.n_values; i++) {
		const char *other = space->symbols.texts[(size_t)column->domain.levels[i]].data;
		if (cml_words_are_meant(level, other)) {
			cml_buffer_printf(text, " (did you mean '%s'?)", other);
			return;
		}
	}
}

/* Values that the space lacks are answered all the same; jobs with them are not, before it has
 * them. */
enum cml_result tool_fixes_note_admitted(const struct tool *tool, const struct cml_model *model,
					 bool params_alone, struct cml_error *err)
{
	const struct cml_space *space = model->space;
	AUTO(cml_buffer) text = {0}, grown = {0};
	char number[CML_NUMBER_SIZE];
	bool has_level = false, lacks_size = false;
	for (size_t slot = 0; !lacks_size && slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		if (params_alone && column->role != CML_ROLE_PARAM)
			continue;
		if (column->grows_by && !params_alone)
			cml_buffer_printf(
			    &grown, ", and %s with it up to %.15g (%s)", column->name,
			    cml_domain_value(&column->domain, column->domain.n_values - 1),
			    cml_expression_text(column->grows_by->expression));
		if (!column->admits)
			continue;
		struct cml_slice value = cml_value_text(space, slot, column->admitted, number);
		bool is_level =
		    column->encoding == CML_ENCODING_ONEHOT || column->type > CML_TYPE_FLOAT;
		bool has_size = is_level && reads_size(space, column);
		has_level = has_level || (is_level && !has_size);
		lacks_size = has_size && isnan(cml_size_in_name(value));
		if (lacks_size)
			cml_buffer_clear(&text);
		cml_buffer_printf(&text, "%s%s=%.*s", text.size > 0 ? ", " : "", column->name,
				  (int)value.size, value.data);
		if (column->type >= CML_TYPE_BOOL)
			print_meant(space, column, value, &text);
	}
	if (text.has_failed || grown.has_failed)
		return cml_fail_memory(err);
	if (lacks_size)
		return cml_fail(
		    err, CML_BAD_USAGE,
		    "no job of the log has %.*s, and the name has no size, by which the "
		    "others are predicted: write it there, as in llama-70b",
		    (int)text.size, text.data);
	if (text.size > 0)
		tool_note(tool,
			  "%.*s: not in the domain, so predicted from other values%s%.*s; add %s "
			  "in the space file before such jobs run",
			  (int)text.size, text.data,
			  has_level ? " (a new level counts as missing)" : "", (int)grown.size,
			  grown.data, grown.size > 0 ? "them to the domains" : "it to the domain");
	return CML_OK;
}

static enum cml_result read_given(struct following *following, struct cml_error *err)
{
	const struct cml_space *space = following->space;
	return CML_NEW(&following->given, space->n_columns)
		   ? cml_fixes_read(space, following->fixes->texts, following->fixes->n,
				    following->given, err)
		   : cml_fail_memory(err);
}

enum cml_result tool_fixes_follow(const struct tool *tool, const struct cml_space *space,
				  const struct cml_model *model, struct tool_list *fixes,
				  struct cml_arena *texts, struct cml_error *err)
{
	AUTO(following) following = {
	    .tool = tool, .space = space, .model = model, .fixes = fixes, .texts = texts};
	bool found = fixes->n > 0;
	if (!found)
		return CML_OK;
	if (read_given(&following, err) != CML_OK)
		return err->status;
	while (found)
		if (follow_once(&following, false, &found, err) != CML_OK ||
		    (!found && follow_once(&following, true, &found, err) != CML_OK))
			return err->status;
	if (note_followed(&following, err) != CML_OK)
		return err->status;
	return model ? tool_fixes_note_admitted(tool, model, false, err) : CML_OK;
}

static enum cml_result renew_all(struct following *following, const struct cml_newest *newest,
				 bool any, struct cml_error *err)
{
	const struct cml_space *space = following->space;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		double value;
		if (!may_follow(following, slot) || column->open || column->domain.n_values == 1 ||
		    !cml_newest_find(newest, space, following->given, slot, any, &value))
			continue;
		if (!fix_context(following, slot, value))
			return cml_fail_memory(err);
	}
	return following->note.has_failed ? cml_fail_memory(err) : CML_OK;
}

enum cml_result tool_fixes_renew(const struct tool *tool, const struct cml_space *space,
				 const struct cml_newest *newest, struct tool_list *fixes,
				 struct cml_arena *texts, struct cml_error *err)
{
	AUTO(following) following = {
	    .tool = tool, .space = space, .model = NULL, .fixes = fixes, .texts = texts};
	AUTOFREE double *asked = cml_array_new(space->n_columns, sizeof *asked);
	size_t n_asked = fixes->n, size = space->n_columns * sizeof *asked;
	if (!asked)
		return cml_fail_memory(err);
	if (read_given(&following, err) != CML_OK)
		return err->status;
	memcpy(asked, following.given, size);
	if (renew_all(&following, newest, false, err) != CML_OK)
		return err->status;
	if (!newest->by_time && !cml_newest_has_together(newest, space, asked, following.given)) {
		/* Part of a last row, with defaults that it lacks: the defaults, or all of it. */
		fixes->n = n_asked;
		memcpy(following.given, asked, size);
		cml_buffer_clear(&following.note);
		if (!cml_newest_has_together(newest, space, asked, asked) &&
		    renew_all(&following, newest, true, err) != CML_OK)
			return err->status;
	}
	if (following.note.size > 0)
		tool_note(tool,
			  "contexts without --fix are those of the %s: %.*s; --fix them for other "
			  "values",
			  newest->by_time ? "newest job" : "last row", (int)following.note.size,
			  following.note.data);
	return CML_OK;
}

/* A default of which a rule leaves one value beside the others gives way to that. */
static enum cml_result follow_defaults(struct following *following, struct cml_error *err)
{
	const struct cml_space *space = following->space;
	following->model = NULL;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		bool found = false;
		double value;
		size_t rule;
		if (!may_follow(following, slot))
			continue;
		bool is_other = cml_rule_implies(space, following->given, slot, &value, &rule) &&
				!(column->has_default && value == column->default_value);
		if (is_other && follow_context(following, slot, false, &found, err) != CML_OK)
			return err->status;
		if (!found && column->has_default)
			following->given[slot] = column->default_value;
	}
	return note_followed(following, err);
}

enum cml_result tool_fixes_judge(const struct tool *tool, const struct cml_space *space,
				 const struct cml_model *model, struct tool_list *fixes,
				 struct cml_arena *texts, struct cml_error *err)
{
	AUTO(following) following = {
	    .tool = tool, .space = space, .model = model, .fixes = fixes, .texts = texts};
	if (fixes->n == 0)
		return CML_OK;
	if (read_given(&following, err) != CML_OK ||
	    (model && judge_unknown(&following, err) != CML_OK))
		return err->status;
	return follow_defaults(&following, err);
}

void tool_fixes_note(const struct tool *tool, const char *path, size_t n_different)
{
	if (n_different > 0)
		tool_note(tool, "%s%s%zu row%s from the fixed values, and %s left out",
			  path ? path : "", path ? ": " : "", n_different,
			  n_different == 1 ? " differs" : "s differ",
			  n_different == 1 ? "is" : "are");
}

void tool_fixes_note_silent(const struct tool *tool, const struct cml_space *space,
			    uint64_t n_silent, uint64_t n)
{
	if (n_silent > 0)
		tool_note(tool,
			  "%" PRIu64 " of %" PRIu64
			  " rows have no '%s': they are predicted without it",
			  n_silent, n, space->columns[cml_space_lacks(space, NULL)].name);
}

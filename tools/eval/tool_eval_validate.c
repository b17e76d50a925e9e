/* cml-eval with a space. Part of tool_eval.h. */
#include "tool_eval.h"

#include "base/memory.h"
#include "tool_outliers.h"

#include <stdlib.h>
#include <string.h>

#define N_PERMUTATIONS 10 /* of each column, for its importance */
/* Running out of memory is put down to more repeats than these. */
#define MANY 100000

struct use {
	struct tool_eval *eval;
	struct cml_split_spec *specs; /* by split */
	size_t *sizes;                /* of --curve */
	size_t n_sizes;
	struct cml_space *space;
	struct cml_encoder encoder;
	struct cml_binding binding;
	struct cml_contexts contexts;
	struct cml_validation_set set;
};

static void show_progress(void *context, size_t done, size_t total)
{
	tool_progress(context, "models", done, total);
}

static void note_text_times(const struct use *use)
{
	for (size_t i = 0; i < use->eval->splits.n; i++) {
		struct cml_slice text = cml_split_text_time(&use->specs[i], &use->set);
		if (text.size > 0)
			tool_note(&use->eval->tool,
				  "split %s: cells such as %s are no dates: they are in the order "
				  "of their texts",
				  use->eval->splits.texts[i], CML_QUOTED(text));
	}
}

static enum cml_result validate_all(struct use *use, struct cml_error *err)
{
	struct cml_model_spec model = {
	    .kind = use->eval->hyper.predictor,
	    .hyper = &use->eval->hyper.values,
	    .log_target = use->eval->log_target,
	    .learn_interval = !use->eval->no_intervals,
	    .maximize = use->space->columns[use->space->metric].maximize,
	    .ignore_failures = use->eval->ignore_failures,
	};
	struct cml_validation how = {
	    .n_repeats = use->eval->n_repeats,
	    .sizes = use->sizes,
	    .n_sizes = use->n_sizes,
	    .model = &model,
	    .bootstrap = use->eval->bootstrap,
	    .n_permutations = N_PERMUTATIONS,
	    .seed = use->eval->tool.seed,
	    .progress = show_progress,
	    .progress_context = &use->eval->tool,
	};
	struct cml_evaluation *evaluation = &use->eval->evaluation;
	if (tool_outliers_note_set(&use->eval->tool, &use->set, err) != CML_OK ||
	    tool_eval_choose_within(use->eval, &use->contexts, use->set.data.n_rows, &how.within,
				    err) != CML_OK ||
	    cml_evaluation_set_splits(evaluation, use->eval->splits.texts, use->eval->splits.n,
				      err) != CML_OK ||
	    tool_learning_pool_new(&use->eval->tool, &how.pool, err) != CML_OK)
		return err->status;
	enum cml_result status =
	    cml_evaluation_validate(evaluation, use->specs, &how, &use->set, err);
	cml_pool_free(how.pool);
	tool_progress_end(&use->eval->tool);
	if (status == CML_NO_MEMORY && how.n_repeats > MANY)
		cml_fail(err, CML_NO_MEMORY,
			 "out of memory: results of %zu repeats are kept; ask for fewer with "
			 "--repeats",
			 how.n_repeats);
	if (status != CML_OK)
		return status;
	tool_eval_note(use->eval);
	note_text_times(use);
	if (evaluation->n_lacking > 0)
		tool_note(&use->eval->tool,
			  "a limit is left out of %zu trainings, in which no job reports it",
			  evaluation->n_lacking);
	return CML_OK;
}

/* The tables that were asked for; those of a file stay empty where it was not. */
static enum cml_result open_sheets(struct use *use, struct tool_sheet *scores,
				   struct tool_sheet *points, struct tool_sheet *drops,
				   char delimiter, struct cml_error *err)
{
	const struct tool_eval *eval = use->eval;
	struct cml_evaluation *evaluation = &use->eval->evaluation;
	if (tool_sheet_open(scores, &eval->tool, NULL, delimiter, err) != CML_OK ||
	    (eval->predictions &&
	     tool_sheet_open(points, &eval->tool, eval->predictions, delimiter, err) != CML_OK) ||
	    (eval->importance &&
	     tool_sheet_open(drops, &eval->tool, eval->importance, delimiter, err) != CML_OK))
		return err->status;
	evaluation->scores = &scores->writer;
	evaluation->points = eval->predictions ? &points->writer : NULL;
	evaluation->drops = eval->importance ? &drops->writer : NULL;
	return CML_OK;
}

static enum cml_result write_validation(struct use *use, char delimiter, struct cml_error *err)
{
	AUTO(tool_sheet) scores = {0}, drops = {0}, points = {0};
	if (open_sheets(use, &scores, &points, &drops, delimiter, err) != CML_OK ||
	    validate_all(use, err) != CML_OK || tool_sheet_commit(&points, err) != CML_OK ||
	    tool_sheet_commit(&drops, err) != CML_OK)
		return err->status;
	return tool_sheet_commit(&scores, err);
}

/* Scores of launches that were asked for, and cannot be. */
static void note_no_failure(const struct use *use)
{
	const struct cml_scoring *scoring = &use->eval->evaluation.scoring;
	for (size_t i = 0; use->eval->metrics && i < scoring->n; i++)
		if (scoring->scores[i].kind->of_launches) {
			tool_note(&use->eval->tool,
				  "no job failed or broke a limit: %s is undefined",
				  scoring->scores[i].name);
			return;
		}
}

/* The jobs that no speed is learned from. */
static enum cml_result note_others(const struct use *use, struct cml_error *err)
{
	AUTO(cml_buffer) failed = {0}, left_out = {0};
	const char *how = use->eval->ignore_failures ? ", tested as failures, not trained on"
						     : ", trained on and tested as failures";
	if (cml_dataset_failed_text(&use->set.data, &failed, err) != CML_OK ||
	    cml_dataset_left_out(&use->set.data, &left_out, err) != CML_OK)
		return err->status;
	if (failed.size + left_out.size > 0)
		tool_note(&use->eval->tool, "%.*s%s%s%s%.*s", (int)failed.size,
			  failed.size > 0 ? failed.data : "", failed.size > 0 ? how : "",
			  failed.size > 0 && left_out.size > 0 ? "; " : "",
			  left_out.size > 0 ? "left out: " : "", (int)left_out.size,
			  left_out.size > 0 ? left_out.data : "");
	return CML_OK;
}

static enum cml_result note_left_out(const struct use *use, struct cml_error *err)
{
	/* Without rows an error says so. */
	if (use->set.data.n_rows > 0 && note_others(use, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < use->eval->splits.n; i++) {
		size_t n = cml_split_n_missing(&use->specs[i], &use->set);
		if (n > 0)
			tool_note(&use->eval->tool, "split %s: left out: %zu job%s without a %s",
				  use->eval->splits.texts[i], n, n == 1 ? "" : "s",
				  use->specs[i].kind == CML_SPLIT_TIME ? "time" : "scale");
	}
	if (cml_validation_set_n_failed(&use->set) == 0)
		note_no_failure(use);
	return CML_OK;
}

/* Where none was named. */
static enum cml_result choose_splits(struct use *use, struct cml_error *err)
{
	struct tool_eval *eval = use->eval;
	struct cml_split_choice *choice = &eval->choice;
	if (cml_dataset_require_rows(&use->set.data, err) != CML_OK ||
	    cml_split_choice_settle(choice, use->space, &use->set,
				    use->n_sizes > 0 ? use->sizes[use->n_sizes - 1] : 0,
				    err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < choice->n; i++)
		if (tool_list_add(&eval->splits, choice->names[i]) != 0)
			return cml_fail_memory(err);
	free(use->specs);
	if (!CML_NEW(&use->specs, choice->n))
		return cml_fail_memory(err);
	memcpy(use->specs, choice->specs, choice->n * sizeof *use->specs);
	tool_note_lines(&eval->tool, cml_buffer_slice(&choice->why));
	tool_note_lines(&eval->tool, cml_buffer_slice(&choice->left));
	return CML_OK;
}

static enum cml_result read_history(struct use *use, struct tool_rows *rows, struct cml_error *err)
{
	struct cml_row row;
	enum cml_result status = CML_OK;
	while (tool_rows_each(rows, &row, &status, err)) {
		status = cml_validation_set_file(&use->set, tool_rows_name(rows), err);
		if (!status)
			status = cml_validation_set_append(&use->set, &use->binding, &row, err);
	}
	if (status != CML_OK ||
	    (use->eval->log_target != CML_LOG_NO &&
	     cml_validation_set_settle(&use->set, err) != CML_OK) ||
	    (use->eval->splits.n == 0 && choose_splits(use, err) != CML_OK))
		return err->status;
	return note_left_out(use, err);
}

static enum cml_result open_history(struct use *use, struct cml_error *err)
{
	if (cml_encoder_init(&use->encoder, use->space, err) != CML_OK ||
	    cml_validation_set_init(&use->set, &use->encoder, err) != CML_OK) {
		if (err->status == CML_BAD_DATA)
			cml_error_locate(err, use->eval->space_path, 0, NULL);
		return err->status;
	}
	use->set.keep_values = use->eval->importance;
	return CML_OK;
}

static enum cml_result bind_columns(struct use *use, const struct tool_rows *rows,
				    struct cml_error *err)
{
	const struct cml_header *header = tool_rows_header(rows);
	bool chooses = use->eval->splits.n == 0;
	use->set.contexts = &use->contexts;
	if (cml_binding_init(&use->binding, use->space, header, &rows->na, true, false, err) !=
		CML_OK ||
	    cml_contexts_init(&use->contexts, use->eval->within, use->space, header, &rows->na,
			      err) != CML_OK ||
	    (chooses && cml_split_choice_bind(&use->eval->choice, use->space, header, &use->set,
					      err) != CML_OK))
		return err->status;
	for (size_t i = 0; i < use->eval->splits.n; i++)
		if (cml_split_bind(&use->specs[i], use->space, header, &use->set, err) != CML_OK)
			return err->status;
	return CML_OK;
}

static enum cml_result parse_splits(struct use *use, struct cml_error *err)
{
	const struct tool_eval *eval = use->eval;
	if (!CML_NEW(&use->specs, eval->splits.n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < eval->splits.n; i++)
		if (cml_split_parse(eval->splits.texts[i], &use->specs[i], err) != CML_OK)
			return err->status;
	return eval->curve ? cml_curve_parse(eval->curve, &use->sizes, &use->n_sizes, err) : CML_OK;
}

static void use_release(struct use *use)
{
	cml_validation_set_release(&use->set);
	cml_contexts_release(&use->contexts);
	cml_binding_release(&use->binding);
	cml_encoder_release(&use->encoder);
	cml_space_free(use->space);
	free(use->specs);
	free(use->sizes);
}

enum cml_result tool_eval_validate(struct tool_eval *eval, struct cml_error *err)
{
	AUTO(use) use = {.eval = eval};
	AUTO(tool_rows) rows = {0};
	if (parse_splits(&use, err) != CML_OK ||
	    cml_space_open(&use.space, eval->space_path, err) != CML_OK ||
	    tool_rows_open(&rows, &eval->tool, cml_space_has_open(use.space), err) != CML_OK ||
	    tool_rows_learn(&rows, use.space, err) != CML_OK || open_history(&use, err) != CML_OK ||
	    tool_rows_blame_header(&rows, bind_columns(&use, &rows, err), err) != CML_OK ||
	    read_history(&use, &rows, err) != CML_OK)
		return err->status;
	return write_validation(&use, tool_rows_delimiter(&rows), err);
}

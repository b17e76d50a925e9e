/* cml-eval --effect. Part of tool_eval.h. */
#include "tool_eval.h"

#include "base/memory.h"
#include "eval/effect.h"

#include <math.h>
#include <stdlib.h>

static enum cml_result fail_unknown(const struct cml_space *space, const char *name,
				    struct cml_error *err)
{
	const char *nearest = cml_space_nearest(space, cml_slice_of(name));
	return cml_fail(
	    err, CML_BAD_USAGE, "--effect: '%s' is no param or context of the space%s%s%s", name,
	    nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

/* Which columns are asked about, and each once. */
static enum cml_result find_columns(const struct tool_eval *eval, const struct cml_space *space,
				    size_t *slots, struct cml_error *err)
{
	for (size_t i = 0; i < eval->effects.n; i++) {
		const char *name = eval->effects.texts[i];
		slots[i] = cml_space_find(space, cml_slice_of(name));
		if (slots[i] == CML_NO_COLUMN || !cml_is_config_role(space->columns[slots[i]].role))
			return fail_unknown(space, name, err);
		for (size_t j = 0; j < i; j++)
			if (slots[j] == slots[i])
				return cml_fail(err, CML_BAD_USAGE, "--effect: '%s' twice", name);
	}
	return CML_OK;
}

/* A model of all jobs; data is a copy, as training merges repeats. */
static enum cml_result learn(const struct tool_eval *eval, const struct cml_validation_set *set,
			     struct cml_pool *pool, struct cml_model **model, struct cml_error *err)
{
	const struct cml_space *space = set->encoder->space;
	size_t n = set->data.n_rows, n_failed = set->data.failed ? set->data.failed->n_rows : 0;
	size_t n_rows = n > n_failed ? n : n_failed;
	struct cml_dataset data = {0};
	struct cml_model_spec spec = {
	    .kind = eval->hyper.predictor,
	    .hyper = &eval->hyper.values,
	    .seed = eval->tool.seed,
	    .log_target = eval->log_target,
	    .ignore_base = eval->ignore_base,
	    .maximize = space->columns[space->metric].maximize,
	    .ignore_failures = eval->ignore_failures,
	    .leave_out_unreported = true,
	};
	const struct cml_training_hooks hooks = {.pool = pool};
	size_t *rows = cml_array_new(n_rows, sizeof *rows);
	enum cml_result status = rows ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; rows && i < n_rows; i++)
		rows[i] = i;
	if (status != CML_OK || (status = cml_dataset_require_rows(&set->data, err)) != CML_OK ||
	    (status = cml_dataset_select(&set->data, rows, n, &data, err)) != CML_OK ||
	    (status = cml_dataset_select_failed(&set->data, rows, n_failed, &data, err)) != CML_OK)
		goto out;
	status = cml_model_train(model, &spec, &data, space, &hooks, err);
out:
	cml_dataset_release(&data);
	free(rows);
	return status;
}

/* Values that the log does not cover. */
static enum cml_result note_outside(const struct tool_eval *eval, const struct cml_space *space,
				    size_t slot, const struct cml_effect *effect,
				    struct cml_error *err)
{
	struct cml_buffer text = {0};
	bool ok = true;
	for (size_t i = 0; ok && i < effect->n; i++) {
		char number[CML_NUMBER_SIZE];
		if (!effect->points[i].is_outside)
			continue;
		struct cml_slice value =
		    cml_value_text(space, slot, effect->points[i].value, number);
		ok = cml_buffer_append_string(&text, text.size > 0 ? ", " : "") &&
		     cml_buffer_append(&text, value.data, value.size);
	}
	if (ok && text.size > 0)
		tool_note(&eval->tool, "effect of %s: outside the log: %.*s",
			  space->columns[slot].name, (int)text.size, text.data);
	cml_buffer_release(&text);
	return ok ? CML_OK : cml_fail_memory(err);
}

static enum cml_result write_effects(const struct tool_eval *eval,
				     const struct cml_effect_question *all, const size_t *slots,
				     struct cml_table_writer *writer, struct cml_error *err)
{
	struct cml_effect_question question = *all;
	const struct cml_space *space = question.set->encoder->space;
	if (cml_effect_write_header(question.model, writer, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < eval->effects.n; i++) {
		struct cml_effect effect;
		question.slot = slots[i];
		if (cml_effect_measure(&question, &effect, err) != CML_OK)
			return err->status;
		enum cml_result status = cml_effect_write(&effect, question.model, slots[i],
							  eval->all_digits, writer, err);
		if (status != CML_OK ||
		    (status = note_outside(eval, space, slots[i], &effect, err)) != CML_OK) {
			cml_effect_release(&effect);
			return status;
		}
		cml_effect_release(&effect);
	}
	return CML_OK;
}

enum cml_result tool_eval_effects(struct tool_eval *eval, const struct cml_validation_set *set,
				  char delimiter, struct cml_error *err)
{
	struct cml_effect_question question = {.set = set};
	struct tool_sheet sheet = {0};
	struct cml_model *model = NULL;
	size_t *slots = cml_array_new(eval->effects.n, sizeof *slots);
	enum cml_result status = slots ? CML_OK : cml_fail_memory(err);
	if (status != CML_OK ||
	    (status = find_columns(eval, set->encoder->space, slots, err)) != CML_OK ||
	    (status = tool_sheet_open(&sheet, &eval->tool, NULL, delimiter, err)) != CML_OK ||
	    (status = tool_pool_new(&eval->tool, &question.pool, err)) != CML_OK ||
	    (status = learn(eval, set, question.pool, &model, err)) != CML_OK)
		goto out;
	question.model = model;
	if ((status = write_effects(eval, &question, slots, &sheet.writer, err)) != CML_OK)
		goto out;
	status = tool_sheet_commit(&sheet, err);
out:
	tool_sheet_release(&sheet);
	cml_model_free(model);
	cml_pool_free(question.pool);
	free(slots);
	return status;
}

/* Which laws a log gets. Part of law_state.h. */
#include "infer/law/law_state.h"

#include <string.h>

/* The column that shows serving, not training, by its name or by that of an engine; NULL: none.
 * Paths and switches are everywhere: `base_output_directory`, `overwrite_output_dir`. */
static const struct cml_infer_column *serving_column(const struct cml_infer_rows *rows)
{
	static const char words[] =
	    "isl osl prompt output input_len output_len io_length concurrency num_users users "
	    "request_rate max_num_seqs max_num_batched_tokens itl ttft tpot prefill decode "
	    "decoding generated generate generation inference serving kv_cache engine tokens_out "
	    "out_tokens n_gen inference_steps denoising_steps";
	static const char engines[] = "vllm sglang tgi trtllm trt_llm tensorrt_llm lmdeploy "
				      "llama_cpp ollama prefill decode inference pp512 tg128 gguf "
				      "q4_k_m q4_0 q5_k_m q6_k q8_0";
	CML_EACH_COLUMN (column, rows) {
		/* What a sampler of images does is none of a trainer's switches. */
		bool is_setting = cml_is_config_role(column->role) &&
				  (!cml_infer_is_constant(column) ||
				   cml_name_has(column->plain, "inference_steps denoising_steps"));
		bool is_number = column->is_number && !column->is_bool;
		if ((is_setting || column == rows->metric || column->is_outcome) && is_number &&
		    cml_name_has(column->plain, words))
			return column;
		if (column == rows->metric && cml_name_has(column->plain, "infer"))
			return column;
		if (cml_is_config_role(column->role) && column->is_text &&
		    cml_infer_some_text(column, cml_name_has, engines))
			return column;
	}
	return NULL;
}

/* Whether a column is of training by reinforcement, whose jobs generate, too. */
static bool is_reinforced(const struct cml_infer_column *column)
{
	return cml_is_config_role(column->role) &&
	       cml_name_has(column->plain, "ppo grpo actor critic rollout rollouts");
}

/* Whether a log with a column of serving has no law of it, as another is of training. *trains: it
 * has those of training, as several are, such as those of Seq2SeqTrainer, which generates, too. */
static bool note_serving(struct cml_inference *infer, const struct cml_infer_column *serving,
			 bool *trains)
{
	static const enum cml_quantity keys[] = {CML_QUANTITY_MICRO_BATCH, CML_QUANTITY_RECOMPUTE,
						 CML_QUANTITY_ACCUMULATION, CML_QUANTITY_ZERO};
	const struct cml_infer_column *training = NULL;
	CML_EACH_COLUMN (column, &infer->rows) {
		enum cml_quantity quantity = cml_name_quantity(column->plain);
		for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
			*trains |= training && quantity == keys[i];
			training = !training && quantity == keys[i] ? column : training;
		}
		*trains |= is_reinforced(column);
	}
	if (training && *trains)
		cml_infer_note_line(infer,
				    "'%s' is of generation and '%s' of training: the laws are of "
				    "training alone",
				    serving->name, training->name);
	else if (training)
		cml_infer_note_line(infer,
				    "no terms of training, as '%s' is of serving, though '%s' is "
				    "not: name it otherwise to have them",
				    serving->name, training->name);
	*trains &= training != NULL;
	return training;
}

/* What rules name besides is a column. */
static void forget_rows(struct cml_infer_law *law)
{
	for (; law->scope->n_derived > 0; law->scope->n_derived--)
		for (enum cml_quantity q = 0; q < CML_N_LAW_QUANTITIES; q++)
			if (law->of[q].text == law->scope->derived[law->scope->n_derived - 1].name)
				cml_infer_law_know(law, q, NULL, law->of[q].column);
	law->of[CML_QUANTITY_ZERO].text = law->stage;
}

static void write_laws(struct cml_infer_law *law)
{
	struct cml_inference *infer = law->infer;
	size_t start = law->infer->text->size;
	cml_infer_law_find(law);
	bool has_time =
	    !cml_infer_turned(infer) && (law->of[CML_QUANTITY_DEVICES].column ||
					 law->of[CML_QUANTITY_DATA].column || law->has_params);
	cml_infer_law_evidence(law);
	bool has_memory = cml_infer_law_has_memory(law);
	if (!has_time && !has_memory) {
		infer->text->size = start;
		forget_rows(law);
	} else if (law->has_usual_nodes) {
		cml_infer_note_line(infer,
				    "no column counts devices: nodes are taken to have 8; add a "
				    "column gpus_per_node, if yours have others");
	}
	struct cml_infer_law of_time = *law; /* without what only memory needs */
	cml_infer_law_rules(law);
	if (has_memory)
		cml_infer_law_unknown(law);
	if (has_memory && !cml_infer_law_limit(infer))
		cml_infer_write_limit(law);
	if (has_time) {
		cml_infer_write_times(&of_time);
		cml_infer_write_roof(&of_time);
	}
	if (has_memory)
		cml_infer_write_memory(law);
}

/* Where no law says what jobs that train need of the memory of their devices, they need as much on
 * others; an engine that serves takes a share of it. */
static void write_needs(struct cml_inference *infer)
{
	CML_EACH_COLUMN (column, &infer->rows) {
		const struct cml_buffer *text = infer->text;
		const char *term = cml_infer_keep(infer, ",term,%s,", column->name);
		if (column->role == CML_ROLE_LIMIT && strchr(column->bound, '(') &&
		    !memmem(text->data, text->size, term, strlen(term)))
			cml_infer_write_row(infer, "needs", CML_ROLE_TERM, column->name, "1",
					    "jobs need as much on every device");
	}
}

void cml_infer_write_laws(struct cml_inference *infer)
{
	struct cml_infer_scope scope;
	struct cml_infer_law law = {.infer = infer, .scope = &scope};
	const struct cml_infer_column *metric = infer->rows.metric;
	const struct cml_infer_column *serving = serving_column(&infer->rows);
	bool is_speed = cml_named(metric, CML_NAME_SPEED) ||
			cml_name_has(metric->plain, "time timing seconds minutes hours");
	bool trains = false, is_neither = serving && note_serving(infer, serving, &trains);
	serving = trains ? NULL : serving;
	bool has_law = serving ? !is_neither : is_speed;
	if (has_law && !cml_infer_scope_init(&scope, infer))
		infer->no_memory = true;
	else if (has_law && serving)
		cml_infer_write_serving(&law);
	else if (has_law)
		write_laws(&law);
	if (has_law)
		cml_infer_scope_release(&scope);
	if (!serving)
		write_needs(infer);
}

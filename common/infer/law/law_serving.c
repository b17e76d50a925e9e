/* Laws of serving: what a step costs of an engine that decodes a batch, and the memory of a device.
 * Part of law_state.h. */
#include "infer/infer_role.h"
#include "infer/law/law_state.h"

#include <string.h>

/* Columns by what they count. */
static const char slot_names[] =
    "max_num_seqs max_num_sequences max_seqs max_batch_size max_batch max_running_requests "
    "max_concurrency max_concurrent_requests concurrency concurrent_requests concurrent_users "
    "concurrent_clients num_users n_users users num_clients clients batch_size infer_batch_size "
    "batch bs bsz";
static const char step_names[] = "max_num_batched_tokens max_batched_tokens max_num_tokens "
				 "max_batch_tokens chunked_prefill_size prefill_chunk_size "
				 "max_prefill_tokens max_batch_prefill_tokens";
static const char input_names[] =
    "isl input_len input_length input_seq_len input_sequence_length input_tokens prompt_len "
    "prompt_length prompt_tokens prompt_size avg_input_len mean_input_len max_input_len "
    "random_input_len n_prompt";
static const char output_names[] =
    "osl output_len output_length output_seq_len output_sequence_length output_tokens gen_len "
    "gen_length generation_len generation_length generated_tokens gen_tokens response_len "
    "response_length response_tokens max_new_tokens new_tokens avg_output_len mean_output_len "
    "random_output_len n_gen inference_steps num_inference_steps denoising_steps diffusion_steps";
static const char both_names[] = "io_length io_len input_output_length input_output_len";
static const char share_names[] = "gpu_memory_utilization gpu_memory_util gpu_mem_utilization "
				  "gpu_mem_util gpu_memory_fraction mem_fraction_static "
				  "free_gpu_memory_fraction cache_max_entry_count";
static const char format_names[] =
    "quantization quant quantize quantization_method quant_method weight_quantization "
    "weight_format weight_dtype weight_precision dtype precision";

/* Milliseconds of a step (Pope et al. 2023, Kwon et al. 2023): what all sequences of a batch share,
 * and what each adds. */
const struct cml_infer_step_term cml_step_terms[] = {
    {{"weights", "2e-9 * {params} * {stored} / {bandwidth} / {spread}",
      "parameters, which each step reads from memory (Pope et al. 2023)"},
     true},
    {{"cache", "1.5e-9 * {length} * {!layers} * {width} / {bandwidth} / {spread}",
      "keys and values, which each step reads"},
     false},
    {{"compute", "2e-9 * {active} * {prompt} / {peak} / {spread}",
      "floating point, of tokens that are made and of those of their prompts"},
     false},
    {{"exchange", "4e-8 * {!layers} * {width} * {prompt} * ({!ranks} - 1) / {spread}",
      "all-reduce of tensor parallel ranks"},
     false},
    {{"messages", "0.02 * {own} * {!layers} * log2({!ranks})", "their latency"}, true},
    {{"launches", "0.02 * {own} * {!layers}", "of kernels"}, true},
    {{"start", "{own}", "of each step, whatever it does"}, true},
    {{0}, false},
};

/* GB of a device. */
const struct cml_infer_term cml_serving_memory_terms[] = {
    {"parameters", "2 * {params} * {stored} / {ranks} / 1e9", "of 2 bytes, or quantized"},
    {"cache_gb", "{!length} * {!layers} * {width} / {ranks} * 1.5 / 1e9",
     "keys and values of one sequence; about, as heads share them or not (Ainslie et al. 2023)"},
    {"batched_gb", "{!piece} * {width} / {ranks} * 24 / 1e9", "what the tokens of a step make"},
    {"buffers", "2", "what a process takes before it begins, about"},
    {0},
};

static const char *name_number(const struct cml_infer_law *law, const char *names)
{
	CML_EACH_COLUMN (column, &law->infer->rows)
		if (column->is_number && cml_infer_law_is_called(column, names))
			return cml_infer_expression_name(law->infer, column);
	return NULL;
}

static void know(struct cml_infer_law *law, enum cml_quantity key, const char *text)
{
	law->of[key].text = text ? text : "1";
	law->of[key].is_found = text;
}

/* Tokens of a sequence, and those that are computed for one that is made. */
static void find_lengths(struct cml_infer_law *law)
{
	const char *in = name_number(law, input_names), *out = name_number(law, output_names);
	const char *both = name_number(law, both_names);
	const struct cml_infer_column *column = law->of[CML_QUANTITY_SEQUENCE].column;
	const char *sequence = law->of[CML_QUANTITY_SEQUENCE].text;
	bool of_texts = law->of[CML_QUANTITY_TEXTS].text;
	if (!in && out && column && !cml_name_has(column->plain, "max")) /* a room for both */
		in = sequence;
	know(law, CML_QUANTITY_OUTPUT, out ? out : both);
	know(law, CML_QUANTITY_LENGTH,
	     in && out   ? cml_infer_keep(law->infer, "%s + %s", in, out)
	     : both      ? cml_infer_keep(law->infer, "2 * %s", both)
	     : in || out ? (in ? in : out)
	     : column    ? sequence
			 : NULL);
	if (!of_texts)
		law->of[CML_QUANTITY_LENGTH].text = NULL;
	know(law, CML_QUANTITY_PROMPT,
	     in && out  ? cml_infer_keep(law->infer, "1 + %s / %s", in, out)
	     : of_texts ? NULL
			: sequence);
	know(law, CML_QUANTITY_PIECE, name_number(law, step_names));
}

/* Ranks that share a copy of the model, and copies. */
static void find_ranks(struct cml_infer_law *law)
{
	const struct cml_infer_quantity *of = law->of;
	bool has_ranks = of[CML_QUANTITY_TENSOR].column || of[CML_QUANTITY_PIPELINE].column;
	bool has_experts = of[CML_QUANTITY_EXPERT].column;
	const char *devices = of[CML_QUANTITY_DEVICES].text, *copies = NULL;
	const char *ranks = NULL;
	if (of[CML_QUANTITY_DATA].column)
		copies = of[CML_QUANTITY_DATA].text;
	else if (devices && has_ranks)
		copies = cml_infer_law_fill(law, "{devices} / ({tp} * {pp})");
	if (has_ranks)
		ranks = cml_infer_law_fill(law, "{tp} * {pp}");
	know(law, CML_QUANTITY_RANKS, has_ranks || copies ? ranks : devices);
	know(law, CML_QUANTITY_DATA, copies);
	if (has_ranks && has_experts && of[CML_QUANTITY_DATA].column)
		cml_infer_law_derive(
		    law, CML_QUANTITY_RANKS, "ranks",
		    cml_infer_law_fill(law, "max({tp} * {pp}, {ep} / {dp})"),
		    "devices of a copy of the model: experts may be on more than the rest");
	if (has_experts && of[CML_QUANTITY_MIXTURE].text)
		cml_infer_law_derive(
		    law, CML_QUANTITY_PARAMETERS, "params_held",
		    cml_infer_law_fill(
			law, "{active} + ({params} - {active}) * {ranks} / max({ranks}, {ep})"),
		    "of these devices: copies share experts, which is what is not active, about");
}

/* The least of a text and one more. */
static const char *least(struct cml_infer_law *law, const char *text, const char *other)
{
	return text && other ? cml_infer_keep(law->infer, "min(%s, %s)", text, other)
	       : text        ? text
			     : other;
}

/* Sequences at once: as many as the engine may take, as a step has tokens for, and as have room
 * for their keys and values. */
static void find_batch(struct cml_infer_law *law)
{
	const char *batch = NULL;
	CML_EACH_COLUMN (column, &law->infer->rows)
		if (column->is_number && cml_infer_law_is_called(column, slot_names))
			batch = least(law, batch, cml_infer_expression_name(law->infer, column));
	if (batch && law->of[CML_QUANTITY_PIECE].is_found)
		batch = least(law, batch, cml_infer_law_fill(law, "{piece} / {prompt}"));
	if (batch && law->has_params)
		batch = least(law, batch,
			      cml_infer_law_fill(
				  law, "1e9 / (1.5 * {layers} * {width} * {!length}) * max(0.5, "
				       "{memory} * {ranks} - 2e-9 * {params} * {stored})"));
	know(law, CML_QUANTITY_BATCH, batch);
	if (batch && !cml_infer_law_is_name(batch))
		cml_infer_law_derive(law, CML_QUANTITY_BATCH, "batch_at_once", batch,
				     "sequences of a step, about");
}

/* Factors behind what all sequences of a step share and what each adds; is_each: by device. */
struct measure {
	const char *shared, *each;
	bool is_each;
};

static bool is_of_step(const char *name)
{
	return cml_name_has(name, "itl tpot inter_token time_per_output_token");
}

/* Of the metric; false: no step explains it. */
static bool find_measure(const struct cml_infer_column *metric, struct measure *measure)
{
	const char *name = metric->plain;
	bool is_speed = cml_named(metric, CML_NAME_SPEED);
	enum cml_work work = cml_name_work(name);
	if (cml_name_has(name, "ttft nttft first_token time_to_first") || work == CML_WORK_FLOPS ||
	    work == CML_WORK_UTILIZATION)
		return false;
	if (is_of_step(name) || cml_name_has(name, "per_user"))
		*measure = (struct measure){"", " * {batch}", false};
	else if (cml_name_has(name, "latency"))
		*measure = (struct measure){" * {output}", " * {batch} * {output}", false};
	else if (is_speed &&
		 cml_name_has(name, "request requests req reqs rps qps " CML_IMAGE_WORDS))
		*measure =
		    (struct measure){" * {output} / {batch} / {dp}", " * {output} / {dp}", false};
	else if (is_speed && work == CML_WORK_TOKENS_EACH)
		*measure = (struct measure){" / {batch}", "", true};
	else if (is_speed)
		*measure = (struct measure){" / {batch} / {dp}", " / {dp}", false};
	return measure->shared;
}

/* Terms of the metric (limit: NULL), or of a latency, once it is a limit. */
static void write_steps(struct cml_infer_law *law, const struct measure *measure, const char *limit,
			const char *unit)
{
	const char *ranks = law->of[CML_QUANTITY_RANKS].text;
	/* By device what ranks share is not divided, and what each does counts for all. */
	know(law, CML_QUANTITY_SPREAD, measure->is_each ? NULL : ranks);
	know(law, CML_QUANTITY_OWN, measure->is_each ? ranks : NULL);
	for (const struct cml_infer_step_term *step = cml_step_terms; step->term.formula; step++) {
		const struct cml_infer_term *term = &step->term;
		const char *factor = step->is_shared ? measure->shared : measure->each;
		const char *formula = cml_infer_law_fill(
		    law, cml_infer_keep(law->infer, "%s%s%s", unit, term->formula, factor));
		const char *name =
		    limit ? cml_infer_keep(law->infer, "%s_%s", limit, term->name) : term->name;
		if (formula)
			cml_infer_write_row(law->infer, name, CML_ROLE_TERM, limit, formula,
					    term->doc);
	}
}

/* The one that is promised, of several a high percentile. */
static void write_latency(struct cml_infer_law *law)
{
	static const struct measure latency = {"", " * {batch}", false};
	const struct cml_infer_column *promised = NULL;
	CML_EACH_COLUMN (column, &law->infer->rows)
		if (column->is_outcome && column->is_number && is_of_step(column->plain) &&
		    (!promised || (cml_name_has(column->plain, "p99 p95 p90") &&
				   !cml_name_has(promised->plain, "p99 p95 p90"))))
			promised = column;
	if (promised)
		write_steps(law, &latency, promised->name,
			    cml_name_has(promised->plain, "ms msec milliseconds") ? ""
										  : "0.001 * ");
}

/* What is asked for is the most that is served: requests in a second, `inf` among them, and the
 * tokens of one. */
static void write_offered(struct cml_infer_law *law)
{
	const char *name = law->infer->rows.metric->plain, *rate = NULL;
	CML_EACH_COLUMN (column, &law->infer->rows)
		if (cml_infer_law_is_called(column, "request_rate arrival_rate qps rps"))
			rate = cml_infer_keep(law->infer,
					      column->is_number ? "%s" : "first(count(%s), 1e9)",
					      cml_infer_expression_name(law->infer, column));
	const char *formula = cml_name_has(name, "total")               ? "{it} * {!length}"
			      : cml_name_has(name, "output generation") ? "{it} * {!output}"
									: NULL;
	law->of[CML_QUANTITY_IT].text = rate;
	bool is_rate = formula && rate && cml_named(law->infer->rows.metric, CML_NAME_SPEED) &&
		       cml_name_work(name) == CML_WORK_TOKENS && !cml_name_has(name, "per_user");
	const char *roof = is_rate ? cml_infer_law_fill(law, formula) : NULL;
	if (roof)
		cml_infer_write_row(law->infer, "offered", CML_ROLE_ROOF, NULL, roof,
				    "no more is served than is asked for");
}

static bool has_phases(const struct cml_inference *infer)
{
	CML_EACH_COLUMN (column, &infer->rows)
		if (cml_is_config_role(column->role) && cml_shows_phase(column))
			return true;
	return false;
}

void cml_infer_write_serving(struct cml_infer_law *law)
{
	struct cml_inference *infer = law->infer;
	struct measure measure = {0};
	size_t start = law->infer->text->size;
	bool has_steps = !has_phases(infer) && find_measure(infer->rows.metric, &measure);
	if (!has_steps && !infer->rows.has_oom)
		return;
	law->serves = true;
	cml_infer_law_find(law);
	cml_infer_law_quantized(law, format_names);
	const char *share = name_number(law, share_names);
	if (share && law->of[CML_QUANTITY_MEMORY].text)
		law->of[CML_QUANTITY_MEMORY].text =
		    cml_infer_keep(infer, "%s * %s", law->of[CML_QUANTITY_MEMORY].text, share);
	find_lengths(law);
	find_ranks(law);
	if (has_steps)
		find_batch(law);
	bool has_engine =
	    law->of[CML_QUANTITY_BATCH].is_found || law->of[CML_QUANTITY_RANKS].is_found;
	if (!law->has_params || !has_engine) {
		law->infer->text->size = start;
		return;
	}
	cml_infer_law_rules(law);
	if (has_steps) {
		write_steps(law, &measure, NULL, "");
		write_offered(law);
		write_latency(law);
	}
	if (!law->of[CML_QUANTITY_MEMORY].is_found || cml_infer_law_limit(infer))
		return;
	cml_infer_write_limit(law);
	cml_infer_write_terms(law, cml_serving_memory_terms, "",
			      cml_infer_free_name(law->infer, "memory_gb"));
}

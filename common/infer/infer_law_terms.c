/* The terms of laws and the rules that trainers have. Part of infer_law.h. */
#include "infer/infer_law.h"

#include "base/device.h"
#include "base/model_name.h"
#include "infer/names/names.h"
#include "math/correlation.h"
#include "math/normal.h"

#include <math.h>
#include <string.h>

/* Of each kind of work of metrics: what a token costs in place of it, seconds for a token, but for
 * factors that all jobs have in common; and the speed of all devices at their peak. */
static const struct {
	const char *per_token, *roof;
} works[] = {
    [CML_WORK_TOKENS] = {"1", "{devices} * {!rate} / {flops}"},
    [CML_WORK_TOKENS_EACH] = {"{devices}", "{!rate} / {flops}"},
    [CML_WORK_SAMPLES] = {"{seq}", "{devices} * {!rate} / ({flops} * {seq})"},
    [CML_WORK_SAMPLES_EACH] = {"{seq} * {devices}", "{!rate} / ({flops} * {seq})"},
    [CML_WORK_FLOPS] = {"1 / {flops}", "{devices} * {!peak}"},
    [CML_WORK_FLOPS_EACH] = {"{devices} / {flops}", "{!peak}"},
    [CML_WORK_UTILIZATION] = {"{devices} * {peak} / {flops}", "100"},
    [CML_WORK_STEPS] = {"{step}", NULL},
    [CML_WORK_ALL] = {"1", NULL},
};

/* Of Narayanan et al. 2021, Rajbhandari et al. 2020, Korthikanti et al. 2022, Lepikhin et al. 2020.
 * Weights are learned: what matters is what each grows with. */
struct term {
	const char *name, *formula, *doc;
};

/* Of those of one name the first that can be filled is written. */
static const struct term time_terms[] = {
    {"compute", "{flops} * {wait} * (1 + {full} / 3) / {rate} / {devices}",
     "floating point; a forward pass more where all is recomputed"},
    {"compute", "{flops} * {wait} / {rate} / {devices}", "floating point"},
    {"idle", "{flops} * ({!pp} - 1) * {once} / {step} / {chunks} / {rate} / {devices}",
     "stages of a pipeline that wait (Narayanan et al. 2021)"},
    {"tensor", "{layers} * {width} * ({!tp} - 1) * ({/tp} <= {node}) / {devices}",
     "all-reduce of tensor parallel ranks in a node (Narayanan et al. 2021)"},
    {"tensor_across", "{layers} * {width} * ({!tp} - 1) * ({/tp} > {node}) / {devices}",
     "the same across nodes"},
    {"tensor", "{layers} * {width} * ({!tp} - 1) * (1 + 9 * ({!tp} > {node})) / {devices}",
     "all-reduce of tensor parallel ranks (Narayanan et al. 2021); across nodes, where the network "
     "is about ten times slower"},
    {"context", "{layers} * {width} * ({!cp} - 1) / {devices}", "keys and values of other ranks"},
    {"gradients", "{shard} * ({!dp} - 1) / {dp} / {step} * ({/devices} <= {node})",
     "all-reduce of gradients in a node"},
    {"gradients_across", "{shard} * ({!dp} - 1) / {dp} / {step} * ({/devices} > {node})",
     "the same across nodes"},
    {"gradients", "{shard} * ({!dp} - 1) / {dp} / {step}", "all-reduce of gradients"},
    {"gathers", "{shard} * ({#fsdp} - 1) / {#fsdp} / {once}",
     "parameters that others hold (Zhao et al. 2023)"},
    {"gathers", "{shard} / {once} * ({!zero} == 3)",
     "parameters that others hold (Rajbhandari et al. 2020)"},
    {"sends", "{width} * ({!pp} - 1) / {devices}", "between stages of a pipeline"},
    {"experts", "{layers} * {width} * ({!ep} - 1) / {ep} * ({/ep} <= {node}) / {devices}",
     "exchange of tokens between experts in a node (Lepikhin et al. 2020)"},
    {"experts_across", "{layers} * {width} * ({!ep} - 1) / {ep} * ({/ep} > {node}) / {devices}",
     "the same across nodes"},
    {"experts", "{layers} * {width} * ({!ep} - 1) / {ep} / {devices}",
     "exchange of tokens between experts (Lepikhin et al. 2020)"},
    {"routing", "{flops} * log2({params} / {/active}) / {rate} / {devices}",
     "experts have small matrices, which reach less of the peak, the less of a model is active"},
    {"launches", "{layers} / ({pp} * {once})", "of kernels, for each micro-batch"},
    {"latency", "log2({!devices}) * {layers} / {pp} / {step}", "of messages"},
    {"start", "1 / {step}", "of each step, whatever it does"},
    {"optimizer", "{shard} / ({#fsdp} * {cp}) / {step}", "reads and writes its states"},
    {"optimizer", "{shard} / {dp} ** ({zero} > 0) / {step}", "reads and writes its states"},
    {"optimizer", "{shard} / {step}", "reads and writes its states"},
};

/* GB of a device. */
static const struct term memory_terms[] = {
    {"states", "{shard} * 16 / ({#fsdp} * {cp}) / 1e9",
     "parameters, gradients, optimizer of 2, 2 and 12 bytes, shared (Zhao et al. 2023)"},
    {"states", "{shard} * (4 + 12 / ({sharers} * {cp})) / 1e9",
     "parameters, gradients, optimizer of 2, 2 and 12 bytes; copies share the optimizer: jobs ran "
     "in less than all of it (Rajbhandari et al. 2020)"},
    {"states",
     "{shard} * (2 / {dp} ** ({zero} == 3) + 2 / {dp} ** ({zero} >= 2) + 12 / {dp} ** ({zero} >= "
     "1)) / 1e9",
     "parameters, gradients, optimizer of 2, 2 and 12 bytes (Rajbhandari et al. 2020)"},
    {"states", "{shard} * 16 / 1e9",
     "parameters, gradients, optimizer of 2, 2 and 12 bytes, whole on each device"},
    {"activations",
     "{micro} * {seq} / {cp} * {width} / {tp} * ({layers} * (34 - 32 * {full}) + 34 * {full}) / "
     "1e9",
     "of as many micro-batches as stages (Korthikanti et al. 2022); inputs of layers where all is "
     "recomputed"},
    {"activations", "{micro} * {seq} / {cp} * {width} / {tp} * {layers} * 34 / 1e9",
     "of as many micro-batches as stages (Korthikanti et al. 2022)"},
    {"activations_kept", "{micro} * {seq} / {cp} * {width} / {tp} * {layers} * 17 * {kept} / 1e9",
     "half of a layer, about, which selective recomputation leaves out"},
    {"logits", "{micro} * {seq} / {cp} * {vocab} / {tp} * 6 / 1e9", "in 2 and 4 bytes"},
    {"buffers", "2", "what a process takes before it begins, about"},
};

static bool is_engine(struct cml_slice text)
{
	return cml_name_has(text.data, "vllm sglang tgi trtllm trt_llm tensorrt_llm lmdeploy "
				       "llama_cpp ollama prefill decode pp512 tg128");
}

/* Of serving, not of training. */
static bool serves(const struct cml_infer_rows *rows)
{
	static const char words[] =
	    "isl osl prompt output input_len output_len io_length concurrency num_users users "
	    "request_rate max_num_seqs max_num_batched_tokens itl ttft tpot prefill decode "
	    "decoding "
	    "generated generation inference serving kv_cache engine tokens_out out_tokens n_gen";
	CML_EACH_COLUMN (column, rows)
		if ((cml_is_config_role(column->role) || column == rows->metric ||
		     column->is_outcome) &&
		    (cml_name_has(column->plain, words) ||
		     (column->is_text && cml_infer_count_texts(column, is_engine, NULL) > 0)))
			return true;
	return false;
}

static bool has_text(const char *const *written, size_t n, const char *text)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(written[i], text) == 0)
			return true;
	return false;
}

/* What the metric is a rate of, by its name and, where that leaves it open, by its numbers. */
static enum cml_work work_of(struct cml_infer_law *law)
{
	const char *metric = law->infer->rows.metric->plain;
	enum cml_work work = cml_name_work(metric);
	if (work == CML_WORK_FLOPS_EACH && !cml_name_has(metric, "gpu device chip") &&
	    cml_infer_law_slope(law, law->columns[CML_QUANTITY_DEVICES]) > 0.5)
		return CML_WORK_FLOPS;
	/* So TorchTitan and verl call the tokens of one device. */
	if (work == CML_WORK_TOKENS && cml_name_has(metric, "tps perf_throughput") &&
	    cml_infer_law_slope(law, law->columns[CML_QUANTITY_DEVICES]) < 0.5)
		return CML_WORK_TOKENS_EACH;
	if (work == CML_WORK_ALL &&
	    cml_infer_law_slope(law, law->columns[CML_QUANTITY_MICRO_BATCH]) > 0.5)
		return CML_WORK_STEPS;
	return work;
}

/* A formula with a factor, ` * gpus`, of which it may be a part: ` / gpus` at its end goes. */
static const char *times(struct cml_infer_law *law, const char *formula, const char *factor)
{
	size_t n = strlen(formula), n_factor = strlen(factor);
	bool cancels = n > n_factor && n_factor > 0 &&
		       memcmp(formula + n - n_factor, " / ", 3) == 0 &&
		       strcmp(formula + n - n_factor + 3, factor + 3) == 0;
	return cancels ? cml_infer_keep(law->infer, "%.*s", (int)(n - n_factor), formula)
		       : cml_infer_keep(law->infer, "%s%s", formula, factor);
}

#define MAX_TERMS 32
static void write_terms(struct cml_infer_law *law, const struct term *terms, size_t n_terms,
			const char *factor, const char *type)
{
	const char *names[MAX_TERMS], *formulas[MAX_TERMS];
	size_t n = 0;
	for (size_t i = 0; i < n_terms; i++) {
		const char *formula = cml_infer_law_fill(law, terms[i].formula);
		bool is_in_compute =
		    law->is_found[CML_QUANTITY_WAIT] && strcmp(terms[i].name, "idle") == 0;
		if (!formula || is_in_compute || has_text(names, n, terms[i].name) ||
		    has_text(formulas, n, formula))
			continue;
		formulas[n] = formula;
		names[n++] = terms[i].name;
		cml_infer_law_row(law, terms[i].name, CML_ROLE_TERM, type,
				  times(law, formula, factor), terms[i].doc);
	}
}

static void write_times(struct cml_infer_law *law)
{
	const char *work = cml_infer_law_fill(law, works[work_of(law)].per_token), *factor = "";
	if (!work)
		return;
	if (strcmp(work, "1") != 0)
		factor = cml_infer_keep(law->infer, strchr(work, ' ') ? " * (%s)" : " * %s", work);
	write_terms(law, time_terms, sizeof time_terms / sizeof *time_terms, factor, NULL);
}

static void write_roof(struct cml_infer_law *law)
{
	bool is_known = law->has_params && law->is_found[CML_QUANTITY_PARAMETERS];
	const char *roof = is_known ? works[work_of(law)].roof : NULL;
	const char *formula = roof ? cml_infer_law_fill(law, roof) : NULL;
	if (formula)
		cml_infer_law_row(law, "roof", CML_ROLE_ROOF, NULL, formula,
				  "all devices at their peak of 16 bits");
}

static const struct cml_infer_column *find_limit(const struct cml_inference *infer)
{
	CML_EACH_COLUMN (column, &infer->rows)
		if (column->role == CML_ROLE_LIMIT)
			return column;
	return NULL;
}

static void write_memory(struct cml_infer_law *law)
{
	const struct cml_infer_column *column = find_limit(law->infer);
	const char *limit = column ? column->name : cml_infer_law_name(law, "memory_gb");
	double per_gb = column ? cml_name_units_per_gb(column->plain) : 0;
	bool is_gb = per_gb == 0 || per_gb == 1;
	write_terms(law, memory_terms, sizeof memory_terms / sizeof *memory_terms,
		    is_gb ? "" : cml_infer_keep(law->infer, " * %g", per_gb), limit);
}

/* A limit that no job reports: the memory of the device. */
static void write_limit(struct cml_infer_law *law)
{
	const char *bound = cml_infer_keep(law->infer, ":%s", law->known[CML_QUANTITY_MEMORY]);
	cml_infer_law_row(law, "memory_gb", CML_ROLE_LIMIT, "float", bound,
			  "likely: memory of a device, which no job reports: learned from the "
			  "terms below, and from which jobs ran out of it");
}

/* Numbers that a law of memory needs, and what stands for them where failures tell nothing. */
enum guess { GUESS_PARAMETERS, GUESS_SEQUENCE, GUESS_MEMORY };
static const double usual_numbers[] = {
    [GUESS_PARAMETERS] = 7e9, [GUESS_SEQUENCE] = 4096, [GUESS_MEMORY] = 80};
#define USUAL_SEQUENCE "4096"
#define USUAL_MEMORY "80"

static double params_of(const struct cml_infer_law *law, size_t row, double usual)
{
	const struct cml_infer_column *params = law->columns[CML_QUANTITY_PARAMETERS];
	if (params)
		return params->sample[row] * (params->hi < 1e4 ? 1e9 : 1);
	return law->models ? cml_infer_in_name(law->models, row, cml_size_in_name) : usual;
}

static double micro_batch_of(const struct cml_infer_law *law, size_t row, double copies)
{
	return law->columns[CML_QUANTITY_MICRO_BATCH]
		   ? cml_infer_law_value(law, CML_QUANTITY_MICRO_BATCH, row)
		   : cml_infer_law_value(law, CML_QUANTITY_GLOBAL_BATCH, row) /
			 (copies * cml_infer_law_value(law, CML_QUANTITY_ACCUMULATION, row));
}

/* GB of parameters, gradients and optimizer on a device. */
static double states_of(const struct cml_infer_law *law, size_t row, double params)
{
	double dp = cml_infer_law_value(law, CML_QUANTITY_DATA, row);
	double zero = cml_infer_law_value(law, CML_QUANTITY_ZERO, row);
	double sharers = law->columns[CML_QUANTITY_FSDP]
			     ? cml_infer_law_value(law, CML_QUANTITY_FSDP, row) *
				   cml_infer_law_value(law, CML_QUANTITY_CONTEXT, row)
			     : 1;
	if (law->known[CML_QUANTITY_SHARERS])
		zero = 1;
	return params / 1e9 /
	       (cml_infer_law_value(law, CML_QUANTITY_TENSOR, row) *
		cml_infer_law_value(law, CML_QUANTITY_PIPELINE, row) * sharers) *
	       (2 / (zero == 3 ? dp : 1) + 2 / (zero >= 2 ? dp : 1) + 12 / (zero >= 1 ? dp : 1));
}

/* GB of a device that a job needs: the terms of cml_infer_write_laws with their textbook weights.
 */
static double need_of(const struct cml_infer_law *law, size_t row, const double *usual)
{
	double params = params_of(law, row, usual[GUESS_PARAMETERS]);
	double tp = cml_infer_law_value(law, CML_QUANTITY_TENSOR, row);
	double dp = cml_infer_law_value(law, CML_QUANTITY_DATA, row);
	double full = cml_infer_law_value(law, CML_QUANTITY_RECOMPUTE, row);
	double seq = law->columns[CML_QUANTITY_SEQUENCE]
			 ? cml_infer_law_value(law, CML_QUANTITY_SEQUENCE, row)
			 : usual[GUESS_SEQUENCE];
	double cp = cml_infer_law_value(law, CML_QUANTITY_CONTEXT, row);
	double tokens = micro_batch_of(law, row, dp) * seq / cp / tp;
	double layers = cbrt(params / 196608), width = 128 * layers;
	double activations = width * (layers * (34 - 32 * full) + 34 * full) + 6 * 32000.0;
	return states_of(law, row, params) + tokens * activations / 1e9 + 2;
}

/* Failed jobs, and how well their need tells them from others: most users avoid what is clear. */
#define MIN_FAILED 3
#define MIN_AUC 0.6

/* Whether jobs that failed, by nothing but that word, need more memory by the terms than those that
 * ran. */
static bool failed_of_memory(const struct cml_infer_law *law)
{
	const struct cml_infer_rows *rows = &law->infer->rows;
	double *need = rows->scratch, *failed = need + rows->n_rows, n_failed = 0, auc = 0;
	struct cml_error err;
	size_t n = 0;
	for (size_t row = 0; row < rows->n_rows; row++) {
		need[n] = need_of(law, row, usual_numbers);
		failed[n] = rows->failed[row];
		if (isfinite(need[n]) && (rows->job_ok[row] || rows->failed[row]))
			n_failed += failed[n++];
	}
	if (n_failed >= MIN_FAILED && (double)n > n_failed &&
	    cml_auc(n, need, failed, &auc, &err) != CML_OK)
		law->infer->no_memory = true;
	return auc >= MIN_AUC;
}

/* -ln likelihood of how the jobs ended. */
static double loss_of(const struct cml_infer_law *law, const double *usual)
{
	const struct cml_infer_rows *rows = &law->infer->rows;
	double ran = 0, n_ran = 0, failed = 0, n_failed = 0;
	for (size_t row = 0; row < rows->n_rows; row++) {
		double gb = law->devices ? cml_infer_in_name(law->devices, row, cml_memory_in_name)
					 : usual[GUESS_MEMORY];
		double z = CML_MEMORY_STEEPNESS * log(gb / need_of(law, row, usual));
		if (isnan(z) || (rows->job_ok[row] == rows->out_of_memory[row]))
			continue;
		ran += rows->job_ok[row] ? cml_softplus(-z) : 0;
		failed += rows->job_ok[row] ? 0 : cml_softplus(z);
		n_ran += rows->job_ok[row];
		n_failed += !rows->job_ok[row];
	}
	return failed + ran * fmin(1, CML_RAN_PER_FAILED * (1 + n_failed) / n_ran);
}

/* The number of least loss, of those from `from` to `to` in steps of a factor. */
static double best_of(const struct cml_infer_law *law, enum guess guess, double from, double to,
		      double factor)
{
	double usual[3], best = usual_numbers[guess], least = INFINITY;
	memcpy(usual, usual_numbers, sizeof usual);
	for (double tried = from; tried <= to; tried *= factor) {
		usual[guess] = tried;
		double loss = loss_of(law, usual);
		if (loss < least) {
			least = loss;
			best = tried;
		}
	}
	return best;
}

/* Of a number that no column has, the value with which the jobs that ran out of memory are those
 * that need most: parameters, tokens or GB. */
static double guess_number(const struct cml_infer_law *law, enum guess guess)
{
	static const double from[] = {1e8, 256, 8}, to[] = {2e12, 1e6, 300};
	if (guess == GUESS_SEQUENCE)
		return best_of(law, guess, from[guess], to[guess], 2);
	double octave = pow(1.1, 7), best = best_of(law, guess, from[guess], to[guess], octave);
	return best_of(law, guess, best / octave, best * octave, 1.1);
}

/* Jobs that are too many to be mistakes. */
#define MIN_BEYOND 3

/* Whether jobs ran whose whole states are more than what they used, or than their device has: then
 * the copies share them, as Megatron's distributed optimizer does. */
static void find_sharers(struct cml_infer_law *law)
{
	const struct cml_infer_column *used = find_limit(law->infer);
	double per_gb = used ? cml_name_units_per_gb(used->plain) : 0;
	size_t n = 0;
	if (law->columns[CML_QUANTITY_ZERO] || law->columns[CML_QUANTITY_FSDP] || !law->models)
		return;
	for (size_t row = 0; row < law->infer->rows.n_rows; row++) {
		double gb = used ? used->sample[row] / (per_gb > 0 ? per_gb : 1)
			    : law->devices
				? cml_infer_in_name(law->devices, row, cml_memory_in_name)
				: (double)NAN;
		double ep = cml_infer_law_value(law, CML_QUANTITY_EXPERT, row);
		double active = cml_infer_in_name(law->models, row, cml_active_in_name);
		double params = active + (params_of(law, row, NAN) - active) / ep;
		n += law->infer->rows.job_ok[row] && states_of(law, row, params) > gb &&
		     cml_infer_law_value(law, CML_QUANTITY_DATA, row) > 1;
	}
	if (n >= MIN_BEYOND)
		law->known[CML_QUANTITY_SHARERS] = law->known[CML_QUANTITY_DATA];
}

/* A number that somebody can write over, and the formula that has it. */
static void write_guess(struct cml_infer_law *law, enum guess guess, enum cml_quantity key,
			const char *name, const char *what)
{
	const char *row = cml_infer_law_name(law, name);
	double value = guess_number(law, guess);
	const char *number = guess == GUESS_PARAMETERS
				 ? cml_infer_keep(law->infer, "%.2ge9", value / 1e9)
				 : cml_infer_keep(law->infer, "%.0f", value);
	const char *doc = cml_infer_keep(
	    law->infer,
	    "no column has %s: with %s those jobs need most memory that ran out of it: write yours "
	    "there",
	    what, number);
	cml_infer_note_line(law->infer, "'%s': %s", row, doc);
	law->known[key] = row;
	cml_infer_law_row(law, name, CML_ROLE_DERIVED, NULL, number, doc);
}

/* What memory is made of and no column has. */
static void write_unknown(struct cml_infer_law *law)
{
	bool has_sequence = law->columns[CML_QUANTITY_SEQUENCE];
	bool has_memory = law->known[CML_QUANTITY_MEMORY];
	if (!has_sequence)
		law->known[CML_QUANTITY_SEQUENCE] = USUAL_SEQUENCE;
	if (!has_memory)
		law->known[CML_QUANTITY_MEMORY] = USUAL_MEMORY;
	if (find_limit(law->infer) || !law->infer->rows.has_oom)
		return;
	if (!law->has_params) {
		write_guess(law, GUESS_PARAMETERS, CML_QUANTITY_PARAMETERS, "params",
			    "the size of the model");
		law->known[CML_QUANTITY_SHARD] =
		    cml_infer_law_fill(law, "{params} / ({tp} * {pp})");
		law->known[CML_QUANTITY_LAYERS] = cml_infer_law_name(law, "layers");
		cml_infer_law_row(law, "layers", CML_ROLE_DERIVED, NULL,
				  cml_infer_law_fill(law, "({params} / 196608) ** (1 / 3)"),
				  "about: 12 layers width ** 2 parameters, and width = 128 layers");
		law->known[CML_QUANTITY_WIDTH] = cml_infer_law_fill(law, "128 * {layers}");
	} else if (!has_sequence)
		write_guess(law, GUESS_SEQUENCE, CML_QUANTITY_SEQUENCE, "tokens",
			    "the length of sequences");
	else if (!has_memory)
		write_guess(law, GUESS_MEMORY, CML_QUANTITY_MEMORY, "device_gb",
			    "the memory of a device");
}

/* Of a model whose size is known, or of one that jobs ran out of memory with, where a column is of
 * a language model's trainer. */
static bool has_memory_law(const struct cml_infer_law *law)
{
	const struct cml_infer_column *const *columns = law->columns;
	bool has_limit = find_limit(law->infer), has_oom = law->infer->rows.has_oom;
	if (!law->known[CML_QUANTITY_MICRO_BATCH])
		return false;
	if (law->has_params)
		return has_limit || has_oom ||
		       (law->known[CML_QUANTITY_MEMORY] && columns[CML_QUANTITY_SEQUENCE]);
	return has_oom && !has_limit &&
	       (columns[CML_QUANTITY_TENSOR] || columns[CML_QUANTITY_PIPELINE] ||
		columns[CML_QUANTITY_ZERO] || columns[CML_QUANTITY_RECOMPUTE] ||
		columns[CML_QUANTITY_SEQUENCE]);
}

/* Where no job says that it ran out of memory, those that failed may have: of which the terms say
 * that they need most. */
static void take_failures(struct cml_infer_law *law)
{
	struct cml_infer_rows *rows = &law->infer->rows;
	if (rows->has_oom || !rows->has_failed || !law->known[CML_QUANTITY_MICRO_BATCH] ||
	    !failed_of_memory(law))
		return;
	rows->has_oom = true;
	memcpy(rows->out_of_memory, rows->failed, rows->n_rows * sizeof *rows->failed);
	cml_infer_note_line(law->infer,
			    "no job says that it ran out of memory; those that failed would need "
			    "most of it, and count as such in the terms of memory: write oom into "
			    "their status if you know better which did");
}

void cml_infer_write_laws(struct cml_inference *infer, struct cml_buffer *text)
{
	struct cml_infer_law law;
	const struct cml_infer_column *metric = infer->rows.metric;
	if (serves(&infer->rows) || !(cml_named(metric, CML_NAME_SPEED) ||
				      cml_name_has(metric->plain, "time seconds minutes hours")))
		return;
	size_t start = text->size;
	cml_infer_law_find(&law, infer, text);
	bool has_time =
	    !cml_infer_turned(infer) &&
	    (law.columns[CML_QUANTITY_DEVICES] || law.columns[CML_QUANTITY_DATA] || law.has_params);
	find_sharers(&law);
	take_failures(&law);
	bool has_memory = has_memory_law(&law);
	if (!has_time && !has_memory)
		text->size = start;
	struct cml_infer_law of_time = law; /* without what only memory needs */
	cml_infer_law_rules(&law);
	if (has_memory)
		write_unknown(&law);
	if (has_memory && !find_limit(infer))
		write_limit(&law);
	if (has_time) {
		write_times(&of_time);
		write_roof(&of_time);
	}
	if (has_memory)
		write_memory(&law);
}

/* The terms of laws. Part of law_state.h. */
#include "infer/law/law_state.h"

#include <string.h>

/* Of each kind of work of metrics: what a token costs in place of it, seconds for a token, but for
 * factors that all jobs have in common; and the speed of all devices at their peak. */
static const struct {
	const char *per_token, *roof;
} works[] = {
    [CML_WORK_TOKENS] = {"1", "{devices} * {!rate} * {speedup} / {flops}"},
    [CML_WORK_TOKENS_EACH] = {"{devices}", "{!rate} * {speedup} / {flops}"},
    [CML_WORK_SAMPLES] = {"{seq}", "{devices} * {!rate} * {speedup} / ({flops} * {seq})"},
    [CML_WORK_SAMPLES_EACH] = {"{seq} * {devices}", "{!rate} * {speedup} / ({flops} * {seq})"},
    [CML_WORK_FLOPS] = {"1 / {flops}", "{devices} * {!peak} * {speedup}"},
    [CML_WORK_FLOPS_EACH] = {"{devices} / {flops}", "{!peak} * {speedup}"},
    [CML_WORK_UTILIZATION] = {"{devices} * {peak} / {flops}", "100"},
    [CML_WORK_STEPS] = {"{step}", NULL},
    [CML_WORK_ALL] = {"1", NULL},
};

/* Of Narayanan et al. 2021, Rajbhandari et al. 2020, Korthikanti et al. 2022, Lepikhin et al. 2020.
 * Weights are learned: what matters is what each grows with. */

const struct cml_infer_term cml_time_terms[] = {
    {"compute", "{flops} * {wait} * (2 + {!trained} + {full}) / 3 / {rate} / {devices}",
     "floating point; an adapter needs no gradients of what is below it (Hu et al. 2022); a "
     "forward pass more where all is recomputed"},
    {"compute", "{flops} * {wait} * (2 + {!trained}) / 3 / {rate} / {devices}",
     "floating point; an adapter needs no gradients of what is below it (Hu et al. 2022)"},
    {"compute", "{flops} * {wait} * (1 + {full} / 3) / {rate} / {devices}",
     "floating point; a forward pass more where all is recomputed"},
    {"compute", "{flops} * {wait} / {rate} / {devices}", "floating point"},
    {"idle", "{flops} * ({!pp} - 1) * {once} / {step} / {chunks} / {rate} / {devices}",
     "stages of a pipeline that wait (Narayanan et al. 2021)"},
    {"tensor", "{layers} * {width} * ({tp_across} - 1) / {devices}",
     "all-reduce of tensor parallel ranks (Narayanan et al. 2021)"},
    {"tensor_across", "{layers} * {width} * ({!tp} - 1) * ({tp_across} > {node}) / {devices}",
     "what it takes more across nodes"},
    {"tensor", "{layers} * {width} * ({!tp} - 1) * (1 + 9 * ({!tp} > {node})) / {devices}",
     "all-reduce of tensor parallel ranks (Narayanan et al. 2021); across nodes, where the network "
     "is about ten times slower"},
    {"context", "{layers} * {width} * ({!cp} - 1) / {devices}", "keys and values of other ranks"},
    {"gradients", "{shard} * {trained} * ({!dp} - 1) / {dp} / {step}", "all-reduce of gradients"},
    {"gradients_across",
     "{shard} * {trained} * ({!dp} - 1) / {dp} / {step} * ({devices_across} > {node})",
     "what it takes more across nodes"},
    {"gathers", "{shard} * ({fsdp} - 1) / {fsdp} / {once}",
     "parameters that others hold (Zhao et al. 2023)"},
    {"gathers", "{shard} / {once} * ({zero_3} == 3)",
     "parameters that others hold (Rajbhandari et al. 2020)"},
    {"sends", "{width} * ({!pp} - 1) / {devices}", "between stages of a pipeline"},
    {"experts", "{layers} * {width} * {routed} * ({!ep} - 1) / {ep} / {devices}",
     "exchange of tokens between experts (Lepikhin et al. 2020)"},
    {"experts_across",
     "{layers} * {width} * {routed} * ({!ep} - 1) / {ep} * ({ep_across} > {node}) / {devices}",
     "what it takes more across nodes"},
    {"routing", "{flops} * log2({params} / {mixture}) / {rate} / {devices}",
     "experts have small matrices, which reach less of the peak, the less of a model is active"},
    {"launches", "{layers} / ({pp} * {once})", "of kernels, for each micro-batch"},
    {"latency", "log2({!devices}) * {layers} / {pp} / {step}", "of messages"},
    {"start", "1 / {step}", "of each step, whatever it does"},
    {"optimizer", "{shard} * {trained} / ({fsdp} * {cp}) / {step}", "reads and writes its states"},
    {"optimizer", "{shard} * {trained} / {shared} ** ({zero} > 0) / {step}",
     "reads and writes its states"},
    {"optimizer", "{shard} * {trained} / {step}", "reads and writes its states"},
    {"host", "{shard} * {trained} * (1 - {!aboard}) / {shared} ** ({zero} > 0) / {step}",
     "gradients and optimizer that it keeps (Ren et al. 2021)"},
    {"host", "{shard} * {trained} * (1 - {!aboard}) / {dp} / {step}",
     "gradients and optimizer that it keeps (Ren et al. 2021)"},
    {0},
};

/* GB of a device. */
const struct cml_infer_term cml_memory_terms[] = {
    {"states", "{shard} * (4 / ({#fsdp} * {cp}) + 12 * {moments} / ({sharers} * {cp})) / 1e9",
     "parameters, gradients, optimizer of 2, 2 and 12 bytes, shared (Zhao et al. 2023); copies "
     "share the optimizer, as jobs show (Rajbhandari et al. 2020)"},
    {"states", "{shard} * (2 * {stored} + 14 * {!trained}) / ({fsdp} * {cp}) / 1e9",
     "parameters and, of those that are trained, gradients and optimizer; shared (Zhao et al. "
     "2023)"},
    {"states", "{shard} * 16 / ({fsdp} * {cp}) / 1e9",
     "parameters, gradients, optimizer of 2, 2 and 12 bytes, shared (Zhao et al. 2023)"},
    {"states",
     "{shard} * (2 * {stored} + 2 * {!trained} + "
     "12 * {moments} * {trained} / ({sharers} * {cp})) / 1e9",
     "parameters and, of those that are trained, gradients and optimizer; copies share the "
     "optimizer, as jobs or a switch show (Rajbhandari et al. 2020)"},
    {"states", "{shard} * (4 + 12 * {moments} / ({sharers} * {cp})) / 1e9",
     "parameters, gradients, optimizer of 2, 2 and 12 bytes; copies share the optimizer, as jobs "
     "or a switch show (Rajbhandari et al. 2020)"},
    {"states",
     "{shard} * (2 * {stored} / {shared} ** ({zero} == 3) + "
     "2 * {trained} / {shared} ** ({zero} >= 2) + "
     "12 * {moments} * {trained} / {shared} ** ({zero} >= 1)) / 1e9",
     "parameters, gradients, optimizer of 2, 2 and 12 bytes (Rajbhandari et al. 2020)"},
    {"states", "{shard} * (2 * {stored} + (2 + 12 * {!moments}) * {trained}) / 1e9",
     "parameters, gradients, and an optimizer, some of which have few bytes"},
    {"states", "{shard} * (2 * {stored} + 14 * {!trained}) / 1e9",
     "parameters and, of those that are trained, gradients and optimizer"},
    {"states", "{shard} * 16 / 1e9",
     "parameters, gradients, optimizer of 2, 2 and 12 bytes, whole on each device"},
    {"activations",
     "{micro} * {seq} / {cp} * {width} / {tp} * ({layers} * (34 - 32 * {freed}) + 34 * {freed}) / "
     "1e9",
     "of as many micro-batches as stages (Korthikanti et al. 2022); inputs of layers where all is "
     "recomputed"},
    {"activations", "{micro} * {seq} / {cp} * {width} / {tp} * {layers} * 34 / 1e9",
     "of as many micro-batches as stages (Korthikanti et al. 2022)"},
    {"activations_ahead",
     "{micro} * {seq} / {cp} * {width} / {tp} * {layers} * (34 - 32 * {freed}) * ({!pp} - 1) / "
     "({pp} * {!chunks}) * ({chunks} > 1) / 1e9",
     "of micro-batches that interleaved stages begin before (Korthikanti et al. 2022)"},
    {"activations_kept", "{micro} * {seq} / {cp} * {width} / {tp} * {layers} * 17 * {kept} / 1e9",
     "half of a layer, about, which selective recomputation leaves out"},
    {"norms",
     "{micro} * {seq} / {cp} * {width} * {layers} * (10 - 8 * {freed}) * {!norms} * ({!tp} - 1) / "
     "{tp} / 1e9",
     "what ranks of tensors keep whole without sequence parallelism (Korthikanti et al. 2022)"},
    {"norms",
     "{micro} * {seq} / {cp} * {width} * {layers} * 10 * {!norms} * ({!tp} - 1) / {tp} / 1e9",
     "what ranks of tensors keep whole without sequence parallelism (Korthikanti et al. 2022)"},
    {"routed",
     "{micro} * {seq} / {cp} / {tp} * ({mixture} < {params}) * (1 - {freed}) * "
     "max({mixture} / {width} - 4 * {layers} * {width}, 0) * 2 / 1e9",
     "of the experts that a token meets"},
    {"routed",
     "{micro} * {seq} / {cp} / {tp} * ({mixture} < {params}) * "
     "max({mixture} / {width} - 4 * {layers} * {width}, 0) * 2 / 1e9",
     "of the experts that a token meets"},
    {"logits", "{micro} * {seq} / {cp} * {vocab} / {tp} * 6 * {!whole} / 1e9",
     "in 2 and 4 bytes; a fused loss keeps a part of them"},
    {"logits", "{micro} * {seq} / {cp} * {vocab} / {tp} * 6 / 1e9", "in 2 and 4 bytes"},
    {"buffers", "2", "what a process takes before it begins, about"},
    {0},
};

/* What the metric is a rate of, by its name and, where that leaves it open, by its numbers. */
static enum cml_work work_of(struct cml_infer_law *law)
{
	const char *metric = law->infer->rows.metric->plain;
	enum cml_work work = cml_name_work(metric);
	if (work == CML_WORK_FLOPS_EACH && !cml_name_has(metric, "gpu device chip") &&
	    cml_infer_law_slope(law, law->of[CML_QUANTITY_DEVICES].column) > 0.5)
		return CML_WORK_FLOPS;
	/* So TorchTitan and verl call the tokens of one device; others do without a word, but more
	 * devices make fewer of them. */
	double least = cml_name_has(metric, "tps perf_throughput") ? 0.5 : 0;
	if (work == CML_WORK_TOKENS &&
	    cml_infer_law_slope(law, law->of[CML_QUANTITY_DEVICES].column) < least)
		return CML_WORK_TOKENS_EACH;
	if (work == CML_WORK_ALL &&
	    cml_infer_law_slope(law, law->of[CML_QUANTITY_MICRO_BATCH].column) > 0.5)
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

/* Those that can be written, the first of each name and formula. */
struct filled {
	struct cml_infer_term terms[32];
	size_t n;
};

static bool has_term(const struct filled *filled, const char *name, const char *formula)
{
	for (size_t i = 0; i < filled->n; i++)
		if (strcmp(filled->terms[i].name, name) == 0 ||
		    strcmp(filled->terms[i].formula, formula) == 0)
			return true;
	return false;
}

static struct filled fill(struct cml_infer_law *law, const struct cml_infer_term *term)
{
	struct filled filled = {.n = 0};
	for (; term->formula; term++) {
		const char *formula = cml_infer_law_fill(law, term->formula);
		bool is_in_compute =
		    law->of[CML_QUANTITY_WAIT].is_found && strcmp(term->name, "idle") == 0;
		if (formula && !is_in_compute && !has_term(&filled, term->name, formula))
			filled.terms[filled.n++] =
			    (struct cml_infer_term){term->name, formula, term->doc};
	}
	return filled;
}

void cml_infer_write_terms(struct cml_infer_law *law, const struct cml_infer_term *terms,
			   const char *factor, const char *type)
{
	struct filled filled = fill(law, terms);
	for (const struct cml_infer_term *term = filled.terms; term < filled.terms + filled.n;
	     term++)
		cml_infer_write_row(law->infer, term->name, CML_ROLE_TERM, type,
				    times(law, term->formula, factor), term->doc);
}

/* Of memory what is trained is gradients and optimizer, which may be in that of the host. */
static struct cml_infer_law law_of_memory(const struct cml_infer_law *law)
{
	struct cml_infer_law of_memory = *law;
	if (law->of[CML_QUANTITY_ABOARD].is_found)
		cml_infer_law_know(&of_memory, CML_QUANTITY_TRAINED,
				   cml_infer_law_fill(&of_memory, "{trained} * {aboard}"), NULL);
	return of_memory;
}

const char *cml_infer_law_need(const struct cml_infer_law *law, const char *name)
{
	struct cml_infer_law of_memory = law_of_memory(law);
	struct filled filled = fill(&of_memory, cml_memory_terms);
	struct cml_buffer sum = {0};
	for (size_t i = 0; i < filled.n; i++)
		if (!name || strcmp(filled.terms[i].name, name) == 0)
			cml_buffer_printf(&sum, "%s%s", sum.size > 0 ? " + " : "",
					  filled.terms[i].formula);
	return cml_infer_take(law->infer, &sum);
}

void cml_infer_write_times(struct cml_infer_law *law)
{
	const char *work = cml_infer_law_fill(law, works[work_of(law)].per_token), *factor = "";
	if (!work)
		return;
	if (strcmp(work, "1") != 0)
		factor = cml_infer_keep(law->infer, strchr(work, ' ') ? " * (%s)" : " * %s", work);
	cml_infer_write_terms(law, cml_time_terms, factor, NULL);
}

void cml_infer_write_roof(struct cml_infer_law *law)
{
	bool is_known = law->has_params && law->of[CML_QUANTITY_PARAMETERS].is_found;
	const char *roof = is_known ? works[work_of(law)].roof : NULL;
	const char *formula = roof ? cml_infer_law_fill(law, roof) : NULL;
	if (formula)
		cml_infer_write_row(
		    law->infer, "roof", CML_ROLE_ROOF, NULL, formula,
		    law->of[CML_QUANTITY_SPEEDUP].is_found
			? "all devices at their peak, with 8 and 4 bits twice and four times that"
			: "all devices at their peak of 16 bits");
}

void cml_infer_write_memory(struct cml_infer_law *law)
{
	const struct cml_infer_column *column = cml_infer_law_limit(law->infer);
	const char *limit = column ? column->name : cml_infer_free_name(law->infer, "memory_gb");
	const char *gb = cml_infer_law_gb(law, column);
	const char *factor = strcmp(gb, "1") == 0 ? "" : cml_infer_keep(law->infer, " * %s", gb);
	struct cml_infer_law of_memory = law_of_memory(law);
	cml_infer_write_terms(&of_memory, cml_memory_terms, factor, limit);
}

/* A limit that no job reports: the memory of the device. */
void cml_infer_write_limit(struct cml_infer_law *law)
{
	const char *bound = cml_infer_keep(law->infer, ":%s", law->of[CML_QUANTITY_MEMORY].text);
	cml_infer_write_row(law->infer, "memory_gb", CML_ROLE_LIMIT, "float", bound,
			    "likely: memory of a device, which no job reports: learned from the "
			    "terms below, and from which jobs ran out of it");
}

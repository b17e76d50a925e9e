/* Rules that trainers of large models have, where a log keeps them. Part of law_state.h. */
#include "infer/law/law_state.h"

#include "base/random.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Pairs of jobs whose numbers are mixed to see whether the log's values could break a rule. */
#define N_MIXED 2000

/* Of those of one name the one that fewest jobs break is written, the first of equals. */
const struct cml_infer_term cml_trainer_rules[] = {
    {"fp8_by_device", "{over_8} or first(bits({device}), 8) <= 8",
     "8-bit floating point on devices that have it"},
    {"fp4_by_device", "{over_4} or first(bits({device}), 4) <= 4",
     "4-bit floating point, and scales of blocks, on devices that have them"},
    {"one_sharding", "{one_way}", "one way to share a model's states (Trainer)"},
    {"one_precision", "{one_type}", "numbers of 16 bits are of one kind (Trainer)"},
    {"one_quantization", "{one_load}", "a model is loaded in 4 bits or in 8 (bitsandbytes)"},
    {"zero_with_pipeline", "{zero} < 2 or {#pp} == 1",
     "a pipeline does not go with ZeRO 2 and 3 (Megatron, DeepSpeed)"},
    {"offload_by_stage", "{hosted} == 0 or {zero} == 3",
     "parameters are in the memory of the host where copies share them (DeepSpeed)"},
    {"optimizer_by_stage", "{!aboard} == 1 or {zero} > 0",
     "the optimizer is in the memory of the host where copies share it (DeepSpeed)"},
    {"optimizer_by_bits", "{!aboard} == 1 or {!moments} != 0.5",
     "optimizers of 8 bits run on the device (bitsandbytes)"},
    {"shards_with_pipeline", "{#fsdp} == 1 or {#pp} == 1", "a pipeline does not go with FSDP"},
    {"layers_by_pipeline", "{#blocks} % ({#pp} * {chunks}) == 0", "stages have whole layers"},
    {"slice_by_axes", "{ici} == {#node}", "axes within a slice fill its chips (MaxText)"},
    {"slice_by_axes", "{ici} == {#node} or ({ici} < 0 and {#node} % {ici} == 0)",
     "axes within a slice fill its chips, -1 is what the others leave (MaxText)"},
    {"slices_by_axes", "{dcn} == {#nodes}", "axes across slices fill them (MaxText)"},
    {"slices_by_axes", "{dcn} == {#nodes} or ({dcn} < 0 and {#nodes} % {dcn} == 0)",
     "axes across slices fill them, -1 is what the others leave (MaxText)"},
    {"ranks_product", "{#nodes} * {node} == {#dp} * {tp} * {pp} * {cp}", "no device is idle"},
    {"devices_by_copy", "{#nodes} * {#node} % ({#tp} * {pp} * {cp}) == 0", "whole copies"},
    {"devices_by_copy", "{#devices} % ({#tp} * {pp} * {cp}) == 0", "whole copies"},
    {"chunks_by_pipeline", "{#chunks} == 1 or {#pp} > 1", "one stage has nothing to interleave"},
    {"chunks_by_pipeline", "{#chunk_layers} == 0 or {#pp} > 1",
     "one stage has nothing to interleave"},
    {"layers_by_chunks", "{#chunk_layers} == 0 or {#blocks} % ({#pp} * {#chunk_layers}) == 0",
     "stages have whole chunks of an interleaved schedule (Megatron)"},
    {"accumulation_by_pipeline", "{#chunks} == 1 or {#acc} % {#pp} == 0",
     "an interleaved schedule takes micro-batches in groups of as many as stages (Narayanan et al. "
     "2021)"},
    {"batch_by_pipeline", "{#chunks} == 1 or {#global} % ({dp} * {#micro} * {#pp}) == 0",
     "an interleaved schedule takes micro-batches in groups of as many as stages (Narayanan et al. "
     "2021)"},
    {"sequence_by_tensor", "{!norms} == 1 or {#tp} > 1",
     "sequences are split among ranks of tensors (Megatron)"},
    {"batch_by_pipeline", "{#chunk_layers} == 0 or {#global} % ({dp} * {#micro} * {#pp}) == 0",
     "an interleaved schedule takes micro-batches in groups of as many as stages (Narayanan et al. "
     "2021)"},
    {"overlap_by_sequence", "{!overlapped} == 0 or {!norms} == 0",
     "ranks of tensors overlap what they exchange where sequences are split among them (Megatron)"},
    {"heads_by_tensor", "{#heads} % {#tp} == 0", "ranks have whole heads"},
    {"batch_by_mini_batches", "{#global} % {#mini} == 0", "whole mini-batches (verl)"},
    {"part_of_devices", "{#part} < {#devices}", "the others do the rest"},
    {"batch_by_copies", "{#global} % ({dp} * {#micro}) == 0", "whole micro-batches"},
    {"copies_by_groups", "{dp} % {#replicas} == 0", "whole groups of copies that share"},
    {"copies_by_shards", "{dp} % {#fsdp} == 0", "groups of copies that share what one keeps"},
    {"sequence_by_context", "{!seq} % (2 * {#cp}) == 0", "two pieces for each rank"},
    {"tensor_in_node", "{#tp} <= {node}", "the fast network is that of a node"},
    {"experts_by_parallel", "{#ep} <= 1 or {experts} % {#ep} == 0",
     "ranks have whole experts, and a dense model has none to share"},
    {"ranks_by_experts", "{dp} % {#ep} == 0", "experts are shared among copies"},
    {"ranks_by_experts", "{dp} * {#cp} % {#ep} == 0",
     "experts are shared among the ranks of a stage but those of tensors"},
    {"ranks_by_experts", "{dp} * {cp} * {tp} % {#ep} == 0",
     "experts are shared among the ranks of a stage"},
    {"devices_by_experts", "{#devices} == max({ranks} * {dp}, {#ep})",
     "no device is idle; experts may be on more than the rest of a copy"},
    {0},
};

/* Whether a job keeps a rule with one number, of those that the rule names, from another job. 0:
 * the rule is broken, or has no answer; NaN: a number is missing. */
static double keeps(const struct cml_infer_scope *scope, const struct cml_expression *rule,
		    size_t row, size_t other, size_t number)
{
	double result;
	size_t n;
	const size_t *slots = cml_expression_slots(rule, &n);
	cml_infer_read_job(scope, rule, row);
	if (n > 0)
		scope->job[slots[number % n]] = scope->numbers[slots[number % n]][other];
	enum cml_outcome outcome = cml_expression_evaluate(rule, scope->job, &result);
	return outcome == CML_OUTCOME_UNDEFINED ? 0 : result;
}

/* What a log has for and against a rule: jobs that ran, those of them and those that failed that
 * break it; and mixed ones that do. */
struct candidate {
	const struct cml_infer_term *rule;
	const char *formula;      /* NULL: not enough */
	struct cml_relation jobs; /* of no kind; its members: the columns that it is about */
	size_t n_mixed;
};

/* Adds the columns that an expression names, and those behind its derived rows. */
static void add_columns(struct cml_infer_scope *scope, const struct cml_expression *expression,
			struct cml_relation *jobs)
{
	const struct cml_infer_rows *rows = &scope->infer->rows;
	size_t n;
	const size_t *slots = cml_expression_slots(expression, &n);
	for (size_t i = 0; i < n; i++) {
		if (slots[i] >= rows->n_columns) {
			struct cml_expression *derived = cml_infer_compile(
			    scope, scope->derived[slots[i] - rows->n_columns].formula,
			    CML_VALUE_NUMBER);
			if (derived)
				add_columns(scope, derived, jobs);
			cml_expression_free(derived);
		} else if (!cml_relation_has(jobs, 0, &rows->columns[slots[i]])) {
			jobs->members[jobs->n_members++] = &rows->columns[slots[i]];
		}
	}
}

static void weigh(struct cml_infer_scope *scope, const struct cml_expression *rule,
		  struct candidate *tried)
{
	const struct cml_infer_rows *rows = &scope->infer->rows;
	struct cml_relation *jobs = &tried->jobs;
	struct cml_random random;
	add_columns(scope, rule, jobs);
	for (size_t row = 0; row < rows->n_rows; row++) {
		bool ran = !isnan(cml_infer_metric_of(rows, row));
		double kept = keeps(scope, rule, row, row, 0);
		jobs->n_rows += ran && !isnan(kept);
		if (kept != 0)
			continue;
		if (ran && jobs->n_broken < CML_RELATION_MAX_BROKEN)
			jobs->broken[jobs->n_broken] = row;
		jobs->n_broken += ran;
		jobs->n_failed += !ran;
	}
	cml_random_init(&random, 1, 0);
	for (size_t i = 0; i < N_MIXED; i++) {
		size_t row = (size_t)cml_random_below(&random, rows->n_rows);
		size_t other = (size_t)cml_random_below(&random, rows->n_rows);
		tried->n_mixed += !isnan(keeps(scope, rule, row, row, 0)) &&
				  !isnan(keeps(scope, rule, other, other, 0)) &&
				  keeps(scope, rule, row, other, i) == 0;
	}
}

/* Whether a rule names what is given. */
static bool is_of_context(const struct cml_infer_rows *rows, const struct cml_expression *rule)
{
	size_t n, i = 0;
	const size_t *slots = cml_expression_slots(rule, &n);
	while (i < n &&
	       !(slots[i] < rows->n_columns && rows->columns[slots[i]].role == CML_ROLE_CONTEXT))
		i++;
	return i < n;
}

static bool is_written(const struct cml_infer_law *law, const char *text)
{
	return text && memmem(law->infer->text->data, law->infer->text->size, text, strlen(text));
}

/* Whether a rule of the log says what a number is made of, or makes. */
static bool has_product(const struct cml_infer_law *law, enum cml_quantity key)
{
	const struct cml_relations *rules = &law->infer->relations;
	for (const struct cml_relation *rule = rules->items; rule < rules->items + rules->n; rule++)
		if ((rule->kind == CML_RELATION_PRODUCT || rule->kind == CML_RELATION_BALANCE) &&
		    rule->n_broken <= CML_RELATION_MAX_BROKEN &&
		    cml_relation_has(rule, 0, law->of[key].column))
			return true;
	return false;
}

/* A rule that all jobs that ran keep, or all but a few, which are allowed, or, of many jobs, wait
 * for a person. */
static void write_rule(struct cml_infer_law *law, const struct cml_infer_term *rule,
		       const char *formula, const struct cml_relation *jobs)
{
	if (jobs->n_broken > 0) {
		const char *doc = cml_infer_keep(law->infer, "likely: %s", rule->doc);
		cml_infer_write_doubtful(law->infer, jobs, rule->name, formula, doc);
		return;
	}
	const char *why = cml_infer_keep(
	    law->infer, "%s; no job that ran breaks it%s: delete it if your trainer can", rule->doc,
	    jobs->n_failed > 0 ? ", one that does failed" : "");
	cml_infer_note_line(law->infer, "rule '%s': %s: %s", rule->name, formula, why);
	cml_infer_write_row(law->infer, rule->name, CML_ROLE_RULE, NULL, formula,
			    cml_infer_keep(law->infer, "likely: %s", why));
}

/* Whether the log's own rules say it better. */
static bool is_known(const struct cml_infer_law *law, const struct cml_infer_term *rule)
{
	return (strstr(rule->formula, "{#global}") &&
		has_product(law, CML_QUANTITY_GLOBAL_BATCH)) ||
	       (strstr(rule->formula, "{#dp}") && has_product(law, CML_QUANTITY_DATA)) ||
	       (strstr(rule->formula, "{#devices} %") && has_product(law, CML_QUANTITY_DEVICES));
}

static struct candidate try_rule(struct cml_infer_law *law, const struct cml_infer_term *rule)
{
	struct candidate tried = {.rule = rule};
	const char *formula = cml_infer_law_fill(law, rule->formula);
	if (!formula || is_known(law, rule) || is_written(law, formula))
		return tried;
	struct cml_expression *compiled = cml_infer_compile(law->scope, formula, CML_VALUE_TRUTH);
	assert(compiled || law->infer->no_memory); /* else the row is wrong */
	if (!compiled)
		return tried;
	weigh(law->scope, compiled, &tried);
	const struct cml_infer_column *devices = law->of[CML_QUANTITY_DEVICES].column;
	/* What a log of few batches or models can break says nothing of the next one. */
	bool may_break = tried.jobs.n_failed + tried.n_mixed > 0 ||
			 is_of_context(&law->infer->rows, compiled) ||
			 (strstr(rule->formula, "{#devices}") && devices->role == CML_ROLE_CONTEXT);
	cml_expression_free(compiled);
	tried.formula = may_break && cml_relation_is_near(&tried.jobs) ? formula : NULL;
	return tried;
}

void cml_infer_law_rules(struct cml_infer_law *law)
{
	for (const struct cml_infer_term *rule = cml_trainer_rules; rule->formula; rule++) {
		struct candidate best = try_rule(law, rule);
		while (rule[1].name && strcmp(rule->name, rule[1].name) == 0) {
			struct candidate next = try_rule(law, ++rule);
			if (next.formula &&
			    (!best.formula || next.jobs.n_broken < best.jobs.n_broken))
				best = next;
		}
		if (best.formula)
			write_rule(law, best.rule, best.formula, &best.jobs);
	}
}

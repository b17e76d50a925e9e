/* Rules that trainers of large models have, where a log keeps them. Part of infer_law.h. */
#include "infer/infer_law.h"

#include "base/device.h"
#include "base/random.h"
#include "space/expression/expression.h"

#include <math.h>
#include <string.h>

/* Pairs of jobs whose numbers are mixed to see whether the log's values could break a rule. */
#define N_MIXED 2000

static const struct {
	const char *name, *formula, *doc;
} rules[] = {
    {"zero_with_pipeline", "{zero} < 2 or {#pp} == 1",
     "a pipeline does not go with ZeRO 2 and 3 (Megatron, DeepSpeed)"},
    {"layers_by_pipeline", "{#blocks} % ({#pp} * {chunks}) == 0", "stages have whole layers"},
    {"slice_by_axes", "{ici} == {#node}", "axes within a slice fill its chips (MaxText)"},
    {"slices_by_axes", "{dcn} == {#nodes}", "axes across slices fill them (MaxText)"},
    {"devices_by_copy", "{#nodes} * {#node} % ({#tp} * {pp} * {cp}) == 0", "whole copies"},
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
    {"heads_by_tensor", "{#heads} % {#tp} == 0", "ranks have whole heads"},
    {"batch_by_copies", "{#global} % ({dp} * {#micro}) == 0", "whole micro-batches"},
    {"sequence_by_context", "{#seq} % (2 * {#cp}) == 0", "two pieces for each rank"},
    {"tensor_in_node", "{#tp} <= {node}", "the fast network is that of a node"},
    {"experts_by_parallel", "{#ep} <= 1 or {experts} % {#ep} == 0",
     "ranks have whole experts, and a dense model has none to share"},
    {"copies_by_experts", "{dp} % {#ep} == 0", "experts are shared among copies"},
    {"ranks_by_experts", "{dp} * {cp} * {tp} % {#ep} == 0",
     "experts are shared among the ranks of a stage"},
};

/* Of a job, the numbers that an expression of keys reads, by key; false: one is missing. */
static bool read_values(const struct cml_infer_law *law, const struct cml_expression *rule,
			size_t row, double values[CML_N_LAW_QUANTITIES])
{
	size_t n;
	const size_t *slots = cml_expression_slots(rule, &n);
	bool are_there = true;
	for (size_t i = 0; i < n; i++) {
		values[slots[i]] = cml_infer_law_value(law, (enum cml_quantity)slots[i], row);
		are_there = are_there && !isnan(values[slots[i]]);
	}
	return are_there;
}

static bool holds(const struct cml_expression *rule, const double *values)
{
	double result;
	return cml_expression_evaluate(rule, values, &result) == CML_OUTCOME_VALUE && result != 0;
}

/* What a log has for and against a rule: jobs that ran, those of them and those that failed that
 * break it; and mixed ones that do. */
struct evidence {
	struct cml_relation jobs; /* without members */
	size_t n_mixed;
};

/* With one number of another job. */
static bool is_broken_mixed(const struct cml_infer_law *law, const struct cml_expression *rule,
			    size_t row, size_t other, size_t number)
{
	double own[CML_N_LAW_QUANTITIES], others[CML_N_LAW_QUANTITIES];
	size_t n;
	const size_t *slots = cml_expression_slots(rule, &n);
	if (!read_values(law, rule, row, own) || !read_values(law, rule, other, others))
		return false;
	own[slots[number % n]] = others[slots[number % n]];
	return !holds(rule, own);
}

static struct evidence weigh(const struct cml_infer_law *law, const struct cml_expression *rule)
{
	const struct cml_infer_rows *rows = &law->infer->rows;
	struct evidence found = {0};
	struct cml_random random;
	double values[CML_N_LAW_QUANTITIES];
	for (size_t row = 0; row < rows->n_rows; row++) {
		bool ran = !isnan(cml_infer_metric_of(rows, row));
		if (!read_values(law, rule, row, values))
			continue;
		bool is_kept = holds(rule, values);
		found.jobs.n_rows += ran;
		if (ran && !is_kept && found.jobs.n_broken < CML_RELATION_MAX_BROKEN)
			found.jobs.broken[found.jobs.n_broken] = row;
		found.jobs.n_broken += ran && !is_kept;
		found.jobs.n_failed += !ran && !is_kept;
	}
	cml_random_init(&random, 1, 0);
	for (size_t i = 0; i < N_MIXED; i++) {
		size_t row = (size_t)cml_random_below(&random, rows->n_rows);
		size_t other = (size_t)cml_random_below(&random, rows->n_rows);
		found.n_mixed += is_broken_mixed(law, rule, row, other, i);
	}
	return found;
}

/* Whether a rule reads what is given, experts in the name of a model too. */
static bool is_of_context(const struct cml_infer_law *law, const struct cml_expression *rule)
{
	size_t n;
	const size_t *slots = cml_expression_slots(rule, &n);
	for (size_t i = 0; i < n; i++) {
		const struct cml_infer_column *column = law->columns[slots[i]];
		if (slots[i] == CML_QUANTITY_EXPERTS ||
		    (column && column->role == CML_ROLE_CONTEXT))
			return true;
	}
	return false;
}

static const char *find_slot(const void *context, struct cml_slice name,
			     struct cml_scope_column *column)
{
	(void)context;
	*column =
	    (struct cml_scope_column){.slot = cml_infer_law_key(name), .type = CML_TYPE_FLOAT};
	return NULL;
}

/* As an expression of the keys, whatever stands for them in the log; NULL when memory is out. */
static struct cml_expression *compile(const struct cml_infer_law *law, const char *formula)
{
	struct cml_scope scope = {.find = find_slot};
	struct cml_expression *rule = NULL;
	struct cml_infer_law keys = *law;
	struct cml_error ignored;
	memcpy(keys.known, cml_infer_law_keys, sizeof keys.known);
	const char *text = cml_infer_law_fill(&keys, formula);
	if (!text || cml_expression_compile(&rule, cml_slice_of(text), &scope, CML_VALUE_TRUTH,
					    &ignored) != CML_OK)
		return NULL;
	return rule;
}

static bool is_written(const struct cml_infer_law *law, const char *text)
{
	return text && memmem(law->text->data, law->text->size, text, strlen(text));
}

/* A rule that all jobs that ran keep, or all but one or a few of many: these wait for a person. */
static void write_rule(struct cml_infer_law *law, size_t i, const char *formula,
		       const struct cml_relation *jobs)
{
	bool is_doubtful = jobs->n_broken > 0;
	const char *doc = cml_infer_keep(
	    law->infer,
	    is_doubtful ? "likely: %s; take the # away if it must hold%s"
			: "likely: %s; no job that ran breaks it%s: delete it if your trainer can",
	    rules[i].doc, !is_doubtful && jobs->n_failed > 0 ? ", one that does failed" : "");
	if (is_doubtful)
		cml_infer_note_doubt(law->infer, jobs, formula);
	else
		cml_infer_note_line(law->infer, "rule '%s': %s: %s", rules[i].name, formula,
				    doc + strlen("likely: "));
	if (is_doubtful && strpbrk(formula, "\r\n")) /* of a name: no comment holds it */
		return;
	cml_buffer_append_string(law->text, is_doubtful ? "#" : "");
	cml_infer_law_row(law, rules[i].name, CML_ROLE_RULE, NULL, formula, doc);
}

/* 1 for a format of 8 bits in floating point, and for a known device without one; 0 for others. */
static double is_fp8(struct cml_slice name)
{
	return strcasestr(name.data, "fp8") || strcasestr(name.data, "float8");
}

static double lacks_fp8(struct cml_slice name)
{
	return cml_device_in_name(name).name && !cml_device_in_name(name).has_fp8;
}

static bool is_fp8_switch(const struct cml_infer_column *column)
{
	return is_fp8(cml_slice_of(column->plain)) != 0 && column->is_bool;
}

/* What is multiplied, not what is stored; NULL: none, or of a fixed format. */
static const struct cml_infer_column *find_precision(const struct cml_infer_rows *rows)
{
	CML_EACH_COLUMN (column, rows) {
		bool is_precision =
		    column->is_text && cml_name_has(column->plain, "precision dtype amp");
		if (column->role == CML_ROLE_PARAM && (is_precision || is_fp8_switch(column)) &&
		    !cml_name_has(column->plain, "kv cache optimizer state grad"))
			return column;
	}
	return NULL;
}

static bool is_in_fp8(const struct cml_infer_column *precision, size_t row)
{
	return is_fp8_switch(precision) ? precision->sample[row] == 1
					: cml_infer_in_name(precision, row, is_fp8) == 1;
}

/* `gpu not in ('a100', 'v100')`, texts of which number_in is 1; false: none, or one with a quote.
 */
static bool append_others(const struct cml_infer_column *column,
			  double (*number_in)(struct cml_slice name), struct cml_buffer *text)
{
	const char *before = " not in (";
	cml_infer_print_name(column->name, text);
	for (size_t i = 0; i < column->texts.n; i++) {
		const char *value = column->texts.texts[i].data;
		if (number_in(column->texts.texts[i]) != 1)
			continue;
		if (strchr(value, '\''))
			return false;
		cml_buffer_printf(text, "%s'%s'", before, value);
		before = ", ";
	}
	cml_buffer_append_string(text, ")");
	return *before == ',';
}

/* Where no job that ran has 8 bits on a device that lacks them. */
static void write_fp8(struct cml_infer_law *law)
{
	static const char doc[] = "8-bit floating point on devices that have it";
	const struct cml_infer_rows *rows = &law->infer->rows;
	const struct cml_infer_column *precision = find_precision(rows);
	struct cml_buffer text = {0};
	if (!precision || !law->devices)
		return;
	for (size_t row = 0; row < rows->n_rows; row++)
		if (rows->job_ok[row] && is_in_fp8(precision, row) &&
		    cml_infer_in_name(law->devices, row, lacks_fp8) == 1)
			return;
	bool is_said = is_fp8_switch(precision) || append_others(precision, is_fp8, &text);
	if (is_fp8_switch(precision)) {
		cml_infer_print_name(precision->name, &text);
		cml_buffer_append_string(&text, " == 0");
	}
	cml_buffer_append_string(&text, " or ");
	is_said = is_said && append_others(law->devices, lacks_fp8, &text);
	const char *rule = cml_infer_take(law->infer, &text);
	if (!is_said)
		return;
	cml_infer_note_line(law->infer,
			    "rule 'fp8_by_device': %s: %s; no job that ran breaks it: "
			    "delete it if your trainer can",
			    rule, doc);
	cml_infer_law_row(law, "fp8_by_device", CML_ROLE_RULE, NULL, rule, doc);
}

void cml_infer_law_rules(struct cml_infer_law *law)
{
	write_fp8(law);
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
		const char *formula = cml_infer_law_fill(law, rules[i].formula);
		bool is_product = strstr(rules[i].formula, "{#global}") && /* a rule of its own */
				  (law->columns[CML_QUANTITY_ACCUMULATION] ||
				   is_written(law, cml_infer_law_fill(law, "== {#global}")));
		/* What a copy holds, all its ranks do. */
		bool is_weaker = strcmp(rules[i].name, "ranks_by_experts") == 0 &&
				 is_written(law, "copies_by_experts,");
		if (!formula || is_product || is_weaker || is_written(law, formula))
			continue;
		struct cml_expression *rule = compile(law, rules[i].formula);
		law->infer->no_memory |= !rule;
		if (!rule)
			return;
		struct evidence found = weigh(law, rule);
		/* What a log of a batch or a model or two can break says nothing of the next one.
		 */
		bool may_break =
		    found.jobs.n_failed + found.n_mixed > 0 || is_of_context(law, rule);
		cml_expression_free(rule);
		if (cml_relation_is_near(&found.jobs) && may_break)
			write_rule(law, i, formula, &found.jobs);
	}
}

/* Rules that trainers of large models have, where a log keeps them. Part of infer_law.h. */
#include "infer/infer_law.h"

#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_MEMBERS 3
/* Pairs of jobs whose numbers are mixed to see whether the log's values could break a rule. */
#define N_MIXED 2000

/* Of members, each a number of a job. */
struct trainer_rule {
	const char *name, *formula, *doc;
	enum cml_quantity members[MAX_MEMBERS];
	size_t n_members;
	bool (*holds)(const double *members);
};

static bool divides(const double *members)
{
	return fmod(members[0], members[1]) == 0;
}

static bool divides_product(const double *members)
{
	return fmod(members[0], members[1] * members[2]) == 0;
}

static bool divides_twice(const double *members)
{
	return members[1] == 1 || fmod(members[0], 2 * members[1]) == 0;
}

static bool is_at_most(const double *members)
{
	return members[1] <= members[0];
}

static bool shards_without_pipeline(const double *members)
{
	return members[0] < 2 || members[1] == 1;
}

static const struct trainer_rule rules[] = {
    {"zero_with_pipeline",
     "{zero} < 2 or {#pp} == 1",
     "a pipeline does not go with ZeRO 2 and 3 (Megatron, DeepSpeed)",
     {CML_QUANTITY_ZERO, CML_QUANTITY_PIPELINE},
     2,
     shards_without_pipeline},
    {"layers_by_pipeline",
     "{#layers} % ({#pp} * {chunks}) == 0",
     "stages have whole layers",
     {CML_QUANTITY_LAYERS, CML_QUANTITY_PIPELINE, CML_QUANTITY_CHUNKS},
     3,
     divides_product},
    {"heads_by_tensor",
     "{#heads} % {#tp} == 0",
     "ranks have whole heads",
     {CML_QUANTITY_HEADS, CML_QUANTITY_TENSOR},
     2,
     divides},
    {"batch_by_copies",
     "{#global} % ({dp} * {#micro}) == 0",
     "whole micro-batches",
     {CML_QUANTITY_GLOBAL_BATCH, CML_QUANTITY_DATA, CML_QUANTITY_MICRO_BATCH},
     3,
     divides_product},
    {"sequence_by_context",
     "{#seq} % (2 * {#cp}) == 0",
     "two pieces for each rank",
     {CML_QUANTITY_SEQUENCE, CML_QUANTITY_CONTEXT},
     2,
     divides_twice},
    {"tensor_in_node",
     "{#tp} <= {node}",
     "the fast network is that of a node",
     {CML_QUANTITY_PER_NODE, CML_QUANTITY_TENSOR},
     2,
     is_at_most},
    {"copies_by_experts",
     "{dp} % {#ep} == 0",
     "experts are shared among copies",
     {CML_QUANTITY_DATA, CML_QUANTITY_EXPERT},
     2,
     divides},
};

/* Numbers of a job; false: one is missing. */
static bool read_members(const struct cml_infer_law *law, const struct trainer_rule *rule,
			 size_t row, double *members)
{
	for (size_t i = 0; i < rule->n_members; i++) {
		members[i] = cml_infer_law_value(law, rule->members[i], row);
		if (isnan(members[i]))
			return false;
	}
	return true;
}

/* What a log has for and against a rule: jobs that ran and keep it, break it; those that failed and
 * break it; and mixed ones that do. */
struct evidence {
	size_t n_kept, n_broken, n_failed;
	size_t n_mixed;
};

/* With one number of another job. */
static bool is_broken_mixed(const struct cml_infer_law *law, const struct trainer_rule *rule,
			    size_t row, size_t other, size_t member)
{
	double own[MAX_MEMBERS], others[MAX_MEMBERS];
	if (!read_members(law, rule, row, own) || !read_members(law, rule, other, others))
		return false;
	own[member] = others[member];
	return !rule->holds(own);
}

static struct evidence weigh(const struct cml_infer_law *law, const struct trainer_rule *rule)
{
	const struct cml_infer_rows *rows = &law->infer->rows;
	struct evidence found = {0};
	struct cml_random random;
	double members[MAX_MEMBERS];
	for (size_t row = 0; row < rows->n_rows; row++) {
		bool ran = rows->job_ok[row] && !isnan(rows->columns[rows->metric].sample[row]);
		if (!read_members(law, rule, row, members))
			continue;
		bool holds = rule->holds(members);
		found.n_kept += ran && holds;
		found.n_broken += ran && !holds;
		found.n_failed += !ran && !holds;
	}
	cml_random_init(&random, 1, 0);
	for (size_t i = 0; i < N_MIXED; i++) {
		size_t row = (size_t)cml_random_below(&random, rows->n_rows);
		size_t other = (size_t)cml_random_below(&random, rows->n_rows);
		found.n_mixed += is_broken_mixed(law, rule, row, other, i % rule->n_members);
	}
	return found;
}

static bool is_written(const struct cml_infer_law *law, const char *text)
{
	return text && memmem(law->text->data, law->text->size, text, strlen(text));
}

bool cml_infer_law_rules(struct cml_infer_law *law)
{
	bool ok = true;
	for (size_t i = 0; ok && i < sizeof rules / sizeof *rules; i++) {
		const struct trainer_rule *rule = &rules[i];
		const char *formula = cml_infer_law_fill(law, rule->formula);
		bool is_product = rule->members[0] == CML_QUANTITY_GLOBAL_BATCH && /* a rule of its own */
				  (law->columns[CML_QUANTITY_ACCUMULATION] ||
				   is_written(law, cml_infer_law_fill(law, "== {#global}")));
		if (!formula || is_product || is_written(law, formula))
			continue;
		struct evidence found = weigh(law, rule);
		char doc[256];
		if (found.n_broken > 0 || found.n_kept == 0 || found.n_failed + found.n_mixed == 0)
			continue;
		snprintf(doc, sizeof doc,
			 "likely: %s; no job that ran breaks it%s: delete it if your trainer can",
			 rule->doc, found.n_failed > 0 ? ", one that does failed" : "");
		ok = cml_infer_law_row(law, rule->name, CML_ROLE_RULE, NULL, formula, doc);
		cml_infer_note_line(law->infer, "rule '%s': %s: %s", rule->name, formula,
				    doc + strlen("likely: "));
	}
	return ok;
}

/* Rules that trainers have: written for logs that keep them and could break them. */
#include "infer_fixture.h"
#include "test.h"

enum { N_JOBS = 60, MAX_COLUMNS = 4, N_VALUES = 3 };

/* A rule, and three values of each of its columns, some mixtures of which break it, and one of them
 * with a fourth. */
static const struct trainer_rule {
	const char *name, *formula, *columns;
} trainer_rules[] = {
    {"zero_with_pipeline", "zero_stage < 2 or pp == 1", "zero_stage 1 2 3 3 pp 1 2 4 2"},
    {"shards_with_pipeline", "dp_shard == 1 or pp == 1", "dp_shard 1 2 4 2 pp 1 2 4 4"},
    {"layers_by_pipeline", "num_layers % (pp * vpp) == 0",
     "num_layers 24 32 36 32 pp 1 2 4 4 vpp 1 2 3 3"},
    {"layers_by_chunks",
     "num_layers_per_virtual_pipeline_stage == 0 or num_layers % (pp * "
     "num_layers_per_virtual_pipeline_stage) == 0",
     "num_layers 24 32 36 32 pp 1 2 4 4 num_layers_per_virtual_pipeline_stage 1 2 3 3"},
    {"accumulation_by_pipeline", "vpp == 1 or grad_accum % pp == 0",
     "vpp 1 2 4 2 grad_accum 4 6 8 6 pp 2 4 8 4"},
    {"batch_by_pipeline", "vpp == 1 or gbs % (mbs * pp) == 0",
     "vpp 1 2 4 2 gbs 24 32 64 24 mbs 1 2 3 2 pp 2 4 8 8"},
    {"heads_by_tensor", "num_heads % tp == 0", "num_heads 12 32 40 12 tp 2 4 8 8"},
    {"batch_by_copies", "gbs % (dp * mbs) == 0", "gbs 48 64 96 64 dp 2 4 8 8 mbs 1 2 3 3"},
    /* One copy, where no column counts devices. */
    {"batch_by_copies", "gbs % mbs == 0", "gbs 48 64 96 50 mbs 3 4 16 4 pp 2 4 8 8"},
    {"sequence_by_context", "seq_len % (2 * cp) == 0", "seq_len 3000 4096 8192 3000 cp 2 4 8 8"},
    {"tensor_in_node", "tp <= gpus_per_node", "gpus_per_node 2 4 8 4 tp 1 4 8 8"},
    {"ranks_by_experts", "dp % ep == 0", "dp 6 8 12 6 ep 2 3 4 4"},
    {"overlap_by_sequence", "tp_comm_overlap == 0 or (1 - sequence_parallel) == 0",
     "tp_comm_overlap 0 1 0 1 sequence_parallel 0 1 1 0"},
    {"one_precision", "fp16 == 0 or bf16 == 0", "fp16 0 1 0 1 bf16 0 1 1 1"},
};
enum { N_RULES = COUNT(trainer_rules) };

/* Of the rule that is tested. */
static struct column {
	char name[48];
	double values[N_VALUES + 1];
} columns[MAX_COLUMNS];
static size_t n_columns;
static struct cml_expression *keeps;

/* How job number 17, which breaks the rule, ended; NULL: it keeps it as the others do. */
static const char *end_of_broken;

static const char *find_column(const void *context, struct cml_slice name,
			       struct cml_scope_column *found)
{
	(void)context;
	for (size_t i = 0; i < n_columns; i++)
		if (cml_slice_is(name, columns[i].name)) {
			*found = (struct cml_scope_column){.slot = i, .type = CML_TYPE_FLOAT};
			return NULL;
		}
	return "no column";
}

static void take_rule(const struct trainer_rule *rule)
{
	const char *at = rule->columns;
	n_columns = 0;
	for (int size; *at; at += size) {
		struct column *column = &columns[n_columns++];
		double *values = column->values;
		cr_assert_eq(sscanf(at, "%47s %lf %lf %lf %lf %n", column->name, &values[0],
				    &values[1], &values[2], &values[3], &size),
			     5);
	}
	AUTO(cml_symbols) symbols = {0};
	const struct cml_scope scope = {NULL, find_column, &symbols};
	assert_ok(cml_expression_compile(&keeps, cml_slice_of(rule->formula), &scope,
					 CML_VALUE_TRUTH, &err));
}

/* A mixture of values that the rule allows. */
static void settings_of(size_t i, double *x)
{
	double kept = 0;
	for (size_t draw = i * 7919; kept != 1; draw++) {
		for (size_t k = 0, rest = draw; k < n_columns; k++, rest /= N_VALUES)
			x[k] = columns[k].values[rest % N_VALUES];
		cml_expression_evaluate(keeps, x, &kept);
	}
}

static void row(struct cml_buffer *table, size_t i)
{
	double x[MAX_COLUMNS];
	bool is_broken = i == 17 && end_of_broken;
	settings_of(i, x);
	for (size_t k = 0; k < n_columns; k++)
		cml_buffer_printf(table, "%g,", is_broken ? columns[k].values[N_VALUES] : x[k]);
	cml_buffer_printf(table, "%zu,%s,%.4f\n", i * 31 % 37, is_broken ? end_of_broken : "ok",
			  100 * noise(i));
}

static struct inferred infer_rule(const struct trainer_rule *rule)
{
	char header[192] = "";
	take_rule(rule);
	for (size_t k = 0; k < n_columns; k++)
		strcat(strcat(header, columns[k].name), ",");
	struct inferred inferred = infer(strcat(header, "other,status,tok_s"), N_JOBS, 0, row);
	cml_expression_free(keeps);
	return inferred;
}

static const struct cml_space_column *find(const struct inferred *inferred,
					   const struct trainer_rule *rule)
{
	size_t slot = cml_space_find(inferred->space, cml_slice_of(rule->name));
	return slot == CML_NO_COLUMN ? NULL : &inferred->space->columns[slot];
}

Test(law_rules, are_written_where_every_job_that_ran_keeps_them)
{
	end_of_broken = NULL;
	for (size_t i = 0; i < N_RULES; i++) {
		AUTO(inferred) inferred = infer_rule(&trainer_rules[i]);
		const struct cml_space_column *found = find(&inferred, &trainer_rules[i]);
		cr_assert_not_null(found, "no %s in %.*s", trainer_rules[i].name,
				   (int)inferred.text.size, inferred.text.data);
		cr_expect_eq(found->role, CML_ROLE_RULE);
		cr_expect_str_eq(found->cells[CML_FIELD_DOMAIN], trainer_rules[i].formula);
		const char *doc = found->cells[CML_FIELD_DOC];
		cr_expect_not_null(strstr(doc, "no job that ran breaks it"), "%s", doc);
		cr_expect_null(strstr(doc, "failed"), "%s", doc);
		char note[64];
		snprintf(note, sizeof note, "rule '%s': ", trainer_rules[i].name);
		cr_expect(notes_hold(&inferred, note), "%s", note);
	}
}

Test(law_rules, allow_what_one_job_that_ran_breaks)
{
	end_of_broken = "ok";
	for (size_t i = 0; i < N_RULES; i++) {
		AUTO(inferred) inferred = infer_rule(&trainer_rules[i]);
		const struct cml_space_column *found = find(&inferred, &trainer_rules[i]);
		cr_assert_not_null(found, "%s", trainer_rules[i].name);
		char allowed[32], text[128];
		snprintf(allowed, sizeof allowed, " == %g", columns[1].values[N_VALUES]);
		snprintf(text, sizeof text, "%s or (", trainer_rules[i].formula);
		cr_expect(strncmp(found->cells[CML_FIELD_DOMAIN], text, strlen(text)) == 0 &&
			      strstr(found->cells[CML_FIELD_DOMAIN], allowed),
			  "%s", found->cells[CML_FIELD_DOMAIN]);
	}
}

/* It is why it failed, or may be. */
Test(law_rules, are_written_where_one_failed_that_breaks_them)
{
	end_of_broken = "failed";
	for (size_t i = 0; i < N_RULES; i++) {
		AUTO(inferred) inferred = infer_rule(&trainer_rules[i]);
		const struct cml_space_column *found = find(&inferred, &trainer_rules[i]);
		cr_assert_not_null(found, "%s", trainer_rules[i].name);
		cr_expect_not_null(strstr(found->cells[CML_FIELD_DOC], ", one that does failed"),
				   "%s", found->cells[CML_FIELD_DOC]);
	}
}

/* Lightning's devices are those of a node, 4 or 8, as jobs on four nodes have no more of them. */
static void lightning_row(struct cml_buffer *table, size_t i)
{
	size_t draw = i * 7919 % 1009, n_ranks = (size_t)1 << draw / 3 % 4;
	cml_buffer_printf(table, "llama3-8b,%zu,%d,%zu,%zu,%.4f\n", (size_t)1 << draw % 3,
			  n_ranks < 8 && draw % 2 ? 4 : 8, n_ranks, i * 31 % 37, 100 * noise(i));
}

/* Those of a node by a column, or 8 where none counts devices. */
Test(law_rules, know_devices_of_a_node)
{
	static const char *const logs[][2] = {
	    {"model,trainer.num_nodes,trainer.devices,tp,other,tok_s",
	     "trainer.num_nodes * trainer.devices % tp == 0"},
	    {"model,floor,nproc_per_node,tp,other,tok_s", "nproc_per_node % tp == 0"},
	    {"model,nodes,floor,tp,other,tok_s", "nodes * 8 % tp == 0"}};
	static const struct trainer_rule rule = {.name = "devices_by_copy"};
	for (size_t i = 0; i < COUNT(logs); i++) {
		AUTO(inferred) inferred = infer(logs[i][0], N_JOBS, 0, lightning_row);
		const struct cml_space_column *found = find(&inferred, &rule);
		cr_assert_not_null(found, "%.*s", (int)inferred.text.size, inferred.text.data);
		cr_expect_str_eq(found->cells[CML_FIELD_DOMAIN], logs[i][1]);
	}
}

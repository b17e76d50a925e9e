/* Rules that trainers have: written for logs that keep them and could break them. */
#include "infer_fixture.h"
#include "test.h"

enum { N_JOBS = 60, MAX_MEMBERS = 4, N_VALUES = 3 };

/* A rule, three values of each of its columns, some mixtures of which break it, and one of them. */
static const struct trainer_rule {
	const char *name, *columns, *formula;
	size_t n_members, values[MAX_MEMBERS][N_VALUES], broken[MAX_MEMBERS];
	bool (*holds)(const size_t *x);
} * current;

static bool no_pipeline(const size_t *x)
{
	return x[0] < 2 || x[1] == 1;
}

static bool divides(const size_t *x)
{
	return x[0] % x[1] == 0;
}

static bool divides_product(const size_t *x)
{
	return x[0] % (x[1] * x[2]) == 0;
}

static bool divides_twice(const size_t *x)
{
	return x[0] % (2 * x[1]) == 0;
}

static bool fills_groups(const size_t *x)
{
	return x[0] == 1 || x[1] % x[2] == 0;
}

static bool fills_groups_of_batches(const size_t *x)
{
	return x[0] == 1 || x[1] % (x[2] * x[3]) == 0;
}

static bool is_at_most(const size_t *x)
{
	return x[1] <= x[0];
}

static const struct trainer_rule trainer_rules[] = {
    {"zero_with_pipeline",
     "zero_stage,pp",
     "zero_stage < 2 or pp == 1",
     2,
     {{1, 2, 3}, {1, 2, 4}},
     {3, 2},
     no_pipeline},
    {"layers_by_pipeline",
     "num_layers,pp,vpp",
     "num_layers % (pp * vpp) == 0",
     3,
     {{24, 32, 36}, {1, 2, 4}, {1, 2, 3}},
     {32, 4, 3},
     divides_product},
    {"layers_by_chunks",
     "num_layers,pp,num_layers_per_virtual_pipeline_stage",
     "num_layers_per_virtual_pipeline_stage == 0 or num_layers % (pp * "
     "num_layers_per_virtual_pipeline_stage) == 0",
     3,
     {{24, 32, 36}, {1, 2, 4}, {1, 2, 3}},
     {32, 4, 3},
     divides_product},
    {"accumulation_by_pipeline",
     "vpp,grad_accum,pp",
     "vpp == 1 or grad_accum % pp == 0",
     3,
     {{1, 2, 4}, {4, 6, 8}, {2, 4, 8}},
     {2, 6, 4},
     fills_groups},
    {"batch_by_pipeline",
     "vpp,gbs,mbs,pp",
     "vpp == 1 or gbs % (mbs * pp) == 0",
     4,
     {{1, 2, 4}, {24, 32, 64}, {1, 2, 3}, {2, 4, 8}},
     {2, 24, 2, 8},
     fills_groups_of_batches},
    {"heads_by_tensor",
     "num_heads,tp",
     "num_heads % tp == 0",
     2,
     {{12, 32, 40}, {2, 4, 8}},
     {12, 8},
     divides},
    {"batch_by_copies",
     "gbs,dp,mbs",
     "gbs % (dp * mbs) == 0",
     3,
     {{48, 64, 96}, {2, 4, 8}, {1, 2, 3}},
     {64, 8, 3},
     divides_product},
    {"batch_by_copies", /* one copy, where no column counts devices */
     "gbs,mbs,pp",
     "gbs % mbs == 0",
     3,
     {{48, 64, 96}, {3, 4, 16}, {2, 4, 8}},
     {50, 4, 8},
     divides},
    {"sequence_by_context",
     "seq_len,cp",
     "seq_len % (2 * cp) == 0",
     2,
     {{3000, 4096, 8192}, {2, 4, 8}},
     {3000, 8},
     divides_twice},
    {"tensor_in_node",
     "gpus_per_node,tp",
     "tp <= gpus_per_node",
     2,
     {{2, 4, 8}, {1, 4, 8}},
     {4, 8},
     is_at_most},
    {"copies_by_experts", "dp,ep", "dp % ep == 0", 2, {{6, 8, 12}, {2, 3, 4}}, {6, 4}, divides},
};
enum { N_RULES = COUNT(trainer_rules) };

/* How job number 17, which breaks the rule, ended; NULL: it keeps it as the others do. */
static const char *end_of_broken;

/* A mixture of values that the rule allows. */
static void settings_of(size_t i, size_t *x)
{
	for (size_t draw = i * 7919;; draw++) {
		for (size_t k = 0, rest = draw; k < current->n_members; k++, rest /= N_VALUES)
			x[k] = current->values[k][rest % N_VALUES];
		if (current->holds(x))
			return;
	}
}

static void row(struct cml_buffer *table, size_t i)
{
	size_t x[MAX_MEMBERS];
	bool is_broken = i == 17 && end_of_broken;
	settings_of(i, x);
	for (size_t k = 0; k < current->n_members; k++)
		cml_buffer_printf(table, "%zu,", is_broken ? current->broken[k] : x[k]);
	cml_buffer_printf(table, "%zu,%s,%.4f\n", i * 31 % 37, is_broken ? end_of_broken : "ok",
			  100 * noise(i));
}

static struct inferred infer_rule(const struct trainer_rule *rule)
{
	char header[128];
	current = rule;
	snprintf(header, sizeof header, "%s,other,status,tok_s", rule->columns);
	return infer(header, N_JOBS, 0, row);
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

Test(law_rules, are_not_written_where_a_job_ran_that_breaks_them)
{
	end_of_broken = "ok";
	for (size_t i = 0; i < N_RULES; i++) {
		AUTO(inferred) inferred = infer_rule(&trainer_rules[i]);
		cr_expect_null(find(&inferred, &trainer_rules[i]), "%s", trainer_rules[i].name);
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

/* Lightning's devices are those of a node, as jobs on four nodes have no more of them. */
static void lightning_row(struct cml_buffer *table, size_t i)
{
	size_t draw = i * 7919 % 1009;
	cml_buffer_printf(table, "llama3-8b,%zu,8,%zu,%zu,%.4f\n", (size_t)1 << draw % 3,
			  (size_t)1 << draw / 3 % 4, i * 31 % 37, 100 * noise(i));
}

Test(law_rules, know_devices_of_a_node)
{
	static const struct trainer_rule rule = {.name = "devices_by_copy"};
	AUTO(inferred) inferred = infer("model,trainer.num_nodes,trainer.devices,tp,other,tok_s",
					N_JOBS, 0, lightning_row);
	const struct cml_space_column *found = find(&inferred, &rule);
	cr_assert_not_null(found, "%.*s", (int)inferred.text.size, inferred.text.data);
	cr_expect_str_eq(found->cells[CML_FIELD_DOMAIN],
			 "trainer.num_nodes * trainer.devices % tp == 0");
}

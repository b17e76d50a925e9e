#include "base/random.h"
#include "infer_fixture.h"

static void mesh_row(struct cml_buffer *table, size_t i)
{
	size_t tp = (size_t)1 << i % 3, pp = 1 + i / 3 % 4, dp = 1 + i * 7 % 11;
	size_t batch = 1 + i % 5, steps = 1 + i / 5 % 7;
	bool broken = i == 41;
	cml_buffer_printf(table, "%zu,%zu,%zu,%zu,%zu,%zu,%zu,%zu,%.4f\n", tp * pp * dp, tp, pp,
			  dp + broken, batch, steps, batch * (dp + broken) * steps, 2 + i * 13 % 29,
			  noise(i));
}

Test(infer_rules, what_holds_in_the_rows_that_are_kept_is_a_comment_in_long_tables)
{
	AUTO(inferred) inferred =
	    infer("gpus,tp,pp,dp,mbs,steps,total,other,tok_s", 200, 40, mesh_row);
	cr_assert_eq(count_rules(&inferred), 0);
	cr_assert(notes_hold(&inferred,
			     "no rule: dp * mbs * steps == total holds in the 40 rows that "
			     "were compared, of 200"));
}

static void five_row(struct cml_buffer *table, size_t i)
{
	mesh_row(table, i % 5);
}

Test(infer_rules, nothing_follows_from_five_rows_or_five_configurations)
{
	AUTO(inferred) few = infer("gpus,tp,pp,dp,mbs,steps,total,other,tok_s", 5, 0, mesh_row);
	AUTO(inferred) same = infer("gpus,tp,pp,dp,mbs,steps,total,other,tok_s", 500, 0, five_row);
	/* But for what the names tell. */
	rule(&few, "tp * pp * dp == gpus");
	rule(&same, "tp * pp * dp == gpus");
	cr_assert_eq(count_rules(&few) + count_rules(&same), 2);
	cr_assert_not(notes_hold(&same, "no rule"));
}

/* Powers, multiples and small numbers, drawn alike or around one configuration. */
static uint64_t random_table;
static void random_row(struct cml_buffer *table, size_t i)
{
	struct cml_random random, base;
	cml_random_init(&random, random_table, i + 1);
	cml_random_init(&base, random_table, 0);
	for (size_t k = 0; k < 8; k++) {
		uint64_t kind = cml_random_below(&base, 3), first = cml_random_below(&base, 7);
		uint64_t around = cml_random_below(&base, 7);
		bool stays = random_table % 2 == 0 && cml_random_below(&random, 5) < 3;
		uint64_t draw = stays ? around : cml_random_below(&random, 7);
		cml_buffer_printf(table, "%zu,",
				  (size_t)(kind == 0   ? UINT64_C(1) << (first + draw)
					   : kind == 1 ? (1 + first) * (1 + draw)
						       : 1 + draw));
	}
	cml_buffer_printf(table, "%.6f\n", cml_random_uniform(&random));
}

Test(infer_rules, random_tables_have_none)
{
	for (random_table = 0; random_table < 20; random_table++) {
		AUTO(inferred) inferred = infer("a,b,c,d,e,f,g,h,tok_s", 150, 0, random_row);
		cr_assert_eq(count_rules(&inferred), 0, "%zu: %.*s", (size_t)random_table,
			     (int)inferred.text.size, inferred.text.data);
	}
}

static void known_batch_row(struct cml_buffer *table, size_t i)
{
	size_t dp = (size_t)1 << i % 4, mbs = (size_t)1 << i / 4 % 4, tp = 1 + i / 16 % 5;
	cml_buffer_printf(table, "%zu,%zu,%zu,%zu,%zu,%zu,64,%.4f\n", dp * tp, dp * tp, dp, tp, mbs,
			  64 / dp / mbs, noise(i));
}

/* The batch is a column, always the same, and gpus and world_size are equal. */
Test(infer_rules, what_other_rules_imply_is_none)
{
	AUTO(inferred) inferred =
	    infer("gpus,world_size,dp,tp,mbs,accum,gbs,wps", 160, 0, known_batch_row);
	rule(&inferred, "dp * mbs * accum == gbs");
	rule(&inferred, "dp * tp == gpus");
	cr_assert_eq(count_rules(&inferred), 2, "%.*s", (int)inferred.text.size,
		     inferred.text.data);
	cr_assert(notes_hold(&inferred,
			     "'world_size': sure: ignore, the same as 'gpus' in all 160 rows"));
}

static void chunks_row(struct cml_buffer *table, size_t i)
{
	size_t parts = 1 + i % 9, whole = parts * (1 + i * 7 % 13);
	size_t batch = 3 + i * 11 % 90, micro = 1 + i % 5;
	cml_buffer_printf(table, "%zu,%zu,%zu,%zu,%zu,%.4f\n", whole, parts, batch, micro,
			  (batch + micro - 1) / micro, noise(i));
}

Test(infer_rules, divisibility_and_rounding_up)
{
	AUTO(inferred) inferred = infer("layers,pp,batch,micro,accum,tok_s", 300, 0, chunks_row);
	cr_assert_str_eq(rule(&inferred, "layers % pp == 0")->name, "layers_divides");
	cr_assert_str_eq(rule(&inferred, "accum == ceil(batch / micro)")->name, "batch_ceiling");
	cr_assert_eq(count_rules(&inferred), 2, "%.*s", (int)inferred.text.size,
		     inferred.text.data);
}

static void contexts_row(struct cml_buffer *table, size_t i)
{
	static const char *const sizes[] = {"350m", "1.3b", "13b"};
	static const double params[] = {3.5e8, 1.3e9, 1.3e10};
	size_t nodes = (size_t)1 << i % 5, seq = 1024u << i / 5 % 3, batch = 32 * (1 + i % 7);
	cml_buffer_printf(table, "%s,%.0f,%zu,%zu,%zu,%zu,%zu,%.4f\n", sizes[i % 3], params[i % 3],
			  nodes, 8 * nodes, seq, batch, seq * batch, noise(i));
}

Test(infer_rules, contexts_that_say_it_again_are_ignored)
{
	AUTO(inferred) inferred =
	    infer("model,num_params,nodes,gpus,seq_len,global_batch_size,global_batch_size_t,tok_s",
		  210, 0, contexts_row);
	static const char *const gone[] = {"model", "nodes", "global_batch_size_t"};
	static const char *const kept[] = {"num_params", "gpus", "seq_len", "global_batch_size"};
	for (size_t i = 0; i < 3; i++)
		cr_assert_eq(column_of(&inferred, gone[i])->role, CML_ROLE_IGNORE, "%s", gone[i]);
	for (size_t i = 0; i < 4; i++)
		cr_assert_eq(column_of(&inferred, kept[i])->role, CML_ROLE_CONTEXT, "%s", kept[i]);
	cr_assert_not_null(strstr(column_of(&inferred, "nodes")->cells[CML_FIELD_DOC],
				  "'gpus' divided by 8 in all 210 rows"));
	cr_assert_eq(count_rules(&inferred), 0);
}

static void texts_row(struct cml_buffer *table, size_t i)
{
	static const char *const versions[] = {"1.1", "1.10", "2.0"};
	cml_buffer_printf(table, "%zu,%s,%zu,ada,node[%zu-%zu],%s,%.4f\n", 100 + i, versions[i % 3],
			  i % 4, i % 7, i % 7 + 1, i % 20 ? "" : "1", noise(i));
}

Test(infer_rules, versions_codes_and_what_stands_beside_a_job)
{
	AUTO(inferred) inferred = infer(
	    "line,torch_version,attention_method,user,NodeList,rarely,tok_s", 60, 0, texts_row);
	static const char *const ignored[] = {"line", "user", "NodeList", "rarely"};
	cr_assert_eq(column_of(&inferred, "torch_version")->type, CML_TYPE_CATEGORICAL);
	cr_assert_str_eq(column_of(&inferred, "torch_version")->cells[CML_FIELD_DOMAIN],
			 "1.1|1.10|2.0");
	have_roles(&inferred, "torch_version=context");
	cr_assert_str_eq(column_of(&inferred, "attention_method")->cells[CML_FIELD_DOMAIN],
			 "0|1|2|3");
	cr_assert_eq(column_of(&inferred, "attention_method")->type, CML_TYPE_CATEGORICAL);
	for (size_t i = 0; i < COUNT(ignored); i++)
		cr_assert_eq(column_of(&inferred, ignored[i])->role, CML_ROLE_IGNORE, "%s",
			     ignored[i]);
}

/* Columns: recompute_layers (only where recompute is full), recompute, bucket (only where zero is 1
 * or 3), zero, note (missing here and there), offload (only where zero is 2 or 3), rate (nowhere
 * with none, nor here and there), tok_s. */
static void conditional_row(struct cml_buffer *table, size_t i)
{
	static const char *const kinds[] = {"full", "none", "selective"};
	static const char *const rates[] = {"0.1", "0.25", "0.4"};
	char layers[8] = "", bucket[8] = "", note[8] = "";
	if (i % 3 == 0)
		snprintf(layers, sizeof layers, "%zu", 1 + i % 5);
	if (i / 3 % 4 % 2 == 1)
		snprintf(bucket, sizeof bucket, "%d", 25 << i % 3);
	if (i * 7 % 5 != 0)
		snprintf(note, sizeof note, "%zu", 1 + i % 4);
	cml_buffer_printf(table, "%s,%s,%s,%zu,%s,%s,%s,%zu\n", layers, kinds[i % 3], bucket,
			  i / 3 % 4, note,
			  i / 3 % 4 < 2 ? ""
			  : i % 2       ? "cpu"
					: "nvme",
			  i % 3 == 1 || i % 16 == 5 ? "" : rates[i / 2 % 3], 1000 + i * 37 % 211);
}

#define CONDITIONAL_HEADER "recompute_layers,recompute,bucket,zero,note,offload,rate,tok_s"

static const char *when_of(const struct inferred *inferred, const char *name)
{
	size_t slot = cml_space_find(inferred->space, cml_slice_of(name));
	cr_assert_neq(slot, CML_NO_COLUMN);
	return inferred->space->columns[slot].cells[CML_FIELD_WHEN];
}

Test(infer_rules, params_that_are_set_only_with_others_have_a_condition)
{
	AUTO(inferred) inferred = infer(CONDITIONAL_HEADER, 48, 0, conditional_row);
	cr_assert_str_eq(when_of(&inferred, "recompute_layers"), "recompute == 'full'");
	cr_assert_str_eq(when_of(&inferred, "bucket"), "zero in (1, 3)");
	cr_assert_str_eq(when_of(&inferred, "note"), "");
	cr_assert_str_eq(when_of(&inferred, "zero"), "");
	cr_assert_str_eq(when_of(&inferred, "offload"), "zero > 1");
	cr_assert_str_eq(when_of(&inferred, "rate"), "recompute in ('full', 'selective')");
	/* Conditions look at rows above them. */
	cr_assert_lt(cml_space_find(inferred.space, cml_slice_of("recompute")),
		     cml_space_find(inferred.space, cml_slice_of("recompute_layers")));
	inferred_release(&inferred);
	/* Eight rows may be so by chance. */
	inferred = infer(CONDITIONAL_HEADER, 8, 0, conditional_row);
	cr_assert_str_eq(when_of(&inferred, "recompute_layers"), "");
	cr_assert_str_eq(when_of(&inferred, "bucket"), "");
}

static void failed_row(struct cml_buffer *table, size_t i)
{
	size_t tp = (size_t)1 << i % 3, pp = 1 + i / 3 % 4, dp = 1 + i * 7 % 11;
	bool failed = i % 10 == 4;
	cml_buffer_printf(table, "%zu,%zu,%zu,%s,%.4f\n", tp * pp * dp + failed, tp, pp,
			  failed ? "FAILED" : "COMPLETED", noise(i));
}

Test(infer_rules, jobs_that_failed_may_break_what_the_others_keep)
{
	AUTO(inferred) inferred = infer("gpus,tp,pp,status,tok_s", 100, 0, failed_row);
	const struct cml_space_column *found = rule(&inferred, "gpus % (tp * pp) == 0");
	cr_assert(strstr(found->cells[CML_FIELD_DOC], "; 8 failed jobs break it"), "%s",
		  found->cells[CML_FIELD_DOC]);
}

/* Of a bound that the memory sets, many failed jobs are on the other side. */
static size_t failed_every;
static void bound_row(struct cml_buffer *table, size_t i)
{
	size_t least = 1 + i * 7 % 5, most = least + i / 5 % (9 - least);
	bool failed = i % failed_every == 3;
	cml_buffer_printf(table, "%zu,%zu,%s,%.4f\n", failed ? most + 1 : least, most,
			  failed ? "FAILED" : "COMPLETED", noise(i));
}

Test(infer_rules, few_failed_jobs_break_a_bound)
{
	failed_every = 50;
	AUTO(inferred) few = infer("prefetch,buffer,status,tok_s", 100, 0, bound_row);
	rule(&few, "prefetch <= buffer");
	failed_every = 10;
	AUTO(inferred) many = infer("prefetch,buffer,status,tok_s", 100, 0, bound_row);
	cr_assert_eq(count_rules(&many), 0);
}

/* All of 20 block sizes in columns of their own, and thrice three sorted numbers. */
static void wide_row(struct cml_buffer *table, size_t i)
{
	size_t a = 1 + i % 6, b = a + i / 6 % (7 - a), c = b + i / 36 % (7 - b);
	for (size_t k = 0; k < 20; k++)
		cml_buffer_printf(table, "%d,", i * 7 % 20 == k);
	cml_buffer_printf(table, "%zu,%zu,%zu,%.4f\n", a, b, c, noise(i));
}

Test(infer_rules, groups_are_found_at_any_width_and_bounds_in_a_chain)
{
	AUTO(inferred) inferred =
	    infer("b1,b2,b3,b4,b5,b6,b7,b8,b9,b10,b11,b12,b13,b14,b15,b16,b17,b18,b19,b20,small,"
		  "middle,large,tok_s",
		  240, 0, wide_row);
	rule(&inferred, "b1 + b2 + b3 + b4 + b5 + b6 + b7 + b8 + b9 + b10 + b11 + b12 + b13 + b14 "
			"+ b15 + b16 + b17 + b18 + b19 + b20 == 1");
	rule(&inferred, "small <= middle");
	rule(&inferred, "middle <= large");
	rule(&inferred, "small <= large");
	cr_assert_eq(count_rules(&inferred), 4, "%.*s", (int)inferred.notes.size,
		     inferred.notes.data);
}

static void choice_row(struct cml_buffer *table, size_t i)
{
	static const char *const methods[] = {"full", "lora", "freeze"};
	static const char *const shardings[] = {"", "z2", "z3"};
	size_t draw = i * 7919 % 1009, method = draw % 3, sharding = draw / 3 % 3;
	cml_buffer_printf(table, "%s,%s,%s,", methods[method],
			  method == 1 && draw / 9 % 2 ? "4" : "", shardings[sharding]);
	if (sharding > 0)
		cml_buffer_printf(table, "%zu,16", (size_t)1 << draw / 18 % 3);
	else
		cml_buffer_append_string(table, ",");
	cml_buffer_printf(table, ",%s,%s,%s,%s,%zu,%.4f\n",
			  i < 60     ? ""
			  : draw % 2 ? "a"
				     : "b",
			  i % 100 ? "on" : "", method == 1 ? "True" : "False",
			  draw / 5 % 2 ? "True" : "False", draw / 5 % 4, noise(i));
}

/* An empty cell that jobs have by choice is a level, `|4`, and may need another setting; one that
 * was not written yet, or once, is missing. */
Test(infer_rules, empty_cells_are_a_level_where_jobs_chose_them)
{
	AUTO(inferred) inferred =
	    infer("method,bits,sharding,buckets,prefetch,kernel,fused,merge,odd,depth,tok_s", 200,
		  0, choice_row);
	static const struct {
		const char *name, *domain, *when;
	} expected[] = {{"bits", "|4", "merge"},
			{"sharding", "|z2|z3", ""},
			{"buckets", "1:4:*2", "sharding != ''"},
			{"prefetch", "16", "sharding != ''"},
			{"kernel", "a|b", ""},
			{"fused", "on", ""}};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		const struct cml_space_column *column = column_of(&inferred, expected[i].name);
		cr_expect_str_eq(column->cells[CML_FIELD_DOMAIN], expected[i].domain);
		cr_expect_str_eq(column->cells[CML_FIELD_WHEN], expected[i].when, "%s",
				 expected[i].name);
	}
	/* A switch that goes with a word is a rule, one that goes with odd numbers an accident. */
	rule(&inferred, "merge == (method == 'lora')");
	cr_expect_eq(count_rules(&inferred), 1);
}

/* Accumulation makes up for devices: a batch of 128 in all jobs, of which no column tells. */
static void kept_batch_row(struct cml_buffer *table, size_t i)
{
	static const unsigned gpus[] = {1, 2, 4, 8}, mbs[] = {8, 8, 8, 1};
	unsigned of = gpus[i % 4], each = mbs[i % 4];
	cml_buffer_printf(table, "m%zu,%u,%u,%u,%.4f\n", i / 4 % 3, of, each, 128 / of / each,
			  noise(i));
}

Test(infer_rules, a_batch_that_all_jobs_kept)
{
	AUTO(inferred) inferred = infer("model,num_gpus,micro_batch_size,accumulation_steps,tok_s",
					24, 0, kept_batch_row);
	rule(&inferred, "num_gpus * micro_batch_size * accumulation_steps == 128");
}

/* Sorted by what is trained: the first half has no adapter, whose settings hang on it. */
static void adapter_row(struct cml_buffer *table, size_t i)
{
	cml_buffer_printf(table, "%s,%zu,%.4f\n",
			  i < 24      ? ",,"
			  : i % 4 < 2 ? "lora,16,q"
				      : "lora,16,qv",
			  (size_t)1 << i % 3, noise(i));
}

Test(infer_rules, an_adapter_that_is_not_set_is_off)
{
	AUTO(inferred) inferred = infer("peft,r,target_modules,mbs,tok_s", 48, 0, adapter_row);
	cr_expect_str_eq(column_of(&inferred, "peft")->cells[CML_FIELD_DOMAIN], "|lora");
	cr_expect_str_eq(when_of(&inferred, "r"), "peft != ''");
	cr_expect_str_eq(when_of(&inferred, "target_modules"), "peft != ''");
}

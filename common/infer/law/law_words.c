/* What the words of columns mean to a law: stages of ZeRO, what is recomputed, adapters. Part of
 * law_state.h. */
#include "infer/law/law_state.h"

#include <ctype.h>
#include <string.h>

#define ALL_RECOMPUTED                                                                             \
	"full block uniform all true on yes enabled always everything nothing_saveable "           \
	"every_layer"
/* Levels that mean something of a quantity, and how much that is. */
static const struct meaning {
	enum cml_quantity of;
	double value;
	const char *words; /* the level is one */
	const char *parts; /* or has one: `ds_z3_config.json`; NULL: none */
} meanings[] = {
    /* Of a forward pass, what is done again. MaxText's policies save the outputs of the matrices
     * that they name (get_remat_policy of its decoders), in units of width ** 2: 3 for queries,
     * keys and values, 1 behind attention, 5.3 of the first of a block, 1 for attention itself.
     * Custom ones of its benchmarks offload those of attention. */
    {CML_QUANTITY_RECOMPUTE, 1, ALL_RECOMPUTED, NULL},
    {CML_QUANTITY_RECOMPUTE, 0.9, "save_out_proj", NULL},
    {CML_QUANTITY_RECOMPUTE, 0.7, "save_qkv_proj qkv_proj_offloaded custom", NULL},
    {CML_QUANTITY_RECOMPUTE, 0.6, "save_dot_except_mlp save_dot_except_mlpwi", NULL},
    {CML_QUANTITY_RECOMPUTE, 0.5, "save_dot_with_context_except_mlp", NULL},
    {CML_QUANTITY_RECOMPUTE, 0.1, "minimal minimal_offloaded minimal_with_quantization", NULL},
    /* Of the 32 bytes beside the input of a layer, what a device does not keep: 6 of queries, keys
     * and values, 2 behind attention, 2 in it, 11 and 2 of the block's; a tenth of what goes to the
     * host is on its way, about three layers of 32. */
    {CML_QUANTITY_FREED, 1, ALL_RECOMPUTED, NULL},
    {CML_QUANTITY_FREED, 0.98, "qkv_proj_offloaded custom", NULL},
    {CML_QUANTITY_FREED, 0.94, "save_out_proj", NULL},
    {CML_QUANTITY_FREED, 0.93, "minimal_offloaded", NULL},
    {CML_QUANTITY_FREED, 0.81, "save_qkv_proj", NULL},
    {CML_QUANTITY_FREED, 0.75, "save_dot_except_mlp", NULL},
    {CML_QUANTITY_FREED, 0.69, "save_dot_except_mlpwi save_dot_with_context_except_mlp", NULL},
    {CML_QUANTITY_FREED, 0.34, "minimal minimal_with_quantization", NULL},
    {CML_QUANTITY_FREED, 0.28, "minimal_with_context minimal_flash", NULL},
    {CML_QUANTITY_KEPT, 1, "none no off false never disabled nothing", NULL},
    {CML_QUANTITY_ZERO, 1,
     "1 stage1 stage_1 zero1 zero_1 optimizer optimizer_state optimizer_states os zero_opt",
     "z1 zero1 stage1 stage_1"},
    {CML_QUANTITY_ZERO, 2,
     "2 stage2 stage_2 zero2 zero_2 gradients gradient os_g shard_grad_op grad_op "
     "hybrid_shard_zero2",
     "z2 zero2 stage2 stage_2 shard_grad_op"},
    {CML_QUANTITY_ZERO, 3,
     "3 stage3 stage_3 zero3 zero_3 parameters parameter params os_g_p full_shard full fsdp "
     "fsdp2 hybrid_shard hybrid hsdp",
     "z3 zero3 stage3 stage_3 full_shard hybrid_shard"},
    {CML_QUANTITY_GROUPED, 1, "hybrid_shard hybrid hsdp", "hybrid_shard"},
    {CML_QUANTITY_SHARERS, 1, "", "distributed dist zero zero1 sharded"},
    {CML_QUANTITY_TRAINED, 1,
     "lora qlora dora qdora rslora loha lokr ia3 adapter adapters peft prefix_tuning prompt_tuning",
     NULL},
    /* What parameters of few bits save, of two bytes. */
    {CML_QUANTITY_STORED, 0.7,
     "4 4bit int4 fp4 nf4 nvfp4 mxfp4 awq gptq awq_marlin gptq_marlin w4a16 w4a8 q4 qlora qdora",
     "q4"},
    {CML_QUANTITY_STORED, 0.5, "8 8bit int8 fp8 w8a8 w8a16 e4m3 q8", "fp8 int8 q8"},
    /* What an optimizer saves of twelve bytes, of which four are parameters. */
    {CML_QUANTITY_MOMENTS, 0.5,
     "adamw_8bit adam_8bit adamw_bnb_8bit paged_adamw_8bit paged_adam_8bit lion_8bit "
     "paged_lion_8bit 8bit adam8bit adamw8bit true",
     "8bit adam8bit adamw8bit"},
    {CML_QUANTITY_MOMENTS, 0.6, "adafactor", NULL},
    {CML_QUANTITY_MOMENTS, 0.33, "lion sgd_momentum muon", NULL},
    {CML_QUANTITY_MOMENTS, 0.66, "sgd", NULL},
    {CML_QUANTITY_HOSTED, 1, "cpu nvme host", "offload"},
    {CML_QUANTITY_ABOARD, 1, "offload", "offload"},
};

static bool means(const struct meaning *meaning, const char *level)
{
	return cml_name_is(level, meaning->words) ||
	       (meaning->parts && cml_name_has(level, meaning->parts));
}

/* How a column is read. Of those of one key the first that means something is taken. */
static const struct reading {
	enum cml_quantity key, of, words; /* its texts mean what those of the last do */
	const char *number, *on;          /* of its numbers and of a switch; NULL: nothing */
	const char *on_words; /* one of which is in the name of the switch; NULL: whatever it is */
	bool is_rest;         /* the quantity is 1 less that */
} readings[] = {
#define OF(key, of, words) CML_QUANTITY_##key, CML_QUANTITY_##of, CML_QUANTITY_##words
#define BITS "0.7 * ({it} == 4) + 0.5 * ({it} == 8)"
    {OF(RECOMPUTE, RECOMPUTE, RECOMPUTE), "{it}", .on = "{it}"},
    {OF(FREED, RECOMPUTE, FREED), "{it}", .on = "{it}"},
    {OF(ZERO, ZERO, ZERO), "{it}", .on = "{it}"},
    {OF(ZERO, SHARDING, ZERO), NULL, .on = "3 * {it}"},
    {OF(GROUPED, ZERO, GROUPED), NULL, NULL, NULL, false},
    {OF(GROUPED, SHARDING, GROUPED), NULL, NULL, NULL, false},
    {OF(ZERO, OPTIMIZER, SHARERS), NULL, NULL, NULL, false}, /* distributed_fused_adam of NeMo */
    {OF(NORMS, SEQUENCE_PARALLEL, NORMS), NULL, "{it}", NULL, true},
    {OF(OVERLAPPED, OVERLAP, NORMS), NULL, "{it}", NULL, false},
    {OF(MOMENTS, OPTIMIZER, MOMENTS), NULL, "0.5 * {it}", "8bit", true},
    /* A fused loss goes through the logits in pieces. */
    {OF(WHOLE, FUSED, WHOLE), NULL, "0.9 * {it}", NULL, true},
    {OF(TRAINED, ADAPTER, TRAINED), "{it} > 0", "{it}", NULL, true},
    {OF(STORED, ADAPTER, STORED), NULL, NULL, NULL, true},
    {OF(STORED, BITS, STORED), BITS, "0.5 * {it}", "8bit", true},
    {OF(STORED, BITS, STORED), BITS, "0.7 * {it}", NULL, true},
    {OF(HOSTED, PARAM_OFFLOAD, HOSTED), "{it}", .on = "{it}"},
    {OF(ABOARD, OFFLOAD, HOSTED), "{it}", "{it}", NULL, true},
    {OF(ABOARD, ZERO, ABOARD), NULL, NULL, NULL, true},
    {OF(ABOARD, SHARDING, ABOARD), NULL, NULL, NULL, true},
};

/* An expression of a column, 0 where that has no value. */
static const char *or_zero(struct cml_infer_law *law, const struct cml_infer_column *column,
			   const char *text)
{
	bool may_miss = column->n_missing > 0 && (!column->empty || column->condition);
	return may_miss ? cml_infer_keep(law->infer, "first(%s, 0)", text) : text;
}

/* What the words of a column mean of a quantity, added up: `(name == 'FULL_SHARD') + 3 * (name ==
 * 'fsdp')`. NULL: none means anything. */
static const char *words_of(struct cml_infer_law *law, const struct cml_infer_column *column,
			    enum cml_quantity of)
{
	struct cml_buffer text = {0};
	const char *name = cml_infer_expression_name(law->infer, column);
	for (size_t m = 0; m < sizeof meanings / sizeof *meanings; m++)
		for (size_t i = 0; meanings[m].of == of && i < column->texts.n; i++) {
			const char *level = column->texts.texts[i].data;
			if (!means(&meanings[m], level) || strpbrk(level, "'\\"))
				continue;
			cml_buffer_append_string(&text, text.size > 0 ? " + " : "");
			if (meanings[m].value != 1)
				cml_buffer_printf(&text, "%g * ", meanings[m].value);
			cml_buffer_printf(&text, "(%s == '%s')", name, level);
		}
	const char *found = cml_infer_take(law->infer, &text);
	return *found ? or_zero(law, column, found) : NULL;
}

/* A text that is one of these, by its words or as a sign. */
static bool is_word_of(const char *text, const char *words)
{
	const char *word;
	for (size_t n; cml_words_next(&words, &word, &n);)
		if (strlen(text) == n && strncasecmp(text, word, n) == 0)
			return true;
	return false;
}

/* Where a switch of two words, or of one and empty cells, is on: `(name == 'Y')`; a cross stands
 * for no beside a mark. NULL: it is none. */
static const char *switch_of(struct cml_infer_law *law, const struct cml_infer_column *column)
{
	static const char on[] = "on yes y true enabled enable ✓ ✔ ✔️ ✅ ☑";
	static const char off[] = "off no n none false disabled disable - – — ✗ ✘ ❌ ☐";
	static const char either[] = "x ×";
	const char *is_on = NULL;
	size_t n_on = 0, n_off = 0, n_either = 0;
	for (size_t i = 0; i < column->texts.n; i++) {
		const char *text = column->texts.texts[i].data;
		bool may_be = is_word_of(text, either), is = is_word_of(text, on);
		n_on += is;
		n_either += may_be;
		n_off +=
		    is_word_of(text, off) || (column->empty && strcmp(text, column->empty) == 0);
		is_on = is || (may_be && n_on == 0) ? text : is_on;
	}
	bool is_switch = n_on + n_either > 0 && n_on < 2 && n_either < 2 &&
			 n_on + n_either + n_off == column->texts.n &&
			 (n_on == 0 || n_either == 0 || n_off == 0);
	return is_switch ? cml_infer_keep(law->infer, "(%s == '%s')",
					  cml_infer_expression_name(law->infer, column), is_on)
			 : NULL;
}

static bool has_words(const struct cml_infer_column *column)
{
	return column->is_text && !column->is_bool;
}

static const char *meaning_of(struct cml_infer_law *law, const struct cml_infer_column *column,
			      const struct reading *reading)
{
	const char *it = has_words(column) ? switch_of(law, column)
					   : cml_infer_expression_name(law->infer, column);
	if (!it)
		return words_of(law, column, reading->words);
	bool is_on = !reading->on_words || cml_name_has(column->plain, reading->on_words);
	bool is_number = column->is_number && !column->is_bool;
	const char *formula = is_number ? reading->number : is_on ? reading->on : NULL;
	law->of[CML_QUANTITY_IT].text = or_zero(law, column, it);
	return formula ? cml_infer_law_fill(law, formula) : NULL;
}

/* 1 less what words mean. */
static const char *rest_of(struct cml_infer_law *law, const char *text)
{
	bool is_word = !strstr(text, " + ") && !strstr(text, " > ");
	return cml_infer_keep(law->infer, is_word ? "1 - %s" : "1 - (%s)", text);
}

static void read_column(struct cml_infer_law *law, const struct reading *reading)
{
	const struct cml_infer_column *column = law->of[reading->of].column;
	const char *text = column ? meaning_of(law, column, reading) : NULL;
	bool is_second = reading->of == CML_QUANTITY_SHARDING && law->of[reading->key].is_found &&
			 column != law->of[CML_QUANTITY_ZERO].column;
	bool is_unasked = reading->key == CML_QUANTITY_STORED && /* of what is trained itself */
			  !law->of[CML_QUANTITY_TRAINED].is_found;
	if (!text || is_unasked || (law->of[reading->key].is_found && !is_second))
		return;
	bool is_inverted =
	    reading->of == CML_QUANTITY_RECOMPUTE && cml_name_has(column->plain, "disable no");
	text = reading->is_rest != is_inverted ? rest_of(law, text) : text;
	if (is_second)
		text = cml_infer_keep(law->infer, reading->is_rest ? "min(%s, %s)" : "max(%s, %s)",
				      law->of[reading->key].text, text);
	cml_infer_law_know(law, reading->key, text, law->of[reading->key].column);
}

/* Text columns of which a level names an adapter show one, whatever they are called. */
static const struct cml_infer_column *find_adapter(struct cml_infer_law *law)
{
	CML_EACH_COLUMN (column, &law->infer->rows)
		if (cml_infer_is_nameable(column) && has_words(column) &&
		    words_of(law, column, CML_QUANTITY_TRAINED))
			return column;
	return cml_infer_law_column(law, CML_QUANTITY_ADAPTER, false);
}

/* So do those of which a level is a way to share a model's states, `fsdp` beside `ddp`. */
static const struct cml_infer_column *find_sharding(struct cml_infer_law *law)
{
	static const char ways[] = "fsdp fsdp2 hsdp full_shard hybrid_shard shard_grad_op zero1 "
				   "zero2 zero3 zero_1 zero_2 zero_3";
	CML_EACH_COLUMN (column, &law->infer->rows)
		if (cml_infer_is_nameable(column) && has_words(column) && column->texts.n > 1 &&
		    cml_infer_some_text(column, cml_name_is, ways))
			return column;
	return NULL;
}

static void find_columns(struct cml_infer_law *law)
{
	static const enum cml_quantity of_words[] = {
	    CML_QUANTITY_ZERO,      CML_QUANTITY_SHARDING,      CML_QUANTITY_RECOMPUTE,
	    CML_QUANTITY_OFFLOAD,   CML_QUANTITY_PARAM_OFFLOAD, CML_QUANTITY_BITS,
	    CML_QUANTITY_OPTIMIZER, CML_QUANTITY_FUSED,         CML_QUANTITY_SEQUENCE_PARALLEL,
	    CML_QUANTITY_OVERLAP};
	struct cml_infer_quantity *of = law->of;
	for (size_t i = 0; i < sizeof of_words / sizeof *of_words; i++)
		cml_infer_law_know(law, of_words[i], NULL,
				   cml_infer_law_column(law, of_words[i], false));
	of[CML_QUANTITY_ADAPTER].column = find_adapter(law);
	const struct cml_infer_column *sharding = of[CML_QUANTITY_SHARDING].column;
	/* An axis of a mesh counts ranks; other numbers are codes, and words may be of other
	 * things. */
	bool counts = sharding && sharding->is_number && !sharding->is_bool;
	if (counts && cml_name_is(sharding->plain, "fsdp"))
		cml_infer_law_know(law, CML_QUANTITY_FSDP, cml_infer_law_ranks(law, sharding),
				   sharding);
	if (!sharding || counts ||
	    (sharding->texts.n > 1 && !(sharding->is_bool || switch_of(law, sharding) ||
					words_of(law, sharding, CML_QUANTITY_ZERO))))
		of[CML_QUANTITY_SHARDING].column = find_sharding(law);
}

bool cml_infer_law_is_none(struct cml_slice text)
{
	size_t n = 0;
	while (n < text.size && !isalnum((unsigned char)text.data[n]))
		n++;
	return n == text.size || cml_name_is(text.data, "none null off no false na n_a nan");
}

/* Where a column of words has one for none, `fsdp == '' or fsdp == '[]'`, or a switch is off; NULL:
 * it has none. */
static const char *where_none(struct cml_infer_law *law, const struct cml_infer_column *column)
{
	const char *name = cml_infer_expression_name(law->infer, column), *text = NULL;
	if (column->n_sample_distinct < 2)
		return NULL; /* nothing to choose */
	if (column->is_bool)
		return cml_infer_keep(law->infer, "%s == 0", name);
	for (size_t i = 0; has_words(column) && i < column->texts.n; i++) {
		const char *level = column->texts.texts[i].data;
		if (cml_infer_law_is_none(column->texts.texts[i]) && !strpbrk(level, "'\\"))
			text =
			    text ? cml_infer_keep(law->infer, "%s or %s == '%s'", text, name, level)
				 : cml_infer_keep(law->infer, "%s == '%s'", name, level);
	}
	return text;
}

/* That jobs have one of what two columns choose, or none. */
static void find_either(struct cml_infer_law *law, enum cml_quantity key,
			const struct cml_infer_column *one, const struct cml_infer_column *other)
{
	const char *without = one && other && one != other ? where_none(law, one) : NULL;
	const char *or_without = without ? where_none(law, other) : NULL;
	if (or_without)
		law->of[key].text = cml_infer_keep(law->infer, "%s or %s", without, or_without);
}

static const struct cml_infer_column *find_called(const struct cml_infer_law *law,
						  const char *names)
{
	CML_EACH_COLUMN (column, &law->infer->rows)
		if (cml_infer_law_is_called(column, names))
			return column;
	return NULL;
}

/* Ways to share a model's states, kinds of numbers, bits of what is loaded. */
static void find_alternatives(struct cml_infer_law *law)
{
	find_either(law, CML_QUANTITY_ONE_WAY, law->of[CML_QUANTITY_ZERO].column,
		    law->of[CML_QUANTITY_SHARDING].column);
	find_either(law, CML_QUANTITY_ONE_TYPE, find_called(law, "fp16 use_fp16"),
		    find_called(law, "bf16 use_bf16"));
	find_either(law, CML_QUANTITY_ONE_LOAD, find_called(law, "load_in_4bit"),
		    find_called(law, "load_in_8bit"));
}

/* Where selective recomputation is a choice. */
static void find_kept(struct cml_infer_law *law)
{
	static const char selective[] =
	    "selective selected partial core core_attn attention op selective_op";
	const struct cml_infer_column *recompute = law->of[CML_QUANTITY_RECOMPUTE].column;
	if (cml_infer_law_limit(law->infer) && recompute && has_words(recompute) &&
	    cml_infer_some_text(recompute, cml_name_is, selective))
		law->of[CML_QUANTITY_KEPT].text = words_of(law, recompute, CML_QUANTITY_KEPT);
}

/* A row of what is known of a quantity. */
static void write_row(struct cml_infer_law *law, enum cml_quantity key, const char *name,
		      const char *doc)
{
	cml_infer_law_derive(law, key, name, law->of[key].text, doc);
}

void cml_infer_law_words(struct cml_infer_law *law)
{
	struct cml_infer_quantity *of = law->of;
	const char **stored = &of[CML_QUANTITY_STORED].text;
	find_columns(law);
	for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
		read_column(law, &readings[i]);
	find_kept(law);
	find_alternatives(law);
	if (of[CML_QUANTITY_HOSTED].text) {
		of[CML_QUANTITY_HOSTED].text = cml_infer_law_fill(law, "1 * ({hosted})");
		write_row(law, CML_QUANTITY_HOSTED, "hosted",
			  "1 where parameters are in the memory of the host");
		*stored = *stored ? cml_infer_law_fill(law, "{stored} * (1 - {hosted})")
				  : rest_of(law, of[CML_QUANTITY_HOSTED].text);
		of[CML_QUANTITY_STORED].is_found = true;
	}
	/* The same, but with policies that save a part. */
	const char *again = of[CML_QUANTITY_RECOMPUTE].text, *freed = of[CML_QUANTITY_FREED].text;
	if (again && freed && strcmp(again, freed) != 0) {
		write_row(law, CML_QUANTITY_RECOMPUTE, "recomputed",
			  "of a forward pass, by what a policy saves (MaxText)");
		write_row(law, CML_QUANTITY_FREED, "freed",
			  "of what a layer makes, not kept by the device (MaxText)");
	}
	if (of[CML_QUANTITY_ZERO].text && *of[CML_QUANTITY_ZERO].text == '(') /* no number */
		of[CML_QUANTITY_ZERO].text =
		    cml_infer_keep(law->infer, "1 * %s", of[CML_QUANTITY_ZERO].text);
	law->stage = of[CML_QUANTITY_ZERO].text;
	if (law->stage && (strstr(law->stage, " + ") || strstr(law->stage, "max(")))
		write_row(law, CML_QUANTITY_ZERO, "zero", "stage of ZeRO");
	if (of[CML_QUANTITY_TRAINED].is_found)
		write_row(law, CML_QUANTITY_TRAINED, "trained",
			  "1 where all parameters are trained, 0 where an adapter alone is");
	if (of[CML_QUANTITY_ABOARD].is_found)
		write_row(law, CML_QUANTITY_ABOARD, "aboard",
			  "0 where gradients and optimizer are in the memory of the host, 1 where "
			  "they are not");
	if (!of[CML_QUANTITY_ZERO].column)
		of[CML_QUANTITY_ZERO].column = of[CML_QUANTITY_SHARDING].column;
}

bool cml_infer_law_is_called(const struct cml_infer_column *column, const char *names)
{
	const char *last = column->plain + strlen(column->plain);
	while (last > column->plain && !strchr("./", last[-1]))
		last--;
	return cml_infer_is_nameable(column) &&
	       (cml_name_is(column->plain, names) || cml_name_is(last, names));
}

void cml_infer_law_quantized(struct cml_infer_law *law, const char *names)
{
	CML_EACH_COLUMN (column, &law->infer->rows) {
		const char *saved = has_words(column) && cml_infer_law_is_called(column, names)
					? words_of(law, column, CML_QUANTITY_STORED)
					: NULL;
		if (saved)
			law->of[CML_QUANTITY_STORED].text = rest_of(law, saved);
	}
}

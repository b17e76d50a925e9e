/* What the words of columns mean to a law: stages of ZeRO, what is recomputed, adapters. Part of
 * infer_law.h. */
#include "infer/infer_law.h"

#include <math.h>
#include <string.h>

/* Levels that mean something, and how much that is. */
struct meaning {
	double value;
	const char *words; /* the level is one */
	const char *parts; /* or has one: `ds_z3_config.json`; NULL: none */
};
#define ALL_RECOMPUTED                                                                             \
	"full block uniform all true on yes enabled always everything nothing_saveable"
/* Of a forward pass, what is done again. MaxText's policies save the outputs of the matrices that
 * they name (get_remat_policy of its decoders), in units of width ** 2: 3 for queries, keys and
 * values, 1 behind attention, 5.3 of the first of a block, 1 for attention itself. Custom ones of
 * its benchmarks offload those of attention. */
static const struct meaning recomputations[] = {
    {1, ALL_RECOMPUTED, NULL},
    {0.9, "save_out_proj", NULL},
    {0.7, "save_qkv_proj qkv_proj_offloaded custom", NULL},
    {0.6, "save_dot_except_mlp save_dot_except_mlpwi", NULL},
    {0.5, "save_dot_with_context_except_mlp", NULL},
    {0.1, "minimal minimal_offloaded minimal_with_quantization", NULL},
    {0, NULL, NULL}};
/* Of the 32 bytes beside the input of a layer, what a device does not keep: 6 of queries, keys and
 * values, 2 behind attention, 2 in it, 11 and 2 of the block's; a tenth of what goes to the host is
 * on its way, about three layers of 32. */
static const struct meaning frees[] = {
    {1, ALL_RECOMPUTED, NULL},
    {0.98, "qkv_proj_offloaded custom", NULL},
    {0.94, "save_out_proj", NULL},
    {0.93, "minimal_offloaded", NULL},
    {0.81, "save_qkv_proj", NULL},
    {0.75, "save_dot_except_mlp", NULL},
    {0.69, "save_dot_except_mlpwi save_dot_with_context_except_mlp", NULL},
    {0.34, "minimal minimal_with_quantization", NULL},
    {0.28, "minimal_with_context minimal_flash", NULL},
    {0, NULL, NULL}};
static const struct meaning selections[] = {
    {1, "selective selected partial core core_attn attention op selective_op", NULL},
    {0, NULL, NULL}};
static const struct meaning keeps[] = {{1, "none no off false never disabled nothing", NULL},
				       {0, NULL, NULL}};
static const struct meaning stages[] = {
    {1, "1 stage1 stage_1 zero1 zero_1 optimizer optimizer_state optimizer_states os zero_opt",
     "z1 zero1 stage1"},
    {2,
     "2 stage2 stage_2 zero2 zero_2 gradients gradient os_g shard_grad_op grad_op "
     "hybrid_shard_zero2",
     "z2 zero2 stage2"},
    {3,
     "3 stage3 stage_3 zero3 zero_3 parameters parameter params os_g_p full_shard full fsdp "
     "fsdp2 hybrid_shard hybrid hsdp",
     "z3 zero3 stage3"},
    {0, NULL, NULL}};

static const struct meaning adapters[] = {
    {1,
     "lora qlora dora qdora rslora loha lokr ia3 adapter adapters peft prefix_tuning "
     "prompt_tuning",
     NULL},
    {0, NULL, NULL}};
/* What parameters of few bits save, of two bytes. */
static const struct meaning savings[] = {
    {0.7, "4 4bit nf4 int4 fp4 qlora qdora", NULL}, {0.5, "8 8bit int8", NULL}, {0, NULL, NULL}};
/* What an optimizer saves of twelve bytes, of which four are parameters. */
static const struct meaning moments[] = {
    {0.5,
     "adamw_8bit adam_8bit adamw_bnb_8bit paged_adamw_8bit paged_adam_8bit lion_8bit "
     "paged_lion_8bit 8bit adam8bit adamw8bit true",
     "8bit adam8bit adamw8bit"},
    {0.6, "adafactor", NULL},
    {0.33, "lion sgd_momentum muon", NULL},
    {0.66, "sgd", NULL},
    {0, NULL, NULL}};
/* A fused loss goes through the logits in pieces. */
static const struct meaning fusions[] = {{0.9, "true on yes enabled", NULL}, {0, NULL, NULL}};
static const struct meaning offloads[] = {{1, "cpu nvme host true on yes enabled", "offload"},
					  {0, NULL, NULL}};
static const struct meaning offload_files[] = {{1, "offload", "offload"}, {0, NULL, NULL}};

static bool means(const struct meaning *meaning, const char *level)
{
	return cml_name_is(level, meaning->words) ||
	       (meaning->parts && cml_name_has(level, meaning->parts));
}

/* What the words of a column mean, added up: `(name == 'FULL_SHARD') + 3 * (name == 'fsdp')`; a
 * number or a bool is `times` itself. 0 where it has no value. NULL: none means anything. */
static const char *meaning_of(struct cml_infer_law *law, const struct cml_infer_column *column,
			      const struct meaning *meanings, int times)
{
	struct cml_buffer text = {0};
	if (!column)
		return NULL;
	const char *name = cml_infer_expression_name(law->infer, column);
	bool may_miss = column->n_missing > 0 && (!column->empty || column->condition);
	if (column->is_bool || column->is_number) {
		name = may_miss ? cml_infer_keep(law->infer, "first(%s, 0)", name) : name;
		return times == 1 ? name : cml_infer_keep(law->infer, "%d * %s", times, name);
	}
	for (; meanings->words; meanings++)
		for (size_t i = 0; i < column->texts.n; i++) {
			const char *level = column->texts.texts[i].data;
			if (!means(meanings, level) || strpbrk(level, "'\\"))
				continue;
			cml_buffer_append_string(&text, text.size > 0 ? " + " : "");
			if (meanings->value != 1)
				cml_buffer_printf(&text, "%g * ", meanings->value);
			cml_buffer_printf(&text, "(%s == '%s')", name, level);
		}
	const char *found = cml_infer_take(law->infer, &text);
	if (!*found)
		return NULL;
	return may_miss ? cml_infer_keep(law->infer, "first(%s, 0)", found) : found;
}

/* `disable_gradient_checkpointing`. */
static bool is_inverted(const struct cml_infer_column *column)
{
	return cml_name_has(column->plain, "disable no");
}

/* 1 less what words mean; NULL of NULL. */
static const char *rest_of(struct cml_infer_law *law, const char *text)
{
	bool is_word = text && !strstr(text, " + ") && !strstr(text, " > ");
	return text ? cml_infer_keep(law->infer, is_word ? "1 - %s" : "1 - (%s)", text) : NULL;
}

static void take_rest(struct cml_infer_law *law, enum cml_quantity key, const char *text)
{
	law->known[key] = rest_of(law, text);
	law->is_found[key] = text;
}

/* What is recomputed and what of a layer is not kept: the same, but with policies that save a part.
 */
static void find_recomputed(struct cml_infer_law *law, const struct cml_infer_column *recompute)
{
	static const struct {
		enum cml_quantity key;
		const struct meaning *meanings;
		const char *name, *doc;
	} parts[] = {{CML_QUANTITY_RECOMPUTE, recomputations, "recomputed",
		      "of a forward pass, by what a policy saves (MaxText)"},
		     {CML_QUANTITY_FREED, frees, "freed",
		      "of what a layer makes, not kept by the device (MaxText)"}};
	const char *texts[2];
	for (size_t i = 0; i < 2; i++) {
		texts[i] = meaning_of(law, recompute, parts[i].meanings, 1);
		if (texts[i] && is_inverted(recompute))
			texts[i] = rest_of(law, texts[i]);
		law->known[parts[i].key] = texts[i];
	}
	for (size_t i = 0; texts[0] && texts[1] && strcmp(texts[0], texts[1]) != 0 && i < 2; i++) {
		cml_infer_law_row(law, parts[i].name, CML_ROLE_DERIVED, NULL, texts[i],
				  parts[i].doc);
		law->known[parts[i].key] = cml_infer_law_name(law, parts[i].name);
	}
}

/* What a column of bits, or a switch such as `load_in_4bit`, saves of parameters; NULL: nothing. */
static const char *savings_of(struct cml_infer_law *law, const struct cml_infer_column *column)
{
	const char *text = meaning_of(law, column, savings, 1);
	if (text && column->is_bool)
		return cml_infer_keep(law->infer, "%s * %s",
				      cml_name_has(column->plain, "8bit") ? "0.5" : "0.7", text);
	if (text && column->is_number)
		return cml_infer_keep(law->infer, "0.7 * (%s == 4) + 0.5 * (%s == 8)", text, text);
	return text;
}

/* Fine-tuning: an adapter has few gradients and optimizer states; under it parameters may be in
 * four bits. The levels of a column name its kind, whatever the column is called. */
static void find_adapter(struct cml_infer_law *law)
{
	const struct cml_infer_column *found =
	    cml_infer_law_column(law, CML_QUANTITY_ADAPTER, false);
	const char *saved = NULL, *is_adapted = NULL;
	CML_EACH_COLUMN (column, &law->infer->rows) {
		if (is_adapted || !cml_is_config_role(column->role) || !column->is_text ||
		    column->is_bool)
			continue;
		is_adapted = meaning_of(law, column, adapters, 1);
		saved = meaning_of(law, column, savings, 1);
		found = is_adapted ? column : found;
	}
	if (!is_adapted && found && (found->is_number || found->is_bool))
		is_adapted = cml_infer_keep(law->infer, found->is_bool ? "%s" : "%s > 0",
					    meaning_of(law, found, adapters, 1));
	law->columns[CML_QUANTITY_ADAPTER] = is_adapted ? found : NULL;
	law->is_found[CML_QUANTITY_TRAINED] = is_adapted;
	if (!is_adapted)
		return;
	cml_infer_law_row(law, "trained", CML_ROLE_DERIVED, NULL, rest_of(law, is_adapted),
			  "1 where all parameters are trained, 0 where an adapter alone is");
	law->known[CML_QUANTITY_TRAINED] = cml_infer_law_name(law, "trained");
	take_rest(law, CML_QUANTITY_STORED,
		  saved ? saved
			: savings_of(law, cml_infer_law_column(law, CML_QUANTITY_BITS, false)));
}

/* What a column saves by its words, or, as a switch of whose name `words` are a part (NULL: of
 * any), this share. */
static void find_saving(struct cml_infer_law *law, enum cml_quantity of, enum cml_quantity key,
			const struct meaning *meanings, const char *words, const char *share)
{
	const struct cml_infer_column *column = cml_infer_law_column(law, of, false);
	const char *saved = meaning_of(law, column, meanings, 1);
	if (saved && column->is_bool && (!words || cml_name_has(column->plain, words)))
		saved = cml_infer_keep(law->infer, "%s * %s", share, saved);
	else if (saved && (column->is_bool || column->is_number))
		saved = NULL;
	take_rest(law, key, saved);
}

/* Whether gradients and optimizer are in the memory of the host, by a switch or in the name of a
 * configuration: `ds_z3_offload_config.json`. */
static void find_offload(struct cml_infer_law *law)
{
	const struct cml_infer_column *found =
	    cml_infer_law_column(law, CML_QUANTITY_OFFLOAD, false);
	const struct cml_infer_column *zero = law->columns[CML_QUANTITY_ZERO];
	if (!found && zero && zero->is_text && !zero->is_bool)
		found = zero;
	bool is_file = found && found == zero;
	const char *text = meaning_of(law, found, is_file ? offload_files : offloads, 1);
	law->columns[CML_QUANTITY_OFFLOAD] = text ? found : NULL;
	if (!text)
		return;
	cml_infer_law_row(law, "aboard", CML_ROLE_DERIVED, NULL, rest_of(law, text),
			  "0 where gradients and optimizer are in the memory of the host, 1 where "
			  "they are not");
	law->known[CML_QUANTITY_ABOARD] = cml_infer_law_name(law, "aboard");
	law->is_found[CML_QUANTITY_ABOARD] = true;
}

/* The stage of ZeRO; a sum is a row of its own, which formulas name. */
static const char *stage_of(struct cml_infer_law *law, const struct cml_infer_column *column,
			    int times)
{
	const char *text = meaning_of(law, column, stages, times);
	law->stage = text;
	if (!text || !strstr(text, " + "))
		return text;
	cml_infer_law_row(law, "zero", CML_ROLE_DERIVED, NULL, text, "stage of ZeRO");
	return cml_infer_law_name(law, "zero");
}

void cml_infer_law_words(struct cml_infer_law *law)
{
	const struct cml_infer_column *zero = cml_infer_law_column(law, CML_QUANTITY_ZERO, false);
	const struct cml_infer_column *sharding =
	    cml_infer_law_column(law, CML_QUANTITY_SHARDING, false);
	const struct cml_infer_column *recompute =
	    cml_infer_law_column(law, CML_QUANTITY_RECOMPUTE, false);
	if (sharding && sharding->is_number && !sharding->is_bool) {
		/* An axis of a mesh counts ranks; numbers of a strategy are codes. */
		if (cml_name_is(sharding->plain, "fsdp")) {
			law->columns[CML_QUANTITY_FSDP] = sharding;
			law->known[CML_QUANTITY_FSDP] =
			    cml_infer_expression_name(law->infer, sharding);
		}
		sharding = NULL;
	}
	law->columns[CML_QUANTITY_ZERO] = zero ? zero : sharding;
	law->columns[CML_QUANTITY_RECOMPUTE] = recompute;
	find_recomputed(law, recompute);
	if (cml_infer_law_limit(law->infer) && recompute && recompute->is_text &&
	    !recompute->is_bool && meaning_of(law, recompute, selections, 1))
		law->known[CML_QUANTITY_KEPT] = meaning_of(law, recompute, keeps, 1);
	law->known[CML_QUANTITY_ZERO] = stage_of(law, zero, 1);
	if (!law->known[CML_QUANTITY_ZERO])
		law->known[CML_QUANTITY_ZERO] = stage_of(law, sharding, 3);
	law->is_found[CML_QUANTITY_ZERO] = false;
	const double *stage_by_job = cml_infer_law_numbers(law, "{zero}");
	for (size_t row = 0; stage_by_job && row < law->infer->rows.n_rows; row++)
		law->is_found[CML_QUANTITY_ZERO] |= stage_by_job[row] == 3;
	find_saving(law, CML_QUANTITY_OPTIMIZER, CML_QUANTITY_MOMENTS, moments, "8bit", "0.5");
	find_saving(law, CML_QUANTITY_FUSED, CML_QUANTITY_WHOLE, fusions, NULL, "0.9");
	find_adapter(law);
	find_offload(law);
}

/* What the columns of a log count, and what follows from that. Part of law_state.h. */
#include "infer/law/law_state.h"

#include "base/device.h"

#include <math.h>
#include <string.h>

/* Of a side of an image: those of a patch, or, of latents, 8 of a number and 2 of these. */
#define MIN_PIXELS 16

/* What follows from what is known, in this order; the first formula of a key that can be filled is
 * the one, and a row where it has a name. What names nothing is usual, not found. */
const struct cml_infer_derivation cml_derivations[] = {
    {CML_QUANTITY_SEQUENCE,
     {"patches", "({#pixels} / 16) ** 2 * (first({#frames}, 1) + 3) / 4",
      "of a video, as tokens of a text; four frames of it are one, but the first (Yang et al. "
      "2024)"}},
    {CML_QUANTITY_SEQUENCE,
     {"patches", "({#pixels} / 16) ** 2",
      "of an image, as tokens of a text (Dosovitskiy et al. 2021; Peebles and Xie 2023)"}},
    {CML_QUANTITY_SEQUENCE, {NULL, "1", NULL}},
    {CML_QUANTITY_PARAMETERS,
     {"params", "{#layers} * {#width} * (4 * {width} + 3 * {#expert_width} * {#experts})",
      "of attention and experts"}},
    {CML_QUANTITY_ACTIVE,
     {"active", "{#layers} * {#width} * (4 * {width} + 3 * {#expert_width} * {#routed})",
      "parameters that a token meets"}},
    {CML_QUANTITY_PARAMETERS, {NULL, "size({sized})", NULL}},
    {CML_QUANTITY_ACTIVE, {NULL, "active({sized})", NULL}},
    {CML_QUANTITY_ACTIVE, {NULL, "first(active({mixed}), {params})", NULL}},
    {CML_QUANTITY_BLOCKS, {NULL, "{#layers}", NULL}},
    {CML_QUANTITY_BLOCKS, {NULL, "layers({shaped})", NULL}},
    {CML_QUANTITY_VOCABULARY, {NULL, "first(vocabulary({shaped}), 32000)", NULL}},
    {CML_QUANTITY_DEVICES, {"devices", "{dp} * {tp} * {pp} * {cp}", "devices of a job"}},
    {CML_QUANTITY_DEVICES, {"devices", "{#nodes} * {#node}", "devices of a job"}},
    {CML_QUANTITY_DEVICES,
     {"devices", "{#fsdp} * {#replicas} * {tp} * {pp} * {cp}", "devices of a job"}},
    {CML_QUANTITY_DATA, {"dp", "{devices} / ({tp} * {pp} * {cp})", "copies of the model"}},
    {CML_QUANTITY_SHARED,
     {"shared", "{dp} * {cp} / max({devices} / {node}, 1) ** {!grouped}",
      "ranks that share: those of a node, where sharding is hybrid (PyTorch)"}},
    {CML_QUANTITY_SHARED,
     {"shared", "{dp} * {#cp}", "ranks that share: copies, and those of their sequences"}},
    {CML_QUANTITY_SHARED, {NULL, "{dp}", NULL}},
    {CML_QUANTITY_PARAMETERS, {"params", "12 * {layers} * {width} ** 2", "parameters, about"}},
    {CML_QUANTITY_ACTIVE, {"active", "{params}", NULL}},
    {CML_QUANTITY_LAYERS, {"layers", "{active} / (12 * {#width} ** 2)", "about"}},
    {CML_QUANTITY_LAYERS,
     {"layers", "first(layers({shaped}), ({active} / 196608) ** (1 / 3))",
      "of models that are known; of others about: 12 layers width ** 2 parameters that a token "
      "meets, and width = 128 layers"}},
    {CML_QUANTITY_LAYERS,
     {"layers", "({active} / 196608 / {texts}) ** (1 / 3)",
      "about: 12 layers width ** 2 parameters that a token meets, and width = 128 layers"}},
    {CML_QUANTITY_WIDTH, {"width", "({active} / (12 * {#layers})) ** 0.5", "about"}},
    {CML_QUANTITY_WIDTH, {"width", "first(width({shaped}), 128 * {layers})", NULL}},
    {CML_QUANTITY_WIDTH, {"width", "128 * {layers}", NULL}},
    {CML_QUANTITY_MICRO_BATCH,
     {"micro_batch", "{each} * {tp} * {cp}",
      "sequences at once, by copy: those of its devices (MaxText)"}},
    {CML_QUANTITY_MICRO_BATCH,
     {"micro_batch", "{#global} / ({dp} * {#acc})", "sequences at once, by copy"}},
    {CML_QUANTITY_FLOPS,
     {"flops_per_token", "6 * {active} + 6 * {layers} * {width} * {!seq}",
      "forward and backward pass (Kaplan et al. 2020; causal attention: Chowdhery et al. 2022, "
      "appendix B)"}},
    {CML_QUANTITY_FLOPS, {"flops_per_token", "6 * {active}", "Kaplan et al. 2020"}},
    {CML_QUANTITY_SHARD,
     {"params_here",
      "({params} - ({active} < {params}) * ({params} - 4 * {layers} * {width} ** 2) * "
      "(1 - 1 / {!ep})) / ({tp} * {pp})",
      "of a device, before copies share them; in a mixture what is no attention is experts, "
      "about"}},
    {CML_QUANTITY_SHARD,
     {"params_here", "{params} / ({tp} * {pp})", "of a device, before copies share them"}},
    {CML_QUANTITY_ONCE, {"tokens_at_once", "{dp} * {micro} * {seq}", "of all copies"}},
    {CML_QUANTITY_STEP, {"tokens_per_step", "{#global} * {seq}", NULL}},
    {CML_QUANTITY_STEP, {"tokens_per_step", "{devices} * {each} * {seq} * {#acc}", NULL}},
    {CML_QUANTITY_STEP, {"tokens_per_step", "{devices} * {each} * {seq}", NULL}},
    {CML_QUANTITY_STEP, {"tokens_per_step", "{once} * {#acc}", NULL}},
    {CML_QUANTITY_CHUNKS,
     {"chunks",
      "first(({#chunk_layers} == 0) + "
      "({chunk_layers} > 0) * {blocks} / ({pp} * max({chunk_layers}, 1)), 1)",
      "of a stage, by the layers of one (Megatron)"}},
    {CML_QUANTITY_CHUNKS, {NULL, "1", NULL}},
    {CML_QUANTITY_WAIT,
     {"pipeline_wait", "first(1 + ({!pp} - 1) * {once} / {!step} / {chunks}, 1)",
      "stages of a pipeline wait for the first and the last micro-batch (Narayanan et al. 2021)"}},
    {0, {0}},
};

/* What an engine that serves has none of. */
static bool trains(enum cml_quantity key)
{
	static const enum cml_quantity keys[] = {
	    CML_QUANTITY_DEVICES, CML_QUANTITY_DATA, CML_QUANTITY_MICRO_BATCH, CML_QUANTITY_SHARD,
	    CML_QUANTITY_FLOPS,   CML_QUANTITY_ONCE, CML_QUANTITY_STEP,        CML_QUANTITY_WAIT};
	size_t i = 0;
	while (i < sizeof keys / sizeof *keys && keys[i] != key)
		i++;
	return i < sizeof keys / sizeof *keys;
}

static void derive(struct cml_infer_law *law)
{
	for (const struct cml_infer_derivation *row = cml_derivations; row->term.formula; row++) {
		struct cml_infer_quantity *known = &law->of[row->key];
		if (known->text || (law->serves && trains(row->key)) ||
		    !(known->text = cml_infer_law_fill(law, row->term.formula)))
			continue;
		known->is_found = strchr(row->term.formula, '{') && strcmp(known->text, "1") != 0;
		if (row->term.name && !cml_infer_law_is_name(known->text))
			cml_infer_law_derive(law, row->key, row->term.name, known->text,
					     row->term.doc);
	}
}

/* Of a step; no batch has so many sequences: `4M`. */
#define MIN_TOKENS 1e5

/* Whether all texts of a column are counts, or words for none, where it has some; the least and the
 * most. */
static bool has_counts(const struct cml_infer_column *column, bool may_be_none, double range[2])
{
	size_t n_known = 0, n_none = 0;
	range[0] = range[1] = NAN;
	for (size_t i = 0; i < column->texts.n; i++) {
		double count = cml_count_in_text(column->texts.texts[i]);
		range[0] = fmin(range[0], count);
		range[1] = fmax(range[1], count);
		n_known += isnan(count) ? 0 : 1;
		/* Composer's `auto` finds the most that fits, as one does. */
		n_none += may_be_none && (cml_infer_law_is_none(column->texts.texts[i]) ||
					  cml_slice_is_nocase(column->texts.texts[i], "auto"));
	}
	return n_known > 0 && n_known + n_none == column->texts.n &&
	       column->texts.n <= CML_INFER_MAX_LEVELS;
}

/* Texts of counts, `4k` or `2x8`: a row with their numbers; of none one stands for a degree. */
static void find_counts(struct cml_infer_law *law, enum cml_quantity key)
{
	bool is_degree = cml_quantity_is(key, CML_KIND_DEGREE);
	double range[2];
	CML_EACH_COLUMN (column, &law->infer->rows) {
		if (!cml_infer_is_nameable(column) || !column->is_text ||
		    cml_name_quantity(column->plain) != key ||
		    !has_counts(column, is_degree, range))
			continue;
		const char *count =
		    cml_infer_keep(law->infer, is_degree ? "first(count(%s), %d)" : "count(%s)",
				   cml_infer_expression_name(law->infer, column),
				   key != CML_QUANTITY_CHUNK_LAYERS);
		if (range[0] == 0 && cml_quantity_is(key, CML_KIND_RANKS))
			count = cml_infer_keep(law->infer, "max(%s, 1)", count);
		if (key == CML_QUANTITY_GLOBAL_BATCH && range[1] >= MIN_TOKENS)
			key = CML_QUANTITY_STEP;
		cml_infer_law_know(law, key, count, column);
		cml_infer_law_derive(law, key, cml_infer_law_key(key), count,
				     "the count in its text");
		return;
	}
}

/* Columns of numbers that are quantities as they are; of the others, by their words or from a
 * column and its unit, find_columns and those of names replace what is known. */
static void find_numbers(struct cml_infer_law *law)
{
	for (enum cml_quantity q = 0; q < CML_N_QUANTITIES; q++) {
		const struct cml_infer_column *column = cml_infer_law_column(law, q, true);
		if (column && q == CML_QUANTITY_DEVICES && column->lo < 1)
			continue; /* replicas of a database */
		if (column && cml_quantity_is(q, CML_KIND_RANKS) && column->lo < 0)
			continue; /* -1 is no number of ranks */
		/* A dense model has one expert. */
		if (column && (cml_quantity_is(q, CML_KIND_RANKS) || q == CML_QUANTITY_EXPERTS ||
			       q == CML_QUANTITY_ROUTED))
			cml_infer_law_know(law, q, cml_infer_law_ranks(law, column), column);
		else if (column)
			cml_infer_law_know(law, q, cml_infer_expression_name(law->infer, column),
					   column);
		else if (q == CML_QUANTITY_SEQUENCE ||
			 (cml_quantity_is(q, CML_KIND_LAYOUT) && q != CML_QUANTITY_ZERO &&
			  q != CML_QUANTITY_SHARDING))
			find_counts(law, q);
	}
	const struct cml_infer_column **pixels = &law->of[CML_QUANTITY_RESOLUTION].column;
	*pixels = *pixels && (*pixels)->lo >= MIN_PIXELS ? *pixels : NULL;
	bool of_images = *pixels || cml_name_has(law->infer->rows.metric->plain, CML_IMAGE_WORDS);
	if (!of_images || law->of[CML_QUANTITY_SEQUENCE].column)
		law->of[CML_QUANTITY_TEXTS].text = "1";
}

/* Megatron's ffn_hidden_size, where no column is of experts alone. */
static void find_expert_width(struct cml_infer_law *law)
{
	static const char names[] = "ffn_hidden_size intermediate_size ffn_dim d_ff";
	CML_EACH_COLUMN (column, &law->infer->rows)
		if (law->of[CML_QUANTITY_EXPERTS].column && column->is_number &&
		    !law->of[CML_QUANTITY_EXPERT_WIDTH].text &&
		    cml_infer_law_is_called(column, names))
			cml_infer_law_know(law, CML_QUANTITY_EXPERT_WIDTH,
					   cml_infer_expression_name(law->infer, column), column);
}

/* Heads that are left out, as the width is so many times them, follow from it. */
static void find_heads(struct cml_infer_law *law)
{
	const struct cml_infer_column *width = law->of[CML_QUANTITY_WIDTH].column;
	CML_EACH_COLUMN (heads, &law->infer->rows) {
		bool is_out = width && heads->role == CML_ROLE_IGNORE &&
			      cml_name_quantity(heads->plain) == CML_QUANTITY_HEADS;
		double size = is_out ? cml_infer_ratio(&law->infer->rows, width, heads, NULL) : 0;
		if (size > 0)
			cml_infer_law_know(
			    law, CML_QUANTITY_HEADS,
			    cml_infer_keep(law->infer, "%s / %g",
					   cml_infer_expression_name(law->infer, width), size),
			    width);
	}
}

/* The most devices of a job on the fewest nodes, or on more. */
static double find_most(const struct cml_infer_rows *rows, const struct cml_infer_column *devices,
			const struct cml_infer_column *nodes, bool are_more)
{
	double most = 0;
	for (size_t row = 0; row < rows->n_rows; row++)
		if (are_more == (nodes->sample[row] > nodes->lo))
			most = fmax(most, devices->sample[row]);
	return most;
}

/* `trainer.devices` beside `trainer.num_nodes` counts those of a node, as a total has at least one
 * on each, grows with them, and has room for a copy. `nproc_per_node` alone counts all. */
static void find_per_node(struct cml_infer_law *law)
{
	struct cml_infer_quantity *of = law->of;
	const struct cml_infer_column *devices = of[CML_QUANTITY_DEVICES].column;
	const struct cml_infer_column *nodes = of[CML_QUANTITY_NODES].column;
	if (!devices && !nodes && !of[CML_QUANTITY_DATA].text && of[CML_QUANTITY_PER_NODE].column)
		of[CML_QUANTITY_DEVICES] = of[CML_QUANTITY_PER_NODE];
	if (!devices || !devices->is_number || !nodes || of[CML_QUANTITY_PER_NODE].column)
		return;
	const struct cml_infer_rows *rows = &law->infer->rows;
	bool is_total = nodes->lo == nodes->hi || find_most(rows, devices, nodes, true) >
						      find_most(rows, devices, nodes, false);
	const char *is_less =
	    cml_infer_law_fill(law, "{devices} < max({nodes}, {tp} * {pp} * {cp})");
	if (is_total && cml_infer_count_jobs(law->scope, is_less, true) == 0)
		return;
	of[CML_QUANTITY_PER_NODE] = of[CML_QUANTITY_DEVICES];
	of[CML_QUANTITY_DEVICES] = (struct cml_infer_quantity){0};
}

/* What to take where a log does not have it. */
struct substitute {
	enum cml_quantity key;
	const char *text;
};

/* One of it, and what is usual. */
static const struct substitute usual[] = {
    {CML_QUANTITY_TENSOR, "1"}, {CML_QUANTITY_PIPELINE, "1"}, {CML_QUANTITY_CONTEXT, "1"},
    {CML_QUANTITY_EXPERT, "1"}, {CML_QUANTITY_PER_NODE, "8"}, {CML_QUANTITY_PEAK, "1"},
    {CML_QUANTITY_RATE, "1"},   {CML_QUANTITY_TRAINED, "1"},  {CML_QUANTITY_STORED, "1"},
    {CML_QUANTITY_ABOARD, "1"}, {CML_QUANTITY_MOMENTS, "1"},  {CML_QUANTITY_BANDWIDTH, "1"},
    {CML_QUANTITY_ROUTED, "1"}, {CML_QUANTITY_SPEEDUP, "1"}};
/* The same in all jobs, or what other columns tell. */
static const struct substitute same_in_all[] = {
    {CML_QUANTITY_WAIT, "1"},          {CML_QUANTITY_STEP, "1"},  {CML_QUANTITY_FLOPS, "1"},
    {CML_QUANTITY_LAYERS, "1"},        {CML_QUANTITY_WIDTH, "1"}, {CML_QUANTITY_SHARD, "1"},
    {CML_QUANTITY_VOCABULARY, "32000"}};

static void take(struct cml_infer_law *law, const struct substitute *substitutes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!law->of[substitutes[i].key].text)
			law->of[substitutes[i].key].text = substitutes[i].text;
}

/* Quantities that count where some jobs, of which not all, are as a condition says. */
static const struct {
	enum cml_quantity key, of;
	const char *condition;
	bool not_all;
} of_some[] = {
    {CML_QUANTITY_DEVICES_ACROSS, CML_QUANTITY_DEVICES, "{devices} > {node}", true},
    {CML_QUANTITY_TENSOR_ACROSS, CML_QUANTITY_TENSOR, "{tp} > {node}", true},
    {CML_QUANTITY_EXPERT_ACROSS, CML_QUANTITY_EXPERT, "{ep} > {node}", true},
    {CML_QUANTITY_MIXTURE, CML_QUANTITY_ACTIVE, "{active} < {params}", false},
    {CML_QUANTITY_STAGE_3, CML_QUANTITY_ZERO, "{zero} == 3", false},
};

static void find_of_some(struct cml_infer_law *law)
{
	for (size_t i = 0; i < sizeof of_some / sizeof *of_some; i++) {
		size_t n = cml_infer_law_count(law, of_some[i].condition);
		if (n > 0 && !(of_some[i].not_all && n == law->infer->rows.n_rows))
			law->of[of_some[i].key].text = law->of[of_some[i].of].text;
	}
}

static void multiply(struct cml_infer_law *law, enum cml_quantity key, const char *name,
		     const struct cml_infer_column *column)
{
	const char *text = law->of[key].text;
	cml_infer_law_know(law, key,
			   text ? cml_infer_keep(law->infer, "%s * %s", text, name) : name, column);
}

static bool is_axis(const struct cml_infer_column *column)
{
	bool is_rest = column->lo == -1;
	return cml_infer_is_nameable(column) && column->is_whole && (is_rest || column->lo >= 1) &&
	       (is_rest || column->hi > 1);
}

/* Axes that are more than 1 in some job; -1 stands for what the others leave of their slice, or of
 * the slices, so that a product with it is less than 0. */
static void find_axes(struct cml_infer_law *law)
{
	bool is_in_slice;
	CML_EACH_COLUMN (column, &law->infer->rows) {
		enum cml_quantity q = cml_name_axis(column->plain, &is_in_slice);
		if (q != CML_N_QUANTITIES)
			cml_infer_law_know(law, q, NULL, NULL);
		if (q != CML_N_QUANTITIES && is_axis(column))
			multiply(law, is_in_slice ? CML_QUANTITY_ICI : CML_QUANTITY_DCN,
				 cml_infer_expression_name(law->infer, column), column);
	}
}

/* What each axis counts, where all of a slice and of the slices are known. */
static void count_axes(struct cml_infer_law *law)
{
	bool is_in_slice, has_rest[CML_N_QUANTITIES] = {false};
	CML_EACH_COLUMN (column, &law->infer->rows) {
		enum cml_quantity q = cml_name_axis(column->plain, &is_in_slice);
		if (q == CML_N_QUANTITIES || !is_axis(column))
			continue;
		const char *name = cml_infer_expression_name(law->infer, column);
		law->of[CML_QUANTITY_IT].text = name;
		const char *rest = is_in_slice ? "max({it}, {it} * {node} / ({ici}))"
					       : "max({it}, {it} * {nodes} / ({dcn}))";
		if (column->lo < 0 && !(name = cml_infer_law_fill(law, rest)))
			continue;
		multiply(law, q, name, column);
		has_rest[q] |= column->lo < 0;
	}
	for (enum cml_quantity q = 0; q < CML_N_QUANTITIES; q++)
		if (has_rest[q])
			cml_infer_law_derive(law, q, cml_infer_law_key(q), law->of[q].text,
					     "an axis of -1 is what the others leave (MaxText)");
}

static void find_slices(struct cml_infer_law *law)
{
	const struct cml_infer_column *slices = NULL;
	CML_EACH_COLUMN (column, &law->infer->rows)
		if (cml_infer_is_nameable(column) && column->is_number &&
		    cml_name_quantity(column->plain) == CML_QUANTITY_NODES &&
		    cml_name_has(column->plain, "slices"))
			slices = column;
	cml_infer_law_know(law, CML_QUANTITY_NODES,
			   slices ? cml_infer_expression_name(law->infer, slices) : "1", slices);
}

/* Chips of a slice by the names of TPUs, and those of all. */
static void find_chips(struct cml_infer_law *law, const struct cml_infer_column *names)
{
	const char *name = cml_infer_expression_name(law->infer, names);
	cml_infer_law_know(law, CML_QUANTITY_PER_NODE,
			   cml_infer_keep(law->infer, "chips(%s)", name), names);
	cml_infer_law_know(law, CML_QUANTITY_DEVICES, NULL, NULL);
	cml_infer_law_derive(law, CML_QUANTITY_DEVICES, "devices",
			     cml_infer_law_fill(law, "{node} * {nodes}"), "chips of all slices");
	law->of[CML_QUANTITY_DEVICES].is_found = true;
}

/* A mesh of slices of TPUs, as MaxText has it: axes within a slice, others across slices. A slice
 * is what a node is elsewhere: its network is fast. names: of TPUs with their chips, NULL: none. */
static void find_mesh(struct cml_infer_law *law, const struct cml_infer_column *names)
{
	const struct cml_infer_column *micro = law->of[CML_QUANTITY_MICRO_BATCH].column;
	find_axes(law);
	bool is_mesh = names && (law->of[CML_QUANTITY_ICI].text || law->of[CML_QUANTITY_DCN].text);
	if (is_mesh) {
		find_slices(law);
		find_chips(law, names);
	}
	count_axes(law);
	if (is_mesh && micro && cml_name_has(micro->plain, "device chip")) {
		law->of[CML_QUANTITY_EACH].text = law->of[CML_QUANTITY_MICRO_BATCH].text;
		law->of[CML_QUANTITY_MICRO_BATCH].text = NULL;
	}
}

static void find_columns(struct cml_infer_law *law)
{
	find_numbers(law);
	find_expert_width(law);
	find_heads(law);
	take(law, usual, sizeof usual / sizeof *usual);
	find_per_node(law);
	find_mesh(law, cml_infer_law_named(law, true, cml_chips_in_name));
	take(law, usual, sizeof usual / sizeof *usual); /* of those that are no axes */
	cml_infer_law_words(law);
	cml_infer_law_names(law);
}

/* TorchTitan's degree of sharding is -1 for what the others leave of the copies. */
static void find_rest(struct cml_infer_law *law)
{
	const struct cml_infer_column *shards = cml_infer_law_column(law, CML_QUANTITY_FSDP, true);
	struct cml_infer_quantity *replicas = &law->of[CML_QUANTITY_REPLICAS];
	if (!shards || shards->lo >= 0 || law->of[CML_QUANTITY_FSDP].text)
		return;
	replicas->text = replicas->text ? replicas->text : "1";
	law->of[CML_QUANTITY_IT].text = cml_infer_expression_name(law->infer, shards);
	const char *rest = cml_infer_law_fill(law, "max({it}, -{it} * {dp} / {replicas})");
	if (rest)
		cml_infer_law_derive(law, CML_QUANTITY_FSDP, "shards", rest,
				     "of -1 what the others leave (TorchTitan)");
	law->of[CML_QUANTITY_FSDP].column = rest ? shards : NULL;
}

/* Devices of a node where a text says so of all jobs, `gres/gpu=8,node=2`; NaN: none does. */
static double find_each(struct cml_infer_law *law, const struct cml_infer_column *nodes)
{
	double found = NAN;
	CML_EACH_COLUMN (column, &law->infer->rows) {
		if (!column->is_text || cml_name_quantity(column->plain) != CML_QUANTITY_DEVICES)
			continue;
		for (size_t row = 0; row < law->infer->rows.n_rows; row++) {
			double each =
			    cml_infer_in_name(column, row, cml_count_in_text) / nodes->sample[row];
			if (isfinite(found) && isfinite(each) && each != found)
				return NAN;
			found = isfinite(each) ? each : found;
		}
	}
	return found;
}

/* Where no column counts devices or copies, nodes of so many, or of the usual size, if all jobs
 * have room on them; else one copy. */
static void find_copies(struct cml_infer_law *law)
{
	const struct cml_infer_column *nodes = law->of[CML_QUANTITY_NODES].column;
	if (law->of[CML_QUANTITY_DEVICES].text || law->of[CML_QUANTITY_DATA].text ||
	    cml_infer_law_fill(law, "{#nodes} * {#node}") ||
	    cml_infer_law_fill(law, "{#fsdp} * {#replicas}"))
		return;
	double each = nodes ? find_each(law, nodes) : (double)NAN;
	if (each >= 1)
		law->of[CML_QUANTITY_PER_NODE].text = cml_infer_keep(law->infer, "%g", each);
	const char *lack = cml_infer_law_fill(law, "{#nodes} * {node} < {tp} * {pp} * {cp}");
	bool have_room = lack && cml_infer_count_jobs(law->scope, lack, true) == 0;
	law->has_usual_nodes = have_room && !(each >= 1);
	if (have_room)
		law->of[CML_QUANTITY_PER_NODE].column = nodes;
	else
		law->of[CML_QUANTITY_DATA].text = "1";
}

void cml_infer_law_find(struct cml_infer_law *law)
{
	find_columns(law);
	find_copies(law);
	cml_infer_law_batch(law);
	law->has_params = law->of[CML_QUANTITY_PARAMETERS].column ||
			  law->of[CML_QUANTITY_MODELS].text ||
			  law->of[CML_QUANTITY_LAYERS].is_found;
	derive(law);
	find_rest(law);
	derive(law); /* a width that follows from layers tells parameters */
	find_of_some(law);
	/* Without an accumulation a batch of a device is a step's, a micro-batch a part of one. */
	const struct cml_infer_column *micro = law->of[CML_QUANTITY_MICRO_BATCH].column;
	if (!law->of[CML_QUANTITY_STEP].text && micro &&
	    (cml_name_has(micro->plain, "device gpu local") ||
	     cml_infer_law_is_called(micro, CML_INFER_LAW_BATCH) ||
	     cml_infer_law_slope(law, micro) > 0.5))
		law->of[CML_QUANTITY_STEP].text = law->of[CML_QUANTITY_ONCE].text;
	take(law, same_in_all, sizeof same_in_all / sizeof *same_in_all);
	if (law->of[CML_QUANTITY_SEQUENCE].is_found && !law->of[CML_QUANTITY_SEQUENCE].column)
		law->of[CML_QUANTITY_VOCABULARY].text = NULL;
}

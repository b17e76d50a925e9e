/* What the columns of a log count, and what follows from that. Part of infer_law.h. */
#include "infer/infer_law.h"

#include "base/device.h"
#include "base/model_name.h"

#include <math.h>
#include <string.h>

/* Of a side of an image: those of a patch, or, of latents, 8 of a number and 2 of these. */
#define MIN_PIXELS 16

/* What follows from what is known, in this order; the first formula of a key that can be filled is
 * the one, and a row where it has a name. What names nothing is usual, not found. */
static const struct {
	enum cml_quantity key;
	const char *name, *formula, *doc;
} derivations[] = {
    {CML_QUANTITY_SEQUENCE, "patches", "({#pixels} / 16) ** 2",
     "of an image, as tokens of a text (Dosovitskiy et al. 2021; Peebles and Xie 2023)"},
    {CML_QUANTITY_SEQUENCE, NULL, "1", NULL},
    {CML_QUANTITY_PARAMETERS, NULL, "size({sized})", NULL},
    {CML_QUANTITY_ACTIVE, NULL, "active({sized})", NULL},
    {CML_QUANTITY_ACTIVE, NULL, "first(active({mixed}), {params})", NULL},
    {CML_QUANTITY_BLOCKS, NULL, "{#layers}", NULL},
    {CML_QUANTITY_BLOCKS, NULL, "layers({shaped})", NULL},
    {CML_QUANTITY_VOCABULARY, NULL, "first(vocabulary({shaped}), 32000)", NULL},
    {CML_QUANTITY_DEVICES, "devices", "{dp} * {tp} * {pp} * {cp}", "devices of a job"},
    {CML_QUANTITY_DEVICES, "devices", "{#nodes} * {#node}", "devices of a job"},
    {CML_QUANTITY_DEVICES, "devices", "{#fsdp} * {#replicas} * {tp} * {pp} * {cp}",
     "devices of a job"},
    {CML_QUANTITY_DATA, "dp", "{devices} / ({tp} * {pp} * {cp})", "copies of the model"},
    {CML_QUANTITY_PARAMETERS, "params",
     "{#layers} * {#width} * (4 * {width} + 3 * {#expert_width} * {#experts})",
     "of attention and experts"},
    {CML_QUANTITY_ACTIVE, "active",
     "{#layers} * {#width} * (4 * {width} + 3 * {#expert_width} * {#routed})",
     "parameters that a token meets"},
    {CML_QUANTITY_PARAMETERS, "params", "12 * {layers} * {width} ** 2", "parameters, about"},
    {CML_QUANTITY_ACTIVE, "active", "{params}", NULL},
    {CML_QUANTITY_LAYERS, "layers", "{active} / (12 * {#width} ** 2)", "about"},
    {CML_QUANTITY_LAYERS, "layers", "first(layers({shaped}), ({active} / 196608) ** (1 / 3))",
     "of models that are known; of others about: 12 layers width ** 2 parameters that a token "
     "meets, and width = 128 layers"},
    {CML_QUANTITY_LAYERS, "layers", "({active} / 196608) ** (1 / 3)",
     "about: 12 layers width ** 2 parameters that a token meets, and width = 128 layers"},
    {CML_QUANTITY_WIDTH, "width", "({active} / (12 * {#layers})) ** 0.5", "about"},
    {CML_QUANTITY_WIDTH, "width", "first(width({shaped}), 128 * {layers})", NULL},
    {CML_QUANTITY_WIDTH, "width", "128 * {layers}", NULL},
    {CML_QUANTITY_MICRO_BATCH, "micro_batch", "{each} * {tp} * {cp}",
     "sequences at once, by copy: those of its devices (MaxText)"},
    {CML_QUANTITY_MICRO_BATCH, "micro_batch", "{#global} / ({dp} * {#acc})",
     "sequences at once, by copy"},
    {CML_QUANTITY_FLOPS, "flops_per_token", "6 * {active} + 6 * {layers} * {width} * {!seq}",
     "forward and backward pass (Kaplan et al. 2020; causal attention: Chowdhery et al. 2022, "
     "appendix B)"},
    {CML_QUANTITY_FLOPS, "flops_per_token", "6 * {active}", "Kaplan et al. 2020"},
    {CML_QUANTITY_SHARD, "params_here",
     "({active} + ({params} - {active}) / {!ep}) / ({tp} * {pp})",
     "of a device, before copies share them; what is not active is experts, about"},
    {CML_QUANTITY_SHARD, "params_here", "{params} / ({tp} * {pp})",
     "of a device, before copies share them"},
    {CML_QUANTITY_ONCE, "tokens_at_once", "{dp} * {micro} * {seq}", "of all copies"},
    {CML_QUANTITY_STEP, "tokens_per_step", "{#global} * {seq}", NULL},
    {CML_QUANTITY_STEP, "tokens_per_step", "{devices} * {each} * {seq} * {#acc}", NULL},
    {CML_QUANTITY_STEP, "tokens_per_step", "{devices} * {each} * {seq}", NULL},
    {CML_QUANTITY_STEP, "tokens_per_step", "{once} * {#acc}", NULL},
    {CML_QUANTITY_WAIT, "pipeline_wait", "first(1 + ({!pp} - 1) * {once} / {!step} / {chunks}, 1)",
     "stages of a pipeline wait for the first and the last micro-batch (Narayanan et al. 2021)"},
};

static void derive(struct cml_infer_law *law)
{
	for (size_t i = 0; i < sizeof derivations / sizeof *derivations; i++) {
		enum cml_quantity key = derivations[i].key;
		bool trains = key == CML_QUANTITY_DEVICES || key == CML_QUANTITY_DATA ||
			      key == CML_QUANTITY_MICRO_BATCH ||
			      (key >= CML_QUANTITY_SHARD && key <= CML_QUANTITY_WAIT);
		if (trains && law->serves)
			continue;
		const char *formula =
		    law->known[key] ? NULL : cml_infer_law_fill(law, derivations[i].formula);
		if (!formula)
			continue;
		law->known[key] = formula;
		law->is_found[key] = strchr(derivations[i].formula, '{');
		if (derivations[i].name && !cml_infer_law_is_name(formula))
			cml_infer_law_derive(law, key, derivations[i].name, formula,
					     derivations[i].doc);
	}
}

/* Of interleaving that may be none: `(v == '2') * 2`, and what none stands for. */
static const struct {
	enum cml_quantity key;
	const char *name;
	double none;
} interleavings[] = {{CML_QUANTITY_CHUNKS, "chunks", 1},
		     {CML_QUANTITY_CHUNK_LAYERS, "chunk_layers", 0}};

static void find_interleaving(struct cml_infer_law *law, size_t i)
{
	enum cml_quantity key = interleavings[i].key;
	const struct cml_infer_column *column = cml_infer_law_column(law, key, false);
	struct cml_buffer text = {0};
	if (law->columns[key] || !column || !column->empty)
		return;
	const char *name = cml_infer_expression_name(law->infer, column);
	for (size_t t = 0; t < column->texts.n; t++) {
		const char *level = column->texts.texts[t].data;
		double number = interleavings[i].none;
		cml_parse_double(column->texts.texts[t], &number);
		if (number != 0)
			cml_buffer_printf(&text, "%s%g * (%s == '%s')", text.size > 0 ? " + " : "",
					  number, name, level);
	}
	law->columns[key] = column;
	law->is_found[key] = true;
	cml_infer_law_derive(law, key, interleavings[i].name, cml_infer_take(law->infer, &text),
			     "of an interleaved schedule");
}

/* Columns of numbers that are quantities as they are; of the others, by their words or from a
 * column and its unit, find_columns and those of names replace what is known. */
static void find_numbers(struct cml_infer_law *law)
{
	for (enum cml_quantity q = 0; q < CML_N_QUANTITIES; q++) {
		law->columns[q] = cml_infer_law_column(law, q, true);
		law->is_found[q] = law->columns[q] != NULL;
		if (law->columns[q])
			law->known[q] = cml_infer_expression_name(law->infer, law->columns[q]);
	}
	for (size_t i = 0; i < sizeof interleavings / sizeof *interleavings; i++)
		find_interleaving(law, i);
	const struct cml_infer_column **pixels = &law->columns[CML_QUANTITY_RESOLUTION];
	*pixels = *pixels && (*pixels)->lo >= MIN_PIXELS ? *pixels : NULL;
}

/* Numbers of models and devices by their names. */

/* A number that a name stands for; NaN: none. */
typedef double (*in_name)(struct cml_slice name);

static double peak_in_name(struct cml_slice name)
{
	return cml_device_in_name(name).peak_tflops;
}

static size_t count_known(const struct cml_infer_column *column, in_name number_in)
{
	size_t n = 0;
	for (size_t i = 0; i < column->texts.n; i++)
		n += isnan(number_in(column->texts.texts[i])) ? 0 : 1;
	return n;
}

/* The geometric mean of the numbers of the names that have one. */
static double mean_known(const struct cml_infer_column *column, in_name number_in)
{
	double sum = 0;
	for (size_t i = 0; i < column->texts.n; i++) {
		double value = number_in(column->texts.texts[i]);
		sum += isnan(value) ? 0 : log(value);
	}
	return exp(sum / (double)count_known(column, number_in));
}

/* Of the names without a number: `'my-model' has`, `'my-model' and 2 more have`. */
static const char *name_unknown(struct cml_infer_law *law, const struct cml_infer_column *column,
				in_name number_in)
{
	size_t i = 0, n = column->texts.n - count_known(column, number_in) - 1;
	while (!isnan(number_in(column->texts.texts[i])))
		i++;
	const char *name = column->texts.texts[i].data;
	return n > 0 ? cml_infer_keep(law->infer, "'%.60s' and %zu more have", name, n)
		     : cml_infer_keep(law->infer, "'%.60s' has", name);
}

/* Column of names; NULL: none. number_in: of which half or more have one; NULL: of any. */
static const struct cml_infer_column *find_names(const struct cml_infer_law *law, bool are_devices,
						 in_name number_in)
{
	CML_EACH_COLUMN (column, &law->infer->rows) {
		size_t n = column->texts.n;
		bool is_device = cml_named(column, CML_NAME_DEVICE);
		if (!cml_is_config_role(column->role) || !column->is_text || column->is_bool ||
		    n > CML_INFER_MAX_LEVELS || is_device != are_devices ||
		    (!is_device && !cml_name_has(column->plain, "model llm net arch architecture")))
			continue;
		size_t n_known = number_in ? count_known(column, number_in) : n;
		if (n_known > 0 && 2 * n_known >= n)
			return column;
	}
	return NULL;
}

/* Experts are shared among ranks, and of some models nobody knows how many there are. */
static void note_experts(struct cml_infer_law *law)
{
	const struct cml_infer_column *ranks = law->columns[CML_QUANTITY_EXPERT];
	const struct cml_infer_column *models = find_names(law, false, NULL);
	if (!ranks || ranks->hi <= 1 || law->columns[CML_QUANTITY_EXPERTS] || !models ||
	    count_known(models, cml_experts_in_name) == models->texts.n)
		return;
	cml_infer_note_line(law->infer,
			    "column '%s': %s no number of experts that is known, so no rule says "
			    "what '%s' divides: add a column num_experts, or write it in the name, "
			    "as 8x7b",
			    models->name, name_unknown(law, models, cml_experts_in_name),
			    ranks->name);
}

/* Where some models have no size in their names, a number stands for it that somebody can write
 * over. */
static void write_params(struct cml_infer_law *law, const struct cml_infer_column *models)
{
	double mean = mean_known(models, cml_size_in_name);
	const char *doc = cml_infer_keep(
	    law->infer,
	    "%s no size in the name: %.2g, the mean of the others, stands for it: write the "
	    "parameters there",
	    name_unknown(law, models, cml_size_in_name), mean);
	const char *formula = cml_infer_keep(law->infer, "first(size({models}), %.2g)", mean);
	cml_infer_law_derive(law, CML_QUANTITY_PARAMETERS, "params",
			     cml_infer_law_fill(law, formula), doc);
	cml_infer_note_line(law->infer, "'%s': %s", law->known[CML_QUANTITY_PARAMETERS], doc);
}

/* Of a column in units, in thousands of millions or in bytes, two for each. */
static const char *count_params(struct cml_infer_law *law, const struct cml_infer_column *column)
{
	const char *format = cml_name_has(column->plain, "bytes") ? "%s / 2"
			     : column->hi < 1e4                   ? "1e9 * %s"
								  : "%s";
	return cml_infer_keep(law->infer, format, cml_infer_expression_name(law->infer, column));
}

/* What the names of models tell. */
static void find_models(struct cml_infer_law *law)
{
	const struct cml_infer_column *models = find_names(law, false, cml_size_in_name);
	const char **known = law->known;
	if (!models)
		return;
	const char *name = cml_infer_expression_name(law->infer, models);
	bool has_column = law->columns[CML_QUANTITY_PARAMETERS];
	bool are_sized = count_known(models, cml_size_in_name) == models->texts.n;
	known[CML_QUANTITY_MODELS] = name;
	if (!has_column && !are_sized)
		write_params(law, models);
	bool are_mixed = cml_infer_law_count(law, "active({models}) < size({models})") > 0;
	law->is_across[CML_QUANTITY_ACTIVE] |= are_mixed;
	known[CML_QUANTITY_SIZED] = are_sized && !has_column ? name : NULL;
	known[CML_QUANTITY_MIXED] = (has_column ? are_mixed : !are_sized) ? name : NULL;
	known[CML_QUANTITY_SHAPED] = count_known(models, cml_layers_in_name) > 0 ? name : NULL;
	if (!known[CML_QUANTITY_EXPERTS] && count_known(models, cml_experts_in_name) > 0)
		known[CML_QUANTITY_EXPERTS] = cml_infer_law_fill(law, "experts({models})");
	if (!law->columns[CML_QUANTITY_BLOCKS])
		law->columns[CML_QUANTITY_BLOCKS] = models;
}

/* Parameters, those that a token meets, layers and experts by columns of numbers. */
static void find_params(struct cml_infer_law *law)
{
	const struct cml_infer_column **columns = law->columns;
	bool has_experts = columns[CML_QUANTITY_EXPERTS];
	for (enum cml_quantity q = CML_QUANTITY_PARAMETERS; q <= CML_QUANTITY_ACTIVE; q++)
		if (columns[q])
			law->known[q] = count_params(law, columns[q]);
	if (has_experts)
		law->known[CML_QUANTITY_EXPERTS] =
		    cml_infer_law_fill(law, "max(first({experts}, 1), 1)");
	columns[CML_QUANTITY_BLOCKS] = columns[CML_QUANTITY_LAYERS];
	law->is_across[CML_QUANTITY_ACTIVE] =
	    columns[CML_QUANTITY_ACTIVE] ||
	    (has_experts && columns[CML_QUANTITY_ROUTED] && columns[CML_QUANTITY_EXPERT_WIDTH]);
}

/* Devices by name, of which most are known. */
static void find_device(struct cml_infer_law *law)
{
	const struct cml_infer_column *devices = find_names(law, true, peak_in_name);
	if (!devices)
		return;
	law->known[CML_QUANTITY_DEVICE] = cml_infer_expression_name(law->infer, devices);
	bool are_known = count_known(devices, peak_in_name) == devices->texts.n;
	if (!are_known)
		cml_infer_note_line(law->infer,
				    "column '%s': %s no peak that is known: 100 TFLOP/s stand for "
				    "it in the terms: write its own there",
				    devices->name, name_unknown(law, devices, peak_in_name));
	/* Between an A100 and its predecessors. */
	law->known[CML_QUANTITY_PEAK] =
	    cml_infer_law_fill(law, are_known ? "peak({device})" : "first(peak({device}), 100)");
	law->is_found[CML_QUANTITY_PEAK] = law->is_found[CML_QUANTITY_RATE] = are_known;
	law->known[CML_QUANTITY_RATE] = cml_infer_law_fill(law, "{peak} * 1e12");
	law->known[CML_QUANTITY_BANDWIDTH] = cml_infer_law_fill(
	    law, are_known ? "bandwidth({device})" : "first(bandwidth({device}), 1)");
	bool has_memory = count_known(devices, cml_memory_in_name) == devices->texts.n;
	if (has_memory || law->serves)
		law->known[CML_QUANTITY_MEMORY] = cml_infer_law_fill(
		    law, has_memory ? "memory({device})" : "first(memory({device}), 80)");
	law->columns[CML_QUANTITY_DEVICE] = has_memory ? devices : NULL;
}

/* `trainer.devices` beside `trainer.num_nodes` counts those of a node, as a total has at least one
 * on each, grows with them, and has room for a copy of the model. */
static void find_per_node(struct cml_infer_law *law)
{
	const struct cml_infer_column **columns = law->columns;
	const struct cml_infer_column *devices = columns[CML_QUANTITY_DEVICES];
	const struct cml_infer_column *nodes = columns[CML_QUANTITY_NODES];
	if (!devices || !nodes || columns[CML_QUANTITY_PER_NODE])
		return;
	bool is_total = nodes->lo == nodes->hi || devices->lo < devices->hi;
	const char *is_less =
	    cml_infer_law_fill(law, "{devices} < max({nodes}, {tp} * {pp} * {cp})");
	if (is_total && cml_infer_count_jobs(law->scope, is_less, true) == 0)
		return;
	columns[CML_QUANTITY_PER_NODE] = devices;
	columns[CML_QUANTITY_DEVICES] = NULL;
	law->known[CML_QUANTITY_PER_NODE] = law->known[CML_QUANTITY_DEVICES];
	law->known[CML_QUANTITY_DEVICES] = NULL;
	law->is_found[CML_QUANTITY_DEVICES] = false;
	law->is_found[CML_QUANTITY_PER_NODE] = true;
}

/* What to take where a log does not have it. */
struct substitute {
	enum cml_quantity key;
	const char *text;
};

/* One of it, and what is usual. */
static const struct substitute ranks[] = {{CML_QUANTITY_TENSOR, "1"},
					  {CML_QUANTITY_PIPELINE, "1"},
					  {CML_QUANTITY_CONTEXT, "1"},
					  {CML_QUANTITY_EXPERT, "1"}};
static const struct substitute first[] = {
    {CML_QUANTITY_PER_NODE, "8"}, {CML_QUANTITY_CHUNKS, "1"},  {CML_QUANTITY_PEAK, "1"},
    {CML_QUANTITY_RATE, "1"},     {CML_QUANTITY_TRAINED, "1"}, {CML_QUANTITY_STORED, "1"},
    {CML_QUANTITY_ABOARD, "1"},   {CML_QUANTITY_MOMENTS, "1"}, {CML_QUANTITY_BANDWIDTH, "1"}};
/* The same in all jobs, or what other columns tell. */
static const struct substitute last[] = {
    {CML_QUANTITY_WAIT, "1"},          {CML_QUANTITY_STEP, "1"},  {CML_QUANTITY_FLOPS, "1"},
    {CML_QUANTITY_LAYERS, "1"},        {CML_QUANTITY_WIDTH, "1"}, {CML_QUANTITY_SHARD, "1"},
    {CML_QUANTITY_VOCABULARY, "32000"}};

static void take(struct cml_infer_law *law, const struct substitute *substitutes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!law->known[substitutes[i].key])
			law->known[substitutes[i].key] = substitutes[i].text;
}

/* Whether some jobs stay in a node, and some do not. */
static bool is_across(struct cml_infer_law *law, const char *more_than_node)
{
	size_t n = cml_infer_law_count(law, more_than_node);
	return n > 0 && n < law->infer->rows.n_rows;
}

static void find_columns(struct cml_infer_law *law)
{
	find_numbers(law);
	take(law, ranks, sizeof ranks / sizeof *ranks);
	find_per_node(law);
	cml_infer_law_mesh(law, find_names(law, true, cml_chips_in_name));
	take(law, ranks, sizeof ranks / sizeof *ranks); /* of those that are no axes */
	cml_infer_law_words(law);
	find_params(law);
	find_models(law);
	find_device(law);
	note_experts(law);
}

void cml_infer_law_find(struct cml_infer_law *law)
{
	find_columns(law);
	take(law, first, sizeof first / sizeof *first);
	if (!law->known[CML_QUANTITY_DEVICES] && !law->known[CML_QUANTITY_DATA] &&
	    !cml_infer_law_fill(law, "{#nodes} * {#node}") &&
	    !cml_infer_law_fill(law, "{#fsdp} * {#replicas}"))
		law->known[CML_QUANTITY_DATA] = "1";
	law->has_params = law->columns[CML_QUANTITY_PARAMETERS] ||
			  law->known[CML_QUANTITY_MODELS] || law->is_found[CML_QUANTITY_LAYERS];
	derive(law);
	derive(law); /* a width that follows from layers tells parameters */
	law->is_across[CML_QUANTITY_DEVICES] = is_across(law, "{devices} > {node}");
	law->is_across[CML_QUANTITY_TENSOR] = is_across(law, "{tp} > {node}");
	law->is_across[CML_QUANTITY_EXPERT] = is_across(law, "{ep} > {node}");
	/* Without an accumulation a batch of a device is a step's, a micro-batch a part of one. */
	const struct cml_infer_column *micro = law->columns[CML_QUANTITY_MICRO_BATCH];
	if (!law->known[CML_QUANTITY_STEP] && micro &&
	    (cml_name_has(micro->plain, "device gpu local") ||
	     cml_infer_law_slope(law, micro) > 0.5))
		law->known[CML_QUANTITY_STEP] = law->known[CML_QUANTITY_ONCE];
	take(law, last, sizeof last / sizeof *last);
	if (law->is_found[CML_QUANTITY_SEQUENCE] && !law->columns[CML_QUANTITY_SEQUENCE])
		law->known[CML_QUANTITY_VOCABULARY] = NULL;
}

/* Numbers of models and devices, by their names or by columns. Part of law_state.h. */
#include "infer/law/law_state.h"

#include "base/device.h"
#include "base/model_name.h"

#include <math.h>
#include <string.h>

/* More are no billions, nor millions. */
#define MIN_PARAMETERS 1e4

static double peak_in_name(struct cml_slice name)
{
	return cml_device_in_name(name).peak_tflops;
}

static size_t count_known(const struct cml_infer_column *column, cml_in_name *number_in)
{
	size_t n = 0;
	for (size_t i = 0; i < column->texts.n; i++)
		n += isnan(number_in(column->texts.texts[i])) ? 0 : 1;
	return n;
}

/* The geometric mean of the numbers of the names that have one. */
static double mean_known(const struct cml_infer_column *column, cml_in_name *number_in)
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
				cml_in_name *number_in)
{
	size_t i = 0, n = column->texts.n - count_known(column, number_in) - 1;
	while (!isnan(number_in(column->texts.texts[i])))
		i++;
	const char *name = column->texts.texts[i].data;
	return n > 0 ? cml_infer_keep(law->infer, "'%.60s' and %zu more have", name, n)
		     : cml_infer_keep(law->infer, "'%.60s' has", name);
}

/* By a name of devices, or of what jobs run on (`system`). */
static bool names_devices(const struct cml_infer_column *column)
{
	bool is_hardware =
	    cml_name_is_hardware(column->plain) && !cml_name_has(column->plain, "image container");
	return column->is_text && !column->is_bool &&
	       (is_hardware || cml_named(column, CML_NAME_DEVICE));
}

static bool is_listed(struct cml_slice name)
{
	return cml_layers_in_name(name) > 0;
}

/* By its name, the sizes in its texts, or as all are models that are listed. */
static bool names_models(const struct cml_infer_column *column)
{
	return column->is_text && !column->is_bool &&
	       (cml_name_has(column->plain, "model llm net arch architecture") ||
		cml_infer_names_models(column) ||
		cml_infer_count_texts(column, is_listed, NULL) == column->texts.n);
}

const struct cml_infer_column *cml_infer_law_named(const struct cml_infer_law *law,
						   bool are_devices, cml_in_name *number_in)
{
	const struct cml_infer_column *best = NULL;
	double most = 0;
	CML_EACH_COLUMN (column, &law->infer->rows) {
		size_t n = column->texts.n;
		if (!cml_infer_is_nameable(column) || n > CML_INFER_MAX_LEVELS ||
		    !(are_devices ? names_devices(column) : names_models(column)))
			continue;
		size_t n_known = number_in ? count_known(column, number_in) : n;
		double share = (double)n_known / (double)n;
		best = share >= 0.5 && share > most ? column : best;
		most = fmax(share, most);
	}
	return best;
}

/* Experts are shared among ranks, and of some models nobody knows how many there are. */
static void note_experts(struct cml_infer_law *law)
{
	const struct cml_infer_column *ranks = law->of[CML_QUANTITY_EXPERT].column;
	const struct cml_infer_column *models = cml_infer_law_named(law, false, cml_size_in_name);
	models = models ? models : cml_infer_law_named(law, false, NULL);
	if (!ranks || ranks->hi <= 1 || law->of[CML_QUANTITY_EXPERTS].column || !models ||
	    count_known(models, cml_experts_in_name) == models->texts.n)
		return;
	cml_infer_note_line(
	    law->infer,
	    "column '%s': %s no number of experts that is known, so no rule says what '%s' "
	    "divides: add a column num_experts, or write it in the name, as 8x7b",
	    models->name, name_unknown(law, models, cml_experts_in_name), ranks->name);
}

/* Where some models have no size in their names, a number stands for it that somebody can write
 * over. */
static void write_params(struct cml_infer_law *law, const struct cml_infer_column *models)
{
	const char *mean = cml_infer_keep(law->infer, "%.2g", mean_known(models, cml_size_in_name));
	const char *doc = cml_infer_keep(law->infer,
					 "%s no size in the name: %s, the mean of the others, "
					 "stands for it: write the parameters there",
					 name_unknown(law, models, cml_size_in_name), mean);
	const char *formula = cml_infer_keep(law->infer, "first(size({models}), %s)", mean);
	cml_infer_law_derive(law, CML_QUANTITY_PARAMETERS, "params",
			     cml_infer_law_fill(law, formula), doc);
	cml_infer_note_line(law->infer, "'%s': %s", law->of[CML_QUANTITY_PARAMETERS].text, doc);
}

/* What a number of parameters is in: as its name says, else as most sizes in names of models, else
 * by how large it is. */
static double unit_of_params(const struct cml_infer_law *law, const struct cml_infer_column *column)
{
	static const double units[] = {1, 1e6, 1e9};
	size_t votes[] = {0, 0, 0}, best = column->hi < MIN_PARAMETERS ? 2 : 0;
	if (cml_name_has(column->plain, "b bn billion billions"))
		return 1e9;
	if (cml_name_has(column->plain, "m million millions"))
		return 1e6;
	if (cml_name_has(column->plain, "bytes")) /* two for each */
		return 0.5;
	CML_EACH_COLUMN (models, &law->infer->rows)
		for (size_t row = 0; names_models(models) && row < law->infer->rows.n_rows; row++) {
			double size = cml_infer_in_name(models, row, cml_size_in_name);
			for (size_t i = 0; i < 3; i++) /* by less than three times */
				votes[i] +=
				    fabs(log10(size / units[i] / column->sample[row])) < 0.5;
		}
	for (size_t i = 0; i < 3; i++)
		best = votes[i] > votes[best] ? i : best;
	return units[best];
}

static const char *count_params(struct cml_infer_law *law, const struct cml_infer_column *column)
{
	double unit = unit_of_params(law, column);
	const char *name = cml_infer_expression_name(law->infer, column);
	return unit == 1  ? name
	       : unit < 1 ? cml_infer_keep(law->infer, "%s / 2", name)
			  : cml_infer_keep(law->infer, "1e%.0f * %s", log10(unit), name);
}

/* What the names of models tell. */
static void find_models(struct cml_infer_law *law)
{
	const struct cml_infer_column *models = cml_infer_law_named(law, false, cml_size_in_name);
	struct cml_infer_quantity *of = law->of;
	if (!models)
		return;
	const char *name = cml_infer_expression_name(law->infer, models);
	bool has_column = of[CML_QUANTITY_PARAMETERS].column;
	bool are_sized = count_known(models, cml_size_in_name) == models->texts.n;
	of[CML_QUANTITY_MODELS].text = name;
	if (!has_column && !are_sized)
		write_params(law, models);
	bool are_mixed = cml_infer_law_count(law, "active({models}) < size({models})") > 0;
	of[CML_QUANTITY_SIZED].text = are_sized && !has_column ? name : NULL;
	of[CML_QUANTITY_MIXED].text = (has_column ? are_mixed : !are_sized) ? name : NULL;
	of[CML_QUANTITY_SHAPED].text = count_known(models, cml_layers_in_name) > 0 ? name : NULL;
	if (!of[CML_QUANTITY_EXPERTS].text && count_known(models, cml_experts_in_name) > 0)
		of[CML_QUANTITY_EXPERTS].text = cml_infer_law_fill(law, "experts({models})");
	if (!of[CML_QUANTITY_BLOCKS].column)
		of[CML_QUANTITY_BLOCKS].column = models;
}

/* Parameters, those that a token meets, layers and experts by columns of numbers. */
static void find_params(struct cml_infer_law *law)
{
	struct cml_infer_quantity *of = law->of;
	for (enum cml_quantity q = CML_QUANTITY_PARAMETERS; q <= CML_QUANTITY_ACTIVE; q++) {
		const char *formula = of[q].column ? count_params(law, of[q].column) : NULL;
		if (formula && cml_infer_law_is_name(formula))
			of[q].text = formula;
		else if (formula)
			cml_infer_law_derive(law, q, q == CML_QUANTITY_ACTIVE ? "active" : "params",
					     formula, NULL);
	}
	of[CML_QUANTITY_BLOCKS].column = of[CML_QUANTITY_LAYERS].column;
}

/* Devices by name, of which most are known. */
static void find_device(struct cml_infer_law *law)
{
	const struct cml_infer_column *devices = cml_infer_law_named(law, true, peak_in_name);
	if (!devices)
		return;
	law->of[CML_QUANTITY_DEVICE].text = cml_infer_expression_name(law->infer, devices);
	bool are_known = count_known(devices, peak_in_name) == devices->texts.n;
	if (!are_known)
		cml_infer_note_line(law->infer,
				    "column '%s': %s no peak that is known: 100 TFLOP/s stand for "
				    "it in the terms: write its own there",
				    devices->name, name_unknown(law, devices, peak_in_name));
	/* Between an A100 and its predecessors. */
	law->of[CML_QUANTITY_PEAK].text =
	    cml_infer_law_fill(law, are_known ? "peak({device})" : "first(peak({device}), 100)");
	law->of[CML_QUANTITY_PEAK].is_found = law->of[CML_QUANTITY_RATE].is_found = are_known;
	law->of[CML_QUANTITY_RATE].text = cml_infer_law_fill(law, "{peak} * 1e12");
	law->of[CML_QUANTITY_BANDWIDTH].text = cml_infer_law_fill(
	    law, are_known ? "bandwidth({device})" : "first(bandwidth({device}), 1)");
	bool has_memory = count_known(devices, cml_memory_in_name) == devices->texts.n;
	law->of[CML_QUANTITY_MEMORY].is_found = has_memory;
	if (has_memory || law->serves)
		law->of[CML_QUANTITY_MEMORY].text = cml_infer_law_fill(
		    law, has_memory ? "memory({device})" : "first(memory({device}), 80)");
	law->of[CML_QUANTITY_DEVICE].column = has_memory ? devices : NULL;
}

/* GB of a device by a column that says it: `vram_gb`. */
static void find_memory(struct cml_infer_law *law)
{
	CML_EACH_COLUMN (column, &law->infer->rows) {
		double per_gb = cml_name_units_per_gb(column->plain);
		if (law->of[CML_QUANTITY_MEMORY].is_found || column->role != CML_ROLE_CONTEXT ||
		    !cml_infer_is_nameable(column) || !column->is_number ||
		    !cml_named(column, CML_NAME_MEMORY) || !(per_gb > 0) || column->n_missing > 0 ||
		    !cml_name_has(column->plain, "vram hbm gpu device accelerator"))
			continue;
		const char *name = cml_infer_expression_name(law->infer, column);
		name = per_gb == 1 ? name : cml_infer_keep(law->infer, "%s / %.17g", name, per_gb);
		cml_infer_law_know(law, CML_QUANTITY_MEMORY, name, NULL);
	}
}

/* The bits of a format of floating point; SCALED_8 of 8 with scales of blocks, which came to
 * devices with 4 bits (OCP Microscaling Formats, 2023). */
#define SCALED_8 4.5
static double bits_of(struct cml_slice format)
{
	bool has_8 = strcasestr(format.data, "fp8") || strcasestr(format.data, "float8");
	if (strcasestr(format.data, "fp4") || strcasestr(format.data, "float4") ||
	    strcasestr(format.data, "mxfp") || cml_name_is(format.data, "fp8_mx"))
		return has_8 ? SCALED_8 : 4;
	return has_8 ? 8 : 16;
}

/* What is multiplied, not what is stored; NULL: none, or of a fixed format. */
static const struct cml_infer_column *find_precision(const struct cml_infer_rows *rows)
{
	CML_EACH_COLUMN (column, rows) {
		bool is_format =
		    column->is_text && cml_name_has(column->plain, "precision dtype amp");
		bool is_switch = column->is_bool && bits_of(cml_slice_of(column->plain)) == 8;
		if (cml_is_config_role(column->role) && (is_format || is_switch) &&
		    !cml_name_has(column->plain, "kv cache optimizer state grad"))
			return column;
	}
	return NULL;
}

/* `precision in ('fp8', 'mxfp8')`, formats of at most as many bits; NULL: none, or one with a quote
 * or a backslash. */
static const char *name_those(struct cml_infer_law *law, const struct cml_infer_column *column,
			      const char *in, double most)
{
	const char *text = cml_infer_expression_name(law->infer, column), *before = in;
	for (size_t i = 0; i < column->texts.n; i++) {
		const char *value = column->texts.texts[i].data;
		if (bits_of(column->texts.texts[i]) > most)
			continue;
		if (strpbrk(value, "'\\"))
			return NULL;
		text = cml_infer_keep(law->infer, "%s%s'%s'", text, before, value);
		before = ", ";
	}
	return before != in ? cml_infer_keep(law->infer, "%s)", text) : NULL;
}

/* Twice as fast with half the bits, as data sheets have it. */
static void find_speedup(struct cml_infer_law *law, const struct cml_infer_column *precision)
{
	const char *of_8 = precision->is_bool ? cml_infer_expression_name(law->infer, precision)
					      : name_those(law, precision, " in (", 8);
	const char *of_4 = precision->is_bool ? NULL : name_those(law, precision, " in (", 4);
	if (!of_8 || !law->of[CML_QUANTITY_PEAK].is_found)
		return;
	const char *speedup = of_4 ? cml_infer_keep(law->infer, "1 + (%s) + 2 * (%s)", of_8, of_4)
				   : cml_infer_keep(law->infer, "1 + (%s)", of_8);
	if (precision->n_missing > 0)
		speedup = cml_infer_keep(law->infer, "first(%s, 1)", speedup);
	cml_infer_law_know(law, CML_QUANTITY_SPEEDUP, speedup, precision);
}

/* How much faster numbers of few bits are, and which these are. */
static void find_bits(struct cml_infer_law *law)
{
	const struct cml_infer_column *precision = find_precision(&law->infer->rows);
	if (!precision || !law->of[CML_QUANTITY_DEVICE].column)
		return;
	find_speedup(law, precision);
	law->of[CML_QUANTITY_OVER_8].text =
	    precision->is_bool ? cml_infer_keep(law->infer, "%s == 0",
						cml_infer_expression_name(law->infer, precision))
			       : name_those(law, precision, " not in (", 8);
	law->of[CML_QUANTITY_OVER_4].text =
	    precision->is_bool ? NULL : name_those(law, precision, " not in (", SCALED_8);
}

void cml_infer_law_names(struct cml_infer_law *law)
{
	find_params(law);
	find_models(law);
	find_device(law);
	find_memory(law);
	note_experts(law);
	if (!law->serves)
		find_bits(law);
}

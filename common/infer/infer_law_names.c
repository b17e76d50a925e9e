/* Numbers of models and devices by their names. Part of infer_law.h. */
#include "infer/infer_law.h"

#include "base/device.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* TFLOP/s of a device that is not known: between an A100 and its predecessors. */
#define USUAL_PEAK 100

/* A number that a name stands for; NaN: none. */
typedef double (*in_name)(struct cml_slice name);

static double peak_in_name(struct cml_slice name)
{
	return cml_device_in_name(name).peak_tflops;
}

static double memory_in_name(struct cml_slice name)
{
	return cml_device_in_name(name).memory_gb;
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
static void print_unknown(const struct cml_infer_column *column, in_name number_in, char *text,
			  size_t size)
{
	size_t i = 0, n = column->texts.n - count_known(column, number_in) - 1;
	while (!isnan(number_in(column->texts.texts[i])))
		i++;
	const char *name = column->texts.texts[i].data;
	if (n > 0)
		snprintf(text, size, "'%.60s' and %zu more have", name, n);
	else
		snprintf(text, size, "'%.60s' has", name);
}

/* Column of names of which half or more have a number; NULL: none. */
static const struct cml_infer_column *find_names(const struct cml_infer_law *law, bool are_devices,
						 in_name number_in)
{
	for (size_t i = 0; i < law->infer->rows.n_columns; i++) {
		const struct cml_infer_column *column = &law->infer->rows.columns[i];
		bool is_named = are_devices ? cml_name_is_device(column->plain)
					    : !cml_name_is_device(column->plain) &&
						  cml_name_has(column->plain,
							       "model llm net arch architecture");
		if (cml_is_config_role(column->role) && cml_infer_is_text(column) && is_named &&
		    column->texts.n <= CML_INFER_MAX_LEVELS && count_known(column, number_in) > 0 &&
		    2 * count_known(column, number_in) >= column->texts.n)
			return column;
	}
	return NULL;
}

/* A row with the parameters of models of which some have no size in their names: these get a number
 * that somebody can write over. */
static void write_params(struct cml_infer_law *law, const struct cml_infer_column *column,
			 const char *name)
{
	char unknown[128], doc[256];
	const char *row = cml_infer_law_name(law, "params");
	double mean = mean_known(column, cml_size_in_name);
	print_unknown(column, cml_size_in_name, unknown, sizeof unknown);
	snprintf(doc, sizeof doc,
		 "%s no size in the name: %.2g, the mean of the others, stands for it: write the "
		 "parameters there",
		 unknown, mean);
	const char *text = cml_infer_keep(law->infer, "first(size(%s), %.2g)", name, mean);
	if (!row || !text || !cml_infer_law_row(law, "params", CML_ROLE_DERIVED, NULL, text, doc)) {
		law->infer->no_memory = true;
		return;
	}
	cml_infer_note_line(law->infer, "'%s': %s", row, doc);
	law->known[CML_QUANTITY_PARAMETERS] = row;
	law->known[CML_QUANTITY_ACTIVE] =
	    cml_infer_keep(law->infer, "first(active(%s), %s)", name, row);
}

/* Parameters, by a column of numbers or by names of models. */
static void find_params(struct cml_infer_law *law)
{
	const struct cml_infer_column *params =
	    cml_infer_law_column(law, CML_QUANTITY_PARAMETERS, true);
	const struct cml_infer_column *models = find_names(law, false, cml_size_in_name);
	const char *name = params   ? cml_infer_expression_name(law->infer, params)
			   : models ? cml_infer_expression_name(law->infer, models)
				    : NULL;
	if (!name)
		return;
	if (!params && count_known(models, cml_size_in_name) < models->texts.n) {
		write_params(law, models, name);
		return;
	}
	law->is_found[CML_QUANTITY_PARAMETERS] = true;
	const char *format = !params                                ? "size(%s)"
			     : cml_name_has(params->plain, "bytes") ? "%s / 2"
			     : params->hi < 1e4                     ? "1e9 * %s"
								    : "%s";
	law->known[CML_QUANTITY_PARAMETERS] = cml_infer_keep(law->infer, format, name);
	if (!params)
		law->known[CML_QUANTITY_ACTIVE] = cml_infer_keep(law->infer, "active(%s)", name);
}

/* Devices by name, of which most are known. */
static void find_device(struct cml_infer_law *law)
{
	const struct cml_infer_column *devices = find_names(law, true, peak_in_name);
	const char *name = devices ? cml_infer_expression_name(law->infer, devices) : NULL;
	const char *peak;
	char unknown[128];
	if (!name)
		return;
	bool are_known = count_known(devices, peak_in_name) == devices->texts.n;
	if (are_known) {
		peak = cml_infer_keep(law->infer, "peak(%s)", name);
	} else {
		print_unknown(devices, peak_in_name, unknown, sizeof unknown);
		cml_infer_note_line(law->infer,
				    "column '%s': %s no peak that is known: %d TFLOP/s stand for "
				    "it in the terms: write its own there",
				    devices->name, unknown, USUAL_PEAK);
		peak = cml_infer_keep(law->infer, "first(peak(%s), %d)", name, USUAL_PEAK);
	}
	law->known[CML_QUANTITY_PEAK] = peak;
	law->is_found[CML_QUANTITY_PEAK] = law->is_found[CML_QUANTITY_RATE] = are_known;
	law->known[CML_QUANTITY_RATE] = cml_infer_keep(law->infer, "%s * 1e12", peak);
	if (count_known(devices, memory_in_name) == devices->texts.n)
		law->known[CML_QUANTITY_MEMORY] = cml_infer_keep(law->infer, "memory(%s)", name);
}

void cml_infer_law_names(struct cml_infer_law *law)
{
	find_params(law);
	find_device(law);
}

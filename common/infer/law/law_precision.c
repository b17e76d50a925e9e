/* Numbers of few bits: how much faster they are, and the devices that have them. Part of
 * law_state.h. */
#include "infer/law/law_state.h"

#include "base/device.h"

#include <string.h>

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

/* The fewest that a device has; 0: not known. */
static double bits_of_device(struct cml_slice device)
{
	return cml_device_in_name(device).least_bits;
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

/* `gpu in ('a100', 'v100')`, texts of which the bits are from the least to the most; NULL: none, or
 * one with a quote or a backslash. */
static const char *name_those(struct cml_infer_law *law, const struct cml_infer_column *column,
			      const char *in, cml_in_name *bits_in, double least, double most)
{
	const char *text = cml_infer_expression_name(law->infer, column), *before = in;
	for (size_t i = 0; i < column->texts.n; i++) {
		const char *value = column->texts.texts[i].data;
		double bits = bits_in(column->texts.texts[i]);
		if (bits < least || bits > most)
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
					      : name_those(law, precision, " in (", bits_of, 4, 8);
	const char *of_4 =
	    precision->is_bool ? NULL : name_those(law, precision, " in (", bits_of, 4, 4);
	if (!of_8 || !law->of[CML_QUANTITY_PEAK].is_found)
		return;
	const char *speedup = of_4 ? cml_infer_keep(law->infer, "1 + (%s) + 2 * (%s)", of_8, of_4)
				   : cml_infer_keep(law->infer, "1 + (%s)", of_8);
	if (precision->n_missing > 0)
		speedup = cml_infer_keep(law->infer, "first(%s, 1)", speedup);
	cml_infer_law_know(law, CML_QUANTITY_SPEEDUP, speedup, precision);
}

void cml_infer_law_precision(struct cml_infer_law *law)
{
	const struct cml_infer_column *precision = find_precision(&law->infer->rows);
	const struct cml_infer_column *devices = law->of[CML_QUANTITY_DEVICE].column;
	if (!precision || !devices)
		return;
	find_speedup(law, precision);
	law->of[CML_QUANTITY_FP8].text =
	    name_those(law, devices, " not in (", bits_of_device, 9, 16);
	law->of[CML_QUANTITY_FP4].text =
	    name_those(law, devices, " not in (", bits_of_device, 5, 16);
	law->of[CML_QUANTITY_OVER_8].text =
	    precision->is_bool ? cml_infer_keep(law->infer, "%s == 0",
						cml_infer_expression_name(law->infer, precision))
			       : name_those(law, precision, " not in (", bits_of, 4, 8);
	law->of[CML_QUANTITY_OVER_4].text =
	    precision->is_bool ? NULL
			       : name_those(law, precision, " not in (", bits_of, 4, SCALED_8);
}

/* Numbers of few bits: how much faster they are, and the devices that have them. Part of
 * law_state.h. */
#include "infer/law/law_state.h"

#include "base/device.h"

#include <string.h>

/* The bits of a format of floating point, as a device has to have them: scales of blocks came with
 * 4 bits (OCP Microscaling Formats, 2023). */
static int bits_of(const char *format)
{
	if (strcasestr(format, "fp4") || strcasestr(format, "float4") ||
	    strcasestr(format, "mxfp") || cml_name_is(format, "fp8_mx"))
		return 4;
	return strcasestr(format, "fp8") || strcasestr(format, "float8") ? 8 : 16;
}

static double has_8(struct cml_slice format)
{
	return bits_of(format.data) <= 8;
}

static double has_4(struct cml_slice format)
{
	return bits_of(format.data) <= 4;
}

/* Numbers of 4 bits, not scales of blocks of 8. */
static double is_4(struct cml_slice format)
{
	return has_4(format) != 0 && !strcasestr(format.data, "fp8");
}

/* Of devices that are known. */
static double lacks_8(struct cml_slice device)
{
	return cml_device_in_name(device).least_bits > 8;
}

static double lacks_4(struct cml_slice device)
{
	return cml_device_in_name(device).least_bits > 4;
}

/* What is multiplied, not what is stored; NULL: none, or of a fixed format. */
static const struct cml_infer_column *find_precision(const struct cml_infer_rows *rows)
{
	CML_EACH_COLUMN (column, rows) {
		bool is_format =
		    column->is_text && cml_name_has(column->plain, "precision dtype amp");
		bool is_switch = column->is_bool && bits_of(column->plain) == 8;
		if (cml_is_config_role(column->role) && (is_format || is_switch) &&
		    !cml_name_has(column->plain, "kv cache optimizer state grad"))
			return column;
	}
	return NULL;
}

/* `gpu in ('a100', 'v100')`, texts of which number_in is not 0; NULL: none, or one with a quote or
 * a backslash. */
static const char *name_those(struct cml_infer_law *law, const struct cml_infer_column *column,
			      const char *in, double (*number_in)(struct cml_slice name))
{
	const char *text = cml_infer_expression_name(law->infer, column), *before = in;
	for (size_t i = 0; i < column->texts.n; i++) {
		const char *value = column->texts.texts[i].data;
		if (number_in(column->texts.texts[i]) == 0)
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
					      : name_those(law, precision, " in (", has_8);
	const char *of_4 = precision->is_bool ? NULL : name_those(law, precision, " in (", is_4);
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
	law->of[CML_QUANTITY_FP8].text = name_those(law, devices, " not in (", lacks_8);
	law->of[CML_QUANTITY_FP4].text = name_those(law, devices, " not in (", lacks_4);
	law->of[CML_QUANTITY_OVER_8].text =
	    precision->is_bool ? cml_infer_keep(law->infer, "%s == 0",
						cml_infer_expression_name(law->infer, precision))
			       : name_those(law, precision, " not in (", has_8);
	law->of[CML_QUANTITY_OVER_4].text =
	    precision->is_bool ? NULL : name_those(law, precision, " not in (", has_4);
}

#include "model/predictor/summary_line.h"

#include "base/number.h"

#include <math.h>

bool cml_summary_put(struct cml_buffer *summary, const char *name, double value)
{
	char number[CML_NUMBER_SIZE];
	if (!isfinite(value))
		return true;
	cml_print_double(value, number);
	return cml_buffer_printf(summary, "%s=%s\n", name, number);
}

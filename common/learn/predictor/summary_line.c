#include "learn/predictor/summary_line.h"

#include "base/number.h"

#include <math.h>

bool cml_summary_put(struct cml_buffer *summary, const char *name, double value)
{
	char number[CML_NUMBER_SIZE];
	if (!isfinite(value))
		return true;
	/* Counts stay whole. */
	cml_print_double(value == floor(value) ? value : cml_round_known(value, NAN), number);
	return cml_buffer_printf(summary, "%s=%s\n", name, number);
}

/* What a caller knows of a table whose space is inferred. */
#ifndef CML_INFER_INFER_OPTIONS_H
#define CML_INFER_INFER_OPTIONS_H

#include "table/table_reader.h"

#include <stddef.h>

struct cml_infer_options {
	const char *metric;    /* column name; NULL: guessed from names and kinds */
	const char *direction; /* "max", "min" or NULL: guessed from the name (time, ms,
				* seconds, latency, loss, cost, runtime: min; else max) */
	const struct cml_na *na;
	size_t max_rows; /* kept for comparisons; 0: 100,000 */
};

#endif

/* A gate: `kendall>=0.8`. */
#ifndef CML_EVAL_REQUIREMENT_H
#define CML_EVAL_REQUIREMENT_H

#include "base/error.h"
#include "math/score/score.h"

#include <stdbool.h>

struct cml_requirement {
	struct cml_score score;
	char comparison[3]; /* ">=", ">", "<=" or "<" */
	double bound;
};

/* CML_BAD_USAGE for anything but METRIC, one of the four comparisons, NUMBER. */
enum cml_result cml_requirement_parse(const char *text, struct cml_requirement *requirement,
				      struct cml_error *err);

/* False for NaN. */
bool cml_requirement_met(const struct cml_requirement *requirement, double value);

#endif

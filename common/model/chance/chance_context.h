/* Where a context is among the features. */
#ifndef CML_MODEL_CHANCE_CHANCE_CONTEXT_H
#define CML_MODEL_CHANCE_CHANCE_CONTEXT_H

#include <stddef.h>

/* A column of a context that has no direction: its features. Chances of jobs that leave what jobs
 * had of them are calibrated on jobs of contexts left out of learning. */
struct cml_chance_context {
	size_t first, n; /* n > 1: a feature for each level */
};

#endif

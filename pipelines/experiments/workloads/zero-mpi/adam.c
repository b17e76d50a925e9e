#include "adam.h"

#include <math.h>

#include "base/target.h"

/* What is the same for all parameters of a step. */
struct factors {
	float beta1, beta2, step_size, second_scale, epsilon, keep;
};

CML_TARGET_CLONES
static void update(size_t n, float *restrict params, float *restrict first, float *restrict second,
		   const float *restrict gradient, const struct factors *f)
{
	float beta1 = f->beta1, beta2 = f->beta2, step_size = f->step_size;
	float second_scale = f->second_scale, epsilon = f->epsilon, keep = f->keep;
	for (size_t i = 0; i < n; i++) {
		float g = gradient[i];
		first[i] = beta1 * first[i] + (1 - beta1) * g;
		second[i] = beta2 * second[i] + (1 - beta2) * g * g;
		params[i] =
		    keep * params[i] -
		    step_size * first[i] / (__builtin_sqrtf(second[i] * second_scale) + epsilon);
	}
}

void zero_adam_step(const struct zero_adam *adam, size_t step, size_t n,
		    const struct zero_adam_state *state)
{
	double unbias1 = 1 - pow((double)adam->beta1, (double)step);
	double unbias2 = 1 - pow((double)adam->beta2, (double)step);
	struct factors f = {
	    .beta1 = adam->beta1,
	    .beta2 = adam->beta2,
	    .step_size = (float)((double)adam->learning_rate / unbias1),
	    .second_scale = (float)(1 / unbias2),
	    .epsilon = adam->epsilon,
	    .keep = 1 - adam->learning_rate * adam->weight_decay,
	};
	update(n, state->params, state->first, state->second, state->gradient, &f);
}

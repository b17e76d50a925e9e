#include "learn/growth/node_split.h"

#include "base/target.h"

/* Candidates looked at together: two vectors of four doubles. */
#define LANES 4
#define STEP (2 * LANES)

typedef double lanes __attribute__((vector_size(8 * LANES), aligned(8)));
typedef int64_t mask __attribute__((vector_size(8 * LANES)));

/* The gain up to what the node fixes, as a fraction: with a = HL + l2,
 * d = HR + l2 and D = a + d, which is fixed, GL^2/a + GR^2/d =
 * G^2/D + (GL - G/D a)^2 D/(a d). Fractions are compared crosswise, without
 * dividing. */
struct candidate {
	double numerator;   /* (GL - G/D a)^2 */
	double denominator; /* a d */
	size_t bin;
};

static inline bool beats(double numerator, double denominator, size_t bin,
			 const struct candidate *best)
{
	double mine = numerator * best->denominator;
	double theirs = best->numerator * denominator;
	return mine > theirs || (mine == theirs && bin < best->bin);
}

/* For fewer boundaries than fill a step. */
static struct candidate best_of_few(const struct cml_boundaries *boundaries)
{
	struct candidate best = {0, 1, boundaries->end};
	for (size_t bin = boundaries->first; bin < boundaries->end; bin++) {
		double a = boundaries->hessian[bin] + boundaries->given_hessian;
		double gl = boundaries->gradient[bin] + boundaries->given_gradient;
		double away = gl - boundaries->fraction * a;
		double denominator = a * (boundaries->all - a);
		if (beats(away * away, denominator, bin, &best))
			best = (struct candidate){away * away, denominator, bin};
	}
	return best;
}

/* Not a function: registers wider than the baseline's cannot be passed. */
#define CHOOSE(condition, yes, no) (((condition) & (mask)(yes)) | (~(condition) & (mask)(no)))

/* For STEP boundaries or more; the last step overlaps the one before. Each lane
 * keeps a best of its own: one for all would be a branch that is hard to
 * predict. */
CML_TARGET_CLONES static struct candidate best_of_many(const struct cml_boundaries *boundaries)
{
	const double *gradient = boundaries->gradient;
	const double *hessian = boundaries->hessian;
	double given_gradient = boundaries->given_gradient;
	double given_hessian = boundaries->given_hessian;
	double all = boundaries->all;
	double fraction = boundaries->fraction;
	size_t last = boundaries->end - STEP;
	lanes numerators[2] = {{0}};
	lanes denominators[2] = {numerators[0] + 1, numerators[0] + 1};
	mask none = (mask){0} + (int64_t)boundaries->end;
	mask bins[2] = {none, none};
	for (size_t b = boundaries->first;; b = b + STEP < last ? b + STEP : last) {
		mask at = (mask){0, 1, 2, 3} + (int64_t)b;
#pragma GCC unroll 2
		for (size_t k = 0; k < 2; k++) {
			lanes a = *(const lanes *)&hessian[b + k * LANES] + given_hessian;
			lanes away = *(const lanes *)&gradient[b + k * LANES] + given_gradient -
				     fraction * a;
			lanes numerator = away * away;
			lanes denominator = a * (all - a);
			mask better = numerator * denominators[k] > numerators[k] * denominator;
			numerators[k] = (lanes)CHOOSE(better, numerator, numerators[k]);
			denominators[k] = (lanes)CHOOSE(better, denominator, denominators[k]);
			bins[k] = CHOOSE(better, at, bins[k]);
			at += LANES;
		}
		if (b == last)
			break;
	}
	struct candidate best = {0, 1, boundaries->end};
#pragma GCC unroll 8
	for (size_t i = 0; i < STEP; i++) {
		double numerator = numerators[i / LANES][i % LANES];
		double denominator = denominators[i / LANES][i % LANES];
		size_t bin = (size_t)bins[i / LANES][i % LANES];
		if (beats(numerator, denominator, bin, &best))
			best = (struct candidate){numerator, denominator, bin};
	}
	return best;
}

/* Whether some boundary's fraction is above ratio, for STEP boundaries or more:
 * half the work of finding the best one, which is then left undone for most
 * features. */
CML_TARGET_CLONES static bool any_above(const struct cml_boundaries *boundaries, double ratio)
{
	const double *gradient = boundaries->gradient;
	const double *hessian = boundaries->hessian;
	double given_gradient = boundaries->given_gradient;
	double given_hessian = boundaries->given_hessian;
	double all = boundaries->all;
	double fraction = boundaries->fraction;
	size_t last = boundaries->end - LANES;
	mask any = {0};
	for (size_t b = boundaries->first;; b = b + LANES < last ? b + LANES : last) {
		lanes a = *(const lanes *)&hessian[b] + given_hessian;
		lanes away = *(const lanes *)&gradient[b] + given_gradient - fraction * a;
		any |= away * away > ratio * a * (all - a);
		if (b == last)
			break;
	}
	return any[0] | any[1] | any[2] | any[3];
}

size_t cml_best_boundary(const struct cml_boundaries *boundaries, double ratio)
{
	if (boundaries->end - boundaries->first < STEP)
		return best_of_few(boundaries).bin;
	return any_above(boundaries, ratio) ? best_of_many(boundaries).bin : boundaries->end;
}

#include "math/design.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Digits of a coordinate: 53 in base 2, fewer in others. */
#define MAX_PLACES 53

static size_t count_places(uint32_t base)
{
	return (size_t)ceil(MAX_PLACES / log2(base));
}

static uint32_t next_prime(uint32_t after)
{
	for (uint32_t candidate = after + 1;; candidate++) {
		uint32_t divisor = 2;
		while (divisor * divisor <= candidate && candidate % divisor != 0)
			divisor++;
		if (divisor * divisor > candidate)
			return candidate;
	}
}

static void start_halton(struct cml_design *design)
{
	uint32_t prime = 1;
	for (size_t axis = 0; axis < design->n_dimensions; axis++) {
		uint32_t *scramble = design->scramble + axis * 2 * MAX_PLACES;
		design->base[axis] = prime = next_prime(prime);
		for (size_t place = 0; place < count_places(prime); place++) {
			scramble[2 * place] =
			    1 + (uint32_t)cml_random_below(&design->random, prime - 1);
			scramble[2 * place + 1] =
			    (uint32_t)cml_random_below(&design->random, prime);
		}
	}
}

enum cml_result cml_design_init(struct cml_design *design, enum cml_design_kind kind,
				size_t n_points, size_t n_dimensions, uint64_t seed,
				struct cml_error *err)
{
	*design =
	    (struct cml_design){.kind = kind, .n_dimensions = n_dimensions, .n_points = n_points};
	cml_random_init(&design->random, seed, 0);
	if (kind == CML_DESIGN_LHS) {
		size_t n;
		if (!__builtin_mul_overflow(n_dimensions, n_points, &n))
			design->order = cml_array_new(n, sizeof *design->order);
		return design->order ? CML_OK : cml_fail_memory(err);
	}
	if (kind == CML_DESIGN_HALTON) {
		design->base = cml_array_new(n_dimensions, sizeof *design->base);
		design->scramble =
		    cml_array_new(n_dimensions, 2 * MAX_PLACES * sizeof *design->scramble);
		if (!design->base || !design->scramble) {
			cml_design_release(design);
			return cml_fail_memory(err);
		}
		start_halton(design);
	}
	return CML_OK;
}

void cml_design_release(struct cml_design *design)
{
	free(design->order);
	free(design->base);
	free(design->scramble);
	*design = (struct cml_design){0};
}

static void next_lhs(struct cml_design *design, double *point)
{
	size_t at = design->n_made % design->n_points;
	for (size_t axis = 0; axis < design->n_dimensions; axis++) {
		size_t *order = design->order + axis * design->n_points;
		if (at == 0) {
			for (size_t i = 0; i < design->n_points; i++)
				order[i] = i;
			cml_random_shuffle(&design->random, order, design->n_points);
		}
		point[axis] = ((double)order[at] + cml_random_uniform(&design->random)) /
			      (double)design->n_points;
	}
}

/* Zero digits are scrambled too, down to the last place that a double shows. */
static double scrambled_inverse(uint64_t index, uint32_t base, const uint32_t *scramble)
{
	double fraction = 0, unit = 1;
	for (size_t place = 0, n = count_places(base); place < n; place++) {
		uint64_t digit = index % base;
		index /= base;
		digit = (digit * scramble[2 * place] + scramble[2 * place + 1]) % base;
		unit /= base;
		fraction += (double)digit * unit;
	}
	return fraction;
}

void cml_design_next(struct cml_design *design, double *point)
{
	if (design->kind == CML_DESIGN_LHS)
		next_lhs(design, point);
	for (size_t axis = 0; axis < design->n_dimensions; axis++) {
		if (design->kind == CML_DESIGN_UNIFORM)
			point[axis] = cml_random_uniform(&design->random);
		else if (design->kind == CML_DESIGN_HALTON)
			point[axis] = scrambled_inverse(design->n_made, design->base[axis],
							design->scramble + axis * 2 * MAX_PLACES);
		point[axis] = fmin(point[axis], 1 - 0x1p-53);
	}
	design->n_made++;
}

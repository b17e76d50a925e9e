/* Space-filling designs: points of the unit cube that cover it more evenly than
 * independent ones. */
#ifndef CML_MATH_DESIGN_H
#define CML_MATH_DESIGN_H

#include "base/error.h"
#include "base/random.h"

#include <stddef.h>
#include <stdint.h>

enum cml_design_kind {
	CML_DESIGN_UNIFORM, /* independent points */
	/* Latin hypercube: of each n_points points in a row, one lies in each of
	 * n_points equal slices, along every axis. Source: M. D. McKay, R. J. Beckman,
	 * W. J. Conover, Technometrics 1979. */
	CML_DESIGN_LHS,
	/* Halton sequence, any length, digits scrambled by a random affine map each.
	 * Source: J. H. Halton, Numerische Mathematik 1960; J. Matousek, "On the
	 * L2-discrepancy for anchored boxes", J. Complexity 1998 (random linear
	 * scrambling). */
	CML_DESIGN_HALTON,
};

struct cml_design {
	enum cml_design_kind kind;
	size_t n_dimensions;
	size_t n_points;
	size_t n_made; /* points so far */
	struct cml_random random;
	size_t *order;      /* LHS: axis x point: slice */
	uint32_t *base;     /* HALTON: prime of an axis */
	uint32_t *scramble; /* HALTON: axis x place x (factor, shift) */
};

/* n_points: LHS, how many points make a hypercube, at least 1. Each point is
 * uniform in the cube when taken alone, whatever the kind. */
enum cml_result cml_design_init(struct cml_design *design, enum cml_design_kind kind,
				size_t n_points, size_t n_dimensions, uint64_t seed,
				struct cml_error *err);
void cml_design_release(struct cml_design *design);

/* The next point, n_dimensions coordinates in [0, 1). There is always one: a
 * hypercube that is used up is followed by another. Allocates nothing. */
void cml_design_next(struct cml_design *design, double *point);

#endif

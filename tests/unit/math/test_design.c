#include "math/design.h"

#include <criterion/criterion.h>
#include <math.h>

/* How many of n slices of [0, 1) hold exactly `each` of the coordinates. */
static size_t even_slices(const double *coordinates, size_t n_points, size_t n, size_t each)
{
	size_t counts[1024] = {0}, n_even = 0;
	for (size_t i = 0; i < n_points; i++) {
		cr_assert(coordinates[i] >= 0 && coordinates[i] < 1);
		counts[(size_t)(coordinates[i] * (double)n)]++;
	}
	for (size_t i = 0; i < n; i++)
		n_even += counts[i] == each;
	return n_even;
}

static void draw_axis(struct cml_design *design, size_t axis, size_t n, double *coordinates)
{
	double point[16];
	for (size_t i = 0; i < n; i++) {
		cml_design_next(design, point);
		coordinates[i] = point[axis];
	}
}

Test(design, a_latin_hypercube_has_one_point_in_each_slice_of_each_axis)
{
	struct cml_design design;
	struct cml_error err;
	double coordinates[37];
	for (size_t axis = 0; axis < 5; axis++) {
		cr_assert_eq(cml_design_init(&design, CML_DESIGN_LHS, 37, 5, 3, &err), CML_OK);
		for (int hypercube = 0; hypercube < 2; hypercube++) {
			draw_axis(&design, axis, 37, coordinates);
			cr_assert_eq(even_slices(coordinates, 37, 37, 1), 37);
		}
		cml_design_release(&design);
	}
}

/* Of every p^k points in a row from the first on, one lies in each of p^k slices. */
Test(design, halton_axes_are_stratified_in_their_prime)
{
	static const size_t primes[] = {2, 3, 5, 7, 11};
	struct cml_design design;
	struct cml_error err;
	double coordinates[1024];
	for (size_t axis = 0; axis < 5; axis++) {
		size_t p = primes[axis];
		cr_assert_eq(cml_design_init(&design, CML_DESIGN_HALTON, 1, 5, 3, &err), CML_OK);
		draw_axis(&design, axis, 2 * p * p, coordinates);
		cr_assert_eq(even_slices(coordinates, p, p, 1), p);
		cr_assert_eq(even_slices(coordinates, p * p, p * p, 1), p * p);
		cr_assert_eq(even_slices(coordinates, 2 * p * p, p * p, 2), p * p);
		cml_design_release(&design);
	}
}

/* Over many seeds, mean and variance of any one coordinate are those of a
 * uniform number: 1/2 and 1/12. */
Test(design, every_point_alone_is_uniform)
{
	for (int kind = CML_DESIGN_UNIFORM; kind <= CML_DESIGN_HALTON; kind++) {
		double sum = 0, squares = 0, point[3];
		for (uint64_t seed = 0; seed < 4000; seed++) {
			struct cml_design design;
			struct cml_error err;
			cr_assert_eq(
			    cml_design_init(&design, (enum cml_design_kind)kind, 8, 3, seed, &err),
			    CML_OK);
			for (uint64_t i = 0; i <= seed % 5; i++)
				cml_design_next(&design, point);
			sum += point[2];
			squares += point[2] * point[2];
			cml_design_release(&design);
		}
		cr_assert_float_eq(sum / 4000, 0.5, 4 * sqrt(1 / 12.0 / 4000));
		cr_assert_float_eq(squares / 4000, 1 / 3.0, 4 * sqrt(4 / 45.0 / 4000));
	}
}

/* Squared centred L2 discrepancy. Source: F. J. Hickernell, "A generalized
 * discrepancy and quadrature error bound", Mathematics of Computation 1998, (1.6). */
static double discrepancy(double (*x)[4], size_t n, size_t n_axes)
{
	double single = 0, pairs = 0;
	for (size_t i = 0; i < n; i++) {
		double product = 1;
		for (size_t k = 0; k < n_axes; k++) {
			double z = fabs(x[i][k] - 0.5);
			product *= 1 + z / 2 - z * z / 2;
		}
		single += product;
		for (size_t j = 0; j < n; j++) {
			product = 1;
			for (size_t k = 0; k < n_axes; k++)
				product *= 1 + (fabs(x[i][k] - 0.5) + fabs(x[j][k] - 0.5) -
						fabs(x[i][k] - x[j][k])) /
						   2;
			pairs += product;
		}
	}
	return pow(13.0 / 12, (double)n_axes) - 2 * single / (double)n +
	       pairs / (double)n / (double)n;
}

static double mean_discrepancy(enum cml_design_kind kind)
{
	double sum = 0, points[50][4];
	for (uint64_t seed = 0; seed < 40; seed++) {
		struct cml_design design;
		struct cml_error err;
		cr_assert_eq(cml_design_init(&design, kind, 50, 4, seed, &err), CML_OK);
		for (size_t i = 0; i < 50; i++)
			cml_design_next(&design, points[i]);
		sum += discrepancy(points, 50, 4);
		cml_design_release(&design);
	}
	return sum / 40;
}

Test(design, spreads_better_than_independent_points)
{
	double uniform = mean_discrepancy(CML_DESIGN_UNIFORM);
	double lhs = mean_discrepancy(CML_DESIGN_LHS);
	double halton = mean_discrepancy(CML_DESIGN_HALTON);
	/* The expectation for independent points: ((5/4)^4 - (13/12)^4) / n. */
	cr_assert_float_eq(uniform, (pow(1.25, 4) - pow(13.0 / 12, 4)) / 50, 0.006);
	cr_assert_lt(lhs, 0.6 * uniform, "%g, not %g", lhs, uniform);
	cr_assert_lt(halton, 0.6 * uniform, "%g, not %g", halton, uniform);
}

/* Loops over the inputs z of hidden units, for bounds (see mlp_bounds.h): sums of
 * max(0, z), and straight lines that bound it while d with min <= d <= max is still
 * to be added to z. Arrays are aligned to CML_ALIGNMENT, of n floats, n a multiple of
 * CML_MLP_RELAX_WIDTH; padding is 0 and adds 0. Sums are taken in float over
 * CML_MLP_RELAX_CHUNK * CML_MLP_RELAX_WIDTH numbers at most, then in double. Every
 * processor gives the same bits.
 */
#ifndef CML_LEARN_MLP_MLP_RELAX_H
#define CML_LEARN_MLP_MLP_RELAX_H

#include <stddef.h>

#define CML_MLP_RELAX_WIDTH 8
/* Vectors summed in float before they join a sum in double. */
#define CML_MLP_RELAX_CHUNK 16

void cml_mlp_relax_add(size_t n, const float *a, const float *b, float *sum);
double cml_mlp_relax_dot(size_t n, const float *a, const float *b);
double cml_mlp_relax_sum_positive(size_t n, const float *z);

/* The line above max(0, z + d): its slope, and the sum of its values at d = 0. */
double cml_mlp_relax_above(size_t n, const float *z, const float *min, const float *max,
			   float *slope);
/* As above of -max(0, z + d): it is at most 0, and at most -(z + d). */
double cml_mlp_relax_above_negative(size_t n, const float *z, const float *min, const float *max,
				    float *slope);

#endif

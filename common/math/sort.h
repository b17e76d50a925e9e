/* Sorting numbers by index, stable and the same on every machine. */
#ifndef CML_MATH_SORT_H
#define CML_MATH_SORT_H

#include "base/error.h"

#include <stddef.h>

/* order[n] becomes the permutation that puts keys in ascending order; equal
 * keys keep their order; NaN comes last. -0 equals 0. O(n), radix sort for
 * large n. Needs 4 n words of memory. */
enum cml_result cml_sort_order(size_t n, const double *keys, size_t *order, struct cml_error *err);

#endif

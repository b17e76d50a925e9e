/* Counting inversions: how far a sequence is from being in order. */
#ifndef CML_MATH_INVERSIONS_H
#define CML_MATH_INVERSIONS_H

#include <stddef.h>
#include <stdint.h>

/* Sorts words[n] ascending and returns how many pairs i < j had words[i] >
 * words[j]: exact for n up to 2^32. scratch holds n words. O(n log n) by merge
 * sort; allocates nothing.
 * Source: W. R. Knight, "A computer method for calculating Kendall's tau with
 * ungrouped data", JASA 61, 1966. */
uint64_t cml_count_inversions(size_t n, uint64_t *words, uint64_t *scratch);

#endif

/* Units of memory: the cell `unit` of a space, and numbers that are in another one. */
#ifndef CML_SPACE_MEMORY_UNIT_H
#define CML_SPACE_MEMORY_UNIT_H

#include <stddef.h>

/* Bytes in a unit: GB and the like powers of a thousand, GiB and the like powers of 1024, in any
 * letter case; `B` and `bytes`; 0 for any other text.
 * Source: IEC 80000-13. */
double cml_memory_unit_bytes(const char *unit);

/* 1000, 1e6, 1e9 or 1e12, or one over it: about how many times too large a number is that lies so
 * many times above (below) all n known ones, which are of one unit; their median decides between
 * these. 0: none of them, or fewer than 5 are known. Numbers above 0. known is reordered. */
double cml_unit_factor(double value, double *known, size_t n, double beyond);

#endif

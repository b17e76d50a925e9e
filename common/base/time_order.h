/* Order of the cells of a time column. */
#ifndef CML_BASE_TIME_ORDER_H
#define CML_BASE_TIME_ORDER_H

#include "base/error.h"
#include "base/text.h"

/* <0, 0, >0; runs of digits count by value: v0.7 < v1.1 < v10. */
int cml_natural_compare(struct cml_slice a, struct cml_slice b);

/* order[n] becomes the permutation that puts the cells in ascending order: all
 * compared as numbers if all are, else as times if all are, else as text in
 * natural order. Equal cells keep their order. Of dates such as 06/01/2026 (base/date.h) some cell
 * has to show what they begin with. CML_BAD_DATA when none does and the order depends on it, and
 * when most are times and some are not: as text they would come in a wrong order; *odd is then the
 * place of a cell that is none, or the first one. */
enum cml_result cml_time_order(size_t n, const struct cml_slice *cells, size_t *order, size_t *odd,
			       struct cml_error *err);

#endif

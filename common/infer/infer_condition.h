/* Params that are set only where another column has certain values. */
#ifndef CML_INFER_INFER_CONDITION_H
#define CML_INFER_INFER_CONDITION_H

#include "infer/infer_state.h"

/* Sets condition and condition_on of each param that some rows miss, where a param or context
 * without a condition of its own, of at most 10 different values, tells which: with each of its
 * values all rows have the param, or none. Rows that miss that column miss the param, too.
 * Of numbers it is a bound where one tells them apart: `tp > 1`.
 * Evidence: with n rows, m of which miss the param, at random one choice of m out of n would be
 * as told; C(n, m) must be 1000 times the number of columns times the subsets of values that were
 * tried. Of several columns the one of the fewest values, then the first. Notes it, and of a param
 * that rows miss without a condition that no search proposes that. */
void cml_infer_conditions(struct cml_inference *infer);

#endif

/* Contexts that say what another context says already. */
#ifndef CML_INFER_INFER_REDUNDANT_H
#define CML_INFER_INFER_REDUNDANT_H

#include "infer/infer_state.h"

/* Gives the role ignore, with a note, to
 *  - a context that is another one times a constant in every row: of the two the one stays that
 *    more relations hold of, else the one named like a number of devices, else the larger;
 *    Of equal ones it goes even without evidence for a rule (two values in all rows);
 *  - a context of texts that has the same as one before it in at least 20 rows;
 *  - a product of contexts named like one of its factors (`batch_t` is `batch * seq_t`);
 *  - a label of sizes (`1.3b`, `mpt-70B`) that a context of numbers determines, in the same order.
 * All else stays, as a rule. */
void cml_infer_drop_redundant(struct cml_inference *infer);

#endif

/* What is said of columns that look like results. */
#ifndef CML_INFER_INFER_OUTCOME_NOTE_H
#define CML_INFER_INFER_OUTCOME_NOTE_H

#include "infer/infer_state.h"

/* Ignores a column with a suspicion, with a note of it, behind which units stands: what keeps its
 * cells from being numbers (cml_infer_number_advice). */
void cml_infer_ignore_suspect(struct cml_inference *infer, struct cml_infer_column *column,
			      const char *units);

#endif

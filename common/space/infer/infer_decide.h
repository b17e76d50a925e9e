/* The role of each column, with a note for every guess. */
#ifndef CML_SPACE_INFER_INFER_DECIDE_H
#define CML_SPACE_INFER_INFER_DECIDE_H

#include "space/infer/infer_state.h"

/* Decides all roles. Errors as of cml_inference_finish. */
enum cml_result cml_infer_decide(struct cml_inference *infer, struct cml_error *err);

#endif

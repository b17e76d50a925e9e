/* The rows of the inferred space file. */
#ifndef CML_INFER_INFER_WRITE_H
#define CML_INFER_INFER_WRITE_H

#include "infer/infer_state.h"

/* Appends the space file to text; roles and relations are settled. */
enum cml_result cml_infer_write(struct cml_inference *infer, struct cml_buffer *text,
				struct cml_error *err);

#endif

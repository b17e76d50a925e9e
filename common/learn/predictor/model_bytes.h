/* Numbers as little-endian bytes, for the parameters of a model file. */
#ifndef CML_LEARN_PREDICTOR_MODEL_BYTES_H
#define CML_LEARN_PREDICTOR_MODEL_BYTES_H

#include "base/memory.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Append; false when memory is out. */
bool cml_bytes_put_u32(struct cml_buffer *out, uint32_t value);
bool cml_bytes_put_u64(struct cml_buffer *out, uint64_t value);
bool cml_bytes_put_float(struct cml_buffer *out, float value);
bool cml_bytes_put_double(struct cml_buffer *out, double value);

/* Take off the front of *bytes; false, and nothing taken, when too few are
 * left. */
bool cml_bytes_take_u32(struct cml_slice *bytes, uint32_t *value);
bool cml_bytes_take_u64(struct cml_slice *bytes, uint64_t *value);
bool cml_bytes_take_float(struct cml_slice *bytes, float *value);
bool cml_bytes_take_double(struct cml_slice *bytes, double *value);

#endif

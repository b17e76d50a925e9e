/* From the features of a row back to values. */
#ifndef CML_SPACE_ENCODE_DECODER_H
#define CML_SPACE_ENCODE_DECODER_H

#include "space/encode/encoder.h"

#include <stddef.h>

/* The number that a code stands for, in a column whose encoding is value or log2 and whose type is
 * not ordinal: of those that have this code the shortest, as the domain has it. */
double cml_decode_number(const struct cml_space_column *column, float code);

/* The value of a column that has features, of features (encoder->n_features, as floats). NaN: it
 * was missing, or a level that the encoder does not know. */
double cml_decode_value(const struct cml_encoder *encoder, size_t slot, const float *features);

#endif

/* Numbers as little-endian bytes, for the parameters of a model file. */
#ifndef CML_LEARN_PREDICTOR_MODEL_BYTES_H
#define CML_LEARN_PREDICTOR_MODEL_BYTES_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

/* Append; false when memory is out. */
bool cml_bytes_put_u32(struct cml_buffer *out, uint32_t value);
bool cml_bytes_put_u64(struct cml_buffer *out, uint64_t value);
bool cml_bytes_put_float(struct cml_buffer *out, float value);
bool cml_bytes_put_double(struct cml_buffer *out, double value);
bool cml_bytes_put_floats(struct cml_buffer *out, const float *values, size_t n);
bool cml_bytes_put_doubles(struct cml_buffer *out, const double *values, size_t n);

/* Take off the front of *bytes; false, and nothing taken, when too few are
 * left. */
bool cml_bytes_take_u32(struct cml_slice *bytes, uint32_t *value);
bool cml_bytes_take_u64(struct cml_slice *bytes, uint64_t *value);
bool cml_bytes_take_float(struct cml_slice *bytes, float *value);
bool cml_bytes_take_double(struct cml_slice *bytes, double *value);

/* As many of them as there are, up to n; false when those are fewer. */
bool cml_bytes_take_floats(struct cml_slice *bytes, float *values, size_t n);
/* Of doubles; false, too, when one of them is not finite. */
bool cml_bytes_take_finite(struct cml_slice *bytes, double *values, size_t n);

/* A u32 that is at most max: false, and *count 0, when it is above or bytes are too few. */
bool cml_bytes_take_count(struct cml_slice *bytes, size_t max, size_t *count);

/* A size as u32 and as many bytes: false when there are fewer. */
bool cml_bytes_take_part(struct cml_slice *bytes, struct cml_slice *part);

/* CML_BAD_DATA: `inconsistent gp parameters: truncated`, where kind is "gp". */
enum cml_result cml_fail_load(struct cml_error *err, const char *kind, const char *what);

/* Takes a number of features as u32, which has to be n_features. */
enum cml_result cml_bytes_take_features(struct cml_slice *bytes, size_t n_features,
					const char *kind, struct cml_error *err);

/* Lines `name=value` about how training went. */

/* Appends a line with value, whole or rounded to six significant digits; nothing when it is not
 * finite: what is not known is left out. False when memory is out. */
bool cml_summary_put(struct cml_buffer *summary, const char *name, double value);

/* Which features matter most, as lines for people. */

/* Appends heading as a line, and the features of the largest amounts with their
 * fraction of all: 15 at most, equal ones in order, none that are 0. amounts[n] are
 * finite and at least 0; nothing is appended when all are 0. False when memory
 * is out. */
bool cml_feature_fractions_put(struct cml_buffer *text, const char *heading, size_t n,
			       const double *amounts, const char *const *feature_names);

#endif

/* The fields of a model as little-endian bytes, and back. One walk over them says their order,
 * their types and their bounds, for writing and for reading. */
#ifndef CML_LEARN_PREDICTOR_MODEL_BYTES_H
#define CML_LEARN_PREDICTOR_MODEL_BYTES_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <float.h>

/* Writing changes no field, and notes in out where memory is out. After the first thing that cannot
 * be read, numbers are left alone (u32 become 0), and arrays have no elements. */
struct cml_fields {
	const char *of;         /* for messages: "gp" */
	struct cml_buffer *out; /* NULL: reading */
	struct cml_slice bytes; /* left to be read */
	size_t n_features;      /* of the model */
	enum cml_result status; /* of reading so far */
	struct cml_error *err;
};

/* Passes every field of *state, in the order of the file. */
typedef void cml_fields_walk(struct cml_fields *fields, void *state);

enum cml_result cml_fields_save(cml_fields_walk *walk, const void *state, struct cml_buffer *out,
				struct cml_error *err);
/* Into *state, which is zeroed or ready to be filled, and the caller's to release, on failure too.
 * CML_BAD_DATA, `inconsistent gp: noise is out of range`, for what the walk refuses,
 * and bytes that are missing or too many. Memory is asked for only as bytes are there to fill it.
 */
enum cml_result cml_fields_load(cml_fields_walk *walk, const char *of, void *state,
				struct cml_slice bytes, size_t n_features, struct cml_error *err);

static inline bool cml_fields_are_good(const struct cml_fields *fields)
{
	return fields->status == CML_OK;
}

static inline bool cml_fields_are_read(const struct cml_fields *fields)
{
	return !fields->out && cml_fields_are_good(fields);
}

/* What a number may be, both ends included. */
struct cml_bounds {
	double min, max;
	bool may_be_nan;
};
#define CML_ANY ((struct cml_bounds){-INFINITY, INFINITY, true})
#define CML_FINITE ((struct cml_bounds){-DBL_MAX, DBL_MAX, false})
#define CML_FROM_0 ((struct cml_bounds){0, DBL_MAX, false})
#define CML_ABOVE_0 ((struct cml_bounds){DBL_TRUE_MIN, DBL_MAX, false})

/* As u32. */
void cml_field_u32(struct cml_fields *fields, const char *name, uint32_t *value, uint32_t max);
void cml_field_count(struct cml_fields *fields, const char *name, size_t *count, size_t min,
		     size_t max);
void cml_field_flag(struct cml_fields *fields, const char *name, bool *flag);
/* The number of features, which has to be that of the model. */
void cml_field_features(struct cml_fields *fields, size_t *n_features);
/* The number of one of them. */
void cml_field_feature(struct cml_fields *fields, uint32_t *feature);

/* n numbers, which are there to be filled. */
void cml_field_u64s(struct cml_fields *fields, uint64_t *values, size_t n);
void cml_field_floats(struct cml_fields *fields, const char *name, float *values, size_t n,
		      struct cml_bounds bounds);
void cml_field_doubles(struct cml_fields *fields, const char *name, double *values, size_t n,
		       struct cml_bounds bounds);
void cml_field_double(struct cml_fields *fields, const char *name, double *value,
		      struct cml_bounds bounds);
/* A whole number of jobs as a double, from min to 2^53. */
void cml_field_jobs(struct cml_fields *fields, const char *name, double *value, double min);
/* At least 0, or NaN for what is not known, which is -1 in a file. */
void cml_field_known(struct cml_fields *fields, const char *name, double *value);

/* Makes *array n zeroed elements, each of which takes so many bytes at least; returns n, 0 where
 * they cannot be read. Usage: n = CML_FIELD_ARRAY(fields, &a, n, 8). */
size_t cml_field_array(struct cml_fields *fields, void **array, size_t n, size_t size,
		       size_t n_bytes);
#define CML_FIELD_ARRAY(fields, array, n, n_bytes)                                                 \
	cml_field_array(fields, (void **)(array), n, sizeof **(array), n_bytes)
/* The same, and its doubles. */
void cml_field_new_doubles(struct cml_fields *fields, const char *name, double **values, size_t n,
			   struct cml_bounds bounds);

/* A size as u32, n_between bytes of other fields, and as many bytes as that size says, which what
 * is walked until the end has to fill. */
struct cml_field_part {
	size_t at; /* of the size, in out */
	size_t n_between;
	struct cml_slice rest;
};
void cml_field_part_begin(struct cml_fields *fields, size_t n_between, struct cml_field_part *part);
void cml_field_part_end(struct cml_fields *fields, struct cml_field_part *part);

/* Refuses what is read, "inconsistent gp: WHAT", unless it holds; nothing was refused
 * before where that is asked (cml_fields_are_read). */
void cml_field_check(struct cml_fields *fields, bool holds, const char *what);
void cml_field_fail_memory(struct cml_fields *fields);

/* Lines `name=value` about how training went. */

/* Appends a line with value, whole or rounded to six significant digits; nothing when it is not
 * finite: what is not known is left out. False when memory is out. */
bool cml_summary_put(struct cml_buffer *summary, const char *name, double value);

#endif

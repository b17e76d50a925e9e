/* From a configuration to a row of numbers a predictor can learn from. */
#ifndef CML_SPACE_ENCODE_ENCODER_H
#define CML_SPACE_ENCODE_ENCODER_H

#include "base/error.h"
#include "base/memory.h"
#include "space/space.h"

struct cml_feature {
	const char *name; /* `batch`, `log2(gpus)`, `fsdp_1=FULL_SHARD` */
	size_t column;    /* slot in the space */
	enum cml_encoding encoding;
	double level; /* onehot: the value this feature represents */
};

/* Features in the order of the space's rows, those of terms and roof last; the levels of a one-hot
 * column are adjacent, in the order of its domain. */
struct cml_encoder {
	const struct cml_space *space; /* must outlive the encoder */
	struct cml_feature *features;
	size_t n_features;
	size_t
	    n_plain; /* of params, contexts and derived columns: before those of terms and roof */
	size_t *first, *n_of; /* by slot: its first feature; how many it has */
	size_t *order;        /* slots in the order of features; n_columns */
	struct cml_arena arena;
};

/* CML_BAD_DATA when a column cannot be encoded: open (learn its levels first),
 * or one-hot of a number whose domain is not countable or has more than
 * CML_MAX_ONEHOT values. CML_BAD_DATA too when nothing is left to learn from. */
#define CML_MAX_ONEHOT 65536
enum cml_result cml_encoder_init(struct cml_encoder *encoder, const struct cml_space *space,
				 struct cml_error *err);
void cml_encoder_release(struct cml_encoder *encoder);

/* values (n_columns) to features (n_features). A missing number is NaN; a
 * missing, inactive or unknown level is all zeros. log2 of a value <= 0 is
 * CML_BAD_DATA with the column. Allocates nothing. */
enum cml_result cml_encoder_encode(const struct cml_encoder *encoder, const double *values,
				   double *features, struct cml_error *err);

/* The two ways of encoding one value of a column. Of a one-hot column: which of its
 * features is 1, or CML_NO_INDEX (missing, unknown). Of any other: its feature;
 * CML_BAD_DATA as cml_encoder_encode. */
size_t cml_encode_level(const struct cml_space_column *column, double value);
enum cml_result cml_encode_number(const struct cml_space_column *column, double value,
				  double *feature, struct cml_error *err);

/* From the features of a row back to values. */

/* The number that a code stands for, in a column whose encoding is value or log2 and whose type is
 * not ordinal: of those that have this code the shortest, as the domain has it. */
double cml_decode_number(const struct cml_space_column *column, float code);

#endif

/* Writing encoded jobs: the feature table, or the LIBSVM text format. */
#ifndef CML_SPACE_ENCODE_FEATURE_WRITER_H
#define CML_SPACE_ENCODE_FEATURE_WRITER_H

#include "base/error.h"
#include "space/config.h"
#include "space/encode/encoder.h"
#include "table/output.h"
#include "table/table_writer.h"

#include <stddef.h>
#include <stdint.h>

enum cml_feature_format {
	/* cml_key, cml_status, cml_target (empty when unknown), cml_weight (when the
	 * space has a weight column), cml_limit_NAME for each limit (empty when not
	 * reported), then a column for each feature. */
	CML_FEATURES_TABLE,
	/* `target index:value ...`, indices from 1, zeros written too, missing ones
	 * left out, so that a reader which takes the absent for missing (XGBoost)
	 * sees the same matrix as in the table; one which takes it for zero
	 * (scikit-learn) does where nothing is missing. Rows without a target cannot
	 * be told in this format: they are left out and counted; so are limits, without
	 * being counted. */
	CML_FEATURES_LIBSVM,
};

struct cml_feature_writer {
	const struct cml_encoder *encoder;
	enum cml_feature_format format;
	struct cml_output *output; /* not owned */
	struct cml_table_writer table;
	size_t n_left_out;
};

/* Writes the header, if the format has one. */
enum cml_result cml_feature_writer_init(struct cml_feature_writer *writer,
					const struct cml_encoder *encoder,
					enum cml_feature_format format, struct cml_output *output,
					char delimiter, struct cml_error *err);

/* One job; features: what cml_encoder_encode gave; limits: what cml_job_read_limits gave,
 * NULL allowed for a space without limits. */
enum cml_result cml_feature_writer_row(struct cml_feature_writer *writer, uint64_t key,
				       const struct cml_job *job, const double *limits,
				       const double *features, struct cml_error *err);

#endif

/* What every predictor offers, and the table of them. Adding one: write its
 * file, add its line to predictor.c, and a paragraph to cml-train(1). */
#ifndef CML_MODEL_PREDICTOR_H
#define CML_MODEL_PREDICTOR_H

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "model/dataset.h"
#include "model/hyper.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Everything training may depend on. */
struct cml_training {
	const struct cml_dataset *data; /* at least one row; y already transformed */
	const struct cml_hyper *hyper;  /* resolved against the kind's table */
	uint64_t seed;
	bool maximize;         /* large targets are good (rank losses ask) */
	struct cml_pool *pool; /* NULL: this thread alone */
	/* Called now and then from the training thread; NULL for none. done and
	 * total count the same unit (trees, epochs). */
	void (*progress)(void *context, size_t done, size_t total);
	void *progress_context;
};

struct cml_predictor_kind {
	const char *name; /* for -p */
	const char *doc;  /* one line */
	const struct cml_hyper_spec *hyper;
	size_t n_hyper;

	/* Whether predictions under these options order jobs but have no unit. */
	bool (*is_score)(const struct cml_hyper *hyper);

	/* Learns; *state is then owned by the caller. The same bytes of state for
	 * every number of threads. Lines `name=value` about how it went (trees
	 * grown, held-out loss) are appended to summary. CML_BAD_DATA when the data
	 * cannot be learned from. */
	enum cml_status (*train)(const struct cml_training *training, void **state,
				 struct cml_buffer *summary, struct cml_error *err);

	/* n rows of features (x, row after row) to mean[n] and sd[n], standard
	 * deviation over the ensemble; NaN in sd when there is none. Thread-safe,
	 * allocates nothing. */
	void (*predict)(const void *state, size_t n, const float *x, double *mean, double *sd);

	/* Parameters as bytes, little-endian, and back. load checks every length,
	 * index and order it will rely on (n_features too): a hostile file is
	 * CML_BAD_DATA. */
	enum cml_status (*save)(const void *state, struct cml_buffer *out, struct cml_error *err);
	enum cml_status (*load)(void **state, struct cml_slice bytes, size_t n_features,
				struct cml_error *err);

	/* For --describe: lines of text for people: sizes, and which features matter
	 * most by total gain. */
	enum cml_status (*describe)(const void *state, const char *const *feature_names,
				    struct cml_buffer *text, struct cml_error *err);

	void (*free)(void *state); /* NULL is allowed */
};

extern const struct cml_predictor_kind *const cml_predictor_kinds[];
extern const size_t cml_n_predictor_kinds;

/* By name; CML_BAD_USAGE lists the names there are. */
enum cml_status cml_predictor_find(const char *name, const struct cml_predictor_kind **kind,
				   struct cml_error *err);

#endif

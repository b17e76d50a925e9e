/* What every predictor offers, and the table of them. Adding one: write its
 * file, add its line to predictor.c, and a paragraph to cml-train(1); docs/adding.md
 * does it once. */
#ifndef CML_LEARN_PREDICTOR_PREDICTOR_H
#define CML_LEARN_PREDICTOR_PREDICTOR_H

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "learn/data/dataset.h"
#include "learn/predictor/hyper.h"
#include "learn/predictor/model_bytes.h"

/* Everything training may depend on. */
struct cml_training {
	const struct cml_dataset *data; /* at least one row; y already transformed */
	const struct cml_hyper *hyper;  /* resolved against the kind's table */
	uint64_t seed;
	bool maximize;         /* large targets are good (rank losses ask) */
	bool log_target;       /* y are logarithms; users see exp(mean) and sd * exp(mean) */
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
	/* A hyper-parameter that costs time, and how much of it is enough where only errors are
	 * measured (model/interval). name NULL: none. */
	struct {
		const char *name;
		size_t enough;
		bool changes_sd; /* the sd is another one then */
	} cost;

	/* Learns; *state is then owned by the caller. The same bytes of state for
	 * every number of threads. Lines `name=value` about how it went (its
	 * leaves) are appended to summary; NULL: nobody asks. CML_BAD_DATA when the data
	 * cannot be learned from. */
	enum cml_result (*train)(const struct cml_training *training, void **state,
				 struct cml_buffer *summary, struct cml_error *err);

	/* n rows of features (x, row after row) to mean[n] and sd[n], the standard
	 * deviation of a new job about mean as far as the kind knows it (each says
	 * what it is); NaN in sd when there is none. Thread-safe, allocates
	 * nothing. */
	void (*predict)(const void *state, size_t n, const float *x, double *mean, double *sd);

	/* What knowing jobs implies for others, NULL where the kind does not know: a job of
	 * features a becomes n_known_numbers(state) numbers, and covariance[n] is, in the unit of
	 * the mean squared, that of the deviations from their means of n new jobs known so (one
	 * after the other) and of a new job of features x (another one, even where they are equal).
	 * Thread-safe, allocate nothing. */
	size_t (*n_known_numbers)(const void *state);
	void (*know)(const void *state, const float *a, double *known);
	void (*covariance)(const void *state, size_t n, const double *known, const float *x,
			   double *covariance);
	/* Whether covariance knows it for this state; NULL: for each. */
	bool (*has_covariance)(const void *state);

	/* Whether predict knows sd for some rows at least. */
	bool (*has_sd)(const void *state);

	/* The fields of a state of so many bytes, for writing and for reading into a zeroed one:
	 * every length, index and order that the other functions rely on is checked
	 * (model_bytes.h). */
	size_t state_size;
	cml_fields_walk *fields;

	/* For --describe: lines of text for people: sizes. */
	enum cml_result (*describe)(const void *state, const char *const *feature_names,
				    struct cml_buffer *text, struct cml_error *err);

	void (*free)(void *state); /* NULL is allowed, and what was read until something failed */
};

extern const struct cml_predictor_kind *const cml_predictor_kinds[];
extern const size_t cml_n_predictor_kinds;

/* By name; CML_BAD_USAGE lists the names there are. */
enum cml_result cml_predictor_find(const char *name, const struct cml_predictor_kind **kind,
				   struct cml_error *err);

/* cml_hyper_resolve against the kind's table. */
enum cml_result cml_predictor_resolve(const struct cml_predictor_kind *kind,
				      struct cml_hyper *hyper, struct cml_error *err);

#endif

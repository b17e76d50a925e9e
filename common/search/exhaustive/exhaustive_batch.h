/* A run of exact search and its workers, and the batches of configurations that workers predict.
 * The files of this room stand on it. */
#ifndef CML_SEARCH_EXHAUSTIVE_EXHAUSTIVE_BATCH_H
#define CML_SEARCH_EXHAUSTIVE_EXHAUSTIVE_BATCH_H

#include "search/coverage.h"
#include "search/exhaustive/branching.h"
#include "search/exhaustive/exhaustive.h"
#include "search/exhaustive/incumbents.h"
#include "search/exhaustive/worth_bounds.h"
#include "space/feasible/enumerate.h"

#include <pthread.h>
#include <stdatomic.h>

#define CML_EXHAUSTIVE_TASKS 256
#define CML_EXHAUSTIVE_BATCH 256

/* What a thread works with. */
struct cml_exhaustive_worker {
	struct cml_enumerator enumerator;
	struct cml_worth_walk walk;
	double *features;
	float *x;       /* CML_EXHAUSTIVE_BATCH x n_features */
	double *values; /* CML_EXHAUSTIVE_BATCH x n_columns */
	double mean[CML_EXHAUSTIVE_BATCH], sd[CML_EXHAUSTIVE_BATCH];
	double log_chance[CML_EXHAUSTIVE_BATCH];
	size_t n_waiting;
	struct cml_coverage coverage;
	unsigned char *covered; /* by state, those of each position in turn; 0: not asked yet */
	size_t *first_state;    /* by position: in covered; NULL: never asked */
	size_t
	    stale; /* first position that changed since bounds were asked; CML_NO_POSITION: none */
	uint64_t n_predicted, n_bounded, n_rounds;
	struct cml_exhaustive_run *run;
	_Atomic double done; /* of its task */
	struct cml_error error;
};

struct cml_exhaustive_run {
	struct cml_exhaustive *exhaustive;
	const struct cml_model *model;
	double *fixed;
	struct cml_constraints constraints;
	struct cml_branching branching;
	struct cml_incumbents incumbents;
	struct cml_worth worth;
	struct cml_worth_bounds bounds; /* empty: without */
	bool has_bounds;
	struct cml_exhaustive_worker *workers;
	unsigned n_workers;
	atomic_size_t n_done; /* tasks */
	bool is_exact;        /* the number of configurations */
	atomic_bool stopped;  /* by an error, or by go_on */
	pthread_mutex_t asking;
};

enum cml_result cml_exhaustive_encode(const struct cml_exhaustive_run *run,
				      struct cml_exhaustive_worker *worker, const double *values,
				      float *x, struct cml_error *err);

/* Makes a configuration wait; there is room for CML_EXHAUSTIVE_BATCH. */
enum cml_result cml_exhaustive_hold(struct cml_exhaustive_run *run,
				    struct cml_exhaustive_worker *worker, const double *values,
				    struct cml_error *err);
/* Predicts what waits and offers it. */
enum cml_result cml_exhaustive_flush(struct cml_exhaustive_run *run,
				     struct cml_exhaustive_worker *worker, struct cml_error *err);
/* Holds, and flushes a full batch. */
enum cml_result cml_exhaustive_add(struct cml_exhaustive_run *run,
				   struct cml_exhaustive_worker *worker, const double *values,
				   struct cml_error *err);

#endif

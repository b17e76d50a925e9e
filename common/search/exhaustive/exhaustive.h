/* Exact search: the best n of all configurations of a space under a model, in
 * memory for n.
 *
 * Where the predictor can bound what a part of the space holds at best, parts that
 * cannot hold an incumbent are left out whole (branch and bound): a sample and a climb
 * from its best give good incumbents to begin with, then an odometer goes through the
 * space and skips. Elsewhere every configuration is predicted, in batches. Both
 * give the incumbents that predicting every row of the listed space gives, to the last
 * bit, for every number of threads.
 *
 * Of a search with candidates the incumbents are the best of these, equal ones in the order
 * of the listed space too: candidates that hold the incumbents of all shards give those of
 * the whole. */
#ifndef CML_SEARCH_EXHAUSTIVE_EXHAUSTIVE_H
#define CML_SEARCH_EXHAUSTIVE_EXHAUSTIVE_H

#include "base/error.h"
#include "search/search.h"
#include "space/feasible/diagram.h"

#include <stdbool.h>
#include <stdint.h>

struct cml_exhaustive {
	const struct cml_search *search; /* with a model; its searcher is not asked */
	uint64_t shard;                  /* 1..n_shards: the incumbents of this part alone; 1 of 1
					  * with candidates */
	uint64_t n_shards;
	bool plain; /* predict every configuration, whatever the predictor offers */
	/* Asked now and then, by one thread at a time, with the fraction that is done; when it
	 * returns false, the search ends with the best found so far. NULL: to the end. */
	bool (*go_on)(void *context, double done);
	void *context;
	bool is_limited; /* go_on ends it in time: spaces of any size are tried */

	/* Filled in. */
	cml_count n_configurations; /* in the shard, at most */
	bool is_stopped;            /* by go_on: better ones may be left */
	double done;                /* the fraction searched */
	uint64_t n_predicted;
	uint64_t n_bounded; /* bounds worked out; 0: the predictor has none */
};

/* CML_BAD_USAGE for an infinite space, and for one of more than CML_MAX_ENDING configurations when
 * the predictor cannot bound parts of it; CML_NOTHING when no configuration is
 * feasible, or none is left. */
enum cml_result cml_exhaustive_run(struct cml_exhaustive *exhaustive,
				   struct cml_proposals *proposals, struct cml_error *err);

/* The same where the search asks for diversity: what choosing one after the other
 * (cml_select) among all configurations of the shard gives. Incumbents are kept in
 * growing numbers, CML_EXHAUSTIVE_INCUMBENTS at most, until n are chosen; the shortfall
 * says when that was not enough. */
#define CML_EXHAUSTIVE_INCUMBENTS ((size_t)1 << 20)
enum cml_result cml_exhaustive_run_diverse(struct cml_exhaustive *exhaustive, const double *first,
					   struct cml_proposals *proposals, struct cml_error *err);

#endif

/* The life of a worker, and what it asks while it works: whether to go on. */
#ifndef CML_SEARCH_EXHAUSTIVE_EXHAUSTIVE_WORKER_H
#define CML_SEARCH_EXHAUSTIVE_EXHAUSTIVE_WORKER_H

#include "search/exhaustive/exhaustive_batch.h"

/* order: as of cml_enumerator_init. */
enum cml_result cml_exhaustive_worker_init(struct cml_exhaustive_run *run,
					   struct cml_exhaustive_worker *worker,
					   const size_t *order, struct cml_error *err);
void cml_exhaustive_worker_release(struct cml_exhaustive_worker *worker);

/* Whether a worker whose task is done so far shall go on; context: the worker. */
bool cml_exhaustive_go_on(void *context, double done);

/* A shard is every n_shards-th of CML_EXHAUSTIVE_TASKS x n_shards equal parts of the space, so that
 * shards share small spaces too. */
static inline uint64_t cml_exhaustive_part(uint64_t task, uint64_t shard, uint64_t n_shards)
{
	return task * n_shards + shard;
}

#endif

/* A loop over threads. The results must not depend on who runs which item:
 * item i writes only to what belongs to i, and sums are formed afterwards in
 * item order by the caller. */
#ifndef CML_BASE_PARALLEL_H
#define CML_BASE_PARALLEL_H

#include "base/memory.h"

/* Called once for each item in [0, n_items), on any thread in any order.
 * thread is in [0, n_threads) and indexes scratch space of its own. */
typedef void cml_parallel_body(void *context, size_t item, unsigned thread);

struct cml_pool; /* threads that sleep between loops */

/* A pool of n_threads (the calling thread is one of them; 0: one per
 * processor). On failure nothing is left behind. */
enum cml_result cml_pool_new(struct cml_pool **pool, unsigned n_threads, struct cml_error *err);
void cml_pool_free(struct cml_pool *pool); /* NULL is allowed */
AUTOPTR_BY(cml_pool, cml_pool_free)
unsigned cml_pool_n_threads(const struct cml_pool *pool); /* 1 for NULL */

/* Runs body for every item and returns when all are done. pool NULL: runs
 * them here, in order. Not to be called from inside a body of the same
 * pool. */
void cml_pool_run(struct cml_pool *pool, size_t n_items, cml_parallel_body *body, void *context);

/* The same of a body that can fail: the error is that of the first item that does, whatever the
 * threads did. Items after one that failed may be left out. */
typedef enum cml_result cml_parallel_task(void *context, size_t item, unsigned thread,
					  struct cml_error *err);
enum cml_result cml_pool_try(struct cml_pool *pool, size_t n_items, cml_parallel_task *task,
			     void *context, struct cml_error *err);

#endif

/* What ranks send each other: MPI's collectives, blocking or behind the computation.
 *
 * A collective is begun under a ticket, the number of its piece, and is complete after a wait for
 * that ticket; its buffers are not to be touched in between. All ranks begin the same ones in the
 * same order. Without overlap each is complete when it has begun: MPI_Allgather,
 * MPI_Reduce_scatter_block, MPI_Allreduce; with it the MPI_I... form of each. MPI's own errors end
 * all ranks. */
#ifndef ZERO_EXCHANGE_H
#define ZERO_EXCHANGE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct zero_exchange;

/* MPI has to be initialised. */
enum cml_result zero_exchange_new(struct zero_exchange **exchange, size_t n_tickets, bool overlap,
				  struct cml_error *err);
void zero_exchange_free(struct zero_exchange *exchange); /* NULL: nothing */

size_t zero_exchange_rank(const struct zero_exchange *exchange);
size_t zero_exchange_n_ranks(const struct zero_exchange *exchange);

/* whole: n_ranks * n floats, rank r's part from r * n on; part: this rank's n floats, or NULL
 * when they are in their place in whole. */
void zero_exchange_all_gather(struct zero_exchange *exchange, size_t ticket, const float *part,
			      float *whole, size_t n);

/* whole: n_ranks * n floats; part: n floats, gets this rank's part of the sum over the ranks, or
 * NULL when that goes to the start of whole. The rest of whole is unspecified after. */
void zero_exchange_reduce_scatter(struct zero_exchange *exchange, size_t ticket, float *whole,
				  float *part, size_t n);

/* whole: n floats, get the sum over the ranks. */
void zero_exchange_all_reduce(struct zero_exchange *exchange, size_t ticket, float *whole,
			      size_t n);

void zero_exchange_wait(struct zero_exchange *exchange, size_t ticket); /* done before: nothing */

/* MPI works on what has begun only while it is called: give it the chance. */
void zero_exchange_progress(struct zero_exchange *exchange);

/* The sum over the ranks, at once. */
double zero_exchange_sum(struct zero_exchange *exchange, double value);

#endif

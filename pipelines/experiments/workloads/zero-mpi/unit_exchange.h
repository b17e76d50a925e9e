/* When a unit's parameters are gathered and its gradients reduced, and in which slot they are
 * meanwhile. Which collectives are begun, and in which order, never depends on how far earlier ones
 * have come: it is the same on all ranks. */
#ifndef ZERO_UNIT_EXCHANGE_H
#define ZERO_UNIT_EXCHANGE_H

#include "trainer.h"

/* Gathers the parameters of a FULL_SHARD unit unless that has begun, and waits until
 * units[u].weights can be read. A slot has to be free. */
void zero_unit_need_weights(struct zero_trainer *trainer, size_t u);

/* Begins to gather the next FULL_SHARD unit in this direction (+1 or -1), when a slot is free and
 * communication overlaps. */
void zero_unit_prefetch(struct zero_trainer *trainer, size_t u, int direction);

/* Frees the slot of a FULL_SHARD unit; does nothing for others. */
void zero_unit_drop_weights(struct zero_trainer *trainer, size_t u);

/* Makes units[u].gradient writable, where necessary by finishing the reduction whose slot it
 * takes. */
void zero_unit_need_gradient(struct zero_trainer *trainer, size_t u);

/* Reduces units[u].gradient into the shard's, or for NO_SHARD over all ranks. */
void zero_unit_begin_reduce(struct zero_trainer *trainer, size_t u);
void zero_unit_finish_reduce(struct zero_trainer *trainer, size_t u); /* finished: nothing */

/* Gathers the updated parameters of a SHARD_GRAD_OP unit; does nothing for others. */
void zero_unit_begin_refresh(struct zero_trainer *trainer, size_t u);

/* Tickets that the exchange needs. */
size_t zero_unit_n_tickets(const struct zero_plan *plan);

#endif

#include "exchange.h"

#include <mpi.h>
#include <stdlib.h>

#include "base/memory.h"

struct zero_exchange {
	int rank, n_ranks;
	int n_tickets;
	bool overlap;
	MPI_Request *requests; /* by ticket; MPI_REQUEST_NULL when nothing is under way */
};

enum cml_result zero_exchange_new(struct zero_exchange **exchange, size_t n_tickets, bool overlap,
				  struct cml_error *err)
{
	struct zero_exchange *x = cml_array_new(1, sizeof *x);
	*exchange = NULL;
	if (x == NULL)
		return cml_fail_memory(err);
	MPI_Comm_rank(MPI_COMM_WORLD, &x->rank);
	MPI_Comm_size(MPI_COMM_WORLD, &x->n_ranks);
	x->overlap = overlap;
	x->requests = cml_array_new(n_tickets, sizeof *x->requests);
	if (x->requests == NULL) {
		free(x);
		return cml_fail_memory(err);
	}
	x->n_tickets = (int)n_tickets;
	for (size_t i = 0; i < n_tickets; i++)
		x->requests[i] = MPI_REQUEST_NULL;
	*exchange = x;
	return CML_OK;
}

void zero_exchange_free(struct zero_exchange *exchange)
{
	if (exchange == NULL)
		return;
	MPI_Waitall(exchange->n_tickets, exchange->requests, MPI_STATUSES_IGNORE);
	free(exchange->requests);
	free(exchange);
}

size_t zero_exchange_rank(const struct zero_exchange *exchange)
{
	return (size_t)exchange->rank;
}

size_t zero_exchange_n_ranks(const struct zero_exchange *exchange)
{
	return (size_t)exchange->n_ranks;
}

void zero_exchange_all_gather(struct zero_exchange *exchange, size_t ticket, const float *part,
			      float *whole, size_t n)
{
	const void *from = part ? part : MPI_IN_PLACE;
	if (exchange->overlap)
		MPI_Iallgather(from, (int)n, MPI_FLOAT, whole, (int)n, MPI_FLOAT, MPI_COMM_WORLD,
			       &exchange->requests[ticket]);
	else
		MPI_Allgather(from, (int)n, MPI_FLOAT, whole, (int)n, MPI_FLOAT, MPI_COMM_WORLD);
}

void zero_exchange_reduce_scatter(struct zero_exchange *exchange, size_t ticket, float *whole,
				  float *part, size_t n)
{
	const void *from = part ? whole : MPI_IN_PLACE;
	float *to = part ? part : whole;
	if (exchange->overlap)
		MPI_Ireduce_scatter_block(from, to, (int)n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD,
					  &exchange->requests[ticket]);
	else
		MPI_Reduce_scatter_block(from, to, (int)n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

void zero_exchange_all_reduce(struct zero_exchange *exchange, size_t ticket, float *whole, size_t n)
{
	if (exchange->overlap)
		MPI_Iallreduce(MPI_IN_PLACE, whole, (int)n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD,
			       &exchange->requests[ticket]);
	else
		MPI_Allreduce(MPI_IN_PLACE, whole, (int)n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

void zero_exchange_wait(struct zero_exchange *exchange, size_t ticket)
{
	MPI_Wait(&exchange->requests[ticket], MPI_STATUS_IGNORE);
}

void zero_exchange_progress(struct zero_exchange *exchange)
{
	int all_done;
	if (exchange->overlap)
		MPI_Testall(exchange->n_tickets, exchange->requests, &all_done,
			    MPI_STATUSES_IGNORE);
}

double zero_exchange_sum(struct zero_exchange *exchange, double value)
{
	double sum = value;
	MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	(void)exchange;
	return sum;
}

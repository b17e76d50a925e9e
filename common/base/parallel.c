#include "base/parallel.h"

#include "base/memory.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

/* One loop at a time: run publishes it under the lock and raises round; every
 * worker takes part in every round exactly once and counts itself out, so run
 * never returns while a thread may still read the loop. */
struct worker {
	struct cml_pool *pool;
	pthread_t handle;
	unsigned thread;
};

struct cml_pool {
	pthread_mutex_t lock;
	pthread_cond_t started;  /* round was raised, or stop was set */
	pthread_cond_t finished; /* n_busy fell to 0 */
	uint64_t round;
	unsigned n_busy; /* workers that have not finished this round */
	bool stop;

	cml_parallel_body *body;
	void *context;
	size_t n_items;
	atomic_size_t next_item;

	unsigned n_threads;
	unsigned n_workers; /* started ones; n_threads - 1 once the pool is made */
	struct worker workers[];
};

static void run_items(struct cml_pool *pool, unsigned thread)
{
	size_t n_items = pool->n_items;

	for (;;) {
		size_t item = atomic_fetch_add_explicit(&pool->next_item, 1, memory_order_relaxed);

		if (item >= n_items)
			return;
		pool->body(pool->context, item, thread);
	}
}

static void *worker_main(void *argument)
{
	struct worker *worker = argument;
	struct cml_pool *pool = worker->pool;
	uint64_t seen_round = 0;

	pthread_mutex_lock(&pool->lock);
	for (;;) {
		while (!pool->stop && pool->round == seen_round)
			pthread_cond_wait(&pool->started, &pool->lock);
		if (pool->stop)
			break;
		seen_round = pool->round;
		pthread_mutex_unlock(&pool->lock);
		run_items(pool, worker->thread);
		pthread_mutex_lock(&pool->lock);
		if (--pool->n_busy == 0)
			pthread_cond_signal(&pool->finished);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

/* Processors this process may run on, which can be fewer than there are. */
static unsigned count_processors(void)
{
	cpu_set_t allowed;

	if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) < 1)
		return 1;
	return (unsigned)CPU_COUNT(&allowed);
}

/* Starts the workers with all signals blocked: handlers belong to the thread
 * that made the pool. But SIGPIPE, which goes to the thread that wrote, ends the
 * process from here as it does from there. Returns 0 or an error number; n_workers is how many
 * started. */
static int start_workers(struct cml_pool *pool)
{
	sigset_t all;
	sigset_t before;
	int error_number = 0;

	sigfillset(&all);
	sigdelset(&all, SIGPIPE);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (error_number == 0 && pool->n_workers < pool->n_threads - 1) {
		struct worker *worker = &pool->workers[pool->n_workers];

		worker->pool = pool;
		worker->thread = pool->n_workers + 1;
		error_number = pthread_create(&worker->handle, NULL, worker_main, worker);
		if (error_number == 0)
			pool->n_workers++;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return error_number;
}

enum cml_result cml_pool_new(struct cml_pool **pool, unsigned n_threads, struct cml_error *err)
{
	n_threads = n_threads > 0 ? n_threads : count_processors();
	struct cml_pool *made =
	    cml_array_new(1, sizeof *made + (n_threads - 1) * sizeof *made->workers);

	if (!made)
		return cml_fail_memory(err);
	made->n_threads = n_threads;
	/* With default attributes these cannot fail on Linux. */
	pthread_mutex_init(&made->lock, NULL);
	pthread_cond_init(&made->started, NULL);
	pthread_cond_init(&made->finished, NULL);
	int error_number = start_workers(made);
	if (error_number != 0) {
		cml_pool_free(made);
		return cml_fail_errno(err, error_number, "cannot start a thread");
	}
	*pool = made;
	return CML_OK;
}

void cml_pool_free(struct cml_pool *pool)
{
	if (!pool)
		return;
	pthread_mutex_lock(&pool->lock);
	pool->stop = true;
	pthread_cond_broadcast(&pool->started);
	pthread_mutex_unlock(&pool->lock);
	for (unsigned i = 0; i < pool->n_workers; i++)
		pthread_join(pool->workers[i].handle, NULL);
	pthread_cond_destroy(&pool->finished);
	pthread_cond_destroy(&pool->started);
	pthread_mutex_destroy(&pool->lock);
	free(pool);
}

unsigned cml_pool_n_threads(const struct cml_pool *pool)
{
	return pool ? pool->n_threads : 1;
}

void cml_pool_run(struct cml_pool *pool, size_t n_items, cml_parallel_body *body, void *context)
{
	/* Waking the others for a single item would only cost time. */
	if (!pool || pool->n_workers == 0 || n_items < 2) {
		for (size_t item = 0; item < n_items; item++)
			body(context, item, 0);
		return;
	}
	pthread_mutex_lock(&pool->lock);
	pool->body = body;
	pool->context = context;
	pool->n_items = n_items;
	atomic_store_explicit(&pool->next_item, 0, memory_order_relaxed);
	pool->n_busy = pool->n_workers;
	pool->round++;
	pthread_cond_broadcast(&pool->started);
	pthread_mutex_unlock(&pool->lock);

	run_items(pool, 0);

	pthread_mutex_lock(&pool->lock);
	while (pool->n_busy > 0)
		pthread_cond_wait(&pool->finished, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
}

struct attempt {
	cml_parallel_task *task;
	void *context;
	atomic_size_t first_failed; /* SIZE_MAX: none */
	pthread_mutex_t lock;
	struct cml_error *err; /* of that */
};

static void try_item(void *context, size_t item, unsigned thread)
{
	struct attempt *attempt = context;
	struct cml_error err;

	if (item > atomic_load(&attempt->first_failed) ||
	    attempt->task(attempt->context, item, thread, &err) == CML_OK)
		return;
	pthread_mutex_lock(&attempt->lock);
	if (item < atomic_load(&attempt->first_failed)) {
		atomic_store(&attempt->first_failed, item);
		*attempt->err = err;
	}
	pthread_mutex_unlock(&attempt->lock);
}

enum cml_result cml_pool_try(struct cml_pool *pool, size_t n_items, cml_parallel_task *task,
			     void *context, struct cml_error *err)
{
	struct attempt attempt = {.task = task,
				  .context = context,
				  .first_failed = SIZE_MAX,
				  .lock = PTHREAD_MUTEX_INITIALIZER,
				  .err = err};

	cml_pool_run(pool, n_items, try_item, &attempt);
	return atomic_load(&attempt.first_failed) == SIZE_MAX ? CML_OK : err->status;
}

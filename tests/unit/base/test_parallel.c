#include "base/parallel.h"

#include "test.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>

#define MAX_ITEMS 1000
#define MAX_THREADS 16

struct tally {
	atomic_uint runs[MAX_ITEMS];
	atomic_uint busy[MAX_THREADS]; /* how many bodies run under this number */
	unsigned n_threads;
	atomic_bool wrong;
};

static void count_item(void *context, size_t item, unsigned thread)
{
	struct tally *tally = context;
	if (thread >= tally->n_threads || atomic_fetch_add(&tally->busy[thread], 1) != 0)
		atomic_store(&tally->wrong, true);
	atomic_fetch_add(&tally->runs[item], 1);
	atomic_fetch_sub(&tally->busy[thread], 1);
}

static struct cml_pool *new_pool(unsigned n_threads)
{
	struct cml_pool *pool;
	assert_ok(cml_pool_new(&pool, n_threads, &err));
	return pool;
}

static void check_every_item_once(struct cml_pool *pool, size_t n_items)
{
	AUTOFREE struct tally *tally = calloc(1, sizeof *tally);
	tally->n_threads = cml_pool_n_threads(pool);
	cml_pool_run(pool, n_items, count_item, tally);
	cr_assert_not(tally->wrong, "a thread number was out of range or shared");
	for (size_t i = 0; i < MAX_ITEMS; i++)
		cr_assert_eq(tally->runs[i], i < n_items, "item %zu of %zu", i, n_items);
}

Test(parallel, every_item_runs_once)
{
	static const size_t n_items[] = {0, 1, 2, 3, 7, 8, 9, MAX_ITEMS};
	for (unsigned n_threads = 1; n_threads <= 8; n_threads++) {
		AUTOPTR(cml_pool) pool = new_pool(n_threads);
		cr_assert_eq(cml_pool_n_threads(pool), n_threads);
		for (size_t i = 0; i < COUNT(n_items); i++)
			check_every_item_once(pool, n_items[i]);
	}
}

Test(parallel, many_short_loops)
{
	AUTOPTR(cml_pool) pool = new_pool(4);
	for (size_t i = 0; i < 2000; i++)
		check_every_item_once(pool, i % 6);
}

Test(parallel, a_pool_may_never_be_used)
{
	cml_pool_free(new_pool(3));
	cml_pool_free(NULL);
}

Test(parallel, zero_means_one_per_processor)
{
	AUTOPTR(cml_pool) pool = new_pool(0);
	cr_assert_geq(cml_pool_n_threads(pool), 1);
	check_every_item_once(pool, 100);
}

struct order {
	size_t next;
	pthread_t thread;
};

static void check_order(void *context, size_t item, unsigned thread)
{
	struct order *order = context;
	cr_assert_eq(item, order->next);
	cr_assert_eq(thread, 0);
	cr_assert(pthread_equal(order->thread, pthread_self()));
	order->next++;
}

Test(parallel, no_pool_runs_here_in_order)
{
	struct order order = {0, pthread_self()};
	cr_assert_eq(cml_pool_n_threads(NULL), 1);
	cml_pool_run(NULL, 50, check_order, &order);
	cr_assert_eq(order.next, 50);
}

/* Every seventh item from 40 on fails. */
static enum cml_result fail_some(void *context, size_t item, unsigned thread, struct cml_error *err)
{
	(void)thread;
	atomic_fetch_add((atomic_size_t *)context, 1);
	return item >= 40 && item % 7 == 0 ? cml_fail(err, CML_BAD_DATA, "item %zu", item) : CML_OK;
}

Test(parallel, the_first_item_that_fails_is_told)
{
	AUTOPTR(cml_pool) pool = new_pool(4);
	struct cml_error err = {0};
	atomic_size_t n_run = 0;

	cr_assert_eq(cml_pool_try(pool, 42, fail_some, &n_run, &err), CML_OK);
	cr_assert(n_run == 42 && err.status == CML_OK);
	cr_assert_eq(cml_pool_try(pool, MAX_ITEMS, fail_some, &n_run, &err), CML_BAD_DATA);
	cr_assert_str_eq(err.message, "item 42");
}

struct rendezvous {
	pthread_barrier_t barrier;
};

static void meet(void *context, size_t item, unsigned thread)
{
	struct rendezvous *rendezvous = context;
	(void)item;
	(void)thread;
	pthread_barrier_wait(&rendezvous->barrier);
}

/* Four bodies that wait for each other only end when four threads run them. */
Test(parallel, all_threads_take_part, .timeout = 60)
{
	AUTOPTR(cml_pool) pool = new_pool(4);
	struct rendezvous rendezvous;
	pthread_barrier_init(&rendezvous.barrier, NULL, 4);
	for (int i = 0; i < 20; i++)
		cml_pool_run(pool, 4, meet, &rendezvous);
	pthread_barrier_destroy(&rendezvous.barrier);
}

static void run_inner(void *context, size_t item, unsigned thread)
{
	(void)thread;
	check_every_item_once(((struct cml_pool **)context)[item], 40);
}

Test(parallel, a_body_may_run_another_pool)
{
	AUTOPTR(cml_pool) outer = new_pool(2);
	struct cml_pool *inner[2] = {new_pool(2), NULL};
	cml_pool_run(outer, 2, run_inner, inner);
	cml_pool_free(inner[0]);
}

static void sum_squares(void *context, size_t item, unsigned thread)
{
	(void)thread;
	((double *)context)[item] = (double)item * (double)item;
}

Test(parallel, what_the_bodies_wrote_is_seen_after_the_loop)
{
	AUTOPTR(cml_pool) pool = new_pool(3);
	double squares[MAX_ITEMS];
	cml_pool_run(pool, MAX_ITEMS, sum_squares, squares);
	for (size_t i = 0; i < MAX_ITEMS; i++)
		cr_assert_eq(squares[i], (double)(i * i));
}

static void note_mask(void *context, size_t item, unsigned thread)
{
	sigset_t mask;

	meet(context, item, thread);
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	if (thread == 0)
		cr_assert_not(sigismember(&mask, SIGINT));
	else
		cr_assert(sigismember(&mask, SIGINT), "a worker could be chosen to handle SIGINT");
}

Test(parallel, signals_are_left_to_the_calling_thread, .timeout = 60)
{
	AUTOPTR(cml_pool) pool = new_pool(3);
	struct rendezvous rendezvous;
	pthread_barrier_init(&rendezvous.barrier, NULL, 3);
	cml_pool_run(pool, 3, note_mask, &rendezvous);
	pthread_barrier_destroy(&rendezvous.barrier);
}

/* More stack than the address space may hold: creating threads has to fail. */
Test(parallel, too_many_threads_are_an_error)
{
	struct cml_pool *pool = NULL;
	pthread_attr_t attributes;

	pthread_attr_init(&attributes);
	cr_assert_eq(pthread_attr_setstacksize(&attributes, (size_t)1 << 46), 0);
	cr_assert_eq(pthread_setattr_default_np(&attributes), 0);
	cr_assert_eq(cml_pool_new(&pool, 64, &err), CML_IO_ERROR);
	cr_assert_null(pool);
	cr_assert_str_eq(err.message, "cannot start a thread: Resource temporarily unavailable");
	pthread_attr_destroy(&attributes);
}

Test(parallel, an_absurd_number_of_threads_is_an_error)
{
	struct cml_pool *pool = NULL;
	struct rlimit limit = {(rlim_t)1 << 30, (rlim_t)1 << 30};
#if defined(__SANITIZE_ADDRESS__)
	cr_skip_test("AddressSanitizer needs the address space");
#endif
	cr_assert_eq(setrlimit(RLIMIT_AS, &limit), 0);
	cr_assert_eq(cml_pool_new(&pool, UINT_MAX, &err), CML_NO_MEMORY);
	cr_assert_null(pool);
}

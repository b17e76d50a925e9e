#include "math/shapley.h"

#include "test.h"

enum { MAX = 7 };

/* A worth for every set, by chance; all kinds of interactions. */
static void draw_worth(size_t n, uint64_t stream, double *worth)
{
	struct cml_random random = random_of(7, stream);
	for (size_t set = 0; set < (size_t)1 << n; set++)
		worth[set] = cml_random_normal(&random);
}

/* What each player brings in one order, added to sum. */
static void add_order(size_t n, const size_t *order, const double *worth, double *sum)
{
	size_t set = 0;
	for (size_t k = 0; k < n; k++) {
		size_t with = set | (size_t)1 << order[k];
		sum[order[k]] += worth[with] - worth[set];
		set = with;
	}
}

/* All orders of the players from k on; returns how many. */
static size_t add_orders(size_t n, size_t *order, size_t k, const double *worth, double *sum)
{
	size_t n_orders = 0;
	if (k == n) {
		add_order(n, order, worth, sum);
		return 1;
	}
	for (size_t i = k; i < n; i++) {
		size_t held = order[k];
		order[k] = order[i], order[i] = held;
		n_orders += add_orders(n, order, k + 1, worth, sum);
		order[i] = order[k], order[k] = held;
	}
	return n_orders;
}

Test(shapley, is_the_mean_over_all_orders)
{
	double worth[1 << MAX], values[MAX];
	for (size_t n = 1; n <= MAX; n++) {
		double sum[MAX] = {0};
		size_t order[MAX];
		for (size_t i = 0; i < n; i++)
			order[i] = i;
		draw_worth(n, n, worth);
		double n_orders = (double)add_orders(n, order, 0, worth, sum);
		cr_assert_float_eq(n_orders, tgamma((double)n + 1), 0.5);
		cml_shapley_exact(n, worth, values);
		for (size_t i = 0; i < n; i++)
			cr_assert_float_eq(values[i], sum[i] / n_orders, 1e-12, "n %zu", n);
	}
	cml_shapley_exact(0, worth, NULL);
}

/* A worth of n players in a circle: they bring their number, and three neighbours more together. */
static double triples_worth(size_t n, const char *there)
{
	double worth = 2.385;
	for (size_t i = 0; i < n; i++) {
		worth += there[i] ? (double)i : 0;
		if (there[i] && there[(i + 1) % n] && there[(i + 2) % n])
			worth += 0.5 * (double)(i % 4);
	}
	return worth;
}

Test(shapley, of_orders_adds_up_and_comes_near_within_its_error)
{
	enum { N = 20 };
	size_t n_orders = cml_shapley_n_orders(N);
	AUTOFREE size_t *orders = malloc(n_orders * N * sizeof *orders);
	AUTOFREE double *worth = malloc(n_orders * (N + 1) * sizeof *worth);
	double values[N], errors[N], sum = 0;
	cml_shapley_draw(N, n_orders, orders);
	for (size_t o = 0; o < n_orders; o++) {
		char there[N] = {0};
		worth[o * (N + 1)] = triples_worth(N, there);
		for (size_t k = 0; k < N; k++) {
			cr_assert_not(there[orders[o * N + k]], "a player arrives twice");
			there[orders[o * N + k]] = 1;
			worth[o * (N + 1) + k + 1] = triples_worth(N, there);
		}
	}
	cml_shapley_sampled(N, n_orders, orders, worth, values, errors);
	for (size_t i = 0; i < N; i++) {
		/* three share alike */
		double shared =
		    (double)(i % 4) + (double)((i + N - 1) % N % 4) + (double)((i + N - 2) % N % 4);
		double exact = (double)i + 0.5 * shared / 3;
		cr_assert_lt(fabs(values[i] - exact), 4 * errors[i], "player %zu", i);
		cr_assert(errors[i] > 0 && errors[i] < 0.1);
		sum += values[i];
	}
	cr_assert_float_eq(sum, worth[N] - worth[0], 1e-9);
}

Test(shapley, draws_as_many_orders_as_cost_what_exact_values_do)
{
	cr_assert_eq(cml_shapley_n_orders(13), 292); /* 4096 / 14 = 292.6 */
	cr_assert_eq(cml_shapley_n_orders(20), 194);
	cr_assert_eq(cml_shapley_n_orders(5000), CML_SHAPLEY_MIN_ORDERS);
}

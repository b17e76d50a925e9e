#include "math/score/score_kinds.h"

#include "base/memory.h"
#include "math/correlation.h"
#include "math/sort.h"
#include "math/top_n.h"

#include <math.h>
#include <stdlib.h>

void cml_score_pairs_view(struct cml_score_pairs *sample, const struct cml_score_pairs *pairs,
			  size_t n, double *numbers)
{
	*sample = (struct cml_score_pairs){.n = n, .maximize = pairs->maximize};
	for (size_t c = 0; c < CML_SCORE_COLUMNS; c++)
		sample->columns[c] = pairs->columns[c] ? numbers + c * n : NULL;
}

void cml_score_pairs_copy(const struct cml_score_pairs *pairs, size_t from, size_t n,
			  double *numbers, size_t to)
{
	for (size_t c = 0; c < CML_SCORE_COLUMNS; c++)
		if (pairs->columns[c])
			numbers[c * n + to] = pairs->columns[c][from];
}

struct cml_score_pairs cml_score_pairs_part(const struct cml_score_pairs *pairs, size_t first,
					    size_t n)
{
	struct cml_score_pairs part = {.n = n, .maximize = pairs->maximize};

	for (size_t c = 0; c < CML_SCORE_COLUMNS; c++)
		part.columns[c] = pairs->columns[c] ? pairs->columns[c] + first : NULL;
	return part;
}

static double goodness(double x, bool maximize)
{
	return maximize ? x : -x;
}

/* The k best of x, k <= n, equal numbers in the order of their rows. */
static enum cml_result best_rows(size_t n, const double *x, bool maximize, size_t k,
				 struct cml_top_n *best, struct cml_error *err)
{
	size_t slot;

	if (cml_top_n_init(best, k, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < n; i++)
		cml_top_n_offer(best, goodness(x[i], maximize), i, &slot);
	return CML_OK;
}

/* Who is among the k best when equal numbers come in random order: all that
 * are better than the border, and of those on it each with chance `fraction`. */
struct border {
	double goodness;
	double fraction;
};

static enum cml_result find_border(size_t n, const double *x, bool maximize, size_t k,
				   struct border *border, struct cml_error *err)
{
	AUTO(cml_top_n) best = {0};
	size_t n_better = 0;
	size_t n_equal = 0;
	if (best_rows(n, x, maximize, k, &best, err) != CML_OK)
		return err->status;
	border->goodness = best.items[0].score; /* the worst that is kept */
	for (size_t i = 0; i < n; i++) {
		n_better += goodness(x[i], maximize) > border->goodness;
		n_equal += goodness(x[i], maximize) == border->goodness;
	}
	border->fraction = (double)(k - n_better) / (double)n_equal;
	return CML_OK;
}

static double chance(const struct border *border, double x)
{
	return x > border->goodness ? 1.0 : x == border->goodness ? border->fraction : 0.0;
}

/* With A the actual best k, P the predicted best k, and ties of the two columns
 * put in random order independently of each other, the expected fraction is
 * E |A and P| / k = (sum over rows of Pr(row in A) Pr(row in P)) / k,
 * where Pr(row in A) is 1 for a row better than the k-th, 0 for a worse one,
 * and (k - number better) / (number equal) for one equal to it. */
enum cml_result cml_score_top_recall(const struct cml_score_pairs *pairs, size_t k, double *value,
				     struct cml_error *err)
{
	struct border actual_border;
	struct border predicted_border;
	double sum = 0.0;

	if (k >= pairs->n) {
		*value = NAN;
		return CML_OK;
	}
	if (find_border(pairs->n, pairs->actual, pairs->maximize, k, &actual_border, err) !=
		CML_OK ||
	    find_border(pairs->n, pairs->predicted, pairs->maximize, k, &predicted_border, err) !=
		CML_OK)
		return err->status;
	for (size_t i = 0; i < pairs->n; i++)
		sum += chance(&actual_border, goodness(pairs->actual[i], pairs->maximize)) *
		       chance(&predicted_border, goodness(pairs->predicted[i], pairs->maximize));
	*value = sum / (double)k;
	return CML_OK;
}

/* Of a best value of 0 nothing can be a part. */
enum cml_result cml_score_regret(const struct cml_score_pairs *pairs, size_t k, double *value,
				 struct cml_error *err)
{
	AUTO(cml_top_n) chosen = {0};
	double best = -INFINITY;
	double best_chosen = -INFINITY;

	if (k >= pairs->n) {
		*value = NAN;
		return CML_OK;
	}
	if (best_rows(pairs->n, pairs->predicted, pairs->maximize, k, &chosen, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < pairs->n; i++)
		best = fmax(best, goodness(pairs->actual[i], pairs->maximize));
	for (size_t i = 0; i < chosen.n; i++) {
		size_t row = chosen.items[i].sequence;

		best_chosen = fmax(best_chosen, goodness(pairs->actual[row], pairs->maximize));
	}
	*value = best == 0.0 ? NAN : (best - best_chosen) / fabs(best);
	return CML_OK;
}

enum cml_result cml_score_wasted(const struct cml_score_pairs *pairs, size_t k, double *value,
				 struct cml_error *err)
{
	struct border border;
	double sum = 0.0;

	*value = NAN;
	if (k >= pairs->n)
		return CML_OK;
	if (find_border(pairs->n, pairs->worth, true, k, &border, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < pairs->n; i++)
		sum += isnan(pairs->actual[i]) ? chance(&border, pairs->worth[i]) : 0.0;
	*value = sum;
	return CML_OK;
}

/* NaN when no launch ran. */
static double best_actual(const struct cml_score_pairs *pairs)
{
	double best = NAN;

	for (size_t i = 0; i < pairs->n; i++)
		best =
		    pairs->maximize ? fmax(best, pairs->actual[i]) : fmin(best, pairs->actual[i]);
	return best;
}

static double fraction_of_best(const struct cml_score_pairs *pairs, double best, size_t row)
{
	double actual = pairs->actual[row];

	return isnan(actual) ? 0.0 : fmax(pairs->maximize ? actual / best : best / actual, 0.0);
}

/* Largest of `least` and of n_drawn of n values, expected over all ways to draw: the i-th largest
 * value, from 1, is the largest drawn with probability C(n - i, n_drawn - 1) / C(n, n_drawn). */
static enum cml_result expected_largest(size_t n, double *values, size_t n_drawn, double least,
					double *expected, struct cml_error *err)
{
	double p = (double)n_drawn / (double)n;
	AUTOFREE size_t *order = cml_array_new(n, sizeof *order);

	if (!order)
		return cml_fail_memory(err);
	if (cml_sort_order(n, values, order, err) != CML_OK)
		return err->status;
	*expected = 0.0;
	for (size_t i = 1; p > 0.0; i++) {
		*expected += p * fmax(least, values[order[n - i]]);
		p *= i < n ? (double)(n - i - n_drawn + 1) / (double)(n - i) : 0.0;
	}
	return CML_OK;
}

enum cml_result cml_score_best(const struct cml_score_pairs *pairs, size_t k, double *value,
			       struct cml_error *err)
{
	double best = best_actual(pairs), better = 0.0;
	size_t n_better = 0, n_equal = 0;
	AUTOFREE double *equal = NULL; /* of the launches on the border */
	struct border border;
	enum cml_result status;

	*value = NAN;
	if (k >= pairs->n || !(best > 0.0))
		return CML_OK;
	status = find_border(pairs->n, pairs->worth, true, k, &border, err);
	if (status != CML_OK)
		return status;
	if (!CML_NEW(&equal, pairs->n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < pairs->n; i++) {
		if (pairs->worth[i] > border.goodness) {
			better = fmax(better, fraction_of_best(pairs, best, i));
			n_better++;
		} else if (pairs->worth[i] == border.goodness) {
			equal[n_equal++] = fraction_of_best(pairs, best, i);
		}
	}
	return expected_largest(n_equal, equal, k - n_better, better, value, err);
}

/* All metrics have one signature; most need only a part of it. */
#define UNUSED __attribute__((unused))

#define N_BINS 10

static double ran(const struct cml_score_pairs *pairs, size_t row)
{
	return isnan(pairs->actual[row]) ? 0.0 : 1.0;
}

enum cml_result cml_score_ok_auc(const struct cml_score_pairs *pairs, size_t k UNUSED,
				 double *value, struct cml_error *err)
{
	AUTOFREE double *labels = cml_array_new(pairs->n, sizeof *labels);

	if (!labels)
		return cml_fail_memory(err);
	for (size_t i = 0; i < pairs->n; i++)
		labels[i] = ran(pairs, i);
	return cml_auc(pairs->n, pairs->predicted, labels, value, err);
}

enum cml_result cml_score_ok_brier(const struct cml_score_pairs *pairs, size_t k UNUSED,
				   double *value, struct cml_error *err UNUSED)
{
	double sum = 0.0;

	for (size_t i = 0; i < pairs->n; i++) {
		double error = pairs->predicted[i] - ran(pairs, i);

		sum += error * error;
	}
	*value = pairs->n == 0 ? NAN : sum / (double)pairs->n;
	return CML_OK;
}

enum cml_result cml_score_ok_calibration(const struct cml_score_pairs *pairs, size_t k UNUSED,
					 double *value, struct cml_error *err UNUSED)
{
	double predicted[N_BINS] = {0}, observed[N_BINS] = {0}, sum = 0.0;

	for (size_t i = 0; i < pairs->n; i++) {
		size_t bin = (size_t)(pairs->predicted[i] * N_BINS);

		bin = bin < N_BINS ? bin : N_BINS - 1;
		predicted[bin] += pairs->predicted[i];
		observed[bin] += ran(pairs, i);
	}
	for (size_t bin = 0; bin < N_BINS; bin++)
		sum += fabs(predicted[bin] - observed[bin]);
	*value = pairs->n == 0 ? NAN : sum / (double)pairs->n;
	return CML_OK;
}

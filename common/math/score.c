#include "math/score.h"

#include "base/number.h"
#include "math/correlation.h"
#include "math/summary.h"
#include "math/top_n.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

/* All metrics have one signature; most need only a part of it. */
#define UNUSED __attribute__((unused))

static enum cml_status kendall(size_t n, const double *actual, const double *predicted,
			       bool maximize UNUSED, size_t k UNUSED, double *value,
			       struct cml_error *err)
{
	return cml_kendall_tau_b(n, actual, predicted, value, err);
}

static enum cml_status pearson(size_t n, const double *actual, const double *predicted,
			       bool maximize UNUSED, size_t k UNUSED, double *value,
			       struct cml_error *err UNUSED)
{
	*value = cml_pearson(n, actual, predicted);
	return CML_OK;
}

static enum cml_status spearman(size_t n, const double *actual, const double *predicted,
				bool maximize UNUSED, size_t k UNUSED, double *value,
				struct cml_error *err)
{
	return cml_spearman(n, actual, predicted, value, err);
}

static enum cml_status r2(size_t n, const double *actual, const double *predicted,
			  bool maximize UNUSED, size_t k UNUSED, double *value,
			  struct cml_error *err UNUSED)
{
	double sd = cml_sd(n, actual);
	double sum = 0.0;

	*value = NAN;
	if (n < 2 || sd == 0.0)
		return CML_OK;
	/* SS_tot is (n - 1) sd^2. */
	for (size_t i = 0; i < n; i++) {
		double residual = (actual[i] - predicted[i]) / sd;

		sum += residual * residual;
	}
	*value = 1.0 - sum / (double)(n - 1);
	return CML_OK;
}

static enum cml_status rmse(size_t n, const double *actual, const double *predicted,
			    bool maximize UNUSED, size_t k UNUSED, double *value,
			    struct cml_error *err UNUSED)
{
	double sum = 0.0;

	for (size_t i = 0; i < n; i++) {
		double residual = actual[i] - predicted[i];

		sum += residual * residual;
	}
	*value = n == 0 ? NAN : sqrt(sum / (double)n);
	return CML_OK;
}

static enum cml_status mape(size_t n, const double *actual, const double *predicted,
			    bool maximize UNUSED, size_t k UNUSED, double *value,
			    struct cml_error *err UNUSED)
{
	double sum = 0.0;
	size_t n_used = 0;

	for (size_t i = 0; i < n; i++) {
		if (actual[i] == 0.0)
			continue;
		sum += fabs((actual[i] - predicted[i]) / actual[i]);
		n_used++;
	}
	*value = n_used == 0 ? NAN : sum / (double)n_used;
	return CML_OK;
}

static double goodness(double x, bool maximize)
{
	return maximize ? x : -x;
}

/* The k best of x, k <= n, equal numbers in the order of their rows. */
static enum cml_status best_rows(size_t n, const double *x, bool maximize, size_t k,
				 struct cml_top_n *best, struct cml_error *err)
{
	enum cml_status status = cml_top_n_init(best, k, err);
	size_t slot;

	for (size_t i = 0; status == CML_OK && i < n; i++)
		cml_top_n_offer(best, goodness(x[i], maximize), i, &slot);
	return status;
}

/* Who is among the k best when equal numbers come in random order: all that
 * are better than the border, and of those on it each with chance `share`. */
struct border {
	double goodness;
	double share;
};

static enum cml_status find_border(size_t n, const double *x, bool maximize, size_t k,
				   struct border *border, struct cml_error *err)
{
	struct cml_top_n best = {0};
	size_t n_better = 0;
	size_t n_equal = 0;
	enum cml_status status = best_rows(n, x, maximize, k, &best, err);

	if (status != CML_OK)
		goto out;
	border->goodness = best.items[0].score; /* the worst that is kept */
	for (size_t i = 0; i < n; i++) {
		n_better += goodness(x[i], maximize) > border->goodness;
		n_equal += goodness(x[i], maximize) == border->goodness;
	}
	border->share = (double)(k - n_better) / (double)n_equal;
out:
	cml_top_n_release(&best);
	return status;
}

static double chance(const struct border *border, double x)
{
	return x > border->goodness ? 1.0 : x == border->goodness ? border->share : 0.0;
}

/* With A the actual best k, P the predicted best k, and ties of the two columns
 * put in random order independently of each other, the expected share is
 * E |A and P| / k = (sum over rows of Pr(row in A) Pr(row in P)) / k,
 * where Pr(row in A) is 1 for a row better than the k-th, 0 for a worse one,
 * and (k - number better) / (number equal) for one equal to it. */
static enum cml_status top_recall(size_t n, const double *actual, const double *predicted,
				  bool maximize, size_t k, double *value, struct cml_error *err)
{
	struct border actual_border;
	struct border predicted_border;
	double sum = 0.0;
	enum cml_status status;

	status = find_border(n, actual, maximize, k, &actual_border, err);
	if (status == CML_OK)
		status = find_border(n, predicted, maximize, k, &predicted_border, err);
	if (status != CML_OK)
		return status;
	for (size_t i = 0; i < n; i++)
		sum += chance(&actual_border, goodness(actual[i], maximize)) *
		       chance(&predicted_border, goodness(predicted[i], maximize));
	*value = sum / (double)k;
	return CML_OK;
}

/* NaN when the best actual value is 0, of which nothing can be a part. */
static enum cml_status regret(size_t n, const double *actual, const double *predicted,
			      bool maximize, size_t k, double *value, struct cml_error *err)
{
	struct cml_top_n chosen = {0};
	double best = -INFINITY;
	double best_chosen = -INFINITY;
	enum cml_status status;

	status = best_rows(n, predicted, maximize, k, &chosen, err);
	if (status != CML_OK)
		goto out;
	for (size_t i = 0; i < n; i++)
		best = fmax(best, goodness(actual[i], maximize));
	for (size_t i = 0; i < chosen.n; i++)
		best_chosen =
		    fmax(best_chosen, goodness(actual[chosen.items[i].sequence], maximize));
	*value = best == 0.0 ? NAN : (best - best_chosen) / fabs(best);
out:
	cml_top_n_release(&chosen);
	return status;
}

const struct cml_score_kind cml_score_kinds[] = {
    {.name = "kendall", .doc = "Kendall's tau-b rank correlation", .evaluate = kendall},
    {.name = "pearson", .doc = "Pearson's linear correlation r", .evaluate = pearson},
    {.name = "spearman", .doc = "Spearman's rho: r of the mid-ranks", .evaluate = spearman},
    {.name = "r2", .doc = "1 - SS_res / SS_tot", .need_unit = true, .evaluate = r2},
    {.name = "rmse", .doc = "sqrt(mean((a - p)^2))", .need_unit = true, .evaluate = rmse},
    {.name = "mape", .doc = "mean(|a - p| / |a|) over a != 0", .need_unit = true, .evaluate = mape},
    {.name = "top-recall",
     .doc = "share of the actual best k among the predicted best k",
     .at_k = true,
     .evaluate = top_recall},
    {.name = "regret",
     .doc = "(best actual - best actual of the predicted best k) / |best actual|",
     .at_k = true,
     .evaluate = regret},
};
enum { N_KINDS = sizeof cml_score_kinds / sizeof *cml_score_kinds };
const size_t cml_n_score_kinds = N_KINDS;

static enum cml_status fail_unknown(struct cml_slice text, struct cml_slice name,
				    struct cml_error *err)
{
	const char *names[N_KINDS];
	const char *nearest;
	char quoted[CML_QUOTE_SIZE];
	char known[256] = "";
	size_t size = 0;

	for (size_t i = 0; i < N_KINDS; i++) {
		const struct cml_score_kind *kind = &cml_score_kinds[i];

		names[i] = kind->name;
		size += (size_t)snprintf(known + size, sizeof known - size, "%s%s%s",
					 i > 0 ? ", " : "", kind->name, kind->at_k ? "@K" : "");
	}
	nearest = cml_text_nearest(name, names, N_KINDS);
	return cml_fail(err, CML_BAD_USAGE, "unknown metric: %s%s%s%s (known: %s)",
			cml_text_quote(text, quoted, sizeof quoted),
			nearest != NULL ? "; did you mean '" : "", nearest != NULL ? nearest : "",
			nearest != NULL ? "'?" : "", known);
}

enum cml_status cml_score_parse(struct cml_slice text, struct cml_score *score,
				struct cml_error *err)
{
	struct cml_slice count = cml_slice_trim(text);
	struct cml_slice name;
	bool started = false;
	bool has_count;
	const struct cml_score_kind *kind = cml_score_kinds;
	char quoted[CML_QUOTE_SIZE];
	uint64_t k = 0;

	text = count;
	cml_slice_split(&count, '@', &started, &name);
	has_count = name.size < text.size;
	while (kind < cml_score_kinds + N_KINDS && !cml_slice_is(name, kind->name))
		kind++;
	if (kind == cml_score_kinds + N_KINDS)
		return fail_unknown(text, name, err);
	if (!kind->at_k && has_count)
		return cml_fail(err, CML_BAD_USAGE, "metric '%s' takes no @K: %s", kind->name,
				cml_text_quote(text, quoted, sizeof quoted));
	if (kind->at_k && !has_count)
		return cml_fail(err, CML_BAD_USAGE,
				"metric '%s' needs a number of rows, such as %s@10", kind->name,
				kind->name);
	if (kind->at_k && (!cml_parse_uint64(count, &k) || k == 0 || k > SIZE_MAX))
		return cml_fail(err, CML_BAD_USAGE, "metric '%s': not a number of rows above 0: %s",
				kind->name, cml_text_quote(count, quoted, sizeof quoted));
	*score = (struct cml_score){.kind = kind, .k = (size_t)k};
	if (kind->at_k)
		snprintf(score->name, sizeof score->name, "%s@%zu", kind->name, score->k);
	else
		snprintf(score->name, sizeof score->name, "%s", kind->name);
	return CML_OK;
}

enum cml_status cml_score_evaluate(const struct cml_score *score, size_t n, const double *actual,
				   const double *predicted, bool maximize, double *value,
				   struct cml_error *err)
{
	/* With as many places as rows any order is perfect: nothing was measured. */
	if (score->kind->at_k && score->k >= n) {
		*value = NAN;
		return CML_OK;
	}
	return score->kind->evaluate(n, actual, predicted, maximize, score->k, value, err);
}

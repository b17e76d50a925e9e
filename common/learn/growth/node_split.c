#include "learn/growth/node_split.h"

#include <math.h>

/* The bins of a feature that have rows, in order, missing values apart: sums over the first ones up
 * to each. */
struct running_sums {
	size_t n;
	uint32_t bin[CML_MAX_BINS + 1]; /* n + 1; after the last one, n_bins of the feature */
	const double *rows;             /* hessian, or row_counts where rows are counted */
	double missing_gradient, missing_hessian, missing_rows;
	double gradient[CML_MAX_BINS];
	double hessian[CML_MAX_BINS];
	double row_counts[CML_MAX_BINS];
};

/* counts: of rows; NULL where hessians are. */
static void run_sums(struct running_sums *sums, const struct cml_binned_feature *feature,
		     const cml_gradient_sum *bins, const uint32_t *counts)
{
	cml_gradient_sum carry = {0, 0};
	double rows = 0;
	uint32_t n_bins = feature->n_bins;
	sums->n = 0;
	for (uint32_t b = 0; b < n_bins; b++) {
		if (bins[b][1] == 0)
			continue;
		carry += bins[b];
		sums->bin[sums->n] = b;
		sums->gradient[sums->n] = carry[0];
		sums->hessian[sums->n] = carry[1];
		if (counts)
			sums->row_counts[sums->n] = rows += counts[b];
		sums->n++;
	}
	sums->bin[sums->n] = n_bins;
	sums->rows = counts ? sums->row_counts : sums->hessian;
	sums->missing_gradient = feature->has_missing ? bins[n_bins][0] : 0;
	sums->missing_hessian = feature->has_missing ? bins[n_bins][1] : 0;
	sums->missing_rows =
	    counts && feature->has_missing ? counts[n_bins] : sums->missing_hessian;
}

/* What of a difference of large terms is rounding, not gain. */
static bool is_noise(double difference, double first, double second)
{
	return fabs(difference) <= 0x1p-46 * (fabs(first) + fabs(second));
}

/* Puts a split in *split unless its gain is too small. */
static bool evaluate(const struct cml_split_rule *rule, const struct cml_node_sums *node, double gl,
		     double hl, struct cml_node_split *split)
{
	double a = hl + rule->l2;
	double d = node->hessian + rule->l2 - hl;
	double first = gl * d;
	double second = (node->gradient - gl) * a;
	double gain = (first - second) * (first - second) / (a * d * (a + d));
	if (is_noise(first - second, first, second))
		return false;
	if (rule->l2 > 0)
		gain -= node->gradient * node->gradient *
			(1 / (node->hessian + rule->l2) - 1 / (node->hessian + 2 * rule->l2));
	split->gain = gain * rule->gain_unit;
	split->gradient = gl;
	split->hessian = hl;
	return split->gain > 0;
}

static void keep_better(struct cml_node_split *best, const struct cml_node_split *split)
{
	if (split->gain > best->gain ||
	    (split->gain == best->gain && split->feature < best->feature))
		*best = *split;
}

double cml_node_value(const struct cml_split_rule *rule, const struct cml_node_sums *node,
		      double gradient, double hessian)
{
	double value = gradient / (hessian + rule->l2);
	value = value > node->lower ? value : node->lower;
	return value < node->upper ? value : node->upper;
}

/* What a leaf of these sums lowers the loss by, twice: value (2 G - (H + l2) value). */
static double value_gain(const struct cml_split_rule *rule, double gradient, double hessian,
			 double value)
{
	return value * (2 * gradient - (hessian + rule->l2) * value);
}

/* As evaluate, by values that keep to the order of the feature; whole: the gain of the node as one
 * leaf; ordered: both sides have values of it. */
static bool evaluate_ordered(const struct cml_split_rule *rule, const struct cml_node_sums *node,
			     double whole, double gl, double hl, bool ordered,
			     struct cml_node_split *split)
{
	double gr = node->gradient - gl, hr = node->hessian - hl;
	double left = cml_node_value(rule, node, gl, hl);
	double right = cml_node_value(rule, node, gr, hr);
	if (ordered && (right - left) * rule->monotone[split->feature] < 0)
		return false;
	double first = value_gain(rule, gl, hl, left) + value_gain(rule, gr, hr, right);
	if (is_noise(first - whole, first, whole))
		return false;
	split->gain = (first - whole) * rule->gain_unit;
	split->gradient = gl;
	split->hessian = hl;
	return split->gain > 0;
}

static void place_boundary(const struct running_sums *sums, size_t at, struct cml_node_split *split)
{
	split->bin = sums->bin[at];
	split->next_bin = sums->bin[at + 1];
}

/* Every boundary, one after the other: an order allows some of them only. given: missing values,
 * where they go left. */
static void search_ordered(const struct cml_split_rule *rule, const struct cml_node_sums *node,
			   const struct running_sums *sums, const struct cml_node_sums *given,
			   struct cml_node_split *split, struct cml_node_split *best)
{
	double whole = value_gain(rule, node->gradient, node->hessian,
				  cml_node_value(rule, node, node->gradient, node->hessian));
	for (size_t at = 0; at < sums->n; at++) {
		double n_left = sums->rows[at] + given->rows;
		place_boundary(sums, at, split);
		if (n_left >= rule->min_rows && node->rows - n_left >= rule->min_rows &&
		    evaluate_ordered(rule, node, whole, sums->gradient[at] + given->gradient,
				     sums->hessian[at] + given->hessian, at + 1 < sums->n, split))
			keep_better(best, split);
	}
}

/* After which of them a split gains most, the lowest of the best; sums->n when no boundary will do.
 * With a = HL + l2, d = HR + l2 and D = a + d, which the node fixes, GL^2/a + GR^2/d =
 * G^2/D + (GL - G/D a)^2 D/(a d): fractions (GL - G/D a)^2 / (a d) are compared crosswise,
 * without dividing. */
static size_t best_boundary(const struct cml_split_rule *rule, const struct cml_node_sums *node,
			    const struct running_sums *sums, const struct cml_node_sums *given)
{
	double min = rule->min_rows - given->rows;
	double max = node->rows - rule->min_rows - given->rows;
	double all = node->hessian + 2 * rule->l2, fraction = node->gradient / all;
	double given_hessian = given->hessian + rule->l2;
	double numerator = 0, denominator = 1;
	size_t best = sums->n;
	for (size_t at = 0; at < sums->n && sums->rows[at] <= max; at++) {
		double a = sums->hessian[at] + given_hessian;
		double away = sums->gradient[at] + given->gradient - fraction * a;
		if (sums->rows[at] >= min &&
		    away * away * denominator > numerator * (a * (all - a))) {
			numerator = away * away;
			denominator = a * (all - a);
			best = at;
		}
	}
	return best;
}

static void search_unordered(const struct cml_split_rule *rule, const struct cml_node_sums *node,
			     const struct running_sums *sums, const struct cml_node_sums *given,
			     struct cml_node_split *split, struct cml_node_split *best)
{
	size_t at = best_boundary(rule, node, sums, given);
	if (at == sums->n || !evaluate(rule, node, sums->gradient[at] + given->gradient,
				       sums->hessian[at] + given->hessian, split))
		return;
	place_boundary(sums, at, split);
	keep_better(best, split);
}

void cml_node_split_search(const struct cml_split_rule *rule, const struct cml_bins *bins,
			   size_t column, const struct cml_histogram *histogram,
			   const struct cml_node_sums *node, struct cml_node_split *best)
{
	struct running_sums sums;
	struct cml_node_sums given = {0};
	struct cml_node_split split = {.feature = bins->columns[column]};
	size_t first = bins->first_bin[column];
	run_sums(&sums, &bins->features[split.feature], histogram->sums + first,
		 rule->counts_rows ? histogram->counts + first : NULL);
	split.has_missing = sums.missing_hessian > 0;
	for (int missing_left = 0; missing_left <= split.has_missing; missing_left++) {
		if (missing_left)
			given = (struct cml_node_sums){.gradient = sums.missing_gradient,
						       .hessian = sums.missing_hessian,
						       .rows = sums.missing_rows};
		split.missing_left = missing_left;
		(rule->monotone ? search_ordered : search_unordered)(rule, node, &sums, &given,
								     &split, best);
	}
}

#include "learn/growth/node_split.h"

#include "base/target.h"

#include <math.h>
#include <string.h>

/* A little less than 1: what rounds to a tie is still looked at. */
#define BARELY (1 - 0x1p-30)

/* A feature's bins in order, missing values apart: sums over entries 0..b. An entry is a bin, or
 * of those that have rows the next. */
struct running_sums {
	size_t n;
	size_t n_bins;       /* of the feature */
	const uint8_t *bins; /* n, ascending: the bin of an entry; NULL: its number */
	double missing_gradient, missing_hessian;
	double gradient[CML_MAX_BINS];
	double hessian[CML_MAX_BINS];
};

/* The boundaries of a feature that leave enough rows on either side: after entries first to end
 * - 1.
 *
 * With a = HL + l2, d = HR + l2 and D = a + d, which the node fixes, GL^2/a + GR^2/d =
 * G^2/D + (GL - G/D a)^2 D/(a d). Fractions are compared crosswise, without dividing: numerator
 * (GL - G/D a)^2, denominator a d. */
struct boundaries {
	const double *gradient, *hessian; /* running sums */
	double given_gradient;            /* missing values given to the left, or 0 */
	double given_hessian;             /* l2 included */
	double all;                       /* D */
	double mean;                      /* G / D */
	size_t first, end;
};

/* Whether some boundary's fraction is above ratio. Without a branch, which costs a part of finding
 * the best one, and most features end here. */
CML_TARGET_CLONES static bool any_above(const struct boundaries *boundaries, double ratio)
{
	const double *gradient = boundaries->gradient, *hessian = boundaries->hessian;
	double given_gradient = boundaries->given_gradient;
	double given_hessian = boundaries->given_hessian;
	double all = boundaries->all, mean = boundaries->mean;
	bool any = false;
	for (size_t b = boundaries->first; b < boundaries->end; b++) {
		double a = hessian[b] + given_hessian;
		double away = gradient[b] + given_gradient - mean * a;
		any |= away * away > ratio * a * (all - a);
	}
	return any;
}

/* The entry after which to split, the lowest of the best, with the missing values given to the left
 * (or zeroes); sums->n where none has a fraction above ratio. */
static size_t best_boundary(const struct cml_split_rule *rule, const struct cml_node_sums *node,
			    const struct running_sums *sums, const struct cml_node_sums *given,
			    double ratio)
{
	double min = rule->min_hessian - given->hessian;
	double max = node->hessian - rule->min_hessian - given->hessian;
	double numerator = 0, denominator = 1; /* of the best */
	size_t best = sums->n;
	struct boundaries in = {.gradient = sums->gradient,
				.hessian = sums->hessian,
				.given_gradient = given->gradient,
				.given_hessian = given->hessian + rule->l2,
				.all = node->hessian + 2 * rule->l2,
				.end = sums->n};
	in.mean = node->gradient / in.all;
	while (in.first < in.end && sums->hessian[in.first] < min)
		in.first++;
	while (in.first < in.end && sums->hessian[in.end - 1] > max)
		in.end--;
	if (!any_above(&in, ratio))
		return sums->n;
	for (size_t b = in.first; b < in.end; b++) {
		double a = in.hessian[b] + in.given_hessian;
		double away = in.gradient[b] + in.given_gradient - in.mean * a;
		double own = a * (in.all - a);
		if (away * away * denominator > numerator * own || best == sums->n) {
			numerator = away * away;
			denominator = own;
			best = b;
		}
	}
	return best;
}

/* Running sums of bins that lie one after the other. Adding in fours is free
 * of error (sums are exact) and shortens the chain of additions. */
static void run_sums(struct running_sums *sums, const cml_gradient_sum *bins, size_t n_bins)
{
	sums->n = sums->n_bins = n_bins;
	sums->bins = NULL;
	cml_gradient_sum carry = {0, 0};
	size_t b = 0;
	for (; b + 4 <= n_bins; b += 4) {
		cml_gradient_sum first = carry + bins[b];
		cml_gradient_sum pair = bins[b] + bins[b + 1];
		cml_gradient_sum second = carry + pair;
		cml_gradient_sum third = second + bins[b + 2];
		carry += pair + (bins[b + 2] + bins[b + 3]);
		sums->gradient[b] = first[0];
		sums->gradient[b + 1] = second[0];
		sums->gradient[b + 2] = third[0];
		sums->gradient[b + 3] = carry[0];
		sums->hessian[b] = first[1];
		sums->hessian[b + 1] = second[1];
		sums->hessian[b + 2] = third[1];
		sums->hessian[b + 3] = carry[1];
	}
	for (; b < n_bins; b++) {
		carry += bins[b];
		sums->gradient[b] = carry[0];
		sums->hessian[b] = carry[1];
	}
}

/* The sums of a feature in a shared column, its default bin (or missing value)
 * found as what the other bins leave of the node. */
static void spread_sums(const struct cml_bundle_member *member, const cml_gradient_sum *column,
			uint32_t n_codes, const struct cml_node_sums *node,
			cml_gradient_sum *spread)
{
	cml_gradient_sum rest = {node->gradient, node->hessian};
	for (uint32_t bin = 0; bin < n_codes; bin++)
		if (bin != member->default_bin) {
			spread[bin] = column[cml_bundle_code(member, bin)];
			rest -= spread[bin];
		}
	spread[member->default_bin] = rest;
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
	split->fraction = (first - second) * (first - second) / (a * d * (a + d) * (a + d));
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

/* A feature of two bins and no missing values, as most are: one candidate. */
static void search_two(const struct cml_split_rule *rule, const struct cml_node_sums *node,
		       const struct cml_bundle_member *member, const cml_gradient_sum *column,
		       struct cml_node_split *split, struct cml_node_split *best)
{
	uint32_t stored = member->default_bin == 0;
	cml_gradient_sum sum = column[cml_bundle_code(member, stored)];
	double gl = stored ? node->gradient - sum[0] : sum[0];
	double hl = stored ? node->hessian - sum[1] : sum[1];
	if (hl < rule->min_hessian || node->hessian - hl < rule->min_hessian)
		return;
	double all = node->hessian + 2 * rule->l2;
	double a = hl + rule->l2;
	double away = gl - node->gradient / all * a;
	if (away * away < best->fraction * BARELY * a * (all - a))
		return;
	split->next_bin = 1;
	if (evaluate(rule, node, gl, hl, split))
		keep_better(best, split);
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

/* Puts the boundary after an entry into *split; returns the first entry after it that has rows, or
 * sums->n. */
static size_t place_boundary(const struct running_sums *sums, size_t entry,
			     struct cml_node_split *split)
{
	size_t next = entry + 1;
	while (next < sums->n && sums->hessian[next] == sums->hessian[entry])
		next++;
	split->bin = sums->bins ? sums->bins[entry] : (uint32_t)entry;
	split->next_bin = (uint32_t)sums->n_bins;
	if (next < sums->n)
		split->next_bin = sums->bins ? sums->bins[next] : (uint32_t)next;
	return next;
}

/* Every boundary, one after the other: an order allows some of them only. */
static void search_ordered(const struct cml_split_rule *rule, const struct cml_node_sums *node,
			   const struct running_sums *sums, bool missing_left,
			   struct cml_node_split *split, struct cml_node_split *best)
{
	double gradient = missing_left ? sums->missing_gradient : 0;
	double hessian = missing_left ? sums->missing_hessian : 0;
	double whole = value_gain(rule, node->gradient, node->hessian,
				  cml_node_value(rule, node, node->gradient, node->hessian));
	split->missing_left = missing_left;
	for (size_t entry = 0, next; entry < sums->n; entry = next) {
		double left = sums->hessian[entry] + hessian;
		next = place_boundary(sums, entry, split);
		if (sums->hessian[entry] > 0 && left >= rule->min_hessian &&
		    node->hessian - left >= rule->min_hessian &&
		    evaluate_ordered(rule, node, whole, sums->gradient[entry] + gradient, left,
				     next < sums->n, split))
			keep_better(best, split);
	}
}

/* Finishes the candidate that the lanes found. */
static void search_boundaries(const struct cml_split_rule *rule, const struct cml_node_sums *node,
			      const struct running_sums *sums, bool missing_left,
			      struct cml_node_split *split, struct cml_node_split *best)
{
	struct cml_node_sums given = {0};
	if (missing_left)
		given = (struct cml_node_sums){.gradient = sums->missing_gradient,
					       .hessian = sums->missing_hessian};
	size_t entry = best_boundary(rule, node, sums, &given, best->fraction * BARELY);
	if (entry == sums->n)
		return;
	if (!evaluate(rule, node, sums->gradient[entry] + given.gradient,
		      sums->hessian[entry] + given.hessian, split))
		return;
	place_boundary(sums, entry, split);
	split->missing_left = missing_left;
	keep_better(best, split);
}

static void search_sums(const struct cml_split_rule *rule, const struct cml_node_sums *node,
			const struct running_sums *sums, struct cml_node_split *split,
			struct cml_node_split *best)
{
	split->has_missing = sums->missing_hessian > 0;
	for (int missing_left = 0; missing_left <= split->has_missing; missing_left++)
		(rule->monotone ? search_ordered : search_boundaries)(rule, node, sums,
								      missing_left, split, best);
}

static void search_many(const struct cml_split_rule *rule, const struct cml_node_sums *node,
			const struct cml_binned_feature *feature,
			const struct cml_bundle_member *member, const struct cml_histogram *column,
			struct cml_node_split *split, struct cml_node_split *best)
{
	struct running_sums sums;
	cml_gradient_sum spread[CML_MAX_BIN_CODES];
	const cml_gradient_sum *bins = column->sums;
	uint32_t n_codes = cml_binned_feature_n_codes(feature);
	if (member->default_bin != CML_NO_DEFAULT_BIN) {
		spread_sums(member, column->sums, n_codes, node, spread);
		bins = spread;
	}
	run_sums(&sums, bins, feature->n_bins);
	sums.missing_gradient = feature->has_missing ? bins[feature->n_bins][0] : 0;
	sums.missing_hessian = feature->has_missing ? bins[feature->n_bins][1] : 0;
	search_sums(rule, node, &sums, split, best);
}

/* The sums of a column, in which features share its codes or not. */
static void search_column(const struct cml_split_rule *rule, const struct cml_bins *bins,
			  const struct cml_binned_columns *columns, size_t column,
			  const struct cml_histogram *sums, const struct cml_node_sums *node,
			  struct cml_node_split *best)
{
	for (size_t p = columns->first_member[column]; p < columns->first_member[column + 1]; p++) {
		const struct cml_bundle_member *member = &columns->members[p];
		const struct cml_binned_feature *feature = &bins->features[member->feature];
		struct cml_node_split split = {
		    .feature = member->feature, .column = (uint32_t)column, .member = (uint32_t)p};
		if (feature->n_bins == 2 && !feature->has_missing && !rule->monotone)
			search_two(rule, node, member, sums->sums, &split, best);
		else
			search_many(rule, node, feature, member, sums, &split, best);
	}
}

void cml_node_split_search(const struct cml_split_rule *rule, const struct cml_bins *bins,
			   const struct cml_binned_columns *columns,
			   const struct cml_column_range *range,
			   const struct cml_histogram *histogram, const struct cml_node_sums *node,
			   struct cml_node_split *best)
{
	for (size_t column = range->first; column < range->end; column++) {
		size_t first = columns->first_bin[column];
		struct cml_histogram of_column = {.sums = histogram->sums + first};
		search_column(rule, bins, columns, column, &of_column, node, best);
	}
}

static void take_column(struct cml_column_rows *taken, const struct cml_binned_columns *columns,
			size_t column, const struct cml_node_rows *rows)
{
	memset(taken->has, 0, sizeof taken->has);
	for (size_t i = 0; i < rows->n; i++) {
		uint32_t row = rows->rows[i];
		uint8_t code = columns->by_row[row * columns->stride + column];
		taken->sums[code] += rows->sums[row];
		taken->has[code / 64] |= UINT64_C(1) << code % 64;
	}
	taken->n_codes = 0;
	for (size_t word = 0; word < CML_MAX_BIN_CODES / 64; word++)
		for (uint64_t left = taken->has[word]; left != 0; left &= left - 1)
			taken->codes[taken->n_codes++] =
			    (uint8_t)(64 * word + (size_t)__builtin_ctzll(left));
}

/* A feature alone in its column: its bins that have rows, and no others. */
static void search_taken(const struct cml_split_rule *rule, const struct cml_node_sums *node,
			 const struct cml_binned_feature *feature,
			 const struct cml_column_rows *taken, struct cml_node_split *split,
			 struct cml_node_split *best)
{
	struct running_sums sums;
	cml_gradient_sum carry = {0, 0};
	size_t n = taken->n_codes;
	bool has_missing = feature->has_missing && taken->codes[n - 1] == feature->n_bins;
	sums.n = n - has_missing;
	sums.n_bins = feature->n_bins;
	sums.bins = taken->codes;
	for (size_t i = 0; i < sums.n; i++) {
		carry += taken->sums[taken->codes[i]];
		sums.gradient[i] = carry[0];
		sums.hessian[i] = carry[1];
	}
	sums.missing_gradient = has_missing ? taken->sums[feature->n_bins][0] : 0;
	sums.missing_hessian = has_missing ? taken->sums[feature->n_bins][1] : 0;
	search_sums(rule, node, &sums, split, best);
}

void cml_node_split_search_rows(const struct cml_split_rule *rule, const struct cml_bins *bins,
				const struct cml_binned_columns *columns,
				const struct cml_column_range *range,
				const struct cml_node_rows *rows, const struct cml_node_sums *node,
				struct cml_column_rows *taken, struct cml_node_split *best)
{
	for (size_t column = range->first; column < range->end; column++) {
		size_t p = columns->first_member[column];
		const struct cml_bundle_member *member = &columns->members[p];
		const struct cml_histogram sums = {.sums = taken->sums};
		struct cml_node_split split = {
		    .feature = member->feature, .column = (uint32_t)column, .member = (uint32_t)p};
		take_column(taken, columns, column, rows);
		if (taken->n_codes > 1 && member->default_bin != CML_NO_DEFAULT_BIN)
			search_column(rule, bins, columns, column, &sums, node, best);
		else if (taken->n_codes > 1)
			search_taken(rule, node, &bins->features[member->feature], taken, &split,
				     best);
		for (size_t i = 0; i < taken->n_codes; i++)
			taken->sums[taken->codes[i]] = (cml_gradient_sum){0, 0};
	}
}

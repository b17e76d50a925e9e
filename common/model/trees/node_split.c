#include "model/trees/node_split.h"

#include "base/target.h"

#include <math.h>

/* A little less than 1: what rounds to a tie is still looked at. */
#define BARELY (1 - 0x1p-30)

/* Candidates looked at together: two vectors of four doubles. */
#define LANES 4
#define STEP (2 * LANES)

typedef double lanes __attribute__((vector_size(8 * LANES), aligned(8)));
typedef int64_t mask __attribute__((vector_size(8 * LANES)));

/* A feature's bins in order, missing values apart: sums over bins 0..b. */
struct running_sums {
	size_t n_bins;
	const double *rows; /* gradient, hessian, or rows of their own */
	double missing_gradient, missing_hessian, missing_rows;
	double gradient[CML_MAX_BINS];
	double hessian[CML_MAX_BINS];
	double row_counts[CML_MAX_BINS];
};

/* The gain up to what the node fixes, as a fraction: with a = HL + l2,
 * d = HR + l2 and D = a + d, which is fixed, GL^2/a + GR^2/d =
 * G^2/D + (GL - G/D a)^2 D/(a d). Fractions are compared crosswise, without
 * dividing. */
struct candidate {
	double numerator;   /* (GL - G/D a)^2 */
	double denominator; /* a d */
	size_t bin;
};

/* Boundaries after bins [first, end): those that leave enough rows on either
 * side. As many as fill whole vectors, or fewer. */
struct boundaries {
	const struct running_sums *sums;
	double given_gradient; /* missing values given to the left, or 0 */
	double given_hessian;  /* l2 included */
	double all;            /* D */
	double fraction;       /* G / D */
	size_t first;
	size_t end;
};

static inline bool beats(double numerator, double denominator, size_t bin,
			 const struct candidate *best)
{
	double mine = numerator * best->denominator;
	double theirs = best->numerator * denominator;
	return mine > theirs || (mine == theirs && bin < best->bin);
}

/* For fewer boundaries than fill a step. */
static struct candidate best_of_few(const struct boundaries *boundaries)
{
	struct candidate best = {0, 1, boundaries->end};
	for (size_t bin = boundaries->first; bin < boundaries->end; bin++) {
		double a = boundaries->sums->hessian[bin] + boundaries->given_hessian;
		double gl = boundaries->sums->gradient[bin] + boundaries->given_gradient;
		double away = gl - boundaries->fraction * a;
		double denominator = a * (boundaries->all - a);
		if (beats(away * away, denominator, bin, &best))
			best = (struct candidate){away * away, denominator, bin};
	}
	return best;
}

/* Not a function: registers wider than the baseline's cannot be passed. */
#define CHOOSE(condition, yes, no) (((condition) & (mask)(yes)) | (~(condition) & (mask)(no)))

/* For STEP boundaries or more; the last step overlaps the one before. Each lane
 * keeps a best of its own: one for all would be a branch that is hard to
 * predict. */
CML_TARGET_CLONES static struct candidate best_of_many(const struct boundaries *boundaries)
{
	const double *gradient = boundaries->sums->gradient;
	const double *hessian = boundaries->sums->hessian;
	double given_gradient = boundaries->given_gradient;
	double given_hessian = boundaries->given_hessian;
	double all = boundaries->all;
	double fraction = boundaries->fraction;
	size_t last = boundaries->end - STEP;
	lanes numerators[2] = {{0}};
	lanes denominators[2] = {numerators[0] + 1, numerators[0] + 1};
	mask none = (mask){0} + (int64_t)boundaries->end;
	mask bins[2] = {none, none};
	for (size_t b = boundaries->first;; b = b + STEP < last ? b + STEP : last) {
		mask at = (mask){0, 1, 2, 3} + (int64_t)b;
#pragma GCC unroll 2
		for (size_t k = 0; k < 2; k++) {
			lanes a = *(const lanes *)&hessian[b + k * LANES] + given_hessian;
			lanes away = *(const lanes *)&gradient[b + k * LANES] + given_gradient -
				     fraction * a;
			lanes numerator = away * away;
			lanes denominator = a * (all - a);
			mask better = numerator * denominators[k] > numerators[k] * denominator;
			numerators[k] = (lanes)CHOOSE(better, numerator, numerators[k]);
			denominators[k] = (lanes)CHOOSE(better, denominator, denominators[k]);
			bins[k] = CHOOSE(better, at, bins[k]);
			at += LANES;
		}
		if (b == last)
			break;
	}
	struct candidate best = {0, 1, boundaries->end};
#pragma GCC unroll 8
	for (size_t i = 0; i < STEP; i++) {
		double numerator = numerators[i / LANES][i % LANES];
		double denominator = denominators[i / LANES][i % LANES];
		size_t bin = (size_t)bins[i / LANES][i % LANES];
		if (beats(numerator, denominator, bin, &best))
			best = (struct candidate){numerator, denominator, bin};
	}
	return best;
}

/* Whether some boundary's fraction is above ratio, for STEP boundaries or more:
 * half the work of finding the best one, which is then left undone for most
 * features. */
CML_TARGET_CLONES static bool any_above(const struct boundaries *boundaries, double ratio)
{
	const double *gradient = boundaries->sums->gradient;
	const double *hessian = boundaries->sums->hessian;
	double given_gradient = boundaries->given_gradient;
	double given_hessian = boundaries->given_hessian;
	double all = boundaries->all;
	double fraction = boundaries->fraction;
	size_t last = boundaries->end - LANES;
	mask any = {0};
	for (size_t b = boundaries->first;; b = b + LANES < last ? b + LANES : last) {
		lanes a = *(const lanes *)&hessian[b] + given_hessian;
		lanes away = *(const lanes *)&gradient[b] + given_gradient - fraction * a;
		any |= away * away > ratio * a * (all - a);
		if (b == last)
			break;
	}
	return any[0] | any[1] | any[2] | any[3];
}

/* The bin after which to split, with the missing values given to the left (or
 * zeroes); n_bins when no boundary will do. */
static size_t best_boundary(const struct cml_split_rule *rule, const struct cml_node_sums *node,
			    const struct running_sums *sums, const struct cml_node_sums *given,
			    double ratio)
{
	double min = rule->min_rows - given->rows;
	double max = node->rows - rule->min_rows - given->rows;
	struct boundaries boundaries = {.sums = sums,
					.given_gradient = given->gradient,
					.given_hessian = given->hessian + rule->l2,
					.all = node->hessian + 2 * rule->l2,
					.end = sums->n_bins};
	boundaries.fraction = node->gradient / boundaries.all;
	while (boundaries.first < boundaries.end && sums->rows[boundaries.first] < min)
		boundaries.first++;
	while (boundaries.first < boundaries.end && sums->rows[boundaries.end - 1] > max)
		boundaries.end--;
	struct candidate best;
	if (boundaries.end - boundaries.first < STEP)
		best = best_of_few(&boundaries);
	else if (any_above(&boundaries, ratio))
		best = best_of_many(&boundaries);
	else
		return sums->n_bins;
	return best.bin < boundaries.end ? best.bin : sums->n_bins;
}

/* Running sums of bins that lie one after the other. Adding in fours is free
 * of error (sums are exact) and shortens the chain of additions. */
static void run_sums(struct running_sums *sums, const cml_gradient_sum *bins, size_t n_bins)
{
	sums->n_bins = n_bins;
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

/* The sums of a feature in a shared column, its default_bin bin (or missing value)
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

static void count_rows(struct running_sums *sums, const struct cml_bundle_member *member,
		       const uint32_t *column, uint32_t n_codes, double n_rows)
{
	double counts[CML_MAX_BIN_CODES];
	double rest = n_rows;
	double running = 0;
	for (uint32_t bin = 0; bin < n_codes; bin++)
		if (bin != member->default_bin) {
			counts[bin] = column[cml_bundle_code(member, bin)];
			rest -= counts[bin];
		}
	if (member->default_bin != CML_NO_DEFAULT_BIN)
		counts[member->default_bin] = rest;
	for (size_t bin = 0; bin < sums->n_bins; bin++)
		sums->row_counts[bin] = running += counts[bin];
	sums->missing_rows = n_codes > sums->n_bins ? counts[sums->n_bins] : 0;
	sums->rows = sums->row_counts;
}

/* What of a difference of large terms is rounding, not gain. */
static bool is_noise(double difference, double first, double second)
{
	return fabs(difference) <= 0x1p-46 * (fabs(first) + fabs(second));
}

/* Puts a split in *split unless its gain is too small. */
static bool judge(const struct cml_split_rule *rule, const struct cml_node_sums *node, double gl,
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
	return split->gain > 0 && split->gain > rule->min_gain;
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
	if (hl < rule->min_rows || node->hessian - hl < rule->min_rows)
		return;
	double all = node->hessian + 2 * rule->l2;
	double a = hl + rule->l2;
	double away = gl - node->gradient / all * a;
	if (away * away < best->fraction * BARELY * a * (all - a))
		return;
	split->next_bin = 1;
	if (judge(rule, node, gl, hl, split))
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

/* As judge, by values that keep to the order of the feature; whole: the gain of the node as one
 * leaf; ordered: both sides have values of it. */
static bool judge_ordered(const struct cml_split_rule *rule, const struct cml_node_sums *node,
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
	return split->gain > 0 && split->gain > rule->min_gain;
}

/* The first bin after `bin` that has rows, or n_bins. */
static uint32_t next_bin(const struct running_sums *sums, size_t bin)
{
	size_t next = bin + 1;
	while (next < sums->n_bins && sums->hessian[next] == sums->hessian[bin])
		next++;
	return (uint32_t)next;
}

/* Every boundary, one after the other: an order allows some of them only. */
static void search_ordered(const struct cml_split_rule *rule, const struct cml_node_sums *node,
			   const struct running_sums *sums, bool missing_left,
			   struct cml_node_split *split, struct cml_node_split *best)
{
	double gradient = missing_left ? sums->missing_gradient : 0;
	double hessian = missing_left ? sums->missing_hessian : 0;
	double rows = missing_left ? sums->missing_rows : 0;
	double whole = value_gain(rule, node->gradient, node->hessian,
				  cml_node_value(rule, node, node->gradient, node->hessian));
	split->missing_left = missing_left;
	for (size_t bin = 0; bin < sums->n_bins; bin = split->next_bin) {
		double n_left = sums->rows[bin] + rows;
		split->bin = (uint32_t)bin;
		split->next_bin = next_bin(sums, bin);
		if (sums->hessian[bin] > 0 && n_left >= rule->min_rows &&
		    node->rows - n_left >= rule->min_rows &&
		    judge_ordered(rule, node, whole, sums->gradient[bin] + gradient,
				  sums->hessian[bin] + hessian, split->next_bin < sums->n_bins,
				  split))
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
					       .hessian = sums->missing_hessian,
					       .rows = sums->missing_rows};
	size_t bin = best_boundary(rule, node, sums, &given, best->fraction * BARELY);
	if (bin == sums->n_bins)
		return;
	if (!judge(rule, node, sums->gradient[bin] + given.gradient,
		   sums->hessian[bin] + given.hessian, split))
		return;
	split->bin = (uint32_t)bin;
	split->missing_left = missing_left;
	split->next_bin = next_bin(sums, bin);
	keep_better(best, split);
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
	sums.missing_rows = sums.missing_hessian;
	sums.rows = sums.hessian;
	if (rule->counts_rows)
		count_rows(&sums, member, column->counts, n_codes, node->rows);
	split->has_missing = sums.missing_hessian > 0;
	for (int missing_left = 0; missing_left <= split->has_missing; missing_left++)
		(rule->monotone ? search_ordered : search_boundaries)(rule, node, &sums,
								      missing_left, split, best);
}

void cml_node_split_search(const struct cml_split_rule *rule, const struct cml_bins *bins,
			   const struct cml_binned_columns *columns, size_t column,
			   const struct cml_histogram *histogram, const struct cml_node_sums *node,
			   const bool *is_used, struct cml_node_split *best)
{
	struct cml_histogram of_column = {
	    .sums = histogram->sums + columns->first_bin[column],
	    .counts = rule->counts_rows ? histogram->counts + columns->first_bin[column] : NULL};
	for (size_t p = columns->first_member[column]; p < columns->first_member[column + 1]; p++) {
		const struct cml_bundle_member *member = &columns->members[p];
		const struct cml_binned_feature *feature = &bins->features[member->feature];
		struct cml_node_split split = {
		    .feature = member->feature, .column = (uint32_t)column, .member = (uint32_t)p};
		if (is_used && !is_used[member->feature])
			continue;
		if (feature->n_bins == 2 && !feature->has_missing && !rule->counts_rows &&
		    !rule->monotone)
			search_two(rule, node, member, of_column.sums, &split, best);
		else
			search_many(rule, node, feature, member, &of_column, &split, best);
	}
}

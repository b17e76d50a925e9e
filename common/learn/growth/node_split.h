/* The best place to split a node, from its histogram. */
#ifndef CML_LEARN_GROWTH_NODE_SPLIT_H
#define CML_LEARN_GROWTH_NODE_SPLIT_H

#include "learn/growth/binned_columns.h"
#include "learn/growth/bins.h"
#include "learn/growth/histogram.h"

/* The gain of a split into sums (G, H) on the left
 * and right is GL^2 / (HL + l2) + GR^2 / (HR + l2) - G^2 / (H + l2): with squared
 * loss and l2 = 0 the decrease of the sum of squares.
 * Source: T. Chen, C. Guestrin, "XGBoost", KDD 2016, equation 7 (without its
 * factor 1/2); the same order as scikit-learn's friedman_mse. */
struct cml_split_rule {
	double l2;              /* in fixed point, as hessians are */
	double gain_unit;       /* a gain in fixed point times this is in the loss's unit */
	double min_hessian;     /* on each side, in fixed point */
	const int8_t *monotone; /* see grow.h; NULL: none */
};

/* Zeroed: there is none. */
struct cml_node_split {
	double gain; /* in the loss's unit; > 0 when there is a split */
	uint32_t feature;
	uint32_t column;
	uint32_t member;   /* of the feature in columns->members */
	uint32_t bin;      /* the last one on the left */
	uint32_t next_bin; /* the first one on the right that has rows; n_bins: none,
			    * all but missing values are left */
	bool has_missing;  /* the node has missing values, which go */
	bool missing_left; /* this way */
	double fraction;   /* the gain as search compares it */
	double gradient;   /* sums of the left side */
	double hessian;
};

/* Sums of the whole node, in fixed point. */
struct cml_node_sums {
	double gradient;
	double hessian;
	/* With rule->monotone: the ends of what leaves below may predict, in fixed point
	 * (gradient by hessian). */
	double lower;
	double upper;
};

/* What a leaf of these sums predicts, in fixed point, within the ends of the node. */
double cml_node_value(const struct cml_split_rule *rule, const struct cml_node_sums *node,
		      double gradient, double hessian);

/* Improves *best by the features of these columns; of equal gains that of the
 * lowest feature wins, then that of the lowest bin, then missing values go
 * right. Candidates are all boundaries between bins that have rows, with
 * missing values on either side.
 * With rule->monotone, gains are those of values kept within the ends of the node, and a
 * split whose sides are in the wrong order is no candidate. Source: XGBoost's monotone
 * constraints, as C. Auguste, S. Malory, I. Smirnov, "A better method to enforce monotonic
 * constraints in regression and classification trees", 2020, section 2, describe them. */
void cml_node_split_search(const struct cml_split_rule *rule, const struct cml_bins *bins,
			   const struct cml_binned_columns *columns,
			   const struct cml_column_range *range,
			   const struct cml_histogram *histogram, const struct cml_node_sums *node,
			   struct cml_node_split *best);

/* The codes that rows of a node have in a column, and their sums. */
struct cml_column_rows {
	cml_gradient_sum sums[CML_MAX_BIN_CODES]; /* by code; 0 where no row has it */
	uint64_t has[CML_MAX_BIN_CODES / 64];     /* a bit for each code */
	uint8_t codes[CML_MAX_BIN_CODES];         /* those that rows have, ascending */
	size_t n_codes;
};

/* The same from rows instead of a histogram: for nodes of fewer rows than
 * there are bins to look at. taken is scratch: its sums are 0 before
 * and after. */
void cml_node_split_search_rows(const struct cml_split_rule *rule, const struct cml_bins *bins,
				const struct cml_binned_columns *columns,
				const struct cml_column_range *range,
				const struct cml_node_rows *rows, const struct cml_node_sums *node,
				struct cml_column_rows *taken, struct cml_node_split *best);

#endif

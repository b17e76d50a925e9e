/* How far a job leaves the products and ratios of two numbers that the log covers: tiles of 128
 * rows and of 128 columns may both be known, but never together. */
#ifndef CML_MODEL_INTERVAL_PRODUCTS_H
#define CML_MODEL_INTERVAL_PRODUCTS_H

#include "learn/data/dataset.h"
#include "model/interval/covered.h"

#include <stdbool.h>
#include <stddef.h>

/* Numbers of which products are looked at; each pair has a product and a ratio. */
#define CML_PRODUCT_NUMBERS 8
#define CML_MAX_PRODUCTS (CML_PRODUCT_NUMBERS * (CML_PRODUCT_NUMBERS - 1))

/* A sum of two logarithms, or their difference. */
struct cml_product {
	size_t a, b; /* features */
	double sign; /* of b: 1 or -1 */
};

struct cml_products {
	size_t n_features;
	size_t features[CML_PRODUCT_NUMBERS];
	/* In the order of cml_products_at; low > high: no job has both numbers. */
	struct cml_product_range {
		double low, high;
	} ranges[CML_MAX_PRODUCTS];
};

/* Whether a feature is a number on a scale of logarithms, which alone have products. */
bool cml_products_take(const struct cml_dataset *data, const struct cml_covered *covered,
		       size_t feature);

size_t cml_products_n(const struct cml_products *products);
/* Number i < cml_products_n: for each pair of features its product, then its ratio. */
struct cml_product cml_products_at(const struct cml_products *products, size_t i);

/* On the scale of logarithms; NaN where one of both is missing. x: one row; covered: of its
 * features. */
double cml_product_value(const struct cml_product *product, const struct cml_covered *covered,
			 const float *x);

/* What data covers of the products of products->features, which are set.
 * O(rows * CML_MAX_PRODUCTS). */
void cml_products_find(struct cml_products *products, const struct cml_dataset *data,
		       const struct cml_covered *covered);

/* The largest distance of a product or ratio from what is covered, in what would be its
 * standard deviation if its numbers were independent; 0 inside, and where a number is missing or no
 * job has both. It never falls on the way from a covered job straight away, in logarithms. covered:
 * as it was given to cml_products_find. */
double cml_products_excess(const struct cml_products *products, const struct cml_covered *covered,
			   const float *x);

#endif

#include "model/interval/products.h"

#include <math.h>

/* Sums of logarithms of floats differ by rounding alone. */
#define ROUNDING 1e-5

bool cml_products_take(const struct cml_dataset *data, const struct cml_covered *covered,
		       size_t feature)
{
	return covered[feature].is_number &&
	       (covered[feature].is_log || cml_covered_is_named_log(data->feature_names[feature]));
}

size_t cml_products_n(const struct cml_products *products)
{
	return products->n_features < 2 ? 0 : products->n_features * (products->n_features - 1);
}

struct cml_product cml_products_at(const struct cml_products *products, size_t i)
{
	size_t a = 0, pair = i / 2;
	for (size_t left = products->n_features - 1; pair >= left; pair -= left--)
		a++;
	return (struct cml_product){products->features[a], products->features[a + 1 + pair],
				    i % 2 == 0 ? 1 : -1};
}

double cml_product_value(const struct cml_product *product, const struct cml_covered *covered,
			 const float *x)
{
	return cml_covered_place(&covered[product->a], (double)x[product->a]) +
	       product->sign * cml_covered_place(&covered[product->b], (double)x[product->b]);
}

void cml_products_find(struct cml_products *products, const struct cml_dataset *data,
		       const struct cml_covered *covered)
{
	for (size_t p = 0; p < cml_products_n(products); p++) {
		const struct cml_product product = cml_products_at(products, p);
		struct cml_product_range range = {INFINITY, -INFINITY};
		for (size_t i = 0; i < data->n_rows; i++) {
			double value =
			    cml_product_value(&product, covered, data->x + i * data->n_features);
			/* Not of NaN. */
			range.low = fmin(range.low, value);
			range.high = fmax(range.high, value);
		}
		products->ranges[p] = range;
	}
}

double cml_products_excess(const struct cml_products *products, const struct cml_covered *covered,
			   const float *x)
{
	double places[CML_PRODUCT_NUMBERS], units[CML_PRODUCT_NUMBERS], excess = 0;
	const struct cml_product_range *range = products->ranges;
	for (size_t a = 0; a < products->n_features; a++) {
		size_t f = products->features[a];
		places[a] = cml_covered_place(&covered[f], (double)x[f]);
		units[a] = covered[f].unit;
	}
	for (size_t a = 0; a < products->n_features; a++)
		for (size_t b = a + 1; b < products->n_features; b++)
			for (int sign = 1; sign >= -1; sign -= 2, range++) {
				double value = places[a] + sign * places[b];
				double away = fmax(value - range->high, range->low - value);
				/* Of a missing number this is false, and where nothing is covered
				 * infinite. */
				if (away > ROUNDING && isfinite(away))
					excess = fmax(excess, away / hypot(units[a], units[b]));
			}
	return excess;
}

#include "learn/data/feature_moments.h"

#include <math.h>

struct cml_feature_moments cml_feature_moments(const struct cml_dataset *data, size_t f)
{
	struct cml_feature_moments moments = {.all_flags = true};
	double weight = 0, sum = 0, squares = 0;
	for (size_t r = 0; r < data->n_rows; r++) {
		float x = data->x[r * data->n_features + f];
		if (isnan(x)) {
			moments.n_missing++;
			continue;
		}
		moments.all_flags = moments.all_flags && (x == 0 || x == 1);
		weight += data->weight[r];
		sum += data->weight[r] * (double)x;
	}
	moments.mean = weight > 0 ? sum / weight : 0;
	for (size_t r = 0; r < data->n_rows; r++) {
		float x = data->x[r * data->n_features + f];
		if (!isnan(x))
			squares += data->weight[r] * ((double)x - moments.mean) *
				   ((double)x - moments.mean);
	}
	moments.sd = weight > 0 ? sqrt(squares / weight) : 0;
	/* The mean of equal numbers may be off by rounding. */
	moments.is_constant = moments.sd <= 1e-7 * fabs(moments.mean) || moments.sd < 1e-30;
	return moments;
}

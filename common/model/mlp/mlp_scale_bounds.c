#include "model/mlp/mlp_scale_bounds.h"

#include <math.h>

double cml_mlp_scale_upper(const struct cml_mlp_scale *scale, double sign,
			   const struct cml_prediction_range *scores,
			   const struct cml_bound_problem *problem)
{
	double best = -INFINITY;
	for (size_t i = 0; i <= scale->n; i++) {
		double left = i > 0 ? scale->score[i - 1] : -INFINITY;
		double right = i < scale->n ? scale->score[i] : INFINITY;
		double min = fmax(scores->min_good, sign > 0 ? left : -right);
		double max = fmin(scores->max_good, sign > 0 ? right : -left);
		if (min > max)
			continue;
		size_t knot = i > 0 ? i - 1 : 0;
		bool is_inner = i > 0 && i < scale->n;
		/* Through a knot: good of the metric from good of the score. */
		double from = sign * scale->score[knot], to = sign * scale->value[knot];
		double slope = is_inner ? (scale->value[i] - scale->value[knot]) / (right - left)
					: scale->slope;
		struct cml_prediction_range on_line = {.min_good = to + slope * (min - from),
						       .max_good = to + slope * (max - from),
						       .min_sd = slope * scores->min_sd,
						       .max_sd = slope * scores->max_sd,
						       .max_sum =
							   to + slope * (scores->max_sum - from)};
		best = fmax(best, cml_acquisition_upper(&problem->acquisition, problem->log_target,
							&on_line));
	}
	return best;
}

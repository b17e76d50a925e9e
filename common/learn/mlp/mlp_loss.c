#include "learn/mlp/mlp_loss.h"

/* Pairs are counted before they are shared out: with weights of 1 every number
 * but the last is whole, and exact. */
bool cml_mlp_margin_rank(size_t n, const float *score, const double *target, const double *weight,
			 double margin, float *gradient, double *loss)
{
	double total = 0, sum = 0;
	for (size_t i = 0; i < n; i++) {
		double own = 0;
		for (size_t j = 0; j < i; j++) {
			double sign = (double)(target[i] > target[j]) - (target[i] < target[j]);
			double short_by = margin - sign * ((double)score[i] - (double)score[j]);
			double pair = sign * sign * weight[i] * weight[j];
			double counts = short_by > 0 ? pair : 0;
			total += pair;
			sum += counts * short_by;
			own -= sign * counts;
			gradient[j] += (float)(sign * counts);
		}
		gradient[i] = (float)own;
	}
	if (total <= 0)
		return false;
	for (size_t i = 0; i < n; i++)
		gradient[i] = (float)((double)gradient[i] / total);
	*loss = sum / total;
	return true;
}

bool cml_mlp_mse(size_t n, const float *score, const double *target, const double *weight,
		 float *gradient, double *loss)
{
	double total = 0, sum = 0;
	for (size_t i = 0; i < n; i++)
		total += weight[i];
	if (total <= 0)
		return false;
	for (size_t i = 0; i < n; i++) {
		double residual = (double)score[i] - target[i];
		sum += weight[i] / total * residual * residual;
		gradient[i] = (float)(2 * weight[i] / total * residual);
	}
	*loss = sum;
	return true;
}

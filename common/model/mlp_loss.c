#include "model/mlp_loss.h"

/* Pairs are walked twice: their total weight first, so that no scratch is
 * needed for the gradient. */
bool cml_mlp_margin_rank(size_t n, const float *score, const double *target, const double *weight,
			 double margin, float *gradient, double *loss)
{
	double total = 0, sum = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++)
			total += target[i] != target[j] ? weight[i] * weight[j] : 0;
	if (total <= 0)
		return false;
	for (size_t i = 0; i < n; i++)
		gradient[i] = 0;
	for (size_t i = 0; i < n; i++) {
		double own = 0;
		for (size_t j = 0; j < i; j++) {
			double sign = (double)(target[i] > target[j]) - (target[i] < target[j]);
			double short_by = margin - sign * ((double)score[i] - (double)score[j]);
			bool counts = sign != 0 && short_by > 0;
			double share = counts ? weight[i] * weight[j] / total : 0;
			sum += share * short_by;
			own -= sign * share;
			gradient[j] += (float)(sign * share);
		}
		gradient[i] += (float)own;
	}
	*loss = sum;
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

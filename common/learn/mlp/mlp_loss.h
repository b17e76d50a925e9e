/* Losses of a batch of scores and their gradients. */
#ifndef CML_LEARN_MLP_MLP_LOSS_H
#define CML_LEARN_MLP_MLP_LOSS_H

#include <stdbool.h>
#include <stddef.h>

enum cml_mlp_loss { CML_MLP_MARGIN_RANK, CML_MLP_MSE }; /* as loss lists them */

/* The mean over all pairs i < j of the batch with different targets of
 * max(0, margin - (score of the larger target - score of the smaller one)), as
 * torch.nn.MarginRankingLoss; a pair counts as the product of its weights.
 * gradient[n] is out; *loss is in the unit of the scores. False, and no loss
 * written, when no two targets differ. O(n^2). */
bool cml_mlp_margin_rank(size_t n, const float *score, const double *target, const double *weight,
			 double margin, float *gradient, double *loss);

/* The weighted mean of the squares of score - target, as torch.nn.MSELoss. */
bool cml_mlp_mse(size_t n, const float *score, const double *target, const double *weight,
		 float *gradient, double *loss);

#endif

/* Ensembles of neural nets as a predictor.
 *
 * Source: E. Wen and others, "CubicML: Automated ML for Large ML Systems Co-design with ML
 * Prediction of Performance", 2024, appendix A.1.1: ten nets of one hidden layer of
 * 1600 units with dropout, a margin ranking loss over the pairs of a batch,
 * AMSGrad. Names and conventions of the options follow PyTorch.
 */
#ifndef CML_LEARN_MLP_MLP_H
#define CML_LEARN_MLP_MLP_H

#include "learn/predictor/predictor.h"

extern const struct cml_predictor_kind cml_mlp_predictor;

#endif

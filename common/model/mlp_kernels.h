/* The loops that training a net spends its time in. Rows of dense matrices are
 * a multiple of CML_MLP_LANES floats long and aligned to CML_ALIGNMENT; what
 * stands past the width is 0 and stays 0. Nothing here allocates, and every
 * processor gives the same bits.
 */
#ifndef CML_MODEL_MLP_KERNELS_H
#define CML_MODEL_MLP_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#define CML_MLP_LANES 32

/* One number of a sparse row. */
struct cml_mlp_entry {
	uint32_t column;
	float value;
};

/* Sparse rows: those of row r are entries[start[r]] to entries[start[r + 1]],
 * without it. */
struct cml_mlp_sparse {
	size_t n_rows;
	uint32_t *start; /* n_rows + 1 */
	struct cml_mlp_entry *entries;
};

/* sparse with rows and columns swapped into turned, which has room for n_columns
 * rows and as many entries; n_rows is set. Entries of a row come in the order of
 * the old rows. */
void cml_mlp_transpose(const struct cml_mlp_sparse *sparse, size_t n_columns,
		       struct cml_mlp_sparse *turned);

/* out = first + sparse * dense: row r of out (stride floats) is first[stride]
 * plus the sum of value * row `column` of dense over the entries of row r, added
 * up in their order. first NULL: zeroes. first may be out when there is one
 * row. */
void cml_mlp_product(const struct cml_mlp_sparse *sparse, const float *dense, size_t stride,
		     const float *first, float *out);

/* x[i] = keep[i] && x[i] > 0 ? scale * x[i] : 0. keep: one bit each, n / 32
 * words, lowest bit first; NULL: all. n is a multiple of CML_MLP_LANES. */
void cml_mlp_activate(size_t n, float *x, const uint32_t *keep, float scale);

/* sum of a[i] * b[i] in CML_MLP_LANES partial sums; n is a multiple of that. */
float cml_mlp_dot(size_t n, const float *a, const float *b);

/* sum[i] += factor * x[i]; then x[i] = x[i] > 0 ? factor * scale * weight[i] : 0:
 * one row of activations gives its part of the gradient of the output weights
 * and becomes the gradient of what was activated. */
void cml_mlp_turn_back(size_t n, float *x, const float *weight, float factor, float scale,
		       float *sum);

/* sum[i] += x[i]. */
void cml_mlp_add(size_t n, const float *x, float *sum);

/* One step of AMSGrad on n parameters, n a multiple of 8. */
struct cml_mlp_amsgrad {
	float rate;         /* learning rate / (1 - beta1^t) */
	float root;         /* 1 / sqrt(1 - beta2^t) */
	float weight_decay; /* L2, added to the gradient */
};
/* With step t = 1, 2, ... Source: S. J. Reddi, S. Kale, S. Kumar, "On the
 * convergence of Adam and beyond", ICLR 2018, with the bias corrections,
 * beta1 = 0.9, beta2 = 0.999 and epsilon = 1e-8 of torch.optim.Adam(amsgrad=
 * True):
 *   g += weight_decay w;  m = beta1 m + (1 - beta1) g
 *   v = beta2 v + (1 - beta2) g^2;  largest = max(largest, v)
 *   w -= rate m / (sqrt(largest) root + epsilon) */
struct cml_mlp_amsgrad cml_mlp_amsgrad_at(size_t t, double learning_rate, double weight_decay);
void cml_mlp_amsgrad_step(const struct cml_mlp_amsgrad *step, size_t n, const float *gradient,
			  float *w, float *m, float *v, float *largest);

#endif

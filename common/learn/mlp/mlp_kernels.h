/* The loops that training a net spends its time in. Dense matrices are aligned to
 * CML_ALIGNMENT and rows of CML_MLP_LANES floats; what stands past the width of a
 * layer is 0 and stays 0. Nothing here allocates, and every processor gives the
 * same bits.
 */
#ifndef CML_LEARN_MLP_MLP_KERNELS_H
#define CML_LEARN_MLP_MLP_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#define CML_MLP_LANES 32

/* One number of a sparse row. */
struct cml_mlp_entry {
	uint32_t column;
	float value;
};

/* Sparse rows: those of row r are entries[start[r]] to entries[start[r + 1]],
 * without it; the values before entries[others[r]] are all 1, as one-hot features
 * make them, and need no product. */
struct cml_mlp_sparse {
	size_t n_rows;
	uint32_t *start;  /* n_rows + 1 */
	uint32_t *others; /* n_rows */
	/* n_rows: so many first entries are those of the row before, CML_MLP_SHARED at most; NULL:
	 * not looked at. For score_inputs. */
	uint32_t *shared;
	struct cml_mlp_entry *entries;
};

#define CML_MLP_SHARED 32

/* Makes the n entries from start[r] on row r: brings those of value 1 to its front
 * and sets others[r], start[r + 1] and shared[r]. */
void cml_mlp_sparse_close_row(struct cml_mlp_sparse *sparse, size_t r, size_t n);

/* sparse with rows and columns swapped into turned, which has room for n_columns
 * rows and as many entries; n_rows is set. Entries of a row come in the order of
 * the old rows, those of value 1 first. */
void cml_mlp_transpose(const struct cml_mlp_sparse *sparse, size_t n_columns,
		       struct cml_mlp_sparse *turned);

/* A strip is CML_MLP_LANES units of a layer side by side. Its parameters are
 * (n_in + 1) x CML_MLP_LANES floats, a row for each input and then the biases;
 * its activations n_rows x CML_MLP_LANES. Small enough for the nearest cache, it
 * is worked on for all rows of a batch before the next one. */
#define CML_MLP_STRIP_SIZE(n_in) (((n_in) + 1) * CML_MLP_LANES)

#define CML_MLP_SUMS 16

/* One step of AMSGrad. */
struct cml_mlp_amsgrad {
	float rate;         /* learning rate / (1 - beta1^t) */
	float root;         /* 1 / sqrt(1 - beta2^t) */
	float weight_decay; /* L2, added to the gradient */
};
/* With step t = 1, 2, ... Source: S. J. Reddi, S. Kale, S. Kumar, ICLR
 * 2018 (AMSGrad), with the bias corrections,
 * beta1 = 0.9, beta2 = 0.999 and epsilon = 1e-8 of torch.optim.Adam(amsgrad=
 * True):
 *   g += weight_decay w;  m = beta1 m + (1 - beta1) g
 *   v = beta2 v + (1 - beta2) g^2;  largest = max(largest, v)
 *   w -= rate m / (sqrt(largest) root + epsilon) */
struct cml_mlp_amsgrad cml_mlp_amsgrad_at(size_t t, double learning_rate, double weight_decay);

struct cml_mlp_kernels {
	/* Activations: out[r][u] = kept && z > 0 ? scale * z : 0, where z is the bias
	 * plus the sum of value * weight over the entries of row r, in their order.
	 * keep[r]: one bit for each unit, lowest first; NULL: all. */
	void (*forward)(const struct cml_mlp_sparse *inputs, size_t n_in, const float *strip,
			const uint32_t *keep, float scale, float *out);

	/* sums[r][i] += out[r][i] * weight[i] + out[r][i + 16] * weight[i + 16];
	 * n_rows x CML_MLP_SUMS. */
	void (*score)(size_t n_rows, const float *out, const float *weight, float *sums);

	/* forward (all units kept, scale 1) and score of n_strips side by side, without keeping
	 * activations; the same bits. What a row shares with the one before is not added up again:
	 * in the order of an enumeration only the last entries change. */
	void (*score_inputs)(const struct cml_mlp_sparse *inputs, size_t n_in, size_t n_strips,
			     const float *strips, const float *weight, float *sums);

	/* Turns activations into the gradient of what was activated, where the net's
	 * output is their sum weighted by weight: out[r][u] = out[r][u] > 0 ?
	 * by_score[r] * (scale * weight[u]) : 0. Before that, by_weight[u] = the sum
	 * of by_score[r] * out[r][u]. */
	void (*turn_back)(size_t n_rows, const float *by_score, const float *weight, float scale,
			  float *out, float *by_weight);

	/* The gradient of the parameters of a strip, laid out as they are: inputs
	 * turned (rows and columns swapped) times out, which is the gradient of what
	 * was activated; and its sums for the biases. */
	void (*gradient)(const struct cml_mlp_sparse *turned, size_t n_rows, const float *out,
			 float *gradient);

	/* On n parameters, n a multiple of CML_MLP_LANES. */
	void (*amsgrad)(const struct cml_mlp_amsgrad *step, size_t n, const float *gradient,
			float *w, float *m, float *v, float *largest);
};

/* Those for the widest vectors this processor has, of at most so many floats: 16,
 * 8 or 4. All give the same bits. */
const struct cml_mlp_kernels *cml_mlp_kernels_up_to(unsigned width);
#define CML_MLP_WIDEST 16

/* The sum of sums, added in pairs. */
float cml_mlp_sum(const float sums[CML_MLP_SUMS]);

#endif

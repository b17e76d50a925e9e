#include "model/mlp_kernels.h"

#include "base/target.h"

#include <math.h>
#include <string.h>

#define BETA1 0.9
#define BETA2 0.999
#define EPSILON 1e-8f

/* Eight floats at once, whatever the processor makes of them. */
typedef float floats __attribute__((vector_size(32)));
#define ZEROES ((floats){0})
typedef int32_t ints __attribute__((vector_size(32)));

/* Correctly rounded wherever it is done. Halves pass through registers: stores of
 * halves that are loaded whole would stall. */
static inline __attribute__((always_inline)) void take_roots(floats *x)
{
#if defined(__x86_64__)
	typedef float half __attribute__((vector_size(16)));
	half low = __builtin_ia32_sqrtps(__builtin_shufflevector(*x, *x, 0, 1, 2, 3));
	half high = __builtin_ia32_sqrtps(__builtin_shufflevector(*x, *x, 4, 5, 6, 7));
	*x = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#else
	for (size_t i = 0; i < 8; i++)
		(*x)[i] = sqrtf((*x)[i]);
#endif
}

/* sums += the rows of a matrix of CML_MLP_LANES columns that the entries of row r
 * name, times their values. */
static inline __attribute__((always_inline)) void
add_rows(const struct cml_mlp_sparse *sparse, size_t r, const float *matrix, floats sums[4])
{
	floats a = sums[0], b = sums[1], c = sums[2], d = sums[3];
	const struct cml_mlp_entry *e = sparse->entries + sparse->start[r];
	const struct cml_mlp_entry *others = sparse->entries + sparse->others[r];
	const struct cml_mlp_entry *end = sparse->entries + sparse->start[r + 1];
	for (; e < others; e++) {
		const floats *row = (const floats *)(matrix + (size_t)e->column * CML_MLP_LANES);
		a += row[0];
		b += row[1];
		c += row[2];
		d += row[3];
	}
	for (; e < end; e++) {
		const floats *row = (const floats *)(matrix + (size_t)e->column * CML_MLP_LANES);
		a += e->value * row[0];
		b += e->value * row[1];
		c += e->value * row[2];
		d += e->value * row[3];
	}
	sums[0] = a;
	sums[1] = b;
	sums[2] = c;
	sums[3] = d;
}

void cml_mlp_sparse_close_row(struct cml_mlp_sparse *sparse, size_t r, size_t n)
{
	struct cml_mlp_entry *entries = sparse->entries + sparse->start[r];
	uint32_t n_ones = 0;
	for (size_t i = 0; i < n; i++)
		if (entries[i].value == 1) {
			struct cml_mlp_entry one = entries[i];
			entries[i] = entries[n_ones];
			entries[n_ones++] = one;
		}
	sparse->others[r] = sparse->start[r] + n_ones;
	sparse->start[r + 1] = sparse->start[r] + (uint32_t)n;
}

static void turn_entries(const struct cml_mlp_sparse *sparse, size_t r, uint32_t from, uint32_t to,
			 uint32_t *next, struct cml_mlp_entry *turned)
{
	for (uint32_t i = from; i < to; i++) {
		const struct cml_mlp_entry *entry = &sparse->entries[i];
		turned[next[entry->column]++] =
		    (struct cml_mlp_entry){(uint32_t)r, entry->value};
	}
}

void cml_mlp_transpose(const struct cml_mlp_sparse *sparse, size_t n_columns,
		       struct cml_mlp_sparse *turned)
{
	uint32_t n_entries = sparse->start[sparse->n_rows];
	uint32_t *start = turned->start;
	memset(start, 0, (n_columns + 1) * sizeof *start);
	for (uint32_t i = 0; i < n_entries; i++)
		start[sparse->entries[i].column]++;
	uint32_t n_before = 0;
	for (size_t c = 0; c <= n_columns; c++) {
		uint32_t n_here = start[c];
		start[c] = n_before;
		n_before += n_here;
	}
	for (size_t r = 0; r < sparse->n_rows; r++)
		turn_entries(sparse, r, sparse->start[r], sparse->others[r], start,
			     turned->entries);
	memcpy(turned->others, start, n_columns * sizeof *start);
	for (size_t r = 0; r < sparse->n_rows; r++)
		turn_entries(sparse, r, sparse->others[r], sparse->start[r + 1], start,
			     turned->entries);
	/* Each start has moved to the one after it. */
	memmove(start + 1, start, n_columns * sizeof *start);
	start[0] = 0;
	turned->n_rows = n_columns;
}

/* The sums of a row stay in registers. */
CML_TARGET_CLONES
void cml_mlp_strip_forward(const struct cml_mlp_sparse *inputs, size_t n_in, const float *strip,
			   const uint32_t *keep, float scale, float *out)
{
	static const ints lanes = {1, 2, 4, 8, 16, 32, 64, 128};
	const floats *bias = (const floats *)(strip + n_in * CML_MLP_LANES);
	for (size_t r = 0; r < inputs->n_rows; r++) {
		floats sums[4] = {bias[0], bias[1], bias[2], bias[3]};
		add_rows(inputs, r, strip, sums);
		uint32_t bits = keep ? keep[r] : UINT32_MAX;
		floats *to = (floats *)(out + r * CML_MLP_LANES);
		for (size_t part = 0; part < 4; part++) {
			ints kept = (lanes & (int32_t)(bits >> (8 * part) & 255)) != 0;
			to[part] = (floats)((ints)(sums[part] * scale) & (sums[part] > 0) & kept);
		}
	}
}

CML_TARGET_CLONES
void cml_mlp_strip_score(size_t n_rows, const float *out, const float *weight, float *sums)
{
	const floats *w = (const floats *)weight;
	for (size_t r = 0; r < n_rows; r++) {
		const floats *at = (const floats *)(out + r * CML_MLP_LANES);
		*(floats *)(sums + r * CML_MLP_SUMS) +=
		    (at[0] * w[0] + at[1] * w[1]) + (at[2] * w[2] + at[3] * w[3]);
	}
}

CML_TARGET_CLONES
void cml_mlp_strip_turn_back(size_t n_rows, const float *by_score, const float *weight,
			     float scale, float *out, float *by_weight)
{
	const floats *w = (const floats *)weight;
	floats sums[4] = {ZEROES, ZEROES, ZEROES, ZEROES};
	floats scaled[4] = {scale * w[0], scale * w[1], scale * w[2], scale * w[3]};
	for (size_t r = 0; r < n_rows; r++) {
		floats *at = (floats *)(out + r * CML_MLP_LANES);
		for (size_t part = 0; part < 4; part++) {
			sums[part] += by_score[r] * at[part];
			at[part] = (floats)((ints)(by_score[r] * scaled[part]) & (at[part] > 0));
		}
	}
	memcpy(by_weight, sums, sizeof sums);
}

CML_TARGET_CLONES
void cml_mlp_strip_gradient(const struct cml_mlp_sparse *turned, size_t n_rows, const float *out,
			    float *gradient)
{
	for (size_t i = 0; i < turned->n_rows; i++) {
		floats sums[4] = {ZEROES, ZEROES, ZEROES, ZEROES};
		add_rows(turned, i, out, sums);
		floats *to = (floats *)(gradient + i * CML_MLP_LANES);
		for (size_t part = 0; part < 4; part++)
			to[part] = sums[part];
	}
	floats sums[4] = {ZEROES, ZEROES, ZEROES, ZEROES};
	for (size_t r = 0; r < n_rows; r++)
		for (size_t part = 0; part < 4; part++)
			sums[part] += ((const floats *)(out + r * CML_MLP_LANES))[part];
	memcpy(gradient + turned->n_rows * CML_MLP_LANES, sums, sizeof sums);
}

CML_TARGET_CLONES
float cml_mlp_strips_dot(size_t n, const float *a, size_t a_step, const float *b, size_t b_step)
{
	floats sum = {0};
	for (size_t s = 0; s < n; s++) {
		const floats *x = (const floats *)(a + s * a_step);
		const floats *y = (const floats *)(b + s * b_step);
		sum += (x[0] * y[0] + x[1] * y[1]) + (x[2] * y[2] + x[3] * y[3]);
	}
	return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

struct cml_mlp_amsgrad cml_mlp_amsgrad_at(size_t t, double learning_rate, double weight_decay)
{
	return (struct cml_mlp_amsgrad){.rate =
					    (float)(learning_rate / (1 - pow(BETA1, (double)t))),
					.root = (float)(1 / sqrt(1 - pow(BETA2, (double)t))),
					.weight_decay = (float)weight_decay};
}

CML_TARGET_CLONES
void cml_mlp_amsgrad_step(const struct cml_mlp_amsgrad *step, size_t n, const float *gradient,
			  float *w, float *m, float *v, float *largest)
{
	const float rate = step->rate, root = step->root, decay = step->weight_decay;
	for (size_t i = 0; i < n; i += 8) {
		floats at_w = *(const floats *)(w + i);
		floats at_v = *(const floats *)(v + i), at_largest = *(const floats *)(largest + i);
		floats g = *(const floats *)(gradient + i) + decay * at_w;
		floats at_m = (float)BETA1 * *(const floats *)(m + i) + (float)(1 - BETA1) * g;
		at_v = (float)BETA2 * at_v + (float)(1 - BETA2) * g * g;
		ints grew = at_v > at_largest;
		at_largest = (floats)(((ints)at_v & grew) | ((ints)at_largest & ~grew));
		floats roots = at_largest;
		take_roots(&roots);
		*(floats *)(m + i) = at_m;
		*(floats *)(v + i) = at_v;
		*(floats *)(largest + i) = at_largest;
		*(floats *)(w + i) = at_w - rate * at_m / (roots * root + EPSILON);
	}
}

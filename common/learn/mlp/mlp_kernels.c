#include "learn/mlp/mlp_kernels.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

#define BETA1 0.9 /* these three: torch.optim.Adam */
#define BETA2 0.999
#define EPSILON 1e-8f

/* How many first entries of a row of n are those of the row of n_before entries in front of it. */
static uint32_t count_shared(const struct cml_mlp_entry *row, size_t n, size_t n_before)
{
	const struct cml_mlp_entry *before = row - n_before;
	size_t n_max = n < n_before ? n : n_before, i = 0;
	n_max = n_max < CML_MLP_SHARED ? n_max : CML_MLP_SHARED;
	while (i < n_max && row[i].column == before[i].column && row[i].value == before[i].value)
		i++;
	return (uint32_t)i;
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
	if (sparse->shared)
		sparse->shared[r] =
		    count_shared(entries, n, r > 0 ? sparse->start[r] - sparse->start[r - 1] : 0);
}

static void turn_entries(const struct cml_mlp_sparse *sparse, size_t r, uint32_t from, uint32_t to,
			 uint32_t *next, struct cml_mlp_entry *turned)
{
	for (uint32_t i = from; i < to; i++) {
		const struct cml_mlp_entry *entry = &sparse->entries[i];
		turned[next[entry->column]++] = (struct cml_mlp_entry){(uint32_t)r, entry->value};
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

struct cml_mlp_amsgrad cml_mlp_amsgrad_at(size_t t, double learning_rate, double weight_decay)
{
	return (struct cml_mlp_amsgrad){.rate =
					    (float)(learning_rate / (1 - pow(BETA1, (double)t))),
					.root = (float)(1 / sqrt(1 - pow(BETA2, (double)t))),
					.weight_decay = (float)weight_decay};
}

float cml_mlp_sum(const float sums[CML_MLP_SUMS])
{
	float halves[CML_MLP_SUMS / 2];
	for (size_t i = 0; i < CML_MLP_SUMS / 2; i++)
		halves[i] = sums[i] + sums[i + CML_MLP_SUMS / 2];
	return ((halves[0] + halves[1]) + (halves[2] + halves[3])) +
	       ((halves[4] + halves[5]) + (halves[6] + halves[7]));
}

_Alignas(CML_ALIGNMENT) static const int32_t lane_bits[16] = {
    1 << 0, 1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
    1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};

/* Square roots are correctly rounded wherever they are taken. */
#if defined(__x86_64__)
#define WIDTH 16
#define TARGET __attribute__((target("avx512f")))
#define NAME(x) x##_avx512
/* The 4: round as everything else does. */
#if defined(__clang__)
#define ROOTS(x) __builtin_ia32_sqrtps512(x, 4)
#else
#define ROOTS(x) __builtin_ia32_sqrtps512_mask(x, x, -1, 4)
#endif
#include "learn/mlp/mlp_kernels.inc"
#undef WIDTH
#undef TARGET
#undef NAME
#undef ROOTS

#define WIDTH 8
#define TARGET __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#define ROOTS(x) __builtin_ia32_sqrtps256(x)
#include "learn/mlp/mlp_kernels.inc"
#undef WIDTH
#undef TARGET
#undef NAME
#undef ROOTS

#define ROOTS(x) __builtin_ia32_sqrtps(x)
#else
#define ROOTS(x) ((floats_plain){sqrtf((x)[0]), sqrtf((x)[1]), sqrtf((x)[2]), sqrtf((x)[3])})
#endif

#define WIDTH 4
#define TARGET
#define NAME(x) x##_plain
#include "learn/mlp/mlp_kernels.inc"

const struct cml_mlp_kernels *cml_mlp_kernels_up_to(unsigned width)
{
#if defined(__x86_64__)
	if (width >= 16 && __builtin_cpu_supports("avx512f"))
		return &kernels_avx512;
	if (width >= 8 && __builtin_cpu_supports("avx2"))
		return &kernels_avx2;
#else
	(void)width;
#endif
	return &kernels_plain;
}

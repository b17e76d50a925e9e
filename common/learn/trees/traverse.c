#include "learn/trees/traverse.h"

#include <math.h>
#include <string.h>

/* The node where a row at node `at` goes next; a leaf leads to itself. */
static uint32_t step_down(const struct cml_forest_node *nodes, uint32_t at, const float *x)
{
	struct cml_forest_node node = nodes[at];
	float value = x[node.feature & ~CML_MISSING_RIGHT];
	uint32_t is_right =
	    (uint32_t)(value > node.threshold) | ((uint32_t)isnan(value) & node.feature >> 31);
	return node.left + is_right;
}

void cml_forest_traverse_plain(const struct cml_forest_tree *tree,
			       const struct cml_forest_node *nodes,
			       const struct cml_traverse_block *block,
			       uint32_t at[CML_TRAVERSE_ROWS])
{
	for (size_t i = 0; i < block->n; i++)
		at[i] = 0;
	for (uint32_t level = 0; level < tree->depth; level++) {
		uint32_t moved = 0;
		for (size_t i = 0; i < block->n; i++) {
			uint32_t next = step_down(nodes, at[i], block->x + block->offset[i]);
			moved |= next ^ at[i];
			at[i] = next;
		}
		if (!moved)
			break;
	}
}

#if defined(__x86_64__)
#include <immintrin.h>

#define LANES 8
#define N_GROUPS (CML_TRAVERSE_ROWS / LANES)

/* Of fewer rows the vectors are mostly empty. */
#define MIN_ROWS 12

/* Gathers index 32-bit words with 31 bits. */
#define MAX_NODES (INT32_MAX / 3)

_Static_assert(sizeof(struct cml_forest_node) == 3 * sizeof(int),
	       "nodes are gathered as three words");

/* One level for eight rows, each at a node of its own. */
static inline __attribute__((always_inline, target("avx2"))) __m256i
step_down_8(const void *nodes, __m256i at, const float *x, __m256i rows)
{
	__m256i word = _mm256_add_epi32(at, _mm256_slli_epi32(at, 1));
	const int *words = nodes;
	__m256 threshold = _mm256_i32gather_ps(nodes, word, 4);
	__m256i feature = _mm256_i32gather_epi32(words + 1, word, 4);
	__m256i left = _mm256_i32gather_epi32(words + 2, word, 4);
	__m256i column = _mm256_and_si256(feature, _mm256_set1_epi32(INT32_MAX));
	__m256 value = _mm256_i32gather_ps(x, _mm256_add_epi32(rows, column), 4);
	__m256i larger = _mm256_castps_si256(_mm256_cmp_ps(value, threshold, _CMP_GT_OQ));
	__m256i missing = _mm256_castps_si256(_mm256_cmp_ps(value, value, _CMP_UNORD_Q));
	missing = _mm256_and_si256(missing, _mm256_srai_epi32(feature, 31));
	/* What is true is -1. */
	return _mm256_sub_epi32(left, _mm256_or_si256(larger, missing));
}

/* All CML_TRAVERSE_ROWS rows; the groups do not wait for each other. */
static __attribute__((target("avx2"))) void traverse_wide(const struct cml_forest_node *nodes,
							  uint32_t depth,
							  const struct cml_traverse_block *block,
							  uint32_t *at)
{
	const float *x = block->x;
	__m256i nodes_at[N_GROUPS], rows[N_GROUPS];
	for (int g = 0; g < N_GROUPS; g++) {
		nodes_at[g] = _mm256_setzero_si256();
		rows[g] = _mm256_loadu_si256((const __m256i *)(block->offset + LANES * g));
	}
	for (uint32_t level = 0; level < depth; level++) {
		__m256i moved = _mm256_setzero_si256();
		for (int g = 0; g < N_GROUPS; g++) {
			__m256i next = step_down_8(nodes, nodes_at[g], x, rows[g]);
			moved = _mm256_or_si256(moved, _mm256_xor_si256(next, nodes_at[g]));
			nodes_at[g] = next;
		}
		if (_mm256_testz_si256(moved, moved))
			break;
	}
	for (int g = 0; g < N_GROUPS; g++)
		_mm256_storeu_si256((__m256i *)(at + LANES * g), nodes_at[g]);
}

void cml_forest_traverse(const struct cml_forest_tree *tree, const struct cml_forest_node *nodes,
			 const struct cml_traverse_block *block, uint32_t at[CML_TRAVERSE_ROWS])
{
	if (block->n >= MIN_ROWS && tree->n_nodes <= MAX_NODES && __builtin_cpu_supports("avx2"))
		traverse_wide(nodes, tree->depth, block, at);
	else
		cml_forest_traverse_plain(tree, nodes, block, at);
}
#else
void cml_forest_traverse(const struct cml_forest_tree *tree, const struct cml_forest_node *nodes,
			 const struct cml_traverse_block *block, uint32_t at[CML_TRAVERSE_ROWS])
{
	cml_forest_traverse_plain(tree, nodes, block, at);
}
#endif

void cml_traverse_block_init(struct cml_traverse_block *block, const struct cml_traverse_rows *rows,
			     size_t first)
{
	bool is_far = rows->n_all > INT32_MAX / (rows->stride + 1);
	size_t max = is_far ? 1 : CML_TRAVERSE_ROWS;
	block->x = rows->x;
	block->n = rows->n - first < max ? rows->n - first : max;
	for (size_t i = 0; i < block->n && !is_far; i++)
		block->offset[i] =
		    (int32_t)((rows->list ? rows->list[first + i] : first + i) * rows->stride);
	if (is_far) {
		block->x += (rows->list ? rows->list[first] : first) * rows->stride;
		block->offset[0] = 0;
	}
	for (size_t i = block->n; i < CML_TRAVERSE_ROWS; i++)
		block->offset[i] = block->offset[0];
}

static void add_tree(const struct cml_forest *forest, size_t tree,
		     const struct cml_traverse_block *block, double *sums)
{
	const struct cml_forest_tree *of = &forest->trees[tree];
	uint32_t at[CML_TRAVERSE_ROWS];
	cml_forest_traverse(of, forest->nodes + of->first, block, at);
	for (size_t i = 0; i < block->n; i++)
		sums[i] += forest->values[of->first + at[i]];
}

void cml_forest_predict_rows(const struct cml_forest *forest, const struct cml_traverse_rows *rows,
			     double *sums)
{
	struct cml_traverse_block block;
	for (size_t first = 0; first < rows->n; first += block.n) {
		cml_traverse_block_init(&block, rows, first);
		for (size_t i = 0; i < block.n; i++)
			sums[first + i] = forest->base;
		for (size_t t = 0; t < forest->n_trees; t++)
			add_tree(forest, t, &block, sums + first);
	}
}

void cml_forest_predict(const struct cml_forest *forest, size_t n, size_t stride, const float *x,
			double *sums)
{
	const struct cml_traverse_rows rows = {.x = x, .stride = stride, .n_all = n, .n = n};
	cml_forest_predict_rows(forest, &rows, sums);
}

void cml_forest_tree_values(const struct cml_forest *forest, size_t tree,
			    const struct cml_traverse_rows *rows, double *sums)
{
	struct cml_traverse_block block;
	double values[CML_TRAVERSE_ROWS];
	for (size_t first = 0; first < rows->n; first += block.n) {
		cml_traverse_block_init(&block, rows, first);
		memset(values, 0, sizeof values);
		add_tree(forest, tree, &block, values);
		for (size_t i = 0; i < block.n; i++)
			sums[rows->list ? rows->list[first + i] : first + i] += values[i];
	}
}

uint32_t cml_forest_child(const struct cml_forest *forest, size_t tree, uint32_t node,
			  const float *x)
{
	return step_down(forest->nodes + forest->trees[tree].first, node, x);
}

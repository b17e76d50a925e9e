/* Pairs of two columns of few distinct values, counted without sorting. Part of correlation.h. */
#include "math/correlation.h"

#include "base/memory.h"
#include "math/pair_sort.h"

#include <stdlib.h>

/* A full column of values leaves half of the slots empty. */
#define SLOT_BITS 12
/* Pairs of so many rows fit into a count. */
#define MAX_ROWS UINT32_MAX
#define N_SLOTS ((size_t)1 << SLOT_BITS)

/* The distinct values of a column, numbered as they come. */
struct levels {
	size_t n;
	struct level {
		uint64_t key;
		uint16_t number_plus_1; /* 0: free */
	} slots[N_SLOTS];
	uint64_t keys[CML_CROSS_TABLE_MAX];  /* by number */
	uint16_t ranks[CML_CROSS_TABLE_MAX]; /* by number */
};

/* By the leading bits, which depend on all bits of the key: those of round numbers
 * end in zeroes. */
static inline size_t slot_of(uint64_t key)
{
	return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SLOT_BITS));
}

/* The number of each row's value; false when there are too many values. */
static bool number_values(size_t n, const double *x, struct levels *levels, uint16_t *numbers)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t key = cml_pair_key(x[i]);
		size_t at = slot_of(key);
		while (levels->slots[at].number_plus_1 != 0 && levels->slots[at].key != key)
			at = (at + 1) % N_SLOTS;
		struct level *level = &levels->slots[at];
		if (level->number_plus_1 == 0) {
			if (levels->n == CML_CROSS_TABLE_MAX)
				return false;
			levels->keys[levels->n++] = key;
			*level = (struct level){key, (uint16_t)levels->n};
		}
		numbers[i] = (uint16_t)(level->number_plus_1 - 1);
	}
	return true;
}

static void rank_values(struct levels *levels, struct cml_pair *pairs)
{
	for (size_t i = 0; i < levels->n; i++)
		pairs[i] = (struct cml_pair){levels->keys[i], i};
	struct cml_pair *sorted = cml_pair_sort(levels->n, pairs, pairs + levels->n);
	for (size_t i = 0; i < levels->n; i++)
		levels->ranks[sorted[i].value] = (uint16_t)i;
}

static uint64_t pairs_among(uint64_t n)
{
	return n % 2 == 0 ? n / 2 * (n - 1) : n * ((n - 1) / 2);
}

/* above[j] counts the rows of smaller x in column j: those right of a cell are
 * discordant with it. */
static void count_table(const uint64_t *table, size_t n_x, size_t n_y, uint64_t *above,
			struct cml_cross_counts *counts)
{
	*counts = (struct cml_cross_counts){0};
	for (size_t j = 0; j < n_y; j++)
		above[j] = 0;
	for (size_t i = 0; i < n_x; i++) {
		const uint64_t *row = table + i * n_y;
		uint64_t right = 0, in_row = 0;
		for (size_t j = n_y; j-- > 0;) {
			counts->n_discordant += row[j] * right;
			counts->tied_in_both += pairs_among(row[j]);
			right += above[j];
			above[j] += row[j];
			in_row += row[j];
		}
		counts->tied_in_x += pairs_among(in_row);
	}
	for (size_t j = 0; j < n_y; j++)
		counts->tied_in_y += pairs_among(above[j]);
}

static bool count(size_t n, const uint16_t *x_numbers, const uint16_t *y_numbers,
		  struct levels *levels, struct cml_cross_counts *counts)
{
	size_t n_x = levels[0].n, n_y = levels[1].n;
	struct cml_pair *pairs = cml_array_new(2 * CML_CROSS_TABLE_MAX, sizeof *pairs);
	uint64_t *table = cml_array_new(n_x * n_y + n_y, sizeof *table);
	bool ok = pairs && table;
	if (ok) {
		rank_values(&levels[0], pairs);
		rank_values(&levels[1], pairs);
		for (size_t i = 0; i < n; i++)
			table[levels[0].ranks[x_numbers[i]] * n_y +
			      levels[1].ranks[y_numbers[i]]]++;
		count_table(table, n_x, n_y, table + n_x * n_y, counts);
	}
	free(pairs);
	free(table);
	return ok;
}

bool cml_cross_table_count(size_t n, const double *x, const double *y,
			   struct cml_cross_counts *counts)
{
	if (n > MAX_ROWS)
		return false;
	struct levels *levels = cml_array_new(2, sizeof *levels);
	uint16_t *numbers = cml_array_new(n, 2 * sizeof *numbers);
	bool ok = levels && numbers && number_values(n, x, &levels[0], numbers) &&
		  number_values(n, y, &levels[1], numbers + n) && levels[0].n * levels[1].n <= n &&
		  count(n, numbers, numbers + n, levels, counts);
	free(levels);
	free(numbers);
	return ok;
}

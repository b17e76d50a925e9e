#include "model/support/context_pairs.h"

#include "base/key.h"
#include "learn/predictor/model_bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the configurations of a log, at most this fraction may have a pair of their own. */
#define MAX_ALONE 0.05

void cml_context_pairs_release(struct cml_context_pairs *pairs)
{
	free(pairs->columns);
	free(pairs->pairs);
	*pairs = (struct cml_context_pairs){0};
}

/* The number, or the position of the level; NaN: none. */
static float code_of(const struct cml_context_span *column, const float *x)
{
	if (column->n == 1)
		return x[column->first];
	for (size_t l = 0; l < column->n; l++)
		if (x[column->first + l] > 0)
			return (float)l;
	return NAN;
}

/* Where code is among the values, or would be. */
static size_t place_of(const struct cml_context_values *column, float code)
{
	size_t low = 0, high = column->n;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (column->values[middle] < code)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t cml_context_value(const struct cml_context_pairs *pairs, size_t column, const float *x)
{
	const struct cml_context_values *own = &pairs->columns[column];
	float code = code_of(&own->at, x);
	size_t place = isnan(code) ? own->n : place_of(own, code);
	return place < own->n && own->values[place] == code ? place : CML_CONTEXT_VALUES;
}

/* Leaves n at 0 where there are too many. */
static void list_values(struct cml_context_values *column, const struct cml_dataset *data)
{
	for (size_t row = 0; row < data->n_rows; row++) {
		float code = code_of(&column->at, data->x + row * data->n_features);
		size_t place = isnan(code) ? 0 : place_of(column, code);
		if (isnan(code) || (place < column->n && column->values[place] == code))
			continue;
		if (column->n == CML_CONTEXT_VALUES) {
			column->n = 0;
			return;
		}
		memmove(column->values + place + 1, column->values + place,
			(column->n - place) * sizeof *column->values);
		column->values[place] = code;
		column->n++;
	}
	column->known = column->n == 64 ? UINT64_MAX : ((uint64_t)1 << column->n) - 1;
}

/* Marks of the pairs what the jobs of data had. */
static void see(struct cml_context_pairs *pairs, const struct cml_dataset *data)
{
	for (size_t p = 0; p < pairs->n_pairs; p++)
		memset(pairs->pairs[p].seen, 0, sizeof pairs->pairs[p].seen);
	for (size_t row = 0; row < data->n_rows; row++) {
		const float *x = data->x + row * data->n_features;
		size_t values[CML_CONTEXT_COLUMNS];
		for (size_t c = 0; c < pairs->n_columns; c++) {
			values[c] = cml_context_value(pairs, c, x);
			if (values[c] < CML_CONTEXT_VALUES)
				pairs->columns[c].known |= (uint64_t)1 << values[c];
		}
		for (size_t p = 0; p < pairs->n_pairs; p++) {
			struct cml_context_pair *pair = &pairs->pairs[p];
			if (values[pair->a] < CML_CONTEXT_VALUES &&
			    values[pair->b] < CML_CONTEXT_VALUES)
				pair->seen[values[pair->a]] |= (uint64_t)1 << values[pair->b];
		}
	}
}

/* Two contexts that may be looked at. */
struct candidate {
	size_t a, b;
	size_t n_alone; /* configurations whose pair is new without them */
};

struct choosing {
	struct cml_context_pairs *pairs;
	size_t n_configs;
	unsigned char *values; /* n_columns x n_configs */
	bool *is_alone;        /* n_configs: in a pair of contexts that was taken */
	struct candidate *candidates;
	size_t n_candidates;
	size_t (*count)[CML_CONTEXT_VALUES]; /* by values of both */
	size_t of_a[CML_CONTEXT_VALUES], of_b[CML_CONTEXT_VALUES];
};

static const unsigned char *values_of(const struct choosing *choosing, size_t column)
{
	return choosing->values + column * choosing->n_configs;
}

static bool have_both(const unsigned char *a, const unsigned char *b, size_t config)
{
	return a[config] < CML_CONTEXT_VALUES && b[config] < CML_CONTEXT_VALUES;
}

static void count_configs(struct choosing *choosing, const struct candidate *candidate)
{
	const unsigned char *a = values_of(choosing, candidate->a);
	const unsigned char *b = values_of(choosing, candidate->b);
	memset(choosing->count, 0, CML_CONTEXT_VALUES * sizeof *choosing->count);
	memset(choosing->of_a, 0, sizeof choosing->of_a);
	memset(choosing->of_b, 0, sizeof choosing->of_b);
	for (size_t i = 0; i < choosing->n_configs; i++)
		if (have_both(a, b, i)) {
			choosing->count[a[i]][b[i]]++;
			choosing->of_a[a[i]]++;
			choosing->of_b[b[i]]++;
		}
}

/* Whether the pair of a configuration would be new without it; after count_configs. */
static bool is_alone(const struct choosing *choosing, const struct candidate *candidate,
		     size_t config)
{
	const unsigned char *a = values_of(choosing, candidate->a);
	const unsigned char *b = values_of(choosing, candidate->b);
	return have_both(a, b, config) && choosing->count[a[config]][b[config]] == 1 &&
	       choosing->of_a[a[config]] > 1 && choosing->of_b[b[config]] > 1;
}

static int by_alone(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;
	if (x->n_alone != y->n_alone)
		return (x->n_alone > y->n_alone) - (x->n_alone < y->n_alone);
	return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

static void list_candidates(struct choosing *choosing)
{
	const struct cml_context_values *columns = choosing->pairs->columns;
	for (size_t a = 0; a < choosing->pairs->n_columns; a++)
		for (size_t b = a + 1; b < choosing->pairs->n_columns; b++) {
			struct candidate *own = &choosing->candidates[choosing->n_candidates];
			if (columns[a].n < 2 || columns[b].n < 2)
				continue;
			*own = (struct candidate){.a = a, .b = b};
			count_configs(choosing, own);
			for (size_t i = 0; i < choosing->n_configs; i++)
				own->n_alone += is_alone(choosing, own, i);
			choosing->n_candidates++;
		}
	qsort(choosing->candidates, choosing->n_candidates, sizeof *choosing->candidates, by_alone);
}

/* As long as few configurations are alone in any. */
static void take_candidates(struct choosing *choosing)
{
	size_t n_alone = 0;
	for (size_t k = 0; k < choosing->n_candidates; k++) {
		const struct candidate *own = &choosing->candidates[k];
		size_t n = n_alone;
		count_configs(choosing, own);
		for (size_t i = 0; i < choosing->n_configs; i++)
			n += !choosing->is_alone[i] && is_alone(choosing, own, i);
		if ((double)n > MAX_ALONE * (double)choosing->n_configs)
			return;
		for (size_t i = 0; i < choosing->n_configs; i++)
			choosing->is_alone[i] |= is_alone(choosing, own, i);
		n_alone = n;
		choosing->pairs->pairs[choosing->pairs->n_pairs++] =
		    (struct cml_context_pair){.a = own->a, .b = own->b};
	}
}

static enum cml_result choose(struct cml_context_pairs *pairs, const struct cml_dataset *data,
			      struct cml_error *err)
{
	struct choosing choosing = {.pairs = pairs};
	struct cml_key_groups groups = {0};
	size_t n_columns = pairs->n_columns;
	if (cml_key_groups_init(&groups, data->n_rows, data->keys, err) != CML_OK)
		return err->status;
	choosing.n_configs = groups.n;
	bool ok = CML_NEW(&choosing.values, n_columns * groups.n) &&
		  CML_NEW(&choosing.is_alone, groups.n) &&
		  CML_NEW(&choosing.candidates, n_columns * n_columns) &&
		  CML_NEW(&choosing.count, CML_CONTEXT_VALUES) &&
		  CML_NEW(&pairs->pairs, n_columns * n_columns);
	for (size_t g = 0; ok && g < groups.n; g++)
		for (size_t c = 0; c < n_columns; c++)
			choosing.values[c * groups.n + g] = (unsigned char)cml_context_value(
			    pairs, c, data->x + groups.rows[groups.first[g]] * data->n_features);
	if (ok && groups.n >= CML_CONTEXT_MIN_CONFIGS) {
		list_candidates(&choosing);
		take_candidates(&choosing);
	}
	cml_key_groups_release(&groups);
	free(choosing.values);
	free(choosing.is_alone);
	free(choosing.candidates);
	free(choosing.count);
	return ok ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_context_pairs_learn(struct cml_context_pairs *pairs,
					const struct cml_dataset *data,
					const struct cml_context_span *columns, size_t n_columns,
					struct cml_error *err)
{
	*pairs = (struct cml_context_pairs){0};
	if (n_columns < 2 || n_columns > CML_CONTEXT_COLUMNS)
		return CML_OK;
	if (!CML_NEW(&pairs->columns, n_columns))
		return cml_fail_memory(err);
	pairs->n_columns = n_columns;
	for (size_t c = 0; c < n_columns; c++) {
		pairs->columns[c].at = columns[c];
		list_values(&pairs->columns[c], data);
	}
	if (choose(pairs, data, err) != CML_OK)
		return err->status;
	see(pairs, data);
	return CML_OK;
}

enum cml_result cml_context_pairs_relearn(struct cml_context_pairs *pairs,
					  const struct cml_context_pairs *like,
					  const struct cml_dataset *data, struct cml_error *err)
{
	*pairs = (struct cml_context_pairs){.n_columns = like->n_columns, .n_pairs = like->n_pairs};
	if (!CML_NEW(&pairs->columns, like->n_columns) || !CML_NEW(&pairs->pairs, like->n_pairs))
		return cml_fail_memory(err);
	for (size_t c = 0; c < like->n_columns; c++) {
		pairs->columns[c] = like->columns[c];
		pairs->columns[c].known = 0;
	}
	for (size_t p = 0; p < like->n_pairs; p++)
		pairs->pairs[p] = like->pairs[p];
	see(pairs, data);
	return CML_OK;
}

/* Bits of the values that stand for a code: itself, or the known numbers next to it on both sides;
 * none for a level that no job had, and for a missing value. */
static uint64_t find_near(const struct cml_context_values *column, float code)
{
	size_t place = isnan(code) ? column->n : place_of(column, code);
	if (isnan(code) || column->known == 0)
		return 0;
	if (place < column->n && column->values[place] == code && column->known >> place & 1)
		return (uint64_t)1 << place;
	if (column->at.n > 1)
		return 0;
	uint64_t below = column->known & (place < 64 ? ((uint64_t)1 << place) - 1 : UINT64_MAX);
	uint64_t above = column->known & ~below;
	return (below ? (uint64_t)1 << (63 - __builtin_clzll(below)) : 0) | (above & -above);
}

/* Whether some of the values were met together. */
static bool are_met(const struct cml_context_pair *pair, uint64_t of_a, uint64_t of_b)
{
	for (; of_a; of_a &= of_a - 1)
		if (pair->seen[__builtin_ctzll(of_a)] & of_b)
			return true;
	return false;
}

bool cml_context_pair_is_new(const struct cml_context_pairs *pairs, size_t pair, float a, float b)
{
	const struct cml_context_pair *own = &pairs->pairs[pair];
	uint64_t of_a = find_near(&pairs->columns[own->a], a);
	uint64_t of_b = find_near(&pairs->columns[own->b], b);
	return of_a && of_b && !are_met(own, of_a, of_b);
}

size_t cml_context_pairs_find(const struct cml_context_pairs *pairs, const float *x)
{
	uint64_t near[CML_CONTEXT_COLUMNS];
	for (size_t c = 0; pairs->n_pairs > 0 && c < pairs->n_columns; c++)
		near[c] = find_near(&pairs->columns[c], code_of(&pairs->columns[c].at, x));
	for (size_t p = 0; p < pairs->n_pairs; p++) {
		const struct cml_context_pair *own = &pairs->pairs[p];
		uint64_t of_a = near[own->a], of_b = near[own->b];
		if (of_a && of_b && !are_met(own, of_a, of_b))
			return (p * CML_CONTEXT_VALUES + (size_t)__builtin_ctzll(of_a)) *
				   CML_CONTEXT_VALUES +
			       (size_t)__builtin_ctzll(of_b);
	}
	return CML_CONTEXT_KNOWN;
}

bool cml_context_pairs_put(const struct cml_context_pairs *pairs, struct cml_buffer *out)
{
	bool ok = cml_bytes_put_u32(out, (uint32_t)pairs->n_columns);
	for (size_t c = 0; ok && c < pairs->n_columns; c++) {
		const struct cml_context_values *column = &pairs->columns[c];
		ok = cml_bytes_put_u32(out, (uint32_t)column->at.first) &&
		     cml_bytes_put_u32(out, (uint32_t)column->at.n) &&
		     cml_bytes_put_u32(out, (uint32_t)column->n) &&
		     cml_bytes_put_u64(out, column->known) &&
		     cml_bytes_put_floats(out, column->values, column->n);
	}
	ok = ok && cml_bytes_put_u32(out, (uint32_t)pairs->n_pairs);
	for (size_t p = 0; ok && p < pairs->n_pairs; p++) {
		const struct cml_context_pair *pair = &pairs->pairs[p];
		ok = cml_bytes_put_u32(out, (uint32_t)pair->a) &&
		     cml_bytes_put_u32(out, (uint32_t)pair->b);
		for (size_t v = 0; ok && v < pairs->columns[pair->a].n; v++)
			ok = cml_bytes_put_u64(out, pair->seen[v]);
	}
	return ok;
}

static bool take_column(struct cml_slice *bytes, size_t n_features,
			struct cml_context_values *column)
{
	bool ok = cml_bytes_take_count(bytes, n_features - 1, &column->at.first) &&
		  cml_bytes_take_count(bytes, n_features - column->at.first, &column->at.n) &&
		  column->at.n > 0 && cml_bytes_take_count(bytes, CML_CONTEXT_VALUES, &column->n) &&
		  cml_bytes_take_u64(bytes, &column->known);
	for (size_t v = 0; ok && v < column->n; v++)
		ok = cml_bytes_take_float(bytes, &column->values[v]) && !isnan(column->values[v]) &&
		     (v == 0 || column->values[v - 1] < column->values[v]);
	return ok;
}

static bool take_pair(struct cml_slice *bytes, const struct cml_context_pairs *pairs,
		      struct cml_context_pair *pair)
{
	bool ok = cml_bytes_take_count(bytes, pairs->n_columns - 1, &pair->a) &&
		  cml_bytes_take_count(bytes, pairs->n_columns - 1, &pair->b) && pair->a < pair->b;
	for (size_t v = 0; ok && v < pairs->columns[pair->a].n; v++)
		ok = cml_bytes_take_u64(bytes, &pair->seen[v]);
	return ok;
}

bool cml_context_pairs_take(struct cml_slice *bytes, size_t n_features,
			    struct cml_context_pairs *pairs)
{
	if (!cml_bytes_take_count(bytes, CML_CONTEXT_COLUMNS, &pairs->n_columns) ||
	    pairs->n_columns == 0)
		return false;
	if (!CML_NEW(&pairs->columns, pairs->n_columns))
		return false;
	bool ok = true;
	for (size_t c = 0; ok && c < pairs->n_columns; c++)
		ok = take_column(bytes, n_features, &pairs->columns[c]);
	size_t max = pairs->n_columns * (pairs->n_columns - 1) / 2;
	ok = ok && cml_bytes_take_count(bytes, max, &pairs->n_pairs);
	pairs->pairs = cml_array_new(pairs->n_pairs, sizeof *pairs->pairs);
	ok = ok && pairs->pairs;
	for (size_t p = 0; ok && p < pairs->n_pairs; p++)
		ok = take_pair(bytes, pairs, &pairs->pairs[p]);
	return ok;
}

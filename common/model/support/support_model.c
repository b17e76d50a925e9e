#include "model/support/support_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct cml_support *cml_support_new(const struct cml_support_column *columns, size_t n_columns)
{
	struct cml_support *support = cml_array_new(1, sizeof *support);
	if (!support)
		return NULL;
	support->n_columns = n_columns;
	if (!CML_NEW(&support->columns, n_columns) ||
	    !CML_NEW(&support->first_condition, n_columns + 1) ||
	    !CML_NEW(&support->first_word, n_columns + 1) ||
	    !CML_NEW(&support->n_edges, n_columns) ||
	    !CML_NEW(&support->edges, CML_SUPPORT_EDGES * n_columns) ||
	    !CML_NEW(&support->weights, n_columns)) {
		cml_support_free(support);
		return NULL;
	}
	memcpy(support->columns, columns, n_columns * sizeof *columns);
	for (size_t c = 0; c < n_columns; c++)
		support->first_word[c + 1] = support->first_word[c] + columns[c].n_levels / 64 + 1;
	return support;
}

void cml_support_free(struct cml_support *support)
{
	if (!support)
		return;
	free(support->columns);
	free(support->conditions);
	free(support->first_condition);
	free(support->lo);
	free(support->hi);
	free(support->first_word);
	free(support->levels);
	free(support->n_edges);
	free(support->edges);
	free(support->pairs);
	free(support->failed_runs);
	free(support->crashes);
	free(support->failed);
	free(support->keys);
	free(support->values);
	free(support->codes);
	free(support->weights);
	free(support);
}

bool cml_support_reserve_conditions(struct cml_support *support, size_t n)
{
	size_t n_columns = support->n_columns, n_words = support->first_word[n_columns];
	support->n_conditions = n;
	if (!CML_NEW(&support->conditions, n) || !CML_NEW(&support->lo, n_columns * n) ||
	    !CML_NEW(&support->hi, n_columns * n) || !CML_NEW(&support->levels, n_words * n))
		return false;
	for (size_t i = 0; i < n * n_columns; i++) {
		support->lo[i] = INFINITY;
		support->hi[i] = -INFINITY;
	}
	support->conditions[0].context = CML_SUPPORT_NONE;
	return true;
}

bool cml_support_reserve_near(struct cml_support *support, size_t n)
{
	support->n_near = n;
	support->keys = cml_array_new(n, sizeof *support->keys);
	support->values = cml_array_new(n, sizeof *support->values);
	support->codes = cml_array_new(n, support->n_columns * sizeof(float));
	return support->keys && support->values && support->codes;
}

size_t cml_support_n_columns(const struct cml_support *support)
{
	return support->n_columns;
}

const struct cml_support_column *cml_support_column(const struct cml_support *support,
						    size_t column)
{
	return &support->columns[column];
}

/* The code of features x in one column. */
static float code_of(const struct cml_support *support, const float *x, size_t column)
{
	size_t n_levels = support->columns[column].n_levels, level = 0;
	const float *features = x + support->columns[column].first;
	while (level < n_levels && !(features[level] > 0))
		level++;
	return n_levels == 0 ? features[0] : (float)level;
}

void cml_support_encode(const struct cml_support *support, const float *x, float *codes)
{
	for (size_t c = 0; c < support->n_columns; c++)
		codes[c] = code_of(support, x, c);
}

size_t cml_support_find(const struct cml_support *support, size_t context, float code)
{
	size_t begin = support->first_condition[context],
	       end = support->first_condition[context + 1];
	if (begin == end)
		return 0;
	if (isnan(code))
		return isnan(support->conditions[end - 1].at) ? end - 1 : 0;
	while (begin < end) {
		size_t middle = begin + (end - begin) / 2;
		float at = support->conditions[middle].at;
		if (at == code)
			return middle;
		if (at < code)
			begin = middle + 1;
		else
			end = middle;
	}
	return 0;
}

#define MAX_BINS 64 /* bits of a word */
/* Rows that edges of bins come from, and those gone through before looking for what is left. */
#define EDGE_SAMPLE 4096
#define PART 65536
/* The chance that a row drawn from independent columns is outside because of a pair. */
#define FALSE_ALARM 0.05

bool cml_support_is_paired(const struct cml_support *support, size_t column)
{
	return support->n_columns <= CML_SUPPORT_PAIR_COLUMNS &&
	       support->columns[column].role != CML_SUPPORT_DERIVED &&
	       support->columns[column].n_levels <= CML_SUPPORT_PAIR_LEVELS;
}

size_t cml_support_bin(const struct cml_support *support, size_t column, float code)
{
	if (support->columns[column].n_levels > 0)
		return cml_support_is_paired(support, column) ? (size_t)code : MAX_BINS - 1;
	size_t bin = 0, n = support->n_edges[column];
	const float *edges = support->edges + column * CML_SUPPORT_EDGES;
	if (isnan(code))
		return n + 1;
	while (bin < n && code > edges[bin])
		bin++;
	return bin;
}

static int ascending(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;
	return (x > y) - (x < y);
}

/* Edges between the n values of a sample, in order: between all where they are few, else
 * where about equal numbers of jobs are in each bin. */
static size_t cut(const float *values, size_t n, float edges[CML_SUPPORT_EDGES])
{
	size_t n_values = n > 0, n_edges = 0;
	for (size_t i = 1; i < n; i++)
		n_values += values[i] > values[i - 1];
	for (size_t i = 1, b = 1; i < n; i++) {
		bool is_cut = n_values <= CML_SUPPORT_BINS || i >= b * n / CML_SUPPORT_BINS;
		if (!is_cut || !(values[i] > values[i - 1]))
			continue;
		edges[n_edges++] = values[i - 1] + (values[i] - values[i - 1]) / 2;
		while (b <= CML_SUPPORT_EDGES && i >= b * n / CML_SUPPORT_BINS)
			b++;
		if (n_edges == CML_SUPPORT_EDGES)
			break;
	}
	return n_edges;
}

struct pairing {
	struct cml_support *support;
	const struct cml_dataset *data;
	float *codes;                /* n_columns */
	float *sample;               /* EDGE_SAMPLE x n_columns, column after column */
	unsigned char *bins;         /* n_columns */
	uint64_t (*count)[MAX_BINS]; /* n_columns: jobs of the sample by bin */
	size_t n_sample;
	uint64_t *seen; /* n_pairs x MAX_BINS */
	size_t *open;   /* pairs that have cells to look for */
	size_t n_open;
	size_t *a, *b; /* n_pairs */
	size_t n_pairs;
	double threshold;
};

static void find_bins(struct pairing *pairing, size_t row)
{
	const struct cml_dataset *data = pairing->data;
	cml_support_encode(pairing->support, data->x + row * data->n_features, pairing->codes);
	for (size_t c = 0; c < pairing->support->n_columns; c++)
		pairing->bins[c] =
		    (unsigned char)cml_support_bin(pairing->support, c, pairing->codes[c]);
}

static void find_edges(struct pairing *pairing)
{
	struct cml_support *support = pairing->support;
	const struct cml_dataset *data = pairing->data;
	size_t n = cml_support_sample_size(data, EDGE_SAMPLE);
	for (size_t i = 0; i < n; i++) {
		size_t row = cml_support_sample_row(data, n, i);
		cml_support_encode(support, data->x + row * data->n_features, pairing->codes);
		for (size_t c = 0; c < support->n_columns; c++)
			pairing->sample[c * EDGE_SAMPLE + i] = pairing->codes[c];
	}
	for (size_t c = 0; c < support->n_columns; c++) {
		float *values = pairing->sample + c * EDGE_SAMPLE;
		size_t n_numbers = 0;
		if (support->columns[c].n_levels > 0)
			continue;
		for (size_t i = 0; i < n; i++)
			if (!isnan(values[i]))
				values[n_numbers++] = values[i];
		qsort(values, n_numbers, sizeof *values, ascending);
		support->n_edges[c] =
		    cut(values, n_numbers, support->edges + c * CML_SUPPORT_EDGES);
	}
}

/* Notes which bins of the open pairs the row has, of which bins are known. */
static void see(struct pairing *pairing)
{
	for (size_t i = 0; i < pairing->n_open; i++) {
		size_t p = pairing->open[i];
		pairing->seen[p * MAX_BINS + pairing->bins[pairing->a[p]]] |=
		    (uint64_t)1 << pairing->bins[pairing->b[p]];
	}
}

/* The bins from `first` of n on. */
static uint64_t bins_from(size_t first, size_t n)
{
	uint64_t below_n = n < MAX_BINS ? ((uint64_t)1 << n) - 1 : UINT64_MAX;
	return first < n ? below_n & ~(((uint64_t)1 << first) - 1) : 0;
}

/* Whether no job has a bin of each column of a pair. */
static bool is_unseen(const struct pairing *pairing, size_t p, size_t of_a, size_t of_b)
{
	return !(pairing->seen[p * MAX_BINS + of_a] >> of_b & 1);
}

/* Adds the levels of a column that never come with a value of the other, as launchers that have an
 * adapter, where together so many jobs should have both that no such set of levels would miss the
 * value by accident. is_b: the levels are those of b. */
static void add_nested(const struct pairing *pairing, size_t p, bool is_b, uint64_t cells[MAX_BINS])
{
	size_t a = pairing->a[p], b = pairing->b[p], n_levels = 0;
	const uint64_t *of = pairing->count[is_b ? b : a], *with = pairing->count[is_b ? a : b];
	for (size_t level = 0; level < MAX_BINS; level++)
		n_levels += of[level] > 0;
	for (size_t value = 0; value < MAX_BINS; value++) {
		double n = 0;
		for (size_t level = 0; level < MAX_BINS; level++)
			if (is_b ? is_unseen(pairing, p, value, level)
				 : is_unseen(pairing, p, level, value))
				n += (double)of[level];
		if (n * (double)with[value] / (double)pairing->n_sample <
		    pairing->threshold + (double)n_levels * log(2))
			continue;
		for (size_t level = 0; level < MAX_BINS; level++) {
			size_t of_a = is_b ? value : level, of_b = is_b ? level : value;
			if (of[level] > 0 && is_unseen(pairing, p, of_a, of_b))
				cells[of_a] |= (uint64_t)1 << of_b;
		}
	}
}

/* Two numbers that are never both large, as ranks and threads of a node: the cells above which and
 * right of which no job has any, where so many jobs should be that none of as many such corners as
 * there are would be empty by accident. corner[MAX_BINS]: bins of b by bin of a. */
static void find_corner(const struct pairing *pairing, size_t p, uint64_t corner[MAX_BINS])
{
	const struct cml_support *support = pairing->support;
	size_t a = pairing->a[p], b = pairing->b[p];
	size_t n_a = support->n_edges[a] + 1, n_b = support->n_edges[b] + 1, first = 0;
	double expected = 0;
	memset(corner, 0, MAX_BINS * sizeof *corner);
	if (support->columns[a].n_levels > 0)
		add_nested(pairing, p, false, corner);
	if (support->columns[b].n_levels > 0)
		add_nested(pairing, p, true, corner);
	if (support->columns[a].n_levels > 0 || support->columns[b].n_levels > 0)
		return;
	for (size_t i = n_a; i-- > 0;) {
		while (first < n_b && pairing->seen[p * MAX_BINS + i] & bins_from(first, n_b))
			first++;
		corner[i] = bins_from(first, n_b);
		for (size_t k = first; k < n_b; k++)
			expected += (double)pairing->count[a][i] * (double)pairing->count[b][k] /
				    (double)pairing->n_sample;
	}
	double n_corners =
	    lgamma((double)(n_a + n_b + 1)) - lgamma((double)n_a + 1) - lgamma((double)n_b + 1);
	if (expected < pairing->threshold + n_corners)
		memset(corner, 0, MAX_BINS * sizeof *corner);
}

/* Bins of b that should have come with this one of a. */
static uint64_t find_unseen(const struct pairing *pairing, size_t p, size_t bin)
{
	const uint64_t *of_a = pairing->count[pairing->a[p]], *of_b = pairing->count[pairing->b[p]];
	uint64_t unseen = 0;
	for (size_t b = 0; of_a[bin] > 0 && b < MAX_BINS; b++)
		if ((double)of_a[bin] * (double)of_b[b] >=
		    pairing->threshold * (double)pairing->n_sample)
			unseen |= (uint64_t)1 << b;
	return unseen & ~pairing->seen[p * MAX_BINS + bin];
}

static void close_settled(struct pairing *pairing)
{
	size_t n_open = 0;
	for (size_t i = 0; i < pairing->n_open; i++) {
		uint64_t unseen = 0, corner[MAX_BINS];
		find_corner(pairing, pairing->open[i], corner);
		for (size_t bin = 0; bin < MAX_BINS; bin++)
			unseen |= corner[bin] | find_unseen(pairing, pairing->open[i], bin);
		if (unseen)
			pairing->open[n_open++] = pairing->open[i];
	}
	pairing->n_open = n_open;
}

/* How common bins are comes from a sample. What a sample does not show may still be in the log:
 * all rows are gone through for it. */
static void see_all(struct pairing *pairing)
{
	size_t n_rows = pairing->data->n_rows;
	size_t n = cml_support_sample_size(pairing->data, CML_SUPPORT_SAMPLE);
	pairing->n_sample = n;
	for (size_t i = 0; i < n; i++) {
		find_bins(pairing, cml_support_sample_row(pairing->data, n, i));
		for (size_t c = 0; c < pairing->support->n_columns; c++)
			pairing->count[c][pairing->bins[c]]++;
		see(pairing);
	}
	close_settled(pairing);
	for (size_t first = 0; n < n_rows && first < n_rows && pairing->n_open > 0; first += PART) {
		size_t end = n_rows - first < PART ? n_rows : first + PART;
		for (size_t row = first; row < end; row++) {
			find_bins(pairing, row);
			see(pairing);
		}
		close_settled(pairing);
	}
}

static enum cml_result keep_unseen(struct pairing *pairing, struct cml_error *err)
{
	struct cml_support *support = pairing->support;
	size_t capacity = 0;
	for (size_t i = 0; i < pairing->n_open; i++) {
		size_t p = pairing->open[i];
		uint64_t corner[MAX_BINS];
		find_corner(pairing, p, corner);
		for (size_t bin = 0; bin < MAX_BINS; bin++) {
			uint64_t unseen = corner[bin] | find_unseen(pairing, p, bin);
			if (!unseen)
				continue;
			if (!CML_RESERVE(&support->pairs, &capacity, support->n_pairs + 1))
				return cml_fail_memory(err);
			support->pairs[support->n_pairs++] =
			    (struct cml_support_pair){pairing->a[p], pairing->b[p], bin, unseen};
		}
	}
	return CML_OK;
}

static enum cml_result list_pairs(struct pairing *pairing, struct cml_error *err)
{
	struct cml_support *support = pairing->support;
	size_t n = support->n_columns, n_all = n * (n - 1) / 2;
	if (!CML_NEW(&pairing->a, n_all) || !CML_NEW(&pairing->b, n_all) ||
	    !CML_NEW(&pairing->open, n_all) || !CML_NEW(&pairing->seen, MAX_BINS * n_all) ||
	    !CML_NEW(&pairing->codes, n) || !CML_NEW(&pairing->bins, n) ||
	    !CML_NEW(&pairing->count, n) || !CML_NEW(&pairing->sample, EDGE_SAMPLE * n))
		return cml_fail_memory(err);
	for (size_t a = 0; a < n; a++)
		for (size_t b = a + 1; b < n; b++) {
			if (!cml_support_is_paired(support, a) ||
			    !cml_support_is_paired(support, b))
				continue;
			pairing->a[pairing->n_pairs] = a;
			pairing->b[pairing->n_pairs] = b;
			pairing->open[pairing->n_pairs] = pairing->n_pairs;
			pairing->n_pairs++;
		}
	pairing->n_open = pairing->n_pairs;
	pairing->threshold = log((double)pairing->n_pairs / FALSE_ALARM);
	return CML_OK;
}

enum cml_result cml_support_learn_pairs(struct cml_support *support, const struct cml_dataset *data,
					struct cml_error *err)
{
	struct pairing pairing = {.support = support, .data = data};
	if (support->n_columns > CML_SUPPORT_PAIR_COLUMNS)
		return CML_OK;
	enum cml_result status = list_pairs(&pairing, err);
	if (status != CML_OK || pairing.n_pairs == 0)
		goto out;
	find_edges(&pairing);
	see_all(&pairing);
	status = keep_unseen(&pairing, err);
out:
	free(pairing.a);
	free(pairing.b);
	free(pairing.open);
	free(pairing.seen);
	free(pairing.codes);
	free(pairing.bins);
	free(pairing.count);
	free(pairing.sample);
	return status;
}

#include "learn/growth/bins.h"

#include "math/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Features binned by one thread in one go: what the cache brings in of a row is
 * used for all of them. */
#define GROUP 4

/* Values below which waking threads costs more than they save. */
#define MIN_SHARED_WORK ((size_t)1 << 16)

struct binning {
	const struct cml_dataset *data;
	struct cml_bins *bins;
	size_t max_bins;
	const double *weight;     /* NULL: all the same */
	struct cml_pair *scratch; /* 2 * n_rows for each thread: values and rows */
	float *columns;           /* GROUP * n_rows for each thread */
};

/* Which values are to share bins. */
struct bin_filler {
	size_t max_bins;
	size_t n_distinct;    /* not yet looked at */
	double weight_left;   /* of values not in a closed bin */
	double bin_weight;    /* of the open bin */
	double target_weight; /* of the open bin */
};

/* Whether a run of equal values of this weight starts a new bin. */
static bool starts_bin(struct bin_filler *filler, size_t n_bins, double weight)
{
	size_t bins_left = filler->max_bins - n_bins;
	bool starts = n_bins == 0 ||
		      (bins_left > 0 && (filler->n_distinct <= bins_left ||
					 filler->bin_weight + weight / 2 > filler->target_weight));
	if (starts) {
		filler->weight_left -= filler->bin_weight;
		filler->bin_weight = 0;
		filler->target_weight = bins_left > 0 ? filler->weight_left / (double)bins_left : 0;
	}
	filler->bin_weight += weight;
	filler->n_distinct--;
	return starts;
}

/* The weight of items[first..end). Rows are all over memory by now: they are
 * not looked at where they weigh the same. */
static double weigh(const struct cml_pair *items, size_t first, size_t end, const double *weight)
{
	double total = weight ? 0 : (double)(end - first);
	for (size_t i = first; weight && i < end; i++)
		total += weight[items[i].value];
	return total;
}

static size_t run_end(const struct cml_pair *items, size_t first, size_t n)
{
	size_t end = first + 1;
	while (end < n && items[end].key == items[first].key)
		end++;
	return end;
}

static void fill_bins(const struct binning *binning, const struct cml_pair *items, size_t n,
		      const float *column, struct cml_binned_feature *feature, uint8_t *codes)
{
	const double *weight = binning->weight;
	struct bin_filler filler = {.max_bins = binning->max_bins,
				    .weight_left = weigh(items, 0, n, weight)};
	for (size_t i = 0; i < n; i = run_end(items, i, n))
		filler.n_distinct++;
	uint32_t n_bins = 0;
	for (size_t i = 0, end; i < n; i = end) {
		float value = column[items[i].value] + 0.0f; /* -0 is 0 */
		end = run_end(items, i, n);
		if (starts_bin(&filler, n_bins, weigh(items, i, end, weight)))
			feature->lows[n_bins++] = value;
		feature->highs[n_bins - 1] = value;
		for (size_t k = i; k < end; k++)
			codes[items[k].value] = (uint8_t)(n_bins - 1);
	}
	feature->n_bins = n_bins;
}

/* The most common feature, of zeroes and ones alone, needs no sort. False for any
 * other. */
static bool bin_flags(size_t n_rows, const float *column, struct cml_binned_feature *feature,
		      uint8_t *codes)
{
	size_t n_ones = 0, n_zeroes = 0;
	for (size_t row = 0; row < n_rows; row++) {
		codes[row] = column[row] == 1;
		n_ones += codes[row];
		n_zeroes += column[row] == 0;
	}
	if (n_zeroes == 0 || n_ones == 0 || n_zeroes + n_ones < n_rows)
		return false;
	feature->n_bins = 2;
	feature->lows[0] = feature->highs[0] = 0;
	feature->lows[1] = feature->highs[1] = 1;
	return true;
}

static void bin_feature(const struct binning *binning, size_t f, const float *column,
			struct cml_pair *scratch)
{
	size_t n_rows = binning->data->n_rows;
	struct cml_binned_feature *feature = &binning->bins->features[f];
	uint8_t *codes = binning->bins->codes + f * n_rows;
	size_t n = 0;
	if (bin_flags(n_rows, column, feature, codes))
		return;
	for (size_t row = 0; row < n_rows; row++) {
		scratch[n] = (struct cml_pair){cml_pair_key((double)column[row]), row};
		n += isnan(column[row]) ? 0 : 1;
	}
	cml_pair_sort(n, scratch, scratch + n_rows);
	feature->has_missing = n < n_rows;
	fill_bins(binning, scratch, n, column, feature, codes);
	for (size_t row = 0; row < n_rows && n < n_rows; row++)
		if (isnan(column[row]))
			codes[row] = (uint8_t)feature->n_bins;
}

static void bin_group(void *context, size_t group, unsigned thread)
{
	const struct binning *binning = context;
	const struct cml_dataset *data = binning->data;
	size_t first = group * GROUP;
	size_t n = data->n_features - first < GROUP ? data->n_features - first : GROUP;
	float *columns = binning->columns + GROUP * data->n_rows * thread;
	for (size_t row = 0; row < data->n_rows; row++)
		for (size_t k = 0; k < n; k++)
			columns[k * data->n_rows + row] =
			    data->x[row * data->n_features + first + k];
	for (size_t k = 0; k < n; k++)
		bin_feature(binning, first + k, columns + k * data->n_rows,
			    binning->scratch + 2 * data->n_rows * thread);
}

static bool weights_differ(const struct cml_dataset *data)
{
	for (size_t row = 1; row < data->n_rows; row++)
		if (data->weight[row] != data->weight[0])
			return true;
	return false;
}

static bool allocate(struct cml_bins *bins, struct binning *binning, size_t n_threads)
{
	size_t n_codes;
	size_t n_values; /* rows times threads */
	if (__builtin_mul_overflow(bins->n_rows, bins->n_features, &n_codes) ||
	    __builtin_mul_overflow(bins->n_rows, n_threads, &n_values))
		return false;
	binning->scratch = cml_array_new(n_values, 2 * sizeof *binning->scratch);
	binning->columns = cml_array_new(n_values, GROUP * sizeof *binning->columns);
	bins->features = cml_array_new(bins->n_features, sizeof *bins->features);
	bins->codes = cml_array_new(n_codes, 1);
	bins->edges = cml_array_new(bins->n_features, 2 * CML_MAX_BINS * sizeof *bins->edges);
	if (!binning->scratch || !binning->columns || !bins->features || !bins->codes ||
	    !bins->edges)
		return false;
	for (size_t f = 0; f < bins->n_features; f++) {
		bins->features[f].lows = bins->edges + 2 * CML_MAX_BINS * f;
		bins->features[f].highs = bins->features[f].lows + CML_MAX_BINS;
	}
	return true;
}

enum cml_result cml_bins_init(struct cml_bins *bins, const struct cml_dataset *data,
			      size_t max_bins, struct cml_pool *pool, struct cml_error *err)
{
	*bins = (struct cml_bins){.n_rows = data->n_rows, .n_features = data->n_features};
	if (data->n_rows > UINT32_MAX)
		return cml_fail(err, CML_BAD_DATA,
				"%zu rows are more than trees can be grown on (%lu)", data->n_rows,
				(unsigned long)UINT32_MAX);
	struct binning binning = {.data = data,
				  .bins = bins,
				  .max_bins = max_bins,
				  .weight = weights_differ(data) ? data->weight : NULL};
	bool done = allocate(bins, &binning, cml_pool_n_threads(pool));
	if (done)
		cml_pool_run(data->n_rows * data->n_features > MIN_SHARED_WORK ? pool : NULL,
			     (data->n_features + GROUP - 1) / GROUP, bin_group, &binning);
	free(binning.scratch);
	free(binning.columns);
	return done ? CML_OK : cml_fail_memory(err);
}

void cml_bins_release(struct cml_bins *bins)
{
	free(bins->features);
	free(bins->codes);
	free(bins->edges);
	*bins = (struct cml_bins){0};
}

float cml_bin_midpoint(float lo, float hi)
{
	double middle = 0.5 * ((double)lo + (double)hi);
	float threshold = (float)middle;
	if ((double)threshold > middle)
		threshold = nextafterf(threshold, -INFINITY);
	/* Only an infinite neighbour can still put it outside. */
	return threshold >= lo && threshold < hi ? threshold : lo;
}

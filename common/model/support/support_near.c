/* The measured jobs: which are kept, and the one nearest to a row. Part of support_model.h. */
#include "base/key.h"
#include "base/number.h"
#include "base/target.h"
#include "model/support/support_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of hashes that should be enough. */
#define MARGIN 2.0
/* What two jobs of the log are apart in a column, squared, on average. */
#define MEAN_SQUARE 2.0F

/* A configuration that may be kept. */
struct pick {
	size_t contexts; /* number of its contexts, in order of appearance */
	size_t group;    /* of its jobs */
	size_t row;      /* the first of them */
	uint64_t hash;
	size_t turn; /* among those of its contexts */
};

static bool is_near_column(const struct cml_support *support, size_t column)
{
	return support->columns[column].role != CML_SUPPORT_DERIVED;
}

static uint64_t mix(uint64_t key)
{
	return cml_hash(CML_HASH_SEED, &key, sizeof key);
}

static uint64_t hash_contexts(const struct cml_support *support, const float *codes)
{
	uint64_t hash = CML_HASH_SEED;
	for (size_t c = 0; c < support->n_columns; c++) {
		float code = isnan(codes[c]) ? NAN : codes[c] + 0.0F; /* one zero, one NaN */
		if (support->columns[c].role == CML_SUPPORT_CONTEXT)
			hash = cml_hash(hash, &code, sizeof code);
	}
	return hash;
}

static int by_hash(const void *a, const void *b)
{
	const struct pick *x = a, *y = b;
	if (x->contexts != y->contexts)
		return x->contexts < y->contexts ? -1 : 1;
	return x->hash != y->hash ? (x->hash < y->hash ? -1 : 1)
				  : (x->row > y->row) - (x->row < y->row);
}

static int by_turn(const void *a, const void *b)
{
	const struct pick *x = a, *y = b;
	return x->turn != y->turn ? (x->turn < y->turn ? -1 : 1)
				  : (x->contexts > y->contexts) - (x->contexts < y->contexts);
}

static int by_place(const void *a, const void *b)
{
	const struct pick *x = a, *y = b;
	if (x->contexts != y->contexts)
		return x->contexts < y->contexts ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

/* Leaves out what will not be kept: of contexts with n configurations, those with hashes far
 * after the first CML_SUPPORT_NEAR of them. */
static size_t thin(struct pick *picks, size_t n, const struct cml_key_groups *contexts)
{
	size_t n_left = 0;
	for (size_t i = 0; i < n; i++) {
		size_t c = picks[i].contexts;
		double n_same = (double)(contexts->first[c + 1] - contexts->first[c]);
		if ((double)picks[i].hash * n_same <= MARGIN * CML_SUPPORT_NEAR * 0x1p64)
			picks[n_left++] = picks[i];
	}
	return n_left;
}

/* Puts the picks to keep first, in their final order; returns how many. */
static size_t choose(struct pick *picks, size_t n)
{
	if (n > CML_SUPPORT_NEAR) {
		qsort(picks, n, sizeof *picks, by_hash);
		for (size_t i = 1; i < n; i++)
			if (picks[i].contexts == picks[i - 1].contexts)
				picks[i].turn = picks[i - 1].turn + 1;
		qsort(picks, n, sizeof *picks, by_turn);
		n = CML_SUPPORT_NEAR;
	}
	qsort(picks, n, sizeof *picks, by_place);
	return n;
}

/* Of the jobs of one configuration. */
static double median(const struct cml_dataset *data, const struct cml_key_groups *groups, size_t g,
		     double *scratch)
{
	size_t n = groups->first[g + 1] - groups->first[g];
	for (size_t i = 0; i < n; i++)
		scratch[i] = data->y[groups->rows[groups->first[g] + i]];
	qsort(scratch, n, sizeof *scratch, cml_compare_doubles);
	return scratch[(n - 1) / 2];
}

static enum cml_result list_picks(const struct cml_support *support, const struct cml_dataset *data,
				  const struct cml_key_groups *groups, struct pick *picks,
				  size_t *n_picks, float *codes, struct cml_error *err)
{
	struct cml_key_groups contexts = {0};
	uint64_t *hashes = cml_array_new(groups->n, sizeof *hashes);
	if (!hashes)
		return cml_fail_memory(err);
	for (size_t g = 0; g < groups->n; g++) {
		size_t row = groups->rows[groups->first[g]];
		cml_support_encode(support, data->x + row * data->n_features, codes);
		hashes[g] = hash_contexts(support, codes);
		picks[g] = (struct pick){.group = g, .row = row, .hash = mix(data->keys[row])};
	}
	enum cml_result status = cml_key_groups_init(&contexts, groups->n, hashes, err);
	if (status != CML_OK)
		goto out;
	for (size_t c = 0; c < contexts.n; c++)
		for (size_t i = contexts.first[c]; i < contexts.first[c + 1]; i++)
			picks[contexts.rows[i]].contexts = c;
	*n_picks = thin(picks, groups->n, &contexts);
out:
	cml_key_groups_release(&contexts);
	free(hashes);
	return status;
}

/* Of a sample of the jobs: 1 / sd of numbers, and what levels that differ add. */
static enum cml_result weigh(struct cml_support *support, const struct cml_dataset *data,
			     float *codes, struct cml_error *err)
{
	size_t n_columns = support->n_columns, n_counts = 0;
	size_t n_sample = cml_support_sample_size(data, CML_SUPPORT_SAMPLE);
	size_t *first = cml_array_new(n_columns + 1, sizeof *first);
	for (size_t c = 0; first && c < n_columns; c++)
		first[c] = n_counts, n_counts += support->columns[c].n_levels + 1;
	double *counts = cml_array_new(n_counts, sizeof *counts);
	double *mean = cml_array_new(n_columns, sizeof *mean);
	double *squares = cml_array_new(n_columns, sizeof *squares);
	enum cml_result status = first && counts && mean && squares ? CML_OK : cml_fail_memory(err);
	if (status != CML_OK)
		goto out;
	for (size_t i = 0; i < n_sample; i++) {
		size_t row = cml_support_sample_row(data, n_sample, i);
		cml_support_encode(support, data->x + row * data->n_features, codes);
		for (size_t c = 0; c < n_columns; c++) {
			size_t n_levels = support->columns[c].n_levels;
			double *count = counts + first[c] + (n_levels > 0 ? (size_t)codes[c] : 0);
			if (n_levels == 0 && isnan(codes[c]))
				continue;
			double off = (double)codes[c] - mean[c];
			++*count;
			mean[c] += off / *count;
			squares[c] += off * ((double)codes[c] - mean[c]);
		}
	}
	for (size_t c = 0; c < n_columns; c++) {
		size_t n_levels = support->columns[c].n_levels;
		double n = counts[first[c]], same = 0;
		for (size_t l = 0; n_levels > 0 && l <= n_levels; l++)
			same += pow(counts[first[c] + l] / (double)n_sample, 2);
		double weight = n_levels > 0 ? MEAN_SQUARE / (1 - same) : sqrt(n / squares[c]);
		bool varies = n_levels > 0 ? same < 1 : squares[c] > 0;
		support->weights[c] = varies && (float)weight < INFINITY ? (float)weight : 0;
	}
out:
	free(first);
	free(counts);
	free(mean);
	free(squares);
	return status;
}

static enum cml_result keep(struct cml_support *support, const struct cml_dataset *data,
			    const struct cml_key_groups *groups, const struct pick *picks, size_t n,
			    float *codes, struct cml_error *err)
{
	double *scratch = cml_array_new(data->n_rows, sizeof *scratch);
	if (!scratch || !cml_support_reserve_near(support, n)) {
		free(scratch);
		return cml_fail_memory(err);
	}
	for (size_t i = 0; i < n; i++) {
		support->keys[i] = data->keys[picks[i].row];
		support->values[i] = median(data, groups, picks[i].group, scratch);
		cml_support_encode(support, data->x + picks[i].row * data->n_features, codes);
		for (size_t c = 0; c < support->n_columns; c++)
			if (is_near_column(support, c))
				support->codes[c * support->n_near + i] = codes[c];
	}
	free(scratch);
	return CML_OK;
}

enum cml_result cml_support_learn_near(struct cml_support *support, const struct cml_dataset *data,
				       struct cml_error *err)
{
	struct cml_key_groups groups = {0};
	struct pick *picks = NULL;
	size_t n_picks = 0;
	float *codes = cml_array_new(support->n_columns, sizeof *codes);
	enum cml_result status = codes ? CML_OK : cml_fail_memory(err);
	if (status != CML_OK ||
	    (status = cml_key_groups_init(&groups, data->n_rows, data->keys, err)) != CML_OK)
		goto out;
	picks = cml_array_new(groups.n, sizeof *picks);
	status = picks ? CML_OK : cml_fail_memory(err);
	if (status != CML_OK ||
	    (status = list_picks(support, data, &groups, picks, &n_picks, codes, err)) != CML_OK ||
	    (status = weigh(support, data, codes, err)) != CML_OK)
		goto out;
	status = keep(support, data, &groups, picks, choose(picks, n_picks), codes, err);
out:
	cml_key_groups_release(&groups);
	free(picks);
	free(codes);
	return status;
}

/* Adds to distance[n] what codes[n] of a column of numbers are from a code. */
CML_TARGET_CLONES
static void add_numbers(float *restrict distance, const float *restrict codes, size_t n, float code,
			float weight)
{
	bool is_missing = isnan(code);
	for (size_t i = 0; i < n; i++) {
		float off = (codes[i] - code) * weight;
		bool is_number = !isnan(codes[i]);
		float both = is_number ? off * off : 0;
		distance[i] += is_number == is_missing ? MEAN_SQUARE : both;
	}
}

/* The same of a column of levels; weight is what another level adds. */
CML_TARGET_CLONES
static void add_levels(float *restrict distance, const float *restrict codes, size_t n, float code,
		       float weight)
{
	for (size_t i = 0; i < n; i++)
		distance[i] += codes[i] == code ? 0 : weight;
}

/* distance[n_near]: squares between the codes of a probe and those of the jobs, in the columns of a
 * role. */
static void find_distances(const struct cml_support_probe *probe, enum cml_support_role role,
			   float *distance)
{
	const struct cml_support *support = probe->support;
	memset(distance, 0, support->n_near * sizeof *distance);
	for (size_t c = 0; c < support->n_columns; c++) {
		const struct cml_support_column *column = &support->columns[c];
		if (column->role == role && support->weights[c] > 0)
			(column->n_levels > 0 ? add_levels : add_numbers)(
			    distance, support->codes + c * support->n_near, support->n_near,
			    probe->codes[c], support->weights[c]);
	}
}

void cml_support_near(struct cml_support_probe *probe, uint64_t *key, double *value)
{
	const struct cml_support *support = probe->support;
	float *params = probe->distance, *contexts = params + support->n_near;
	find_distances(probe, CML_SUPPORT_CONTEXT, contexts);
	find_distances(probe, CML_SUPPORT_PARAM, params);
	probe->near = 0;
	for (size_t i = 1; i < support->n_near; i++)
		if (contexts[i] < contexts[probe->near] ||
		    (contexts[i] == contexts[probe->near] && params[i] < params[probe->near]))
			probe->near = i;
	*key = support->keys[probe->near];
	*value = support->values[probe->near];
}

size_t cml_support_n_near(const struct cml_support *support)
{
	return support->n_near;
}

float cml_support_near_code(const struct cml_support *support, size_t near, size_t column)
{
	return support->codes[column * support->n_near + near];
}

#include "model/chance/beyond.h"

#include "base/memory.h"
#include "base/random.h"
#include "learn/data/key_groups.h"
#include "math/logistic.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void cml_beyond_release(struct cml_beyond *beyond)
{
	free(beyond->features);
	*beyond = (struct cml_beyond){0};
}

/* A feature that no fold asks of. */
#define NO_FEATURE SIZE_MAX

/* Work space of one training. */
struct lines {
	const struct cml_beyond_training *training;
	struct cml_beyond_end of_fold[CML_BEYOND_FOLDS];
	struct cml_beyond_end of_kind[CML_BEYOND_N_KINDS];
	double shrinking; /* of log-odds where no fold asked */
};

static enum cml_result fit(const struct cml_held_out *jobs, struct cml_beyond_end *end,
			   struct cml_error *err)
{
	struct cml_rising_line line;
	if (cml_rising_line_fit(&line, jobs->n, jobs->predicted, NULL, jobs->y, jobs->weight,
				err) != CML_OK)
		return err->status;
	*end = (struct cml_beyond_end){.slope = line.slope, .intercept = line.intercept};
	return CML_OK;
}

static bool asks(const struct cml_beyond_folds *folds, size_t fold, size_t kind)
{
	for (size_t q = 0; q < folds->n_questions; q++)
		if (folds->questions[q].fold == fold && folds->questions[q].kind == kind)
			return true;
	return false;
}

/* The line of all folds that ask this kind of question. */
static enum cml_result fit_kind(struct lines *lines, size_t kind, struct cml_error *err)
{
	const struct cml_beyond_training *training = lines->training;
	const struct cml_beyond_folds *folds = training->folds;
	struct cml_held_out all = {0};
	size_t n = 0;
	lines->of_kind[kind].slope = 1;
	for (size_t k = 0; k < folds->n; k++)
		n += asks(folds, k, kind) ? training->left_out[k].n : 0;
	if (n == 0)
		return CML_OK;
	double *numbers = cml_array_new(n, 3 * sizeof *numbers);
	if (!numbers)
		return cml_fail_memory(err);
	all.predicted = numbers;
	all.y = numbers + n;
	all.weight = numbers + 2 * n;
	for (size_t k = 0; k < folds->n; k++) {
		const struct cml_held_out *own = &training->left_out[k];
		if (!asks(folds, k, kind))
			continue;
		memcpy(all.predicted + all.n, own->predicted, own->n * sizeof *own->predicted);
		memcpy(all.y + all.n, own->y, own->n * sizeof *own->y);
		memcpy(all.weight + all.n, own->weight, own->n * sizeof *own->weight);
		all.n += own->n;
	}
	enum cml_result status = fit(&all, &lines->of_kind[kind], err);
	free(numbers);
	return status;
}

/* Contexts that the rows left out are of. */
static enum cml_result count_contexts(const struct cml_beyond_training *training,
				      const struct cml_held_out *left_out, size_t *n_contexts,
				      struct cml_error *err)
{
	const struct cml_dataset *rows = training->rows;
	struct cml_key_groups groups = {0};
	uint64_t *keys = cml_array_new(left_out->n, sizeof *keys);
	if (!keys)
		return cml_fail_memory(err);
	for (size_t i = 0; i < left_out->n; i++)
		for (size_t c = 0; c < training->n_contexts; c++)
			keys[i] = cml_hash(keys[i],
					   rows->x + left_out->rows[i] * rows->n_features +
					       training->contexts[c].first,
					   training->contexts[c].n * sizeof *rows->x);
	enum cml_result status = cml_key_groups_init(&groups, left_out->n, keys, err);
	*n_contexts = groups.n;
	cml_key_groups_release(&groups);
	free(keys);
	return status;
}

static void measure(const struct cml_held_out *left_out, size_t n_jobs, struct cml_beyond_end *end,
		    double *mean_log_odds)
{
	double weight = 0;
	*mean_log_odds = 0;
	for (size_t i = 0; i < left_out->n; i++) {
		double own = left_out->weight[i];
		if (left_out->rows[i] >= n_jobs)
			continue;
		end->n_jobs++;
		weight += own;
		*mean_log_odds += own / weight * (left_out->predicted[i] - *mean_log_odds);
		end->told += own / weight * (cml_logistic(left_out->predicted[i]) - end->told);
		end->ran += own / weight * (left_out->y[i] - end->ran);
	}
}

/* The line of a fold, and by how much it shifts the log-odds in the mean. */
static enum cml_result fit_fold(struct lines *lines, size_t k, double *shift, struct cml_error *err)
{
	const struct cml_held_out *jobs = &lines->training->left_out[k];
	const struct cml_beyond_folds *folds = lines->training->folds;
	struct cml_beyond_end *own = &lines->of_fold[k];
	size_t n_contexts = 0, kind = 0;
	double mean;
	if (fit(jobs, own, err) != CML_OK ||
	    count_contexts(lines->training, jobs, &n_contexts, err) != CML_OK)
		return err->status;
	measure(jobs, lines->training->n_jobs, own, &mean);
	*shift = (own->slope - 1) * mean + own->intercept;
	while (!asks(folds, k, kind))
		kind++;
	double share = (double)n_contexts / (double)(n_contexts + 1);
	own->slope = share * own->slope + (1 - share) * lines->of_kind[kind].slope;
	own->intercept = share * own->intercept + (1 - share) * lines->of_kind[kind].intercept;
	return CML_OK;
}

static enum cml_result fit_lines(struct lines *lines, struct cml_error *err)
{
	size_t n_folds = lines->training->folds->n;
	double squares = 1;
	for (size_t kind = 0; kind < CML_BEYOND_N_KINDS; kind++)
		if (fit_kind(lines, kind, err) != CML_OK)
			return err->status;
	for (size_t k = 0; k < n_folds; k++) {
		double shift = 0;
		if (fit_fold(lines, k, &shift, err) != CML_OK)
			return err->status;
		squares += shift * shift;
	}
	double variance = squares / (double)(n_folds + 1);
	lines->shrinking = 1 / sqrt(1 + M_PI / 8 * variance);
	return CML_OK;
}

static struct cml_beyond_end end_of(const struct lines *lines, size_t feature,
				    enum cml_beyond_kind kind)
{
	const struct cml_beyond_folds *folds = lines->training->folds;
	for (size_t q = 0; q < folds->n_questions; q++)
		if (folds->questions[q].feature == feature && folds->questions[q].kind == kind)
			return lines->of_fold[folds->questions[q].fold];
	struct cml_beyond_end end = lines->of_kind[kind];
	end.slope *= lines->shrinking;
	end.intercept *= lines->shrinking;
	return end;
}

/* Of a row; NaN: it is missing. */
static double value_of(const struct cml_beyond_feature *feature, const float *x)
{
	double sum = 0;
	for (size_t f = 0; f < feature->n; f++)
		sum += (double)x[feature->first + f];
	return sum;
}

static struct cml_beyond_feature cover(const struct lines *lines, size_t first, size_t n)
{
	const struct cml_dataset *rows = lines->training->rows;
	bool is_level = n > 1 || cml_beyond_is_level(rows, first);
	struct cml_beyond_feature feature = {
	    .first = first,
	    .n = n,
	    .low = INFINITY,
	    .high = -INFINITY,
	    .below = end_of(lines, first, is_level ? CML_BEYOND_LEVEL : CML_BEYOND_SMALLER),
	    .above = end_of(lines, first, is_level ? CML_BEYOND_LEVEL : CML_BEYOND_LARGER)};
	if (n > 1)
		feature.below = feature.above = end_of(lines, NO_FEATURE, CML_BEYOND_LEVEL);
	for (size_t row = 0; row < rows->n_rows; row++) {
		double value = value_of(&feature, rows->x + row * rows->n_features);
		feature.low = fmin(feature.low, value);
		feature.high = fmax(feature.high, value);
	}
	return feature;
}

enum cml_result cml_beyond_train(struct cml_beyond *beyond,
				 const struct cml_beyond_training *training, struct cml_error *err)
{
	struct lines lines = {.training = training};
	beyond->features = cml_array_new(training->rows->n_features, 2 * sizeof *beyond->features);
	if (!beyond->features)
		return cml_fail_memory(err);
	if (fit_lines(&lines, err) != CML_OK)
		return err->status;
	for (size_t c = 0; c < training->n_contexts; c++) {
		const struct cml_chance_context *context = &training->contexts[c];
		for (size_t f = 0; f < context->n; f++)
			beyond->features[beyond->n++] = cover(&lines, context->first + f, 1);
		if (context->n > 1)
			beyond->features[beyond->n++] = cover(&lines, context->first, context->n);
	}
	return CML_OK;
}

const struct cml_beyond_end *cml_beyond_end_of(const struct cml_beyond *beyond, size_t i,
					       const float *x)
{
	const struct cml_beyond_feature *feature = &beyond->features[i];
	double value = value_of(feature, x);
	if (value > feature->high)
		return &feature->above;
	return value < feature->low ? &feature->below : NULL;
}

bool cml_beyond_find(const struct cml_beyond *beyond, const float *x, struct cml_rising_line *line)
{
	size_t n = 0;
	*line = (struct cml_rising_line){0};
	for (size_t i = 0; i < beyond->n; i++) {
		const struct cml_beyond_end *end = cml_beyond_end_of(beyond, i, x);
		if (!end)
			continue;
		n++;
		line->slope += (end->slope - line->slope) / (double)n;
		line->intercept += (end->intercept - line->intercept) / (double)n;
	}
	return n > 0;
}

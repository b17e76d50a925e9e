#include "model/law/law.h"

#include "base/key.h"
#include "math/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How far textbook weights of a limit in its unit are off, in logarithms. */
#define LIMIT_SD 0.3

struct learning {
	const struct cml_encoder *encoder;
	const struct cml_dataset *data;
	struct cml_law *law;
	struct cml_law_rows rows;
	size_t *of_data; /* rows.n: rows of the data, those of failed jobs after them */
	double *levels;  /* rows.n_groups: of the last fit */
	enum cml_law_end *ends;
};

static void release(struct learning *learning)
{
	free(learning->rows.terms);
	free(learning->rows.logs);
	free(learning->rows.weight);
	free(learning->rows.group);
	free(learning->levels);
	free(learning->of_data);
	free(learning->ends);
}

static const float *features_of(const struct cml_dataset *data, size_t row)
{
	bool has_failed = row >= data->n_rows;
	const struct cml_dataset *part = has_failed ? data->failed : data;
	return part->x + (row - (has_failed ? data->n_rows : 0)) * part->n_features;
}

static bool reserve(struct learning *learning, size_t n)
{
	struct cml_law_rows *rows = &learning->rows;
	rows->n_terms = learning->law->n;
	return CML_NEW(&rows->terms, n * rows->n_terms) && CML_NEW(&rows->logs, n) &&
	       CML_NEW(&rows->weight, n) && CML_NEW(&rows->group, n) &&
	       CML_NEW(&learning->of_data, n) && CML_NEW(&learning->ends, n);
}

/* Terms that are missing or below 0 in most of the jobs are no part of the law. */
static void find_unknown(struct learning *learning)
{
	struct cml_law *law = learning->law;
	law->n_jobs = 0;
	memset(law->n_unknown, 0, law->n * sizeof *law->n_unknown);
	for (const struct cml_dataset *part = learning->data; part; part = part->failed)
		for (size_t i = 0; i < part->n_rows; i++, law->n_jobs++)
			for (size_t k = 0; k < law->n; k++)
				law->n_unknown[k] +=
				    !(part->x[i * part->n_features + law->terms[k]] >= 0);
}

static bool is_left_out(const struct cml_law *law, size_t k)
{
	return 2 * law->n_unknown[k] > law->n_jobs;
}

/* After a fit, which leaves the weight of a term that is 0 everywhere as it was. */
static void leave_out(struct cml_law *law)
{
	for (size_t k = 0; k < law->n; k++)
		if (is_left_out(law, k))
			law->weights[k] = 0;
}

/* A row with its terms, if it has all of them and one is above 0. */
static void add_row(struct learning *learning, size_t row, double measured, double weight,
		    enum cml_law_end end)
{
	struct cml_law_rows *rows = &learning->rows;
	const float *x = features_of(learning->data, row);
	double *terms = rows->terms + rows->n * rows->n_terms, sum = 0;
	for (size_t k = 0; k < rows->n_terms; k++) {
		terms[k] = is_left_out(learning->law, k) ? 0 : (double)x[learning->law->terms[k]];
		if (!(terms[k] >= 0))
			return;
		sum += terms[k];
	}
	if (!(sum > 0) || !(measured > 0) || isinf(measured))
		return;
	rows->logs[rows->n] = log(measured);
	rows->weight[rows->n] = weight;
	learning->ends[rows->n] = end;
	learning->of_data[rows->n++] = row;
}

/* Jobs with the same levels of all contexts are a group. */
static enum cml_result find_groups(struct learning *learning, struct cml_error *err)
{
	const struct cml_encoder *encoder = learning->encoder;
	struct cml_law_rows *rows = &learning->rows;
	struct cml_key_groups groups = {0};
	uint64_t *keys = cml_array_new(rows->n, sizeof *keys);
	enum cml_result status = keys ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; keys && i < rows->n; i++) {
		const float *x = features_of(learning->data, learning->of_data[i]);
		for (size_t f = 0; f < encoder->n_plain; f++) {
			const struct cml_feature *feature = &encoder->features[f];
			if (feature->encoding == CML_ENCODING_ONEHOT && x[f] > 0 &&
			    encoder->space->columns[feature->column].role == CML_ROLE_CONTEXT)
				keys[i] = cml_hash(keys[i], &f, sizeof f);
		}
	}
	if (status != CML_OK ||
	    (status = cml_key_groups_init(&groups, rows->n, keys, err)) != CML_OK)
		goto out;
	rows->n_groups = groups.n;
	for (size_t g = 0; g < groups.n; g++)
		for (size_t k = groups.first[g]; k < groups.first[g + 1]; k++)
			rows->group[groups.rows[k]] = g;
	if (!CML_NEW(&learning->levels, groups.n))
		status = cml_fail_memory(err);
	cml_key_groups_release(&groups);
out:
	free(keys);
	return status;
}

static void add_targets(struct learning *learning)
{
	const struct cml_dataset *data = learning->data;
	for (size_t i = 0; i < data->n_rows; i++)
		add_row(learning, i, learning->law->is_inverse ? 1 / data->y[i] : data->y[i],
			data->weight[i], CML_LAW_RAN);
}

/* Of a limit of the data. */
static void add_reports(struct learning *learning, size_t limit)
{
	const struct cml_dataset *data = learning->data;
	for (const struct cml_dataset *part = data; part; part = part->failed)
		for (size_t i = 0; i < part->n_rows; i++)
			add_row(learning, i + (part == data ? 0 : data->n_rows),
				part->limits[i * data->n_limits + limit], part->weight[i],
				CML_LAW_RAN);
}

static void add_ends(struct learning *learning, double bound)
{
	const struct cml_dataset *data = learning->data;
	bool knows_oom = false;
	for (size_t i = 0; i < data->n_rows; i++)
		add_row(learning, i, bound, data->weight[i], CML_LAW_RAN);
	for (size_t i = 0; data->failed && i < data->failed->n_rows; i++)
		knows_oom = knows_oom || data->failed->y[i] == CML_JOB_OOM;
	for (size_t i = 0; data->failed && i < data->failed->n_rows; i++)
		if (data->failed->y[i] == (knows_oom ? CML_JOB_OOM : CML_JOB_FAILED))
			add_row(learning, data->n_rows + i, bound, data->failed->weight[i],
				knows_oom ? CML_LAW_OOM : CML_LAW_MAYBE_OOM);
}

/* Of the jobs that ran, where none failed. */
#define PROVEN 0.9

/* Shares of the law, its error, what it typically is, and how far jobs went. */
static enum cml_result describe(struct learning *learning, bool is_reported, struct cml_error *err)
{
	const struct cml_law_rows *rows = &learning->rows;
	struct cml_law *law = learning->law;
	double *logs = cml_array_new(rows->n, sizeof *logs), error = 0, n = (double)rows->n;
	size_t n_failed = learning->data->failed ? learning->data->failed->n_rows : 0;
	if (!logs)
		return cml_fail_memory(err);
	memset(law->shares, 0, law->n * sizeof *law->shares);
	for (size_t i = 0; i < rows->n; i++) {
		logs[i] = cml_law_rows_log(rows, i, law->weights);
		if (isinf(logs[i])) { /* of which the law says nothing, without terms left out */
			logs[i] = rows->logs[i];
			continue;
		}
		error += fabs(rows->logs[i] - logs[i]) / n;
		for (size_t k = 0; k < law->n; k++)
			law->shares[k] +=
			    law->weights[k] * rows->terms[i * law->n + k] / exp(logs[i]) / n;
	}
	law->error = is_reported ? error : (double)NAN;
	if (rows->n > 0)
		law->typical = cml_median(rows->n, logs) / M_LN2 * (law->is_inverse ? -1 : 1);
	if (rows->n > 0 && !is_reported && n_failed == 0)
		law->proven = exp(cml_quantile(rows->n, logs, PROVEN));
	free(logs);
	return CML_OK;
}

enum cml_result cml_law_learn_metric(struct cml_law *law, const struct cml_encoder *encoder,
				     const struct cml_dataset *data, bool first_alone,
				     struct cml_error *err)
{
	struct learning learning = {.encoder = encoder, .data = data, .law = law};
	enum cml_result status = reserve(&learning, data->n_rows) ? CML_OK : cml_fail_memory(err);
	if (status != CML_OK)
		goto out;
	find_unknown(&learning);
	add_targets(&learning);
	for (size_t i = 0; first_alone && i < learning.rows.n; i++)
		for (size_t k = 1; k < law->n; k++)
			learning.rows.terms[i * law->n + k] = 0;
	if ((status = find_groups(&learning, err)) != CML_OK ||
	    (status = cml_law_fit(&learning.rows, 0, law->weights, learning.levels, err)) != CML_OK)
		goto out;
	leave_out(law);
	status = describe(&learning, true, err);
out:
	release(&learning);
	return status;
}

enum cml_result cml_law_learn_limit(struct cml_law *law, const struct cml_encoder *encoder,
				    const struct cml_dataset *data, struct cml_error *err)
{
	struct learning learning = {.encoder = encoder, .data = data, .law = law};
	const struct cml_space_column *column = &encoder->space->columns[law->slot];
	size_t limit = cml_dataset_limit(data, column->name);
	size_t n = data->n_rows + (data->failed ? data->failed->n_rows : 0);
	double level;
	enum cml_result status = reserve(&learning, n) ? CML_OK : cml_fail_memory(err);
	if (status != CML_OK)
		goto out;
	learning.rows.n_groups = 1;
	find_unknown(&learning);
	if (limit < data->n_limits)
		add_reports(&learning, limit);
	bool is_reported = learning.rows.n >= CML_LAW_MIN_REPORTS;
	if (is_reported) {
		status = cml_law_fit(&learning.rows, LIMIT_SD, law->weights, &level, err);
	} else {
		learning.rows.n = 0;
		add_ends(&learning, column->domain.hi);
		status = cml_law_fit_ends(&learning.rows, learning.ends, law->weights,
					  &law->steepness, err);
	}
	if (status != CML_OK)
		goto out;
	leave_out(law);
	status = describe(&learning, is_reported, err);
out:
	release(&learning);
	return status;
}

void cml_laws_learn_roof(struct cml_laws *laws, bool maximize, const struct cml_dataset *data)
{
	double most = 1;
	laws->roof_scale = 1;
	for (size_t i = 0; laws->roof != CML_NO_LAW && i < data->n_rows; i++) {
		double roof = (double)data->x[i * data->n_features + laws->roof];
		double reached = maximize ? data->y[i] / roof : roof / data->y[i];
		if (!(roof > 0 && data->y[i] > 0 && isfinite(reached)))
			continue;
		laws->roof_scale = fmax(laws->roof_scale, fmin(most, reached));
		most = fmax(most, reached);
	}
}

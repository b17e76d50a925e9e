/* A number that no column has, such that the jobs that ran out of memory are those that need most.
 * Part of infer_law.h. */
#include "infer/infer_law.h"

#include "base/device.h"
#include "base/model_name.h"
#include "math/correlation.h"
#include "math/normal.h"

#include <math.h>
#include <string.h>

static double params_of(const struct cml_infer_law *law, size_t row, double usual)
{
	const struct cml_infer_column *params = law->columns[CML_QUANTITY_PARAMETERS];
	if (params)
		return params->sample[row] * (params->hi < 1e4 ? 1e9 : 1);
	return law->models ? cml_infer_law_in_name(law->models, row, cml_size_in_name) : usual;
}

static double micro_batch_of(const struct cml_infer_law *law, size_t row, double copies)
{
	return law->columns[CML_QUANTITY_MICRO_BATCH]
		   ? cml_infer_law_value(law, CML_QUANTITY_MICRO_BATCH, row)
		   : cml_infer_law_value(law, CML_QUANTITY_GLOBAL_BATCH, row) /
			 (copies * cml_infer_law_value(law, CML_QUANTITY_ACCUMULATION, row));
}

/* GB of a device that a job needs: the terms of cml_infer_write_laws with their textbook weights.
 */
static double need_of(const struct cml_infer_law *law, size_t row, const double *usual)
{
	double params = params_of(law, row, usual[CML_GUESS_PARAMETERS]);
	double tp = cml_infer_law_value(law, CML_QUANTITY_TENSOR, row);
	double dp = cml_infer_law_value(law, CML_QUANTITY_DATA, row);
	double zero = cml_infer_law_value(law, CML_QUANTITY_ZERO, row);
	double full = cml_infer_law_value(law, CML_QUANTITY_RECOMPUTE, row);
	double seq = law->columns[CML_QUANTITY_SEQUENCE]
			 ? cml_infer_law_value(law, CML_QUANTITY_SEQUENCE, row)
			 : usual[CML_GUESS_SEQUENCE];
	double tokens = micro_batch_of(law, row, dp) * seq /
			cml_infer_law_value(law, CML_QUANTITY_CONTEXT, row) / tp;
	double layers = cbrt(params / 196608), width = 128 * layers;
	double states =
	    params / (tp * cml_infer_law_value(law, CML_QUANTITY_PIPELINE, row)) *
	    (2 / (zero == 3 ? dp : 1) + 2 / (zero >= 2 ? dp : 1) + 12 / (zero >= 1 ? dp : 1));
	double activations = width * (layers * (34 - 32 * full) + 34 * full) + 6 * 32000.0;
	return (states + tokens * activations) / 1e9 + 2;
}

/* Where nothing of a log is known but what failed. */
static const double usual_numbers[] = {
    [CML_GUESS_PARAMETERS] = 7e9, [CML_GUESS_SEQUENCE] = 4096, [CML_GUESS_MEMORY] = 80};

/* Failed jobs, and how well their need tells them from others: most users avoid what is clear. */
#define MIN_FAILED 3
#define MIN_AUC 0.6

bool cml_infer_law_blames_memory(const struct cml_infer_law *law)
{
	const struct cml_infer_rows *rows = &law->infer->rows;
	double *need = rows->scratch, *failed = need + rows->n_rows, n_failed = 0, auc = 0;
	struct cml_error err;
	size_t n = 0;
	for (size_t row = 0; row < rows->n_rows; row++) {
		need[n] = need_of(law, row, usual_numbers);
		failed[n] = rows->failed[row];
		if (isfinite(need[n]) && (rows->job_ok[row] || rows->failed[row]))
			n_failed += failed[n++];
	}
	if (n_failed >= MIN_FAILED && (double)n > n_failed &&
	    cml_auc(n, need, failed, &auc, &err) != CML_OK)
		law->infer->no_memory = true;
	return auc >= MIN_AUC;
}

/* -ln likelihood of how the jobs ended. */
static double loss_of(const struct cml_infer_law *law, const double *usual)
{
	const struct cml_infer_rows *rows = &law->infer->rows;
	double ran = 0, n_ran = 0, failed = 0, n_failed = 0;
	for (size_t row = 0; row < rows->n_rows; row++) {
		double gb = law->devices
				? cml_infer_law_in_name(law->devices, row, cml_memory_in_name)
				: usual[CML_GUESS_MEMORY];
		double z = CML_MEMORY_STEEPNESS * log(gb / need_of(law, row, usual));
		if (isnan(z) || (rows->job_ok[row] == rows->out_of_memory[row]))
			continue;
		ran += rows->job_ok[row] ? cml_softplus(-z) : 0;
		failed += rows->job_ok[row] ? 0 : cml_softplus(z);
		n_ran += rows->job_ok[row];
		n_failed += !rows->job_ok[row];
	}
	return failed + ran * fmin(1, CML_RAN_PER_FAILED * (1 + n_failed) / n_ran);
}

/* The number of least loss, of those from `from` to `to` in steps of a factor. */
static double best_of(const struct cml_infer_law *law, enum cml_guess guess, double from, double to,
		      double factor)
{
	double usual[3], best = usual_numbers[guess], least = INFINITY;
	memcpy(usual, usual_numbers, sizeof usual);
	for (double tried = from; tried <= to; tried *= factor) {
		usual[guess] = tried;
		double loss = loss_of(law, usual);
		if (loss < least) {
			least = loss;
			best = tried;
		}
	}
	return best;
}

double cml_infer_law_guess(const struct cml_infer_law *law, enum cml_guess guess)
{
	static const double from[] = {1e8, 256, 8}, to[] = {2e12, 1e6, 300};
	if (guess == CML_GUESS_SEQUENCE)
		return best_of(law, guess, from[guess], to[guess], 2);
	double octave = pow(1.1, 7), best = best_of(law, guess, from[guess], to[guess], octave);
	return best_of(law, guess, best / octave, best * octave, 1.1);
}

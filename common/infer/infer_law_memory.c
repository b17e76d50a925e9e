/* What jobs that ran or failed show of memory. Part of infer_law.h. */
#include "infer/infer_law.h"

#include "base/device.h"
#include "base/model_name.h"
#include "infer/names/names.h"
#include "math/correlation.h"
#include "math/normal.h"

#include <math.h>
#include <string.h>

/* Numbers that a law of memory needs, and what stands for them where failures tell nothing. */
enum guess { GUESS_PARAMETERS, GUESS_SEQUENCE, GUESS_MEMORY };
static const double usual_numbers[] = {
    [GUESS_PARAMETERS] = 7e9, [GUESS_SEQUENCE] = 4096, [GUESS_MEMORY] = 80};
#define USUAL_SEQUENCE "4096"
#define USUAL_MEMORY "80"

static double params_of(const struct cml_infer_law *law, size_t row, double usual)
{
	const struct cml_infer_column *params = law->columns[CML_QUANTITY_PARAMETERS];
	if (params)
		return params->sample[row] * (params->hi < 1e4 ? 1e9 : 1);
	return law->models ? cml_infer_in_name(law->models, row, cml_size_in_name) : usual;
}

static double micro_batch_of(const struct cml_infer_law *law, size_t row, double copies)
{
	return law->columns[CML_QUANTITY_MICRO_BATCH]
		   ? cml_infer_law_value(law, CML_QUANTITY_MICRO_BATCH, row)
		   : cml_infer_law_value(law, CML_QUANTITY_GLOBAL_BATCH, row) /
			 (copies * cml_infer_law_value(law, CML_QUANTITY_ACCUMULATION, row));
}

/* GB of parameters, gradients and optimizer on a device. */
static double states_of(const struct cml_infer_law *law, size_t row, double params)
{
	double dp = cml_infer_law_value(law, CML_QUANTITY_DATA, row);
	double zero = cml_infer_law_value(law, CML_QUANTITY_ZERO, row);
	double sharers = law->columns[CML_QUANTITY_FSDP]
			     ? cml_infer_law_value(law, CML_QUANTITY_FSDP, row) *
				   cml_infer_law_value(law, CML_QUANTITY_CONTEXT, row)
			     : 1;
	double trained = cml_infer_law_value(law, CML_QUANTITY_TRAINED, row) *
			 cml_infer_law_value(law, CML_QUANTITY_ABOARD, row);
	zero = fmax(zero, law->shared_stage);
	return params / 1e9 /
	       (cml_infer_law_value(law, CML_QUANTITY_TENSOR, row) *
		cml_infer_law_value(law, CML_QUANTITY_PIPELINE, row) * sharers) *
	       (2 / (zero == 3 ? dp : 1) +
		trained * (2 / (zero >= 2 ? dp : 1) + 12 / (zero >= 1 ? dp : 1)));
}

/* GB of a device that a job needs: the terms of cml_infer_write_laws with their textbook weights.
 */
static double need_of(const struct cml_infer_law *law, size_t row, const double *usual)
{
	double params = params_of(law, row, usual[GUESS_PARAMETERS]);
	double tp = cml_infer_law_value(law, CML_QUANTITY_TENSOR, row);
	double dp = cml_infer_law_value(law, CML_QUANTITY_DATA, row);
	double freed = cml_infer_law_value(law, CML_QUANTITY_FREED, row);
	double seq = law->columns[CML_QUANTITY_SEQUENCE]
			 ? cml_infer_law_value(law, CML_QUANTITY_SEQUENCE, row)
			 : usual[GUESS_SEQUENCE];
	double cp = cml_infer_law_value(law, CML_QUANTITY_CONTEXT, row);
	double tokens = micro_batch_of(law, row, dp) * seq / cp / tp;
	double layers = cbrt(params / 196608), width = 128 * layers;
	double activations = width * (layers * (34 - 32 * freed) + 34 * freed) + 6 * 32000.0;
	return states_of(law, row, params) + tokens * activations / 1e9 + 2;
}

/* Failed jobs, and how well their need tells them from others: most users avoid what is clear. */
#define MIN_FAILED 3
#define MIN_AUC 0.6

/* Whether jobs that failed, by nothing but that word, need more memory by the terms than those that
 * ran. */
static bool failed_of_memory(const struct cml_infer_law *law)
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
		double gb = law->devices ? cml_infer_in_name(law->devices, row, cml_memory_in_name)
					 : usual[GUESS_MEMORY];
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
static double best_of(const struct cml_infer_law *law, enum guess guess, double from, double to,
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

/* Of a number that no column has, the value with which the jobs that ran out of memory are those
 * that need most: parameters, tokens or GB. */
static double guess_number(const struct cml_infer_law *law, enum guess guess)
{
	static const double from[] = {1e8, 256, 8}, to[] = {2e12, 1e6, 300};
	if (guess == GUESS_SEQUENCE)
		return best_of(law, guess, from[guess], to[guess], 2);
	double octave = pow(1.1, 7), best = best_of(law, guess, from[guess], to[guess], octave);
	return best_of(law, guess, best / octave, best * octave, 1.1);
}

/* Jobs that are too many to be mistakes. */
#define MIN_BEYOND 3

/* Whether jobs ran whose states are more than what they used, or than their device has. */
static bool are_beyond(const struct cml_infer_law *law)
{
	const struct cml_infer_column *used = cml_infer_law_limit(law->infer);
	double per_gb = used ? cml_name_units_per_gb(used->plain) : 0;
	bool is_percent = used && cml_infer_is_percent(used);
	size_t n = 0;
	for (size_t row = 0; row < law->infer->rows.n_rows; row++) {
		double gb = cml_infer_in_name(law->devices, row, cml_memory_in_name);
		if (used)
			gb = used->sample[row] *
			     (is_percent ? gb / 100 : 1 / (per_gb > 0 ? per_gb : 1));
		double ep = cml_infer_law_value(law, CML_QUANTITY_EXPERT, row);
		double active = cml_infer_in_name(law->models, row, cml_active_in_name);
		double params = active + (params_of(law, row, NAN) - active) / ep;
		n += law->infer->rows.job_ok[row] && states_of(law, row, params) > gb &&
		     cml_infer_law_value(law, CML_QUANTITY_DATA, row) > 1;
	}
	return n >= MIN_BEYOND;
}

/* Then, or where a switch is on in all jobs, the copies share them: the optimizer, as Megatron's
 * distributed one, or all, as FSDP. */
static void find_sharers(struct cml_infer_law *law)
{
	const struct cml_infer_column *zero = law->columns[CML_QUANTITY_ZERO];
	bool is_on = zero && zero->texts.n == 1 && cml_name_is(zero->texts.texts[0].data, "true");
	if ((zero && !is_on) || law->columns[CML_QUANTITY_FSDP] || !law->models ||
	    !(is_on || are_beyond(law)))
		return;
	law->shared_stage = 1;
	law->known[CML_QUANTITY_SHARERS] = law->known[CML_QUANTITY_DATA];
	bool share_all = is_on && cml_name_quantity(zero->plain) == CML_QUANTITY_SHARDING;
	if (!share_all && !are_beyond(law))
		return;
	law->shared_stage = 3;
	law->known[CML_QUANTITY_FSDP] = law->known[CML_QUANTITY_DATA];
}

/* A number that somebody can write over, and the formula that has it. */
static void write_guess(struct cml_infer_law *law, enum guess guess, enum cml_quantity key,
			const char *name, const char *what)
{
	const char *row = cml_infer_law_name(law, name);
	double value = guess_number(law, guess);
	const char *number = guess == GUESS_PARAMETERS
				 ? cml_infer_keep(law->infer, "%.2ge9", value / 1e9)
				 : cml_infer_keep(law->infer, "%.0f", value);
	const char *doc = cml_infer_keep(
	    law->infer,
	    "no column has %s: with %s those jobs need most memory that ran out of it: write yours "
	    "there",
	    what, number);
	cml_infer_note_line(law->infer, "'%s': %s", row, doc);
	law->known[key] = row;
	cml_infer_law_row(law, name, CML_ROLE_DERIVED, NULL, number, doc);
}

void cml_infer_law_unknown(struct cml_infer_law *law)
{
	bool has_sequence = law->columns[CML_QUANTITY_SEQUENCE];
	bool has_memory = law->known[CML_QUANTITY_MEMORY];
	if (!has_sequence)
		law->known[CML_QUANTITY_SEQUENCE] = USUAL_SEQUENCE;
	if (!has_memory)
		law->known[CML_QUANTITY_MEMORY] = USUAL_MEMORY;
	if (cml_infer_law_limit(law->infer) || !law->infer->rows.has_oom)
		return;
	if (!law->has_params) {
		write_guess(law, GUESS_PARAMETERS, CML_QUANTITY_PARAMETERS, "params",
			    "the size of the model");
		law->known[CML_QUANTITY_SHARD] =
		    cml_infer_law_fill(law, "{params} / ({tp} * {pp})");
		law->known[CML_QUANTITY_LAYERS] = cml_infer_law_name(law, "layers");
		cml_infer_law_row(law, "layers", CML_ROLE_DERIVED, NULL,
				  cml_infer_law_fill(law, "({params} / 196608) ** (1 / 3)"),
				  "about: 12 layers width ** 2 parameters, and width = 128 layers");
		law->known[CML_QUANTITY_WIDTH] = cml_infer_law_fill(law, "128 * {layers}");
	} else if (!has_sequence)
		write_guess(law, GUESS_SEQUENCE, CML_QUANTITY_SEQUENCE, "tokens",
			    "the length of sequences");
	else if (!has_memory)
		write_guess(law, GUESS_MEMORY, CML_QUANTITY_MEMORY, "device_gb",
			    "the memory of a device");
}

bool cml_infer_law_has_memory(const struct cml_infer_law *law)
{
	const struct cml_infer_column *const *columns = law->columns;
	bool has_limit = cml_infer_law_limit(law->infer), has_oom = law->infer->rows.has_oom;
	if (!law->known[CML_QUANTITY_MICRO_BATCH])
		return false;
	if (law->has_params)
		return has_limit || has_oom ||
		       (law->known[CML_QUANTITY_MEMORY] && columns[CML_QUANTITY_SEQUENCE]);
	return has_oom && !has_limit &&
	       (columns[CML_QUANTITY_TENSOR] || columns[CML_QUANTITY_PIPELINE] ||
		columns[CML_QUANTITY_ZERO] || columns[CML_QUANTITY_RECOMPUTE] ||
		columns[CML_QUANTITY_SEQUENCE]);
}

/* Where no job says that it ran out of memory, those that failed may have: of which the terms say
 * that they need most. */
static void take_failures(struct cml_infer_law *law)
{
	struct cml_infer_rows *rows = &law->infer->rows;
	if (rows->has_oom || !rows->has_failed || !law->known[CML_QUANTITY_MICRO_BATCH] ||
	    !failed_of_memory(law))
		return;
	rows->has_oom = true;
	memcpy(rows->out_of_memory, rows->failed, rows->n_rows * sizeof *rows->failed);
	cml_infer_note_line(law->infer,
			    "no job says that it ran out of memory; those that failed would need "
			    "most of it, and count as such in the terms of memory: write oom into "
			    "their status if you know better which did");
}

void cml_infer_law_evidence(struct cml_infer_law *law)
{
	find_sharers(law);
	take_failures(law);
}

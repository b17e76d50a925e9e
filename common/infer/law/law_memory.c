/* What jobs that ran or failed show of memory. Part of law_state.h. */
#include "infer/law/law_state.h"

#include "base/device.h"
#include "math/correlation.h"
#include "math/normal.h"

#include <math.h>
#include <string.h>

/* Numbers that a law of memory needs and no column has: what stands for them where failures tell
 * nothing, and those that are tried. */
enum guess { GUESS_PARAMETERS, GUESS_SEQUENCE, GUESS_MEMORY };
static const struct {
	enum cml_quantity key;
	const char *usual, *name, *what;
	double from, to;
} guesses[] = {
    [GUESS_PARAMETERS] = {CML_QUANTITY_PARAMETERS, "7e9", "params", "the size of the model", 1e8,
			  2e12},
    [GUESS_SEQUENCE] = {CML_QUANTITY_SEQUENCE, "4096", "tokens", "the length of sequences", 256,
			1e6},
    [GUESS_MEMORY] = {CML_QUANTITY_MEMORY, "80", "device_gb", "the memory of a device", 8, 300},
};

/* Takes a text for one of them, and what follows from it. */
static void suppose(struct cml_infer_law *law, enum guess guess, const char *text)
{
	law->of[guesses[guess].key].text = text;
	if (guess != GUESS_PARAMETERS)
		return;
	law->of[CML_QUANTITY_SHARD].text = cml_infer_law_fill(law, "{params} / ({tp} * {pp})");
	law->of[CML_QUANTITY_LAYERS].text =
	    cml_infer_law_fill(law, "({params} / 196608) ** (1 / 3)");
	law->of[CML_QUANTITY_WIDTH].text = cml_infer_law_fill(law, "128 * {layers}");
}

#define MIN_FAILED 3

double cml_infer_law_auc(struct cml_infer_law *law, const char *need)
{
	const struct cml_infer_rows *rows = &law->infer->rows;
	double *needs = rows->scratch, *failed = needs + rows->n_rows, n_failed = 0, auc = 0;
	struct cml_error err;
	size_t n = 0;
	cml_infer_evaluate(law->scope, need, needs);
	for (size_t row = 0; row < rows->n_rows; row++) {
		bool has_failed = rows->has_oom ? rows->out_of_memory[row] : rows->failed[row];
		needs[n] = needs[row];
		failed[n] = has_failed;
		if (isfinite(needs[n]) && (rows->job_ok[row] || has_failed))
			n_failed += failed[n++];
	}
	if (n_failed >= MIN_FAILED && (double)n > n_failed &&
	    cml_auc(n, needs, failed, &auc, &err) != CML_OK)
		law->infer->no_memory = true;
	return auc;
}

void cml_infer_law_batch(struct cml_infer_law *law)
{
	const struct cml_infer_column *batch = NULL;
	CML_EACH_COLUMN (column, &law->infer->rows)
		if (cml_infer_law_is_called(column, CML_INFER_LAW_BATCH) && column->is_whole &&
		    column->lo >= 1)
			batch = column;
	if (!batch || law->serves ||
	    cml_name_work(law->infer->rows.metric->plain) >= CML_WORK_STEPS ||
	    law->of[CML_QUANTITY_MICRO_BATCH].text || law->of[CML_QUANTITY_GLOBAL_BATCH].text ||
	    law->of[CML_QUANTITY_STEP].text)
		return;
	const char *name = cml_infer_expression_name(law->infer, batch);
	law->of[CML_QUANTITY_IT].text = name;
	const char *part = cml_infer_law_fill(law, "{it} * {tp} * {pp} * {cp} / {devices}");
	double of_device = cml_infer_law_auc(law, name);
	double of_all = part ? cml_infer_law_auc(law, part) : 0;
	if (fmax(of_device, of_all) < CML_INFER_LAW_MIN_AUC)
		return;
	bool is_part = of_all > of_device;
	cml_infer_law_know(law, is_part ? CML_QUANTITY_GLOBAL_BATCH : CML_QUANTITY_MICRO_BATCH,
			   name, batch);
	if (is_part && !law->of[CML_QUANTITY_ACCUMULATION].text)
		cml_infer_law_derive(law, CML_QUANTITY_MICRO_BATCH, "micro_batch", part,
				     "sequences at once, by copy");
}

/* Whether jobs that failed, by nothing but that word, need more memory by the terms than those that
 * ran. */
static bool failed_of_memory(const struct cml_infer_law *law)
{
	struct cml_infer_law usual = *law;
	if (!law->has_params)
		suppose(&usual, GUESS_PARAMETERS, guesses[GUESS_PARAMETERS].usual);
	if (!law->of[CML_QUANTITY_SEQUENCE].is_found)
		suppose(&usual, GUESS_SEQUENCE, guesses[GUESS_SEQUENCE].usual);
	return cml_infer_law_auc(&usual, cml_infer_law_need(&usual, NULL)) >= CML_INFER_LAW_MIN_AUC;
}

/* -ln likelihood of how the jobs ended, by a supposed number. */
static double loss_of(const struct cml_infer_law *law, enum guess guess, double number)
{
	const struct cml_infer_rows *rows = &law->infer->rows;
	struct cml_infer_law supposed = *law;
	double *room = rows->scratch, ran = 0, n_ran = 0, failed = 0, n_failed = 0;
	suppose(&supposed, guess, cml_infer_keep(law->infer, "%.17g", number));
	const char *need = cml_infer_law_need(&supposed, NULL);
	cml_infer_evaluate(
	    law->scope,
	    cml_infer_keep(law->infer, "%s / (%s)", supposed.of[CML_QUANTITY_MEMORY].text, need),
	    room);
	for (size_t row = 0; row < rows->n_rows; row++) {
		double z = CML_MEMORY_STEEPNESS * log(room[row]);
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
	double best = NAN, least = INFINITY;
	cml_parse_double(cml_slice_of(guesses[guess].usual), &best);
	for (double tried = from; tried <= to; tried *= factor) {
		double loss = loss_of(law, guess, tried);
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
	double from = guesses[guess].from, to = guesses[guess].to;
	if (guess == GUESS_SEQUENCE)
		return best_of(law, guess, from, to, 2);
	double octave = pow(1.1, 7), best = best_of(law, guess, from, to, octave);
	return best_of(law, guess, best / octave, best * octave, 1.1);
}

/* Jobs that are too many to be mistakes. */
#define MIN_BEYOND 3

/* GB that jobs used, or else that their device has; NULL: not known. */
static const char *room_of(struct cml_infer_law *law)
{
	const struct cml_infer_column *used = cml_infer_law_limit(law->infer);
	const char *gb = cml_infer_law_gb(law, used);
	return used && gb ? cml_infer_keep(law->infer, "%s / (%s)",
					   cml_infer_expression_name(law->infer, used), gb)
			  : law->of[CML_QUANTITY_MEMORY].text;
}

/* Whether jobs ran whose states are more than that. A number that stands for a size is no
 * evidence. */
static bool are_beyond(struct cml_infer_law *law)
{
	const char *room = room_of(law);
	const char *is_sized = law->of[CML_QUANTITY_PARAMETERS].column
				   ? "true"
				   : cml_infer_law_fill(law, "size({models}) > 0");
	if (!room)
		return false;
	const char *condition = cml_infer_keep(law->infer, "%s > %s and %s > 1 and %s",
					       cml_infer_law_need(law, "states"), room,
					       law->of[CML_QUANTITY_DATA].text, is_sized);
	return cml_infer_count_jobs(law->scope, condition, true) >= MIN_BEYOND;
}

/* Then, or where a switch is on in all jobs, the copies share them: the optimizer, as Megatron's
 * distributed one, or all, as FSDP. */
static void find_sharers(struct cml_infer_law *law)
{
	const struct cml_infer_column *zero = law->of[CML_QUANTITY_ZERO].column;
	bool is_on = zero && zero->texts.n == 1 && cml_name_is(zero->texts.texts[0].data, "true");
	const struct cml_infer_column *fsdp = law->of[CML_QUANTITY_FSDP].column;
	bool is_known = zero || (!fsdp && law->of[CML_QUANTITY_ZERO].is_found);
	if ((is_known && !is_on) || (fsdp && fsdp->lo != 0) || !law->of[CML_QUANTITY_MODELS].text ||
	    !(is_on || are_beyond(law)))
		return;
	law->of[CML_QUANTITY_SHARERS].text = law->of[CML_QUANTITY_DATA].text;
	if (fsdp) /* of some jobs alone */
		return;
	bool share_all = is_on && cml_name_quantity(zero->plain) == CML_QUANTITY_SHARDING;
	if (!share_all && !are_beyond(law))
		return;
	law->of[CML_QUANTITY_FSDP].text = law->of[CML_QUANTITY_DATA].text;
}

/* As a model of texts of that size has: of another, too, memory needs some. */
static void write_shape(struct cml_infer_law *law)
{
	cml_infer_law_derive(law, CML_QUANTITY_LAYERS, "layers",
			     cml_infer_law_fill(law, "({params} / 196608) ** (1 / 3)"),
			     "about: 12 layers width ** 2 parameters, and width = 128 layers");
	law->of[CML_QUANTITY_WIDTH].text = cml_infer_law_fill(law, "128 * {layers}");
}

/* A number that somebody can write over, and the formulas that have it. */
static void write_guess(struct cml_infer_law *law, enum guess guess)
{
	enum cml_quantity key = guesses[guess].key;
	double value = guess_number(law, guess);
	const char *number = guess == GUESS_PARAMETERS
				 ? cml_infer_keep(law->infer, "%.2ge9", value / 1e9)
				 : cml_infer_keep(law->infer, "%.0f", value);
	const char *doc = cml_infer_keep(law->infer,
					 "no column has %s: with %s those jobs need most memory "
					 "that ran out of it: write yours there",
					 guesses[guess].what, number);
	cml_infer_law_derive(law, key, guesses[guess].name, number, doc);
	cml_infer_note_line(law->infer, "'%s': %s", law->of[key].text, doc);
	suppose(law, guess, law->of[key].text);
	if (guess == GUESS_PARAMETERS)
		write_shape(law);
}

/* Where no job ran out of memory and no column names devices: the usual ones, or the next with room
 * for the jobs that ran. */
static void write_usual_memory(struct cml_infer_law *law)
{
	static const double sizes[] = {80, 96, 141, 192, 288};
	const char *need = cml_infer_law_need(law, NULL);
	size_t i = 0;
	while (i + 1 < sizeof sizes / sizeof *sizes &&
	       cml_infer_count_jobs(law->scope,
				    cml_infer_keep(law->infer, "%s > %g", need, sizes[i]),
				    true) >= MIN_BEYOND)
		i++;
	const char *number = cml_infer_keep(law->infer, "%g", sizes[i]);
	const char *doc = cml_infer_keep(law->infer,
					 "no column has the memory of a device, and no job ran out "
					 "of it: %s GB stand for it: write yours there",
					 number);
	cml_infer_law_derive(law, CML_QUANTITY_MEMORY, guesses[GUESS_MEMORY].name, number, doc);
	cml_infer_note_line(law->infer, "'%s': %s", law->of[CML_QUANTITY_MEMORY].text, doc);
}

void cml_infer_law_unknown(struct cml_infer_law *law)
{
	bool has_sequence = law->of[CML_QUANTITY_SEQUENCE].is_found;
	bool has_memory = law->of[CML_QUANTITY_MEMORY].text;
	if (law->has_params && !law->of[CML_QUANTITY_LAYERS].is_found)
		write_shape(law);
	if (!has_sequence)
		suppose(law, GUESS_SEQUENCE, guesses[GUESS_SEQUENCE].usual);
	if (!has_memory)
		suppose(law, GUESS_MEMORY, guesses[GUESS_MEMORY].usual);
	if (cml_infer_law_limit(law->infer))
		return;
	if (!law->infer->rows.has_oom && !has_memory)
		write_usual_memory(law);
	if (!law->infer->rows.has_oom)
		return;
	if (!law->has_params)
		write_guess(law, GUESS_PARAMETERS);
	else if (!has_sequence)
		write_guess(law, GUESS_SEQUENCE);
	else if (!has_memory)
		write_guess(law, GUESS_MEMORY);
}

bool cml_infer_law_has_memory(const struct cml_infer_law *law)
{
	const struct cml_infer_quantity *of = law->of;
	bool has_limit = cml_infer_law_limit(law->infer), has_oom = law->infer->rows.has_oom;
	if (!of[CML_QUANTITY_MICRO_BATCH].text)
		return false;
	if (law->has_params)
		return has_limit || has_oom ||
		       (of[CML_QUANTITY_SEQUENCE].is_found &&
			(of[CML_QUANTITY_MEMORY].text || of[CML_QUANTITY_SEQUENCE].column));
	return has_oom && !has_limit &&
	       (of[CML_QUANTITY_TENSOR].column || of[CML_QUANTITY_PIPELINE].column ||
		of[CML_QUANTITY_ZERO].column || of[CML_QUANTITY_RECOMPUTE].column ||
		of[CML_QUANTITY_SEQUENCE].is_found);
}

/* Where no job says that it ran out of memory, those that failed may have: of which the terms say
 * that they need most. */
static void take_failures(struct cml_infer_law *law)
{
	struct cml_infer_rows *rows = &law->infer->rows;
	if (rows->has_oom || !rows->has_failed || !law->of[CML_QUANTITY_MICRO_BATCH].text ||
	    !failed_of_memory(law))
		return;
	rows->has_oom = true;
	rows->has_oom = cml_infer_law_has_memory(law);
	if (!rows->has_oom)
		return;
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

#include "search/replicate/replicate.h"

#include "base/memory.h"
#include "base/number.h"
#include "math/top_n.h"
#include "model/belief/belief.h"
#include "model/forecast_cells.h"
#include "model/model_worth.h"
#include "space/config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Half of a 90 % interval. */
#define Z 1.6448536269514722
/* About what a gain may be off by, as a fraction of it. */
#define GAIN_UNCERTAINTY 0.05

/* The finished configurations that are compared, and jobs after them. */
struct rivals {
	const struct cml_repeats_problem *problem;
	size_t *finished; /* n: which */
	size_t n, n_jobs;
	size_t baseline; /* which of the n; n: none */
	double *features;
	float *x; /* (n + n_jobs) x n_features */
	struct cml_belief belief;
	size_t *jobs; /* n_jobs, or as many as are chosen */
	double *gain;
};

static void release(struct rivals *rivals)
{
	free(rivals->finished);
	free(rivals->features);
	free(rivals->x);
	free(rivals->jobs);
	free(rivals->gain);
	cml_belief_release(&rivals->belief);
}

static const double *values_of(const struct rivals *rivals, size_t i)
{
	return rivals->problem->finished->values +
	       rivals->finished[i] * rivals->problem->model->space->n_columns;
}

static enum cml_result encode(struct rivals *rivals, const double *values, size_t row,
			      struct cml_error *err)
{
	const struct cml_model *model = rivals->problem->model;
	return cml_model_encode(model, values, rivals->features,
				rivals->x + row * model->n_features, err);
}

/* Of the first row of x: how good it may be. */
static double promise(const struct rivals *rivals)
{
	const struct cml_model *model = rivals->problem->model;
	double mean, sd, log_chance;
	cml_model_forecast(model, 1, rivals->x, &mean, &sd, &log_chance);
	if (isnan(sd))
		sd = 0;
	if (model->log_target) {
		sd /= mean;
		mean = log(mean);
	}
	return (model->maximize ? mean : -mean) + 2 * sd;
}

static enum cml_result fail_without_any(const struct cml_finished_jobs *finished,
					struct cml_error *err)
{
	size_t n_ok = 0;
	for (size_t i = 0; i < finished->n; i++)
		n_ok += finished->configs[i].n_ok > 0;
	return cml_fail(err, CML_NOTHING,
			finished->n == 0 ? "the excluded histories have no finished job in the "
					   "contexts of the search"
			: n_ok == 0      ? "every finished job failed: there is nothing to repeat"
				    : "every configuration failed as often as it ran, or broke a "
				      "limit: none may be named the best");
}

/* Whether the default configuration is one of those that may be named. */
static bool has_baseline(const struct cml_repeats_problem *problem)
{
	return problem->baseline != CML_NO_COLUMN &&
	       cml_finished_config_counts(&problem->finished->configs[problem->baseline]);
}

/* The most promising ones that count, in their order; the baseline behind. */
static enum cml_result choose_rivals(struct rivals *rivals, struct cml_error *err)
{
	const struct cml_finished_jobs *finished = rivals->problem->finished;
	struct cml_top_n top = {0};
	size_t slot;
	enum cml_result status = cml_top_n_init(&top, CML_REPEATS_MAX_RIVALS - 1, err);
	for (size_t i = 0; status == CML_OK && i < finished->n; i++) {
		if (!cml_finished_config_counts(&finished->configs[i]) ||
		    i == rivals->problem->baseline)
			continue;
		rivals->finished[0] = i;
		status = encode(rivals, values_of(rivals, 0), 0, err);
		if (status == CML_OK)
			cml_top_n_offer(&top, promise(rivals), i, &slot);
	}
	cml_top_n_sort(&top);
	rivals->n = status == CML_OK ? top.n : 0;
	for (size_t i = 0; i < rivals->n; i++)
		rivals->finished[i] = (size_t)top.items[i].sequence;
	cml_top_n_release(&top);
	rivals->baseline = rivals->n;
	if (status == CML_OK && has_baseline(rivals->problem))
		rivals->finished[rivals->n++] = rivals->problem->baseline;
	else
		rivals->baseline = CML_NO_COLUMN;
	if (status == CML_OK && rivals->n == 0)
		return fail_without_any(finished, err);
	return status;
}

static bool is_baseline(const struct rivals *rivals, uint64_t key)
{
	const struct cml_repeats_problem *problem = rivals->problem;
	return rivals->baseline != CML_NO_COLUMN &&
	       key == problem->finished->configs[problem->baseline].key;
}

/* What is believed of the rivals and of n_jobs jobs after them (NULL: none). */
static enum cml_result init(struct rivals *rivals, const struct cml_repeats_problem *problem,
			    const struct cml_configs *jobs, struct cml_error *err)
{
	const struct cml_model *model = problem->model;
	size_t n_columns = model->space->n_columns, n_cells, n_rows;
	*rivals = (struct rivals){.problem = problem, .n_jobs = jobs ? jobs->n : 0};
	if (__builtin_add_overflow(rivals->n_jobs, CML_REPEATS_MAX_RIVALS, &n_rows) ||
	    __builtin_mul_overflow(n_rows, model->n_features, &n_cells))
		return cml_fail_memory(err);
	rivals->finished = cml_array_new(CML_REPEATS_MAX_RIVALS, sizeof *rivals->finished);
	rivals->features = cml_array_new(model->n_features, sizeof *rivals->features);
	rivals->x = cml_aligned_new(n_cells, sizeof *rivals->x);
	rivals->jobs = cml_array_new(n_rows, sizeof *rivals->jobs);
	rivals->gain = cml_array_new(n_rows, sizeof *rivals->gain);
	if (!rivals->finished || !rivals->features || !rivals->x || !rivals->jobs || !rivals->gain)
		return cml_fail_memory(err);
	enum cml_result status = choose_rivals(rivals, err);
	for (size_t i = 0; status == CML_OK && i < rivals->n; i++)
		status = encode(rivals, values_of(rivals, i), i, err);
	for (size_t i = 0; status == CML_OK && i < rivals->n_jobs; i++) {
		const double *values = jobs->values + i * n_columns;
		rivals->jobs[i] = is_baseline(rivals, cml_config_key(model->space, values))
				      ? rivals->baseline
				      : rivals->n + i;
		status = encode(rivals, values, rivals->n + i, err);
	}
	if (status != CML_OK || cml_belief_init(&rivals->belief, model, rivals->n + rivals->n_jobs,
						rivals->x, err) != CML_OK)
		return err->status;
	if (rivals->baseline != CML_NO_COLUMN) {
		const struct cml_finished_config *config =
		    &problem->finished->configs[problem->baseline];
		struct cml_baseline readings = {config->total / (double)config->n_ok, config->n_ok};
		cml_belief_take_readings(&rivals->belief, model->maximize, rivals->baseline,
					 &readings);
	}
	return CML_OK;
}

static enum cml_result find_gain(struct rivals *rivals, struct cml_error *err)
{
	return cml_belief_gain(&rivals->belief, rivals->n, rivals->n_jobs, rivals->jobs,
			       rivals->problem->seed, rivals->gain, err);
}

static enum cml_result write_numbers(const double *numbers, size_t n,
				     struct cml_table_writer *writer, struct cml_error *err)
{
	for (size_t i = 0; i < n; i++)
		if (cml_write_number(writer, numbers[i], err) != CML_OK)
			return err->status;
	return CML_OK;
}

/* Rounded as its uncertainty allows. */
static double shown(const struct rivals *rivals, double value, double uncertainty)
{
	return rivals->problem->all_digits ? value : cml_round_known(value, uncertainty);
}

static enum cml_result write_gain(const struct rivals *rivals, size_t i,
				  struct cml_table_writer *writer, struct cml_error *err)
{
	return cml_write_number(
	    writer, shown(rivals, rivals->gain[i], GAIN_UNCERTAINTY * rivals->gain[i]), err);
}

static enum cml_result write_key(uint64_t key, struct cml_table_writer *writer,
				 struct cml_error *err)
{
	char text[CML_KEY_SIZE];
	cml_key_print(key, text);
	return cml_write_string(writer, text, err);
}

static enum cml_result write_names(const char *const *names, size_t n, bool has_chance,
				   struct cml_table_writer *writer, struct cml_error *err)
{
	for (size_t i = 0; i < n; i++)
		if ((has_chance || strcmp(names[i], "cml_ok") != 0) &&
		    cml_write_string(writer, names[i], err) != CML_OK)
			return err->status;
	return cml_write_end_row(writer, err);
}

static enum cml_result write_header(const struct cml_model *model, struct cml_table_writer *writer,
				    struct cml_error *err)
{
	static const char *const names[] = {"cml_key", "cml_pred", "cml_sd",   "cml_lo",  "cml_hi",
					    "cml_ok",  "cml_runs", "cml_gain", "cml_rank"};
	const struct cml_space *space = model->space;
	for (size_t i = 0; i < space->n_columns; i++)
		if (cml_is_config_role(space->columns[i].role) &&
		    cml_write_string(writer, space->columns[i].name, err) != CML_OK)
			return err->status;
	return write_names(names, sizeof names / sizeof *names, model->chance, writer, err);
}

/* The configuration of a repeat, as cells. */
static enum cml_result write_values(const struct cml_space *space, const double *values,
				    struct cml_table_writer *writer, struct cml_error *err)
{
	char number[CML_NUMBER_SIZE];
	for (size_t i = 0; i < space->n_columns; i++)
		if (cml_is_config_role(space->columns[i].role) &&
		    cml_write_cell(writer, cml_value_text(space, i, values[i], number), err) !=
			CML_OK)
			return err->status;
	return CML_OK;
}

static enum cml_result write_repeat(const struct rivals *rivals, size_t rank,
				    struct cml_table_writer *writer, struct cml_error *err)
{
	const struct cml_model *model = rivals->problem->model;
	size_t i = rivals->jobs[rank];
	const struct cml_finished_config *config =
	    &rivals->problem->finished->configs[rivals->finished[i]];
	const struct cml_belief *belief = &rivals->belief;
	struct cml_believed believed = cml_belief_of(belief, model->maximize, i, Z);
	double side = believed.value - believed.lo;
	double sd = sqrt(belief->covariance[i * belief->n + i] + belief->noise[i]) *
		    (belief->is_log ? believed.value : 1);
	if (write_values(model->space, values_of(rivals, i), writer, err) != CML_OK ||
	    write_key(config->key, writer, err) != CML_OK ||
	    write_numbers((double[]){shown(rivals, believed.value, side), shown(rivals, sd, side),
				     shown(rivals, believed.lo, side),
				     shown(rivals, believed.hi, side)},
			  4, writer, err) != CML_OK ||
	    (model->chance && cml_chance_write(belief->log_chance[i], rivals->problem->all_digits,
					       writer, err) != CML_OK) ||
	    cml_write_number(writer, (double)config->n_ok, err) != CML_OK ||
	    write_gain(rivals, rank, writer, err) != CML_OK ||
	    cml_write_number(writer, (double)(rank + 1), err) != CML_OK)
		return err->status;
	return cml_write_end_row(writer, err);
}

/* The worth of the batch in which the last of the new jobs make room for the first n repeats. */
static enum cml_result find_worth(const struct rivals *rivals, size_t n_new, size_t n,
				  const size_t *repeats, size_t *batch, double *worth,
				  struct cml_error *err)
{
	for (size_t i = 0; i < n_new; i++)
		batch[i] = i + n < n_new ? rivals->n + i : repeats[i + n - n_new];
	return cml_belief_worth(&rivals->belief, rivals->n, rivals->baseline, n_new, batch,
				rivals->problem->seed, worth, err);
}

/* Keeps those of the chosen repeats that are worth more than the new jobs whose place they take. */
static enum cml_result keep_worthy(struct rivals *rivals, size_t n_new, struct cml_error *err)
{
	size_t n_best = 0, *batch = cml_array_new(n_new, sizeof *batch);
	double worth, most = -INFINITY;
	enum cml_result status = batch ? CML_OK : cml_fail_memory(err);
	for (size_t n = 0; status == CML_OK && n <= rivals->n_jobs && n <= n_new; n++) {
		status = find_worth(rivals, n_new, n, rivals->jobs, batch, &worth, err);
		if (status == CML_OK && worth > most) {
			most = worth;
			n_best = n;
		}
	}
	free(batch);
	rivals->n_jobs = n_best;
	if (status == CML_OK && n_best == 0)
		return cml_fail(err, CML_NOTHING,
				"no repeat is worth more than the job that it would replace");
	return status;
}

enum cml_result cml_repeats_write(const struct cml_repeats_problem *problem,
				  const struct cml_configs *jobs, size_t k,
				  struct cml_table_writer *writer, size_t *n_written, double *gain,
				  struct cml_error *err)
{
	struct rivals rivals;
	enum cml_result status = init(&rivals, problem, jobs, err);
	*n_written = 0;
	*gain = 0;
	if (k > CML_REPEATS_MAX_RIVALS)
		k = CML_REPEATS_MAX_RIVALS;
	if (status == CML_OK)
		status = cml_belief_choose_repeats(&rivals.belief, rivals.n, rivals.baseline, k,
						   rivals.jobs, &rivals.n_jobs, err);
	if (status == CML_OK && jobs)
		status = keep_worthy(&rivals, jobs->n, err);
	if (status == CML_OK)
		status = find_gain(&rivals, err);
	if (status == CML_OK)
		status = write_header(problem->model, writer, err);
	for (; status == CML_OK && *n_written < rivals.n_jobs; (*n_written)++)
		status = write_repeat(&rivals, *n_written, writer, err);
	if (*n_written > 0)
		*gain = rivals.gain[*n_written - 1];
	release(&rivals);
	return status;
}

enum cml_result cml_expected_gain_write(const struct cml_repeats_problem *problem,
					const struct cml_configs *jobs,
					struct cml_table_writer *writer, struct cml_error *err)
{
	static const char *const names[] = {"cml_key", "cml_pred", "cml_ok", "cml_gain"};
	const struct cml_model *model = problem->model;
	struct rivals rivals;
	enum cml_result status = init(&rivals, problem, jobs, err);
	if (status == CML_OK)
		status = find_gain(&rivals, err);
	if (status == CML_OK)
		status = write_names(names, 4, model->chance, writer, err);
	for (size_t i = 0; status == CML_OK && i < rivals.n_jobs; i++) {
		size_t at = rivals.jobs[i];
		const double *values = jobs->values + i * model->space->n_columns;
		struct cml_believed believed =
		    cml_belief_of(&rivals.belief, model->maximize, at, Z);
		if ((status = write_key(cml_config_key(model->space, values), writer, err)) !=
			CML_OK ||
		    (status = cml_write_number(
			 writer, shown(&rivals, believed.value, believed.value - believed.lo),
			 err)) != CML_OK ||
		    (model->chance &&
		     (status = cml_chance_write(rivals.belief.log_chance[at], problem->all_digits,
						writer, err)) != CML_OK) ||
		    (status = write_gain(&rivals, i, writer, err)) != CML_OK)
			break;
		status = cml_write_end_row(writer, err);
	}
	release(&rivals);
	return status;
}

#include "model/chance/chance_run_train.h"

#include "learn/predictor/summary_line.h"
#include "math/correlation.h"
#include "model/chance/avoidance.h"
#include "model/chance/chance_process.h"
#include "model/chance/chance_rows.h"
#include "model/chance/contradiction.h"
#include "model/chance/limit_train.h"
#include "model/chance/trade_off.h"
#include "model/chance/validated_trees.h"

#include <math.h>
#include <stdlib.h>

/* What was avoided is asked of so many configurations at least. Of those learned from there are
 * half as many as jobs, and one that counts for fewer jobs than MIN_WEIGHT is left out. */
#define MIN_DRAWN 2000
#define MIN_WEIGHT 0.001

/* Of more rows, so many are what contexts are left out of. */
#define MAX_BEYOND_ROWS 4000

/* What the chance to run is learned from. */
struct lesson {
	const struct cml_chance_training *training;
	const struct cml_dataset *rows; /* of cml_chance_rows_run, then those that were drawn */
	size_t n_jobs;                  /* of rows, the first */
	double *unseen; /* n_jobs: filled in with the chance by models that did not see the job;
			 * NaN where all saw it */
};

/* The process, where there is to be one; log_chance[held_out->n] becomes that of both. */
static enum cml_result add_process(const struct lesson *lesson, const struct cml_held_out *held_out,
				   struct cml_chance *chance, double *log_chance,
				   struct cml_error *err)
{
	struct cml_error why;
	double *own = cml_array_new(held_out->n, sizeof *own);
	if (!own)
		return cml_fail_memory(err);
	enum cml_result status =
	    cml_chance_process_train(&chance->process, &chance->trend, lesson->rows, lesson->n_jobs,
				     lesson->training->monotone, held_out, own, &why);
	if (chance->process)
		chance->process_share = cml_chance_process_share(
		    held_out, log_chance, own,
		    cml_chance_process_least(lesson->training->monotone, lesson->rows->n_features,
					     lesson->n_jobs));
	for (size_t i = 0; chance->process && i < held_out->n; i++)
		log_chance[i] = cml_chance_pool(chance, log_chance[i], own[i]);
	free(own);
	if (status != CML_OK)
		*err = why;
	return status;
}

/* Area under the curve and Brier score of jobs held out; what they were told is kept. */
static enum cml_result measure(const struct lesson *lesson, const struct cml_held_out *held_out,
			       double *log_chance, struct cml_chance *chance, struct cml_error *err)
{
	double squares = 0, weight = 0;
	size_t n = 0;
	double *y = cml_array_new(held_out->n, sizeof *y);
	if (!y)
		return cml_fail_memory(err);
	for (size_t i = 0; i < held_out->n; i++) {
		double told = exp(log_chance[i]);
		if (held_out->rows[i] >= lesson->n_jobs)
			continue;
		lesson->unseen[held_out->rows[i]] = told;
		squares += held_out->weight[i] * (held_out->y[i] - told) * (held_out->y[i] - told);
		weight += held_out->weight[i];
		y[n] = held_out->y[i];
		log_chance[n++] = log_chance[i];
	}
	chance->brier = squares / weight;
	enum cml_result status = cml_auc(n, log_chance, y, &chance->auc, err);
	free(y);
	return status;
}

/* Fits the line to what was said of rows held out, and measures what comes out. */
static enum cml_result calibrate(const struct lesson *lesson, struct cml_held_out *held_out,
				 struct cml_chance *chance, struct cml_error *err)
{
	double *log_chance = cml_array_new(held_out->n, sizeof *log_chance);
	enum cml_result status = log_chance ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_trade_off_train(lesson->training, lesson->rows, held_out,
					     &chance->line, &chance->trade_off, err);
	for (size_t i = 0; status == CML_OK && i < held_out->n; i++)
		log_chance[i] = cml_chance_calibrated(chance, held_out->predicted[i]);
	if (status == CML_OK)
		status = add_process(lesson, held_out, chance, log_chance, err);
	if (status == CML_OK)
		status = measure(lesson, held_out, log_chance, chance, err);
	free(log_chance);
	return status;
}

/* What trees say of contexts that they did not see, calibrated like the rest. */
static enum cml_result learn_beyond(const struct lesson *lesson,
				    const struct cml_beyond_folds *folds,
				    const struct cml_validated_trees *trees,
				    struct cml_chance *chance, struct cml_error *err)
{
	const struct cml_dataset *rows = lesson->rows;
	for (size_t k = 0; k < trees->n_left_out; k++) {
		const struct cml_held_out *left_out = &trees->left_out[k];
		for (size_t i = 0; i < left_out->n; i++) {
			const float *x = rows->x + left_out->rows[i] * rows->n_features;
			double trade_off =
			    chance->trade_off ? cml_linear_mean(chance->trade_off, x) : 0;
			left_out->predicted[i] = chance->line.slope * left_out->predicted[i] +
						 chance->line.intercept + trade_off;
		}
	}
	const struct cml_chance_training *training = lesson->training;
	return cml_beyond_train(&chance->beyond,
				&(struct cml_beyond_training){.rows = rows,
							      .n_jobs = lesson->n_jobs,
							      .contexts = training->contexts,
							      .n_contexts = training->n_contexts,
							      .folds = folds,
							      .left_out = trees->left_out},
				err);
}

/* Contexts left out of many rows: of a part of them, which is learned from by itself. */
static enum cml_result learn_beyond_thinned(const struct lesson *lesson, struct cml_chance *chance,
					    struct cml_error *err)
{
	const struct cml_chance_training *training = lesson->training;
	const struct cml_dataset *rows = lesson->rows;
	struct cml_validated_trees trees = {0};
	struct cml_beyond_folds folds = {0};
	struct cml_dataset thinned = {0};
	size_t stride = (rows->n_rows + MAX_BEYOND_ROWS - 1) / MAX_BEYOND_ROWS, n = 0;
	size_t *chosen = cml_array_new(rows->n_rows / stride + 1, sizeof *chosen);
	for (size_t row = 0; chosen && row < rows->n_rows; row += stride)
		chosen[n++] = row;
	enum cml_result status =
	    chosen ? cml_dataset_select(rows, chosen, n, &thinned, err) : cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_beyond_folds_make(&folds, &thinned, training->contexts,
					       training->n_contexts, err);
	if (status == CML_OK)
		status =
		    cml_chance_trees(training, &thinned, CML_LOSS_LOGISTIC, 1, &folds, &trees, err);
	for (size_t k = 0; status == CML_OK && k < trees.n_left_out; k++)
		for (size_t i = 0; i < trees.left_out[k].n; i++)
			trees.left_out[k].rows[i] = chosen[trees.left_out[k].rows[i]];
	if (status == CML_OK)
		status = learn_beyond(lesson, &folds, &trees, chance, err);
	free(chosen);
	cml_dataset_release(&thinned);
	cml_beyond_folds_release(&folds);
	cml_validated_trees_release(&trees);
	return status;
}

static enum cml_result learn(const struct lesson *lesson, struct cml_chance *chance,
			     struct cml_error *err)
{
	const struct cml_chance_training *training = lesson->training;
	const struct cml_dataset *rows = lesson->rows;
	struct cml_validated_trees trees = {0};
	struct cml_beyond_folds folds = {0};
	bool has_contexts = training->n_contexts > 0, is_thinned = rows->n_rows > MAX_BEYOND_ROWS;
	enum cml_result status = CML_OK;
	if (has_contexts && !is_thinned)
		status = cml_beyond_folds_make(&folds, rows, training->contexts,
					       training->n_contexts, err);
	if (status == CML_OK)
		status =
		    cml_chance_trees(training, rows, CML_LOSS_LOGISTIC, 1, &folds, &trees, err);
	if (status == CML_OK) {
		chance->trees = trees.trees;
		trees.trees = NULL;
		if (trees.held_out.n > 0)
			status = calibrate(lesson, &trees.held_out, chance, err);
	}
	if (status == CML_OK && trees.held_out.n > 0 && has_contexts)
		status = is_thinned ? learn_beyond_thinned(lesson, chance, err)
				    : learn_beyond(lesson, &folds, &trees, chance, err);
	cml_beyond_folds_release(&folds);
	cml_validated_trees_release(&trees);
	return status;
}

/* A chance without jobs again. */
static void forget(struct cml_chance *chance)
{
	cml_tree_ensemble_free(chance->trees);
	cml_linear_free(chance->trade_off);
	cml_gp_free(chance->process);
	cml_linear_free(chance->trend);
	chance->trend = NULL;
	cml_beyond_release(&chance->beyond);
	chance->trees = NULL;
	chance->trade_off = NULL;
	chance->process = NULL;
	chance->line = (struct cml_rising_line){.slope = 1};
}

/* The jobs that some model did not see, and what it said of them, chance[n_rows of theirs]. */
static enum cml_result take_unseen(const struct lesson *lesson, struct cml_dataset *jobs,
				   double *chance, struct cml_error *err)
{
	size_t n = 0;
	size_t *chosen = cml_array_new(lesson->n_jobs, sizeof *chosen);
	if (!chosen)
		return cml_fail_memory(err);
	for (size_t row = 0; row < lesson->n_jobs; row++) {
		if (isnan(lesson->unseen[row]))
			continue;
		chance[n] = lesson->unseen[row];
		chosen[n++] = row;
	}
	enum cml_result status = cml_dataset_select(lesson->rows, chosen, n, jobs, err);
	free(chosen);
	return status;
}

static double mean_weight(const struct cml_dataset *jobs)
{
	double mean = 0;
	for (size_t row = 0; row < jobs->n_rows; row++)
		mean += jobs->weight[row] / (double)jobs->n_rows;
	return mean;
}

/* Appends some of drawn, evenly, to rows; weight: of all of them, in jobs of weight unit. */
static enum cml_result append_drawn(struct cml_dataset *rows, const struct cml_dataset *drawn,
				    const double *weight, double unit, struct cml_error *err)
{
	enum cml_result status = CML_OK;
	size_t stride = 2 * drawn->n_rows / rows->n_rows + 1;
	double *features = cml_array_new(drawn->n_features, sizeof *features);
	if (!features)
		return cml_fail_memory(err);
	for (size_t row = 0; status == CML_OK && row < drawn->n_rows; row += stride) {
		double own = weight[row] * (double)stride;
		if (!(own > MIN_WEIGHT))
			continue;
		for (size_t f = 0; f < drawn->n_features; f++)
			features[f] = (double)drawn->x[row * drawn->n_features + f];
		status = cml_dataset_append(rows, features, 0, own * unit, drawn->keys[row], err);
	}
	free(features);
	return status;
}

/* Asks what was avoided, by drawn; appends to rows what is to be learned where it is found. */
static enum cml_result ask_drawn(const struct cml_chance *chance, const struct cml_dataset *jobs,
				 const double *job_chance, const struct cml_dataset *drawn,
				 const bool *is_param, struct cml_dataset *rows, double *launched,
				 struct cml_error *err)
{
	struct cml_avoidance avoidance;
	double *of_drawn = cml_array_new(drawn->n_rows, 2 * sizeof *of_drawn);
	if (!of_drawn)
		return cml_fail_memory(err);
	double *weight = of_drawn + drawn->n_rows;
	cml_chance_predict(chance, drawn->n_rows, drawn->x, of_drawn);
	for (size_t row = 0; row < drawn->n_rows; row++)
		of_drawn[row] = exp(of_drawn[row]);
	enum cml_result status =
	    cml_avoidance_fit(&avoidance,
			      &(struct cml_avoidance_task){.jobs = jobs,
							   .job_chance = job_chance,
							   .drawn = drawn,
							   .drawn_chance = of_drawn,
							   .is_param = is_param},
			      weight, err);
	if (status == CML_OK && avoidance.launched < 1) {
		*launched = avoidance.launched;
		status = append_drawn(rows, drawn, weight, mean_weight(jobs), err);
	}
	free(of_drawn);
	return status;
}

/* Draws what nobody ran, and appends it to rows where it shows that what fails was avoided. */
static enum cml_result draw_untried(const struct lesson *lesson, const struct cml_chance *chance,
				    struct cml_dataset *rows, double *launched,
				    struct cml_error *err)
{
	const struct cml_chance_untried *untried = lesson->training->untried;
	struct cml_dataset jobs = {0}, drawn = {0};
	size_t n = rows->n_rows / 2 > MIN_DRAWN ? rows->n_rows / 2 : MIN_DRAWN;
	double *job_chance = cml_array_new(lesson->n_jobs, sizeof *job_chance);
	enum cml_result status = job_chance ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = take_unseen(lesson, &jobs, job_chance, err);
	if (status == CML_OK)
		status = cml_dataset_init(&drawn, rows->n_features, rows->feature_names, err);
	if (status == CML_OK && jobs.n_rows > 0)
		status = untried->draw(untried->context, &jobs, n, &drawn, err);
	if (status == CML_OK && drawn.n_rows > 0)
		status = ask_drawn(chance, &jobs, job_chance, &drawn, untried->is_param, rows,
				   launched, err);
	cml_dataset_release(&jobs);
	cml_dataset_release(&drawn);
	free(job_chance);
	return status;
}

/* A line for each direction that jobs contradict. */
static enum cml_result tell_contradictions(const struct lesson *lesson, struct cml_buffer *summary,
					   struct cml_error *err)
{
	const struct cml_dataset *rows = lesson->rows;
	struct cml_buffer name = {0};
	double *score = cml_array_new(rows->n_features, sizeof *score);
	enum cml_result status = score ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_contradiction(lesson->training, rows, lesson->n_jobs, lesson->unseen,
					   score, err);
	for (size_t f = 0; status == CML_OK && f < rows->n_features; f++) {
		if (!(score[f] >= CML_CONTRADICTION))
			continue;
		name.size = 0;
		if (!cml_buffer_printf(&name, "ok_against_%s%c", rows->feature_names[f], '\0') ||
		    !cml_summary_put(summary, name.data, score[f]))
			status = cml_fail_memory(err);
	}
	cml_buffer_release(&name);
	free(score);
	return status;
}

static enum cml_result learn_rows(const struct cml_chance_training *training,
				  struct cml_dataset *rows, struct cml_chance *chance,
				  struct cml_buffer *summary, struct cml_error *err)
{
	double launched = 1;
	struct lesson lesson = {training, rows, rows->n_rows,
				cml_array_new(rows->n_rows, sizeof *lesson.unseen)};
	enum cml_result status = lesson.unseen ? CML_OK : cml_fail_memory(err);
	for (size_t row = 0; status == CML_OK && row < rows->n_rows; row++)
		lesson.unseen[row] = NAN;
	if (status == CML_OK)
		status = learn(&lesson, chance, err);
	if (status == CML_OK && training->monotone)
		status = tell_contradictions(&lesson, summary, err);
	if (status == CML_OK && training->untried)
		status = draw_untried(&lesson, chance, rows, &launched, err);
	if (status == CML_OK && launched < 1) {
		forget(chance);
		chance->launched = launched;
		status = learn(&lesson, chance, err);
	}
	free(lesson.unseen);
	return status;
}

enum cml_result cml_chance_run_train(const struct cml_chance_training *training,
				     struct cml_chance *chance, struct cml_buffer *summary,
				     struct cml_error *err)
{
	const struct cml_dataset *data = training->data;
	size_t n_failed = cml_chance_count(data, CML_JOB_OOM) +
			  cml_chance_count(data, CML_JOB_TIMEOUT) +
			  cml_chance_count(data, CML_JOB_FAILED);
	struct cml_dataset rows = {0};
	chance->n_ran = (double)data->n_rows;
	chance->n_failed = (double)n_failed;
	if (n_failed == 0)
		return CML_OK;
	enum cml_result status = cml_chance_rows_run(data, &rows, err);
	if (status == CML_OK)
		status = learn_rows(training, &rows, chance, summary, err);
	cml_dataset_release(&rows);
	return status;
}

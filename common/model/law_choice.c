#include "model/model_train.h"

#include "base/number.h"
#include "learn/predictor/ensemble.h"
#include "math/summary.h"
#include "model/interval/interval.h"
#include "model/law/law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Jobs on either side. */
#define MIN_REST 8
#define MIN_TOP 3

/* Added to the errors of a trial: those below are as good as none. */
#define LEAST_ERROR 0.01

/* A law is left where the error without it is below this part of the one with it. Jobs of one
 * context say little of a law, which is about others: without them twenty jobs
 * of a simulator had an error of .086 on larger ones, with one .097, and were predicted four times
 * too fast on a quarter of their devices. */
#define ROOM 0.95
#define ROOM_IN_ONE_CONTEXT 0.7

/* Larger jobs of a number, and levels of columns. */
#define MAX_SPLITS (CML_LAW_TRIALS + CML_LEVEL_COLUMNS * CML_LEVEL_FOLDS)

/* Jobs of a trial, by their place in the data: the first are learned from, the others predicted. */
struct split {
	size_t *rows;
	size_t n, n_rest;
	struct cml_fold_misses misses[CML_LAW_N_TERMS];
};

struct choice {
	struct cml_model *model;
	const struct cml_model_spec *spec;
	const struct cml_dataset *data;
	size_t law;  /* of the metric, one of those with which errors are */
	double room; /* how much smaller the error has to be without a law than with one */
	struct split splits[MAX_SPLITS];
	size_t n_splits; /* by which the law is chosen; those of levels come after */
	size_t n_all;
	/* Of each trial, the logarithm of measured over predicted of the jobs held out; of each
	 * split, that without what another program computed. */
	double *off[MAX_SPLITS * CML_LAW_N_TERMS], *bare[MAX_SPLITS];
	double errors[MAX_SPLITS * CML_LAW_N_TERMS];
};

/* Whether a job has all of the terms. */
static bool has_terms_in(const struct cml_law *law, const struct cml_dataset *data, size_t row)
{
	size_t k = 0;
	while (k < law->n && data->x[row * data->n_features + law->terms[k]] >= 0)
		k++;
	return k == law->n;
}

static size_t stride_of(const struct cml_dataset *data)
{
	return (data->n_rows + CML_LAW_TRIAL_ROWS - 1) / CML_LAW_TRIAL_ROWS;
}

static enum cml_result add_split(struct choice *choice, size_t feature, struct cml_error *err)
{
	const struct cml_dataset *data = choice->data;
	const struct cml_law *law = &choice->model->laws.items[choice->law];
	struct split *split = &choice->splits[choice->n_splits];
	size_t n = 0;
	double values[CML_LAW_TRIAL_ROWS];
	size_t rows[CML_LAW_TRIAL_ROWS], order[CML_LAW_TRIAL_ROWS], first;
	for (size_t row = 0; row < data->n_rows; row += stride_of(data)) {
		float value = data->x[row * data->n_features + feature];
		if (isnan(value) ||
		    (choice->model->laws.given != CML_NO_LAW && !has_terms_in(law, data, row)))
			continue;
		values[n] = (double)value;
		rows[n++] = row;
	}
	if (cml_interval_find_top(n, values, order, &n, &first, err) != CML_OK)
		return err->status;
	if (first < MIN_REST || n - first < MIN_TOP)
		return CML_OK;
	if (!CML_NEW(&split->rows, n))
		return cml_fail_memory(err);
	choice->n_splits++;
	split->n = n;
	split->n_rest = first;
	for (size_t i = 0; i < n; i++)
		split->rows[i] = rows[order[i]];
	return CML_OK;
}

/* A size in the names of a context, as of models. */
static bool is_size(const struct cml_space *space, const struct cml_space_column *column)
{
	size_t n = 0;
	const size_t *slots =
	    column->role == CML_ROLE_DERIVED ? cml_expression_slots(column->expression, &n) : NULL;
	return n == 1 && space->columns[*slots].type == CML_TYPE_CATEGORICAL &&
	       space->columns[*slots].role == CML_ROLE_CONTEXT;
}

static enum cml_result add_splits(struct choice *choice, enum cml_role role, struct cml_error *err)
{
	const struct cml_encoder *encoder = &choice->model->encoder;
	for (size_t f = 0; f < encoder->n_plain && choice->n_splits < CML_LAW_TRIALS; f++) {
		const struct cml_feature *feature = &encoder->features[f];
		const struct cml_space_column *column = &encoder->space->columns[feature->column];
		bool is_split = column->role == role ||
				(role == CML_ROLE_CONTEXT && is_size(encoder->space, column));
		if (feature->encoding != CML_ENCODING_ONEHOT && is_split &&
		    add_split(choice, f, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

/* One trial: both parts with the law of each row, 0 without one. */
struct trial {
	struct cml_laws laws;
	struct cml_dataset rest, top;
	double *laws_of_rest, *laws_of_top, *mean, *sd;
	void *state;
};

static void release_trial(struct trial *trial, const struct cml_predictor_kind *kind)
{
	cml_laws_release(&trial->laws);
	cml_dataset_release(&trial->rest);
	cml_dataset_release(&trial->top);
	kind->free(trial->state);
	free(trial->laws_of_rest);
}

/* The natural logarithm of the law of each row, 0 without one. features: scratch for one row. */
static void find_laws(const struct cml_law *law, const struct cml_dataset *rows, double *features,
		      double *laws)
{
	for (size_t i = 0; i < rows->n_rows; i++) {
		for (size_t f = 0; f < rows->n_features; f++)
			features[f] = (double)rows->x[i * rows->n_features + f];
		laws[i] = law->is_used ? M_LN2 * cml_law_log2(law, features) : 0;
	}
}

static enum cml_result prepare(const struct choice *choice, const struct split *split,
			       enum cml_law_terms terms, struct trial *trial, struct cml_error *err)
{
	const struct cml_encoder *encoder = &choice->model->encoder;
	size_t n_top = split->n - split->n_rest;
	if (cml_laws_init(&trial->laws, encoder, err) != CML_OK ||
	    cml_dataset_select(choice->data, split->rows, split->n_rest, &trial->rest, err) !=
		CML_OK ||
	    cml_dataset_select(choice->data, split->rows + split->n_rest, n_top, &trial->top,
			       err) != CML_OK)
		return err->status;
	struct cml_law *law = &trial->laws.items[choice->law];
	law->is_used = terms != CML_LAW_NONE;
	if (law->is_used &&
	    cml_law_learn_metric(law, encoder, &trial->rest, terms == CML_LAW_FIRST, err) != CML_OK)
		return err->status;
	size_t n = split->n + 2 * n_top;
	if (!CML_NEW(&trial->laws_of_rest, n + encoder->n_features))
		return cml_fail_memory(err);
	trial->laws_of_top = trial->laws_of_rest + split->n_rest;
	trial->mean = trial->laws_of_top + n_top;
	trial->sd = trial->mean + n_top;
	find_laws(law, &trial->rest, trial->laws_of_rest + n, trial->laws_of_rest);
	find_laws(law, &trial->top, trial->laws_of_rest + n, trial->laws_of_top);
	cml_laws_strip(&trial->laws, &trial->rest);
	cml_laws_strip(&trial->laws, &trial->top);
	return CML_OK;
}

static enum cml_result run_trial(void *context, const struct cml_ensemble_member *member,
				 struct cml_error *err)
{
	struct choice *choice = context;
	const struct cml_predictor_kind *kind = choice->spec->kind;
	enum cml_law_terms terms = (enum cml_law_terms)(member->number % CML_LAW_N_TERMS);
	struct trial trial = {0};
	double least = INFINITY, most = -INFINITY, *error = &choice->errors[member->number];
	double **off = &choice->off[member->number];
	struct split *split = &choice->splits[member->number / CML_LAW_N_TERMS];
	enum cml_result status = prepare(choice, split, terms, &trial, err);
	if (status != CML_OK)
		goto out;
	if (!*off && !CML_NEW(off, trial.top.n_rows)) {
		status = cml_fail_memory(err);
		goto out;
	}
	for (size_t i = 0; i < trial.rest.n_rows; i++) {
		trial.rest.y[i] = log(trial.rest.y[i]) - trial.laws_of_rest[i];
		least = fmin(least, trial.rest.y[i]);
		most = fmax(most, trial.rest.y[i]);
	}
	const struct cml_training training = {.data = &trial.rest,
					      .hyper = &choice->model->hyper,
					      .seed = choice->model->seed,
					      .maximize = choice->spec->maximize,
					      .log_target = true};
	if ((status = kind->train(&training, &trial.state, NULL, err)) != CML_OK)
		goto out;
	kind->predict(trial.state, trial.top.n_rows, trial.top.x, trial.mean, trial.sd);
	*error = 0;
	for (size_t i = 0; i < trial.top.n_rows; i++) {
		double share =
		    terms == CML_LAW_NONE ? trial.mean[i] : cml_within(trial.mean[i], least, most);
		(*off)[i] = log(trial.top.y[i]) - trial.laws_of_top[i] - share;
		*error += fabs((*off)[i]) / (double)trial.top.n_rows;
	}
	free(split->misses[terms].items);
	split->misses[terms].items = NULL;
	status =
	    cml_misses_find(&split->misses[terms], &trial.rest, &trial.top, *off, trial.sd, err);
out:
	release_trial(&trial, kind);
	return status;
}

/* The terms with the smallest error, by the geometric mean over trials, all of them where nothing
 * was tried; a law of what another program computed against one without. */
static enum cml_result choose(struct choice *choice, struct cml_pool *pool,
			      const struct cml_law *bare, struct cml_error *err)
{
	size_t n = choice->n_splits * CML_LAW_N_TERMS;
	struct cml_law *law = &choice->model->laws.items[choice->law];
	double *tried = law->tried;
	const struct cml_ensemble trials = {.n_members = n, .train = run_trial, .context = choice};
	if (cml_ensemble_run(&trials, &(struct cml_training){.pool = pool}, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < n; i++) {
		double error = log(choice->errors[i] + LEAST_ERROR) / (double)choice->n_splits;
		tried[i % CML_LAW_N_TERMS] =
		    i < CML_LAW_N_TERMS ? error : tried[i % CML_LAW_N_TERMS] + error;
	}
	for (size_t k = 0; n > 0 && k < CML_LAW_N_TERMS; k++)
		tried[k] = exp(tried[k]) < LEAST_ERROR ? 0 : exp(tried[k]) - LEAST_ERROR;
	if (bare)
		tried[CML_LAW_NONE] = bare->tried[bare->chosen];
	law->chosen = tried[CML_LAW_FIRST] < tried[CML_LAW_ALL] ? CML_LAW_FIRST : CML_LAW_ALL;
	double with = tried[law->chosen], without = tried[CML_LAW_NONE];
	/* What another program computes is not known to be a law: it has to be better. */
	bool is_given = choice->law == choice->model->laws.given;
	if (is_given ? without <= with : without < choice->room * with)
		law->chosen = CML_LAW_NONE;
	law->is_used = law->chosen != CML_LAW_NONE;
	return CML_OK;
}

static bool has_logs(const struct cml_model_spec *spec, const struct cml_dataset *data)
{
	for (size_t i = 0; i < data->n_rows; i++)
		if (!(data->y[i] > 0))
			return false;
	return spec->log_target != CML_LOG_NO;
}

/* Whether some job has. */
static bool has_terms(const struct cml_law *law, const struct cml_dataset *data)
{
	for (size_t i = 0; i < data->n_rows; i++)
		if (has_terms_in(law, data, i))
			return true;
	return false;
}

/* The share of the order that makes errors least, that of all jobs held out together taken off. */
static void weigh_order(struct choice *choice)
{
	struct cml_laws *laws = &choice->model->laws;
	double above = 0, below = 0;
	for (size_t s = 0; s < choice->n_splits; s++) {
		double *const *off = choice->off + s * CML_LAW_N_TERMS;
		const double *with = off[laws->items[laws->given].chosen];
		const double *bare = choice->bare[s] ? choice->bare[s] : *off;
		size_t n = choice->splits[s].n - choice->splits[s].n_rest;
		double mean = cml_mean(n, with), bare_mean = cml_mean(n, bare);
		for (size_t i = 0; i < n; i++) {
			double own = bare[i] - bare_mean, difference = own - (with[i] - mean);
			above += own * difference;
			below += difference * difference;
		}
	}
	laws->order = below > 0 ? cml_within(above / below, 0, 1) : 1;
}

static enum cml_result choose_one(struct choice *choice, size_t number, struct cml_pool *pool,
				  const struct cml_law *bare, struct cml_error *err)
{
	struct cml_model *model = choice->model;
	struct cml_law *law = &model->laws.items[number];
	choice->law = number;
	if (!has_terms(law, choice->data))
		return CML_OK;
	if (choose(choice, pool, bare, err) != CML_OK)
		return err->status;
	return law->is_used ? cml_law_learn_metric(law, &model->encoder, choice->data,
						   law->chosen == CML_LAW_FIRST, err)
			    : CML_OK;
}

/* Without what another program computed first, then with it. */
static enum cml_result choose_all(struct choice *choice, struct cml_pool *pool,
				  struct cml_error *err)
{
	struct cml_laws *laws = &choice->model->laws;
	const struct cml_law *bare = laws->bare != CML_NO_LAW ? &laws->items[laws->bare] : NULL;
	size_t given = choice->law;
	if (bare && choose_one(choice, laws->bare, pool, NULL, err) != CML_OK)
		return err->status;
	if (bare && isnan(bare->tried[CML_LAW_NONE]))
		bare = NULL;
	for (size_t s = 0; bare && s < choice->n_splits; s++) {
		double **own = &choice->off[s * CML_LAW_N_TERMS + bare->chosen];
		choice->bare[s] = *own;
		*own = NULL;
	}
	if (choose_one(choice, given, pool, bare, err) != CML_OK)
		return err->status;
	if (laws->given != CML_NO_LAW && laws->items[given].is_used)
		weigh_order(choice);
	return CML_OK;
}

/* The jobs of a trial, with the logarithm of their share of the law. */
static enum cml_result select_trial(const struct choice *choice, struct cml_dataset *trial,
				    size_t *rows, struct cml_error *err)
{
	const struct cml_dataset *data = choice->data;
	const struct cml_law *law = &choice->model->laws.items[choice->law];
	size_t n = 0;
	for (size_t row = 0; row < data->n_rows; row += stride_of(data))
		if (has_terms_in(law, data, row))
			rows[n++] = row;
	if (cml_dataset_select(data, rows, n, trial, err) != CML_OK)
		return err->status;
	AUTOFREE double *laws = cml_array_new(n + data->n_features, sizeof *laws);
	if (!laws)
		return cml_fail_memory(err);
	find_laws(law, trial, laws + n, laws);
	for (size_t i = 0; i < n; i++)
		trial->y[i] = log(trial->y[i]) - laws[i];
	return CML_OK;
}

/* What a fold of levels holds out of n jobs of a trial, rows of the data. */
static enum cml_result add_level_split(struct choice *choice, const struct cml_fold *fold,
				       const size_t *rows, size_t n, struct cml_error *err)
{
	struct split *split = &choice->splits[choice->n_all];
	enum cml_law_terms chosen = choice->model->laws.items[choice->law].chosen;
	size_t n_rest = 0, rest = 0;
	for (size_t i = 0; i < n; i++)
		n_rest += fold->part[i] == CML_FOLD_REST;
	if (n_rest < MIN_REST)
		return CML_OK;
	if (!CML_NEW(&split->rows, n))
		return cml_fail_memory(err);
	choice->n_all++;
	split->n_rest = split->n = n_rest;
	for (size_t i = 0; i < n; i++)
		split->rows[fold->part[i] == CML_FOLD_REST ? rest++ : split->n++] = rows[i];
	split->misses[chosen].column = fold->column;
	return CML_OK;
}

static enum cml_result add_level_splits(struct choice *choice, struct cml_error *err)
{
	AUTO(cml_dataset) trial = {0};
	struct cml_folds folds = {0};
	size_t rows[CML_LAW_TRIAL_ROWS], k = 0;
	if (select_trial(choice, &trial, rows, err) != CML_OK)
		return err->status;
	enum cml_result status = cml_folds_add_levels(&folds, &trial, err);
	while (!status && k < folds.n)
		status = add_level_split(choice, &folds.folds[k++], rows, trial.n_rows, err);
	cml_folds_release(&folds);
	return status;
}

static enum cml_result run_level(void *context, const struct cml_ensemble_member *member,
				 struct cml_error *err)
{
	const struct choice *choice = context;
	struct cml_ensemble_member own = *member;
	own.number = (choice->n_splits + member->number) * CML_LAW_N_TERMS +
		     choice->model->laws.items[choice->law].chosen;
	return run_trial(context, &own, err);
}

/* What the chosen law and its predictor miss of larger jobs and of levels, both learned without. */
static enum cml_result take_misses(struct choice *choice, struct cml_pool *pool,
				   struct cml_error *err)
{
	struct cml_model *model = choice->model;
	enum cml_law_terms chosen = model->laws.items[choice->law].chosen;
	choice->n_all = choice->n_splits;
	if (!model->laws.items[choice->law].is_used)
		return CML_OK;
	if (add_level_splits(choice, err) != CML_OK)
		return err->status;
	const struct cml_ensemble levels = {
	    .n_members = choice->n_all - choice->n_splits, .train = run_level, .context = choice};
	if (cml_ensemble_run(&levels, &(struct cml_training){.pool = pool}, err) != CML_OK)
		return err->status;
	if (!CML_NEW(&model->misses, choice->n_all))
		return cml_fail_memory(err);
	for (size_t s = 0; s < choice->n_all; s++) {
		struct cml_fold_misses *misses = &choice->splits[s].misses[chosen];
		misses->kind = s < choice->n_splits ? CML_FOLD_TOP : CML_FOLD_LEVEL;
		model->misses[model->n_misses++] = *misses;
		misses->items = NULL;
	}
	return CML_OK;
}

static void release(struct choice *choice)
{
	for (size_t s = 0; s < MAX_SPLITS; s++) {
		free(choice->splits[s].rows);
		free(choice->bare[s]);
		for (size_t k = 0; k < CML_LAW_N_TERMS; k++) {
			free(choice->off[s * CML_LAW_N_TERMS + k]);
			free(choice->splits[s].misses[k].items);
		}
	}
}

enum cml_result cml_model_choose_law(struct cml_model *model, const struct cml_model_spec *spec,
				     const struct cml_dataset *data, struct cml_pool *pool,
				     struct cml_error *err)
{
	struct choice choice = {.model = model, .spec = spec, .data = data, .room = ROOM};
	enum cml_result status = CML_OK;
	choice.law = cml_laws_find(&model->laws, model->space->metric);
	if (choice.law == CML_NO_LAW)
		return CML_OK;
	for (size_t k = 0; k < model->laws.n; k++)
		if (model->laws.items[k].slot == model->space->metric) {
			model->laws.items[k].is_used = false;
			model->laws.items[k].chosen = CML_LAW_NONE;
		}
	if (!has_logs(spec, data))
		return CML_OK;
	if ((status = add_splits(&choice, CML_ROLE_CONTEXT, err)) != CML_OK)
		goto out;
	if (choice.n_splits == 0) {
		choice.room = ROOM_IN_ONE_CONTEXT;
		if ((status = add_splits(&choice, CML_ROLE_PARAM, err)) != CML_OK)
			goto out;
	}
	if ((status = choose_all(&choice, pool, err)) != CML_OK)
		goto out;
	status = take_misses(&choice, pool, err);
out:
	release(&choice);
	return status;
}

#include "model/gbt.h"

#include "base/number.h"
#include "model/gbt_boost.h"
#include "model/gbt_model.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const struct cml_hyper_spec hyper_specs[] = {
    {.name = "trees",
     .type = CML_HYPER_COUNT,
     .fallback = "100",
     .lo = 1,
     .hi = 1e6,
     .doc = "number of trees"},
    {.name = "depth",
     .type = CML_HYPER_COUNT,
     .fallback = "3",
     .lo = 0,
     .hi = 1000,
     .doc = "largest number of splits from root to leaf; 0: no limit"},
    {.name = "growth",
     .type = CML_HYPER_CHOICE,
     .fallback = "depth",
     .choices = "depth|leaf",
     .doc = "split all leaves that gain, or always the leaf that gains most"},
    {.name = "leaves",
     .type = CML_HYPER_COUNT,
     .fallback = "31",
     .lo = 2,
     .hi = 1e6,
     .doc = "largest number of leaves of a tree, with --growth leaf"},
    {.name = "learning-rate",
     .type = CML_HYPER_REAL,
     .fallback = "0.1",
     .lo = 0,
     .hi = 10,
     .open_lo = true,
     .doc = "how much of each tree is added"},
    {.name = "subsample",
     .type = CML_HYPER_REAL,
     .fallback = "1",
     .lo = 0,
     .hi = 1,
     .open_lo = true,
     .doc = "share of the rows each tree sees"},
    {.name = "colsample",
     .type = CML_HYPER_REAL,
     .fallback = "1",
     .lo = 0,
     .hi = 1,
     .open_lo = true,
     .doc = "share of the features each tree sees"},
    {.name = "min-leaf",
     .type = CML_HYPER_COUNT,
     .fallback = "1",
     .lo = 1,
     .hi = 1e9,
     .doc = "least number of rows in a leaf"},
    {.name = "l2",
     .type = CML_HYPER_REAL,
     .fallback = "0",
     .lo = 0,
     .hi = INFINITY,
     .doc = "penalty on the squares of leaf values"},
    {.name = "min-gain",
     .type = CML_HYPER_REAL,
     .fallback = "0",
     .lo = 0,
     .hi = INFINITY,
     .doc = "least decrease of the sum of squares a split must exceed"},
    {.name = "bins",
     .type = CML_HYPER_COUNT,
     .fallback = "255",
     .lo = 2,
     .hi = CML_GBT_MAX_BINS,
     .doc = "values of a feature told apart; exact up to so many distinct ones"},
    {.name = "loss",
     .type = CML_HYPER_CHOICE,
     .fallback = "squared",
     .choices = "squared|huber|rank",
     .doc = "what is minimised"},
    {.name = "huber-quantile",
     .type = CML_HYPER_REAL,
     .fallback = "0.9",
     .lo = 0,
     .hi = 1,
     .open_lo = true,
     .doc = "share of the residuals that count as squares, with --loss huber"},
    {.name = "early-stopping",
     .type = CML_HYPER_COUNT,
     .fallback = "0",
     .lo = 0,
     .hi = 1e6,
     .doc = "stop after so many trees that did not help on held-out rows; 0: never"},
    {.name = "valid-share",
     .type = CML_HYPER_REAL,
     .fallback = "0.1",
     .lo = 0,
     .hi = 0.9,
     .open_lo = true,
     .doc = "share of the rows held out, with --early-stopping"},
    {.name = "ensemble",
     .type = CML_HYPER_COUNT,
     .fallback = "1",
     .lo = 1,
     .hi = 10000,
     .doc = "members, each trained on a bootstrap sample; 2 or more give an uncertainty"},
};

static struct cml_gbt_options read_options(const struct cml_hyper *hyper)
{
	return (struct cml_gbt_options){
	    .n_trees = cml_hyper_count(hyper, "trees"),
	    .growth = {.by_leaf = cml_hyper_choice(hyper, "growth") == 1,
		       .max_leaves = cml_hyper_count(hyper, "leaves"),
		       .max_depth = cml_hyper_count(hyper, "depth"),
		       .min_leaf = cml_hyper_count(hyper, "min-leaf"),
		       .l2 = cml_hyper_real(hyper, "l2"),
		       .min_gain = cml_hyper_real(hyper, "min-gain")},
	    .learning_rate = cml_hyper_real(hyper, "learning-rate"),
	    .subsample = cml_hyper_real(hyper, "subsample"),
	    .colsample = cml_hyper_real(hyper, "colsample"),
	    .max_bins = cml_hyper_count(hyper, "bins"),
	    .loss = (enum cml_gbt_loss_kind)cml_hyper_choice(hyper, "loss"),
	    .huber_quantile = cml_hyper_real(hyper, "huber-quantile"),
	    .patience = cml_hyper_count(hyper, "early-stopping"),
	    .valid_share = cml_hyper_real(hyper, "valid-share"),
	    .n_members = cml_hyper_count(hyper, "ensemble")};
}

static bool gbt_is_score(const struct cml_hyper *hyper)
{
	return cml_hyper_choice(hyper, "loss") == CML_GBT_RANK;
}

/* All members being boosted. */
struct ensemble {
	const struct cml_training *training;
	struct cml_gbt_options options;
	struct cml_gbt_bins bins;
	struct cml_gbt_columns columns;
	struct cml_gbt_boosted *boosted; /* n_members */
	double *gains;                   /* n_members x n_features */
	struct cml_error *errors;        /* n_members */
	bool members_share_pool;         /* members one after the other, each with all threads */
	atomic_size_t n_trees_done;
};

/* Progress is for the training thread alone, which is thread 0. */
struct listener {
	struct ensemble *ensemble;
	unsigned thread;
};

static void note_tree(void *context)
{
	struct listener *listener = context;
	const struct cml_training *training = listener->ensemble->training;
	size_t n_done = atomic_fetch_add(&listener->ensemble->n_trees_done, 1) + 1;
	if (training->progress && listener->thread == 0)
		training->progress(training->progress_context, n_done,
				   listener->ensemble->options.n_trees *
				       listener->ensemble->options.n_members);
}

static void boost_member(void *context, size_t member, unsigned thread)
{
	struct ensemble *ensemble = context;
	struct listener listener = {ensemble, thread};
	struct cml_gbt_boosting boosting = {
	    .options = &ensemble->options,
	    .data = ensemble->training->data,
	    .bins = &ensemble->bins,
	    .columns = &ensemble->columns,
	    .seed = ensemble->training->seed,
	    .member = member,
	    .pool = ensemble->members_share_pool ? ensemble->training->pool : NULL,
	    .tree_done = note_tree,
	    .context = &listener};
	struct cml_gbt_boosted *boosted = &ensemble->boosted[member];
	struct cml_gbt_watch watch = {0};
	boosted->gains = ensemble->gains + member * ensemble->training->data->n_features;
	if (ensemble->training->watch) {
		boosting.watch = &watch;
		if (cml_gbt_watch_init(&watch, ensemble->training->watch,
				       ensemble->training->data->n_features, member,
				       &ensemble->errors[member]) != CML_OK)
			return;
	}
	cml_gbt_boost(&boosting, boosted, &ensemble->errors[member]);
	cml_gbt_watch_release(&watch);
}

static enum cml_status prepare(struct ensemble *ensemble, struct cml_error *err)
{
	const struct cml_training *training = ensemble->training;
	size_t n_members = ensemble->options.n_members;
	size_t gains_size;
	if (__builtin_mul_overflow(training->data->n_features, sizeof *ensemble->gains,
				   &gains_size))
		return cml_fail_memory(err);
	ensemble->boosted = cml_array_new(n_members, sizeof *ensemble->boosted);
	ensemble->gains = cml_array_new(n_members, gains_size);
	ensemble->errors = cml_array_new(n_members, sizeof *ensemble->errors);
	if (!ensemble->boosted || !ensemble->gains || !ensemble->errors)
		return cml_fail_memory(err);
	if (cml_gbt_bins_init(&ensemble->bins, training->data, ensemble->options.max_bins,
			      training->pool, err) != CML_OK)
		return err->status;
	return cml_gbt_columns_init(&ensemble->columns, &ensemble->bins, err);
}

static enum cml_status run_members(struct ensemble *ensemble, struct cml_error *err)
{
	size_t n_members = ensemble->options.n_members;
	struct cml_pool *pool = ensemble->training->pool;
	ensemble->members_share_pool = n_members < cml_pool_n_threads(pool);
	cml_pool_run(ensemble->members_share_pool ? NULL : pool, n_members, boost_member, ensemble);
	for (size_t m = 0; m < n_members; m++)
		if (ensemble->errors[m].status != CML_OK) {
			*err = ensemble->errors[m];
			return err->status;
		}
	return CML_OK;
}

static bool put_line(struct cml_buffer *text, const char *name, double value)
{
	char number[CML_NUMBER_SIZE];
	cml_print_double(value, number);
	return cml_buffer_printf(text, "%s=%s\n", name, number);
}

/* Losses are means over the members. */
static bool summarize(const struct ensemble *ensemble, struct cml_buffer *summary)
{
	double n = (double)ensemble->options.n_members;
	double n_kept = 0, n_grown = 0, training_loss = 0, held_out_loss = 0;
	for (size_t m = 0; m < ensemble->options.n_members; m++) {
		const struct cml_gbt_boosted *boosted = &ensemble->boosted[m];
		n_kept += (double)boosted->forest.n_trees;
		n_grown += (double)boosted->n_grown;
		training_loss += boosted->training_loss / n;
		held_out_loss += boosted->held_out_loss / n;
	}
	return put_line(summary, "trees_grown", n_grown) &&
	       put_line(summary, "trees_kept", n_kept) &&
	       (!isfinite(training_loss) || put_line(summary, "training_loss", training_loss)) &&
	       (!isfinite(held_out_loss) || put_line(summary, "held_out_loss", held_out_loss));
}

/* Moves the forests into a new model and adds the gains up, in member order. */
static struct cml_gbt_model *collect(struct ensemble *ensemble)
{
	size_t n_features = ensemble->training->data->n_features;
	struct cml_gbt_model *gbt = cml_gbt_model_new(n_features, ensemble->options.n_members);
	if (!gbt)
		return NULL;
	for (size_t m = 0; m < gbt->n_members; m++) {
		gbt->members[m] = ensemble->boosted[m].forest;
		ensemble->boosted[m].forest = (struct cml_gbt_forest){0};
		for (size_t f = 0; f < n_features; f++)
			gbt->gains[f] += ensemble->boosted[m].gains[f];
	}
	return gbt;
}

static enum cml_status gbt_train(const struct cml_training *training, void **state,
				 struct cml_buffer *summary, struct cml_error *err)
{
	struct ensemble ensemble = {.training = training, .options = read_options(training->hyper)};
	struct cml_gbt_model *gbt = NULL;
	enum cml_status status = prepare(&ensemble, err);
	if (status == CML_OK)
		status = run_members(&ensemble, err);
	if (status == CML_OK && (!summarize(&ensemble, summary) || !(gbt = collect(&ensemble))))
		status = cml_fail_memory(err);
	for (size_t m = 0; ensemble.boosted && m < ensemble.options.n_members; m++)
		cml_gbt_forest_release(&ensemble.boosted[m].forest);
	free(ensemble.boosted);
	free(ensemble.gains);
	free(ensemble.errors);
	cml_gbt_columns_release(&ensemble.columns);
	cml_gbt_bins_release(&ensemble.bins);
	if (status == CML_OK)
		*state = gbt;
	return status;
}

const struct cml_predictor_kind cml_gbt_predictor = {
    .name = "gbt",
    .doc = "gradient-boosted regression trees",
    .hyper = hyper_specs,
    .n_hyper = sizeof hyper_specs / sizeof *hyper_specs,
    .is_score = gbt_is_score,
    .train = gbt_train,
    .predict = cml_gbt_model_predict,
    .save = cml_gbt_model_save,
    .load = cml_gbt_model_load,
    .describe = cml_gbt_model_describe,
    .free = cml_gbt_model_free,
};

#include "model/gbt.h"

#include "base/number.h"
#include "model/gbt_boost.h"
#include "model/gbt_bytes.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Rows predicted at a time: their running sums live on the stack. */
#define BLOCK 64

/* Features named by --describe. */
#define MOST_NAMED 15

/* The least an ensemble member takes up in a file. */
#define LEAST_MEMBER_SIZE 12

static const struct cml_hyper_spec hyper_specs[] = {
	{.name = "trees", .type = CML_HYPER_COUNT, .fallback = "100", .lo = 1, .hi = 1e6,
	 .doc = "number of trees"},
	{.name = "depth", .type = CML_HYPER_COUNT, .fallback = "3", .lo = 0, .hi = 1000,
	 .doc = "largest number of splits from root to leaf; 0: no limit"},
	{.name = "growth", .type = CML_HYPER_CHOICE, .fallback = "depth", .choices = "depth|leaf",
	 .doc = "split all leaves that gain, or always the leaf that gains most"},
	{.name = "leaves", .type = CML_HYPER_COUNT, .fallback = "31", .lo = 2, .hi = 1e6,
	 .doc = "largest number of leaves of a tree, with --growth leaf"},
	{.name = "learning-rate", .type = CML_HYPER_REAL, .fallback = "0.1", .lo = 0, .hi = 10,
	 .open_lo = true, .doc = "how much of each tree is added"},
	{.name = "subsample", .type = CML_HYPER_REAL, .fallback = "1", .lo = 0, .hi = 1,
	 .open_lo = true, .doc = "share of the rows each tree sees"},
	{.name = "colsample", .type = CML_HYPER_REAL, .fallback = "1", .lo = 0, .hi = 1,
	 .open_lo = true, .doc = "share of the features each tree sees"},
	{.name = "min-leaf", .type = CML_HYPER_COUNT, .fallback = "1", .lo = 1, .hi = 1e9,
	 .doc = "least number of rows in a leaf"},
	{.name = "l2", .type = CML_HYPER_REAL, .fallback = "0", .lo = 0, .hi = INFINITY,
	 .doc = "penalty on the squares of leaf values"},
	{.name = "min-gain", .type = CML_HYPER_REAL, .fallback = "0", .lo = 0, .hi = INFINITY,
	 .doc = "least decrease of the sum of squares a split must exceed"},
	{.name = "bins", .type = CML_HYPER_COUNT, .fallback = "255", .lo = 2, .hi = CML_GBT_MAX_BINS,
	 .doc = "values of a feature told apart; exact up to so many distinct ones"},
	{.name = "loss", .type = CML_HYPER_CHOICE, .fallback = "squared",
	 .choices = "squared|huber|rank", .doc = "what is minimised"},
	{.name = "huber-quantile", .type = CML_HYPER_REAL, .fallback = "0.9", .lo = 0, .hi = 1,
	 .open_lo = true, .doc = "share of the residuals that count as squares, with --loss huber"},
	{.name = "early-stopping", .type = CML_HYPER_COUNT, .fallback = "0", .lo = 0, .hi = 1e6,
	 .doc = "stop after so many trees that did not help on held-out rows; 0: never"},
	{.name = "valid-share", .type = CML_HYPER_REAL, .fallback = "0.1", .lo = 0, .hi = 0.9,
	 .open_lo = true, .doc = "share of the rows held out, with --early-stopping"},
	{.name = "ensemble", .type = CML_HYPER_COUNT, .fallback = "1", .lo = 1, .hi = 10000,
	 .doc = "members, each trained on a bootstrap sample; 2 or more give an uncertainty"},
};

struct gbt {
	size_t n_features;
	size_t n_members;
	struct cml_gbt_forest *members;
	double *gains; /* n_features, of all trees */
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

static void gbt_free(void *state)
{
	struct gbt *gbt = state;
	if (!gbt)
		return;
	for (size_t m = 0; gbt->members && m < gbt->n_members; m++)
		cml_gbt_forest_release(&gbt->members[m]);
	free(gbt->members);
	free(gbt->gains);
	free(gbt);
}

static struct gbt *gbt_new(size_t n_features, size_t n_members)
{
	struct gbt *gbt = cml_array_new(1, sizeof *gbt);
	if (!gbt)
		return NULL;
	gbt->n_features = n_features;
	gbt->n_members = n_members;
	gbt->members = cml_array_new(n_members, sizeof *gbt->members);
	gbt->gains = cml_array_new(n_features, sizeof *gbt->gains);
	if (gbt->members && gbt->gains)
		return gbt;
	gbt_free(gbt);
	return NULL;
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
	boosted->gains = ensemble->gains + member * ensemble->training->data->n_features;
	cml_gbt_boost(&boosting, boosted, &ensemble->errors[member]);
}

static enum cml_status prepare(struct ensemble *ensemble, struct cml_error *err)
{
	const struct cml_training *training = ensemble->training;
	size_t n_members = ensemble->options.n_members;
	size_t gains_size;
	if (__builtin_mul_overflow(training->data->n_features, sizeof *ensemble->gains, &gains_size))
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
	return put_line(summary, "trees_grown", n_grown) && put_line(summary, "trees_kept", n_kept) &&
	       (!isfinite(training_loss) || put_line(summary, "training_loss", training_loss)) &&
	       (!isfinite(held_out_loss) || put_line(summary, "held_out_loss", held_out_loss));
}

/* Moves the forests into a new model and adds the gains up, in member order. */
static struct gbt *collect(struct ensemble *ensemble)
{
	size_t n_features = ensemble->training->data->n_features;
	struct gbt *gbt = gbt_new(n_features, ensemble->options.n_members);
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
	struct gbt *gbt = NULL;
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

/* Mean and variance are updated member by member.
 * Source: B. P. Welford, "Note on a method for calculating corrected sums of
 * squares and products", 1962. */
static void gbt_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const struct gbt *gbt = state;
	double sums[BLOCK];
	for (size_t first = 0; first < n; first += BLOCK) {
		size_t n_block = n - first < BLOCK ? n - first : BLOCK;
		for (size_t i = first; i < first + n_block; i++)
			mean[i] = sd[i] = 0;
		for (size_t m = 0; m < gbt->n_members; m++) {
			cml_gbt_forest_predict(&gbt->members[m], n_block, gbt->n_features,
			                       x + first * gbt->n_features, sums);
			for (size_t i = 0; i < n_block; i++) {
				double away = sums[i] - mean[first + i];
				mean[first + i] += away / (double)(m + 1);
				sd[first + i] += away * (sums[i] - mean[first + i]);
			}
		}
		for (size_t i = first; i < first + n_block; i++)
			sd[i] = gbt->n_members > 1 ? sqrt(sd[i] / (double)(gbt->n_members - 1)) : NAN;
	}
}

static enum cml_status gbt_save(const void *state, struct cml_buffer *out, struct cml_error *err)
{
	const struct gbt *gbt = state;
	bool ok = cml_gbt_put_u32(out, (uint32_t)gbt->n_features) &&
	          cml_gbt_put_u32(out, (uint32_t)gbt->n_members);
	for (size_t f = 0; ok && f < gbt->n_features; f++)
		ok = cml_gbt_put_double(out, gbt->gains[f]);
	for (size_t m = 0; ok && m < gbt->n_members; m++)
		ok = cml_gbt_forest_save(&gbt->members[m], out);
	return ok ? CML_OK : cml_fail_memory(err);
}

static enum cml_status fail_load(struct cml_error *err, const char *what)
{
	return cml_fail(err, CML_BAD_DATA, "the parameters of the gbt model do not hold together: %s", what);
}

static enum cml_status load_parts(struct gbt *gbt, struct cml_slice *bytes, struct cml_error *err)
{
	for (size_t f = 0; f < gbt->n_features; f++)
		if (!cml_gbt_take_double(bytes, &gbt->gains[f]) || !isfinite(gbt->gains[f]) ||
		    gbt->gains[f] < 0)
			return fail_load(err, "a gain is not a number of at least 0");
	for (size_t m = 0; m < gbt->n_members; m++)
		if (cml_gbt_forest_load(&gbt->members[m], bytes, gbt->n_features, err) != CML_OK)
			return err->status;
	return bytes->size == 0 ? CML_OK : fail_load(err, "bytes are left over");
}

static enum cml_status gbt_load(void **state, struct cml_slice bytes, size_t n_features,
                                struct cml_error *err)
{
	uint32_t n_own_features;
	uint32_t n_members;
	if (!cml_gbt_take_u32(&bytes, &n_own_features) || !cml_gbt_take_u32(&bytes, &n_members))
		return fail_load(err, "they are cut short");
	if (n_own_features != n_features)
		return fail_load(err, "they are for another number of features");
	if (n_members == 0 || n_features > bytes.size / sizeof(double) ||
	    n_members > bytes.size / LEAST_MEMBER_SIZE)
		return fail_load(err, "they are cut short");
	struct gbt *gbt = gbt_new(n_features, n_members);
	if (!gbt)
		return cml_fail_memory(err);
	if (load_parts(gbt, &bytes, err) != CML_OK) {
		gbt_free(gbt);
		return err->status;
	}
	*state = gbt;
	return CML_OK;
}

/* The feature of the largest gain below that of `after`, or behind it among
 * equals; n_features: there is none. */
static size_t next_feature(const struct gbt *gbt, size_t after)
{
	size_t best = gbt->n_features;
	for (size_t f = 0; f < gbt->n_features; f++) {
		bool follows = after == gbt->n_features || gbt->gains[f] < gbt->gains[after] ||
		               (gbt->gains[f] == gbt->gains[after] && f > after);
		if (follows && gbt->gains[f] > 0 &&
		    (best == gbt->n_features || gbt->gains[f] > gbt->gains[best]))
			best = f;
	}
	return best;
}

static enum cml_status gbt_describe(const void *state, const char *const *feature_names,
                                    struct cml_buffer *text, struct cml_error *err)
{
	const struct gbt *gbt = state;
	size_t n_trees = 0, n_nodes = 0, depth = 0;
	double total = 0;
	for (size_t m = 0; m < gbt->n_members; m++) {
		n_trees += gbt->members[m].n_trees;
		n_nodes += gbt->members[m].n_nodes;
		for (size_t t = 0; t < gbt->members[m].n_trees; t++)
			if (gbt->members[m].trees[t].depth > depth)
				depth = gbt->members[m].trees[t].depth;
	}
	for (size_t f = 0; f < gbt->n_features; f++)
		total += gbt->gains[f];
	/* A tree of n leaves has n - 1 splits. */
	bool ok = cml_buffer_printf(text, "members %zu, trees %zu, leaves %zu, deepest leaf %zu\n",
	                            gbt->n_members, n_trees, (n_nodes + n_trees) / 2, depth);
	size_t f = next_feature(gbt, gbt->n_features);
	if (f < gbt->n_features)
		ok = ok && cml_buffer_append_string(text, "share of the gain by feature:\n");
	for (size_t i = 0; ok && i < MOST_NAMED && f < gbt->n_features; i++) {
		ok = cml_buffer_printf(text, "  %6.2f %%  %s\n", 100 * gbt->gains[f] / total, feature_names[f]);
		f = next_feature(gbt, f);
	}
	return ok ? CML_OK : cml_fail_memory(err);
}

const struct cml_predictor_kind cml_gbt_predictor = {
	.name = "gbt",
	.doc = "gradient-boosted regression trees",
	.hyper = hyper_specs,
	.n_hyper = sizeof hyper_specs / sizeof *hyper_specs,
	.is_score = gbt_is_score,
	.train = gbt_train,
	.predict = gbt_predict,
	.save = gbt_save,
	.load = gbt_load,
	.describe = gbt_describe,
	.free = gbt_free,
};

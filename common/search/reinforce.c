/* Reinforcement learning: several agents, each with a policy of its own, learn by
 * REINFORCE which configurations the model likes. */
#include "base/memory.h"
#include "search/policy.h"
#include "search/search.h"

#include <math.h>
#include <stdlib.h>

#define FIRST_DECAY 0.9
#define SECOND_DECAY 0.999
#define EPSILON 1e-8

/* One agent. */
struct trial {
	struct cml_random random;
	struct cml_policy policy;
	double *gradient; /* these: by option of the policy */
	double *first_moment;
	double *second_moment;
	size_t *options; /* batch x n_levels */
	size_t *drawn;   /* of these, those of the draw */
	double *rewards; /* these: batch */
	double *factors;
	size_t n_steps;
	struct cml_arena arena;
};

struct reinforce {
	struct cml_sampler *sampler;
	struct cml_pool *pool;
	uint64_t max_tries;
	double learning_rate;
	struct trial *trials;
	size_t n_trials;
	size_t n_samples; /* of each trial */
	size_t n_batch;   /* of each trial in this step */
	size_t max_batch;
	size_t n_done;  /* samples of each trial in the steps before */
	size_t n_asked; /* of n_trials * n_batch, trial after trial */
	size_t n_told;
};

static const struct cml_hyper_spec hyper[] = {
    CML_COUNT_PARAM("trials", "3", 1, 1000,
		    "independent agents, --samples each; their best proposals are merged"),
    CML_REAL_PARAM_ABOVE("learning-rate", "0.01", 0, 10, "step size of Adam"),
    CML_COUNT_PARAM("batch", "30", 2, 1000000, "configurations in a batch"),
    CML_COUNT_PARAM("bins", "16", 1, 4096, "number of bins for the range of a continuous param"),
};

static void release(void *state)
{
	struct reinforce *search = state;
	for (size_t t = 0; search->trials && t < search->n_trials; t++) {
		cml_policy_release(&search->trials[t].policy);
		cml_arena_release(&search->trials[t].arena);
	}
	free(search->trials);
}

static enum cml_result init_trial(const struct reinforce *search, struct trial *trial,
				  const struct cml_searcher_start *from, struct cml_error *err)
{
	const struct cml_diagram *diagram = &search->sampler->diagram;
	size_t n = search->max_batch, n_choices;
	cml_random_init(&trial->random, from->search->seed, (uint64_t)(trial - search->trials));
	if (cml_policy_init(&trial->policy, diagram, cml_hyper_count(from->search->hyper, "bins"),
			    err) != CML_OK)
		return err->status;
	size_t n_options = trial->policy.n_options;
	struct cml_arena *arena = &trial->arena;
	return CML_ARENA_NEW(arena, &trial->gradient, n_options) &&
		       CML_ARENA_NEW(arena, &trial->first_moment, n_options) &&
		       CML_ARENA_NEW(arena, &trial->second_moment, n_options) &&
		       CML_ARENA_NEW(arena, &trial->rewards, n) &&
		       CML_ARENA_NEW(arena, &trial->factors, n) &&
		       !__builtin_mul_overflow(n, diagram->n_levels, &n_choices) &&
		       CML_ARENA_NEW(arena, &trial->options, n_choices)
		   ? CML_OK
		   : cml_fail_memory(err);
}

static void start_step(struct reinforce *search)
{
	size_t n_left = search->n_samples - search->n_done;
	search->n_batch = n_left < search->max_batch ? n_left : search->max_batch;
	search->n_asked = search->n_told = 0;
}

static enum cml_result start(void *state, const struct cml_searcher_start *from,
			     struct cml_error *err)
{
	struct reinforce *search = state;
	search->sampler = from->sampler;
	search->pool = from->search->pool;
	search->max_tries = from->max_tries;
	search->learning_rate = cml_hyper_real(from->search->hyper, "learning-rate");
	search->n_trials = cml_hyper_count(from->search->hyper, "trials");
	search->max_batch = cml_hyper_count(from->search->hyper, "batch");
	search->n_samples = from->search->n_samples;
	if (search->max_batch > search->n_samples)
		search->max_batch = search->n_samples;
	start_step(search);
	if (!CML_NEW(&search->trials, search->n_trials))
		return cml_fail_memory(err);
	for (size_t t = 0; t < search->n_trials; t++)
		if (init_trial(search, &search->trials[t], from, err) != CML_OK)
			return err->status;
	return CML_OK;
}

static size_t budget(const void *state)
{
	const struct reinforce *search = state;
	size_t n;
	return __builtin_mul_overflow(search->n_samples, search->n_trials, &n) ? SIZE_MAX : n;
}

static void draw(void *context, double *values)
{
	struct trial *trial = context;
	cml_policy_draw(&trial->policy, &trial->random, trial->drawn, values);
}

static enum cml_result ask(void *state, double *values, struct cml_error *err)
{
	struct reinforce *search = state;
	struct cml_sampler *sampler = search->sampler;
	if (search->n_batch == 0)
		return cml_fail(err, CML_NOTHING, "all samples are drawn");
	if (search->n_asked == search->n_trials * search->n_batch)
		return CML_END;
	struct trial *trial = &search->trials[search->n_asked / search->n_batch];
	trial->drawn =
	    trial->options + search->n_asked % search->n_batch * sampler->diagram.n_levels;
	enum cml_result status =
	    cml_sampler_draw_from(sampler, draw, trial, search->max_tries, values, err);
	search->n_asked += status == CML_OK;
	return status;
}

/* Into factors: what the gradient of each draw's log-probability is multiplied by, as far as the
 * reward is above the mean of the batch, in root mean squares. */
static void weigh_draws(const struct reinforce *search, struct trial *trial)
{
	/* Distances from one of them: 0, not nearly 0, when all are equal. */
	double origin = NAN, sum = 0, squares = 0, n = 0;
	for (size_t i = 0; i < search->n_batch; i++) {
		if (!isfinite(trial->rewards[i]))
			continue;
		origin = n++ == 0 ? trial->rewards[i] : origin;
		sum += trial->rewards[i] - origin;
	}
	for (size_t i = 0; i < search->n_batch; i++) {
		double reward = trial->rewards[i];
		trial->factors[i] = isfinite(reward) ? reward - (origin + sum / n) : 0;
		squares += trial->factors[i] * trial->factors[i];
	}
	double scale = sqrt(squares / n) * (double)search->n_batch;
	for (size_t i = 0; i < search->n_batch; i++)
		trial->factors[i] = scale > 0 ? trial->factors[i] / scale : 0;
}

static void average(double *mean, double value, double decay)
{
	*mean += (1 - decay) * (value - *mean);
}

static void climb(const struct reinforce *search, struct trial *trial)
{
	double first_bias = 1 - pow(FIRST_DECAY, (double)trial->n_steps);
	double second_bias = 1 - pow(SECOND_DECAY, (double)trial->n_steps);
	for (size_t o = 0; o < trial->policy.n_options; o++) {
		double slope = trial->gradient[o];
		average(&trial->first_moment[o], slope, FIRST_DECAY);
		average(&trial->second_moment[o], slope * slope, SECOND_DECAY);
		trial->policy.logits[o] += search->learning_rate *
					   (trial->first_moment[o] / first_bias) /
					   (sqrt(trial->second_moment[o] / second_bias) + EPSILON);
	}
	cml_policy_refresh(&trial->policy);
}

static void learn(void *context, size_t item, unsigned thread)
{
	const struct reinforce *search = context;
	struct trial *trial = &search->trials[item];
	(void)thread;
	trial->n_steps++;
	weigh_draws(search, trial);
	cml_policy_gradient(&trial->policy, search->n_batch, trial->options, trial->factors,
			    trial->gradient);
	climb(search, trial);
}

static enum cml_result tell(void *state, size_t n, const double *values, const double *rewards,
			    struct cml_error *err)
{
	struct reinforce *search = state;
	(void)values;
	(void)err;
	for (size_t i = 0; i < n; i++, search->n_told++)
		search->trials[search->n_told / search->n_batch]
		    .rewards[search->n_told % search->n_batch] = rewards[i];
	if (search->n_told < search->n_trials * search->n_batch)
		return CML_OK;
	cml_pool_run(search->pool, search->n_trials, learn, search);
	search->n_done += search->n_batch;
	start_step(search);
	return CML_OK;
}

/* Each of `trials` agents draws n_samples configurations, `batch` at a time, from a
 * factorised policy (policy.h) that starts uniform, and after each batch of B takes
 * one step of Adam (rate `learning-rate`, decays 0.9 and 0.999, epsilon 1e-8)
 * uphill along
 *     1/B sum over i of (r_i - baseline) / scale * d log p(x_i) / d logits.
 * The baseline is the mean reward of the batch. The scale is the root of the mean square of r -
 * baseline, so that the unit of the metric does not matter; and neither that the mean without the
 * draw itself, which biases no step, is B / (B - 1) times as far. `bins`: of continuous params, see
 * policy.h.
 *
 * Rules that do not fit into the diagram refuse draws afterwards. What is learnt is
 * not biased by it: it puts one more constant next to log p, and against that stands
 * the baseline. A reward that is not finite counts as the baseline.
 *
 * Agent t draws from stream t of the seed, so that the first of three is the one of
 * a single trial; agents learn on the threads of the pool.
 * Source: paper section 2.3 and A.1.1 (Adam, rate 0.01, batch 30, 2000 samples,
 * three trials); R. J. Williams, Machine Learning 1992; D. P. Kingma, J. Ba, "Adam",
 * ICLR 2015, algorithm 1; the batch without the draw as in W. Kool, H. van Hoof,
 * M. Welling, "Buy 4 REINFORCE samples, get a baseline for free!", ICLR 2019
 * workshop. */
const struct cml_searcher_kind cml_reinforce_search = {
    .name = "reinforce",
    .doc = "agents trained by REINFORCE on the predictions",
    .hyper = hyper,
    .n_hyper = sizeof hyper / sizeof *hyper,
    .needs_model = true,
    .state_size = sizeof(struct reinforce),
    .start = start,
    .ask = ask,
    .tell = tell,
    .budget = budget,
    .release = release,
};

#include "learn/mlp/mlp_model.h"

#include "damage_fixture.h"
#include "learn/mlp/mlp_kernels.h"
#include "learn/mlp/mlp_net.h"
#include "predictor_bytes.h"
#include "test.h"
#include "trees_fixture.h"

static const struct cml_predictor_kind *const mlp = &cml_mlp_predictor;
struct made {
	struct cml_hyper hyper;
	void *state;
	struct cml_buffer summary, bytes;
};

static struct made train(const struct cml_dataset *data, const char *options, bool maximize,
			 struct cml_pool *pool)
{
	struct made made = {0};
	char text[256], *rest;
	snprintf(text, sizeof text, "%s", options);
	for (char *name = strtok_r(text, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
		assert_ok(cml_hyper_set(&made.hyper, name, strtok_r(NULL, " ", &rest), &err));
	assert_ok(cml_hyper_resolve(&made.hyper, mlp->hyper, mlp->n_hyper, "mlp", &err));
	struct cml_training training = {
	    .data = data, .hyper = &made.hyper, .seed = 3, .pool = pool, .maximize = maximize};
	assert_ok(mlp->train(&training, &made.state, &made.summary, &err));
	assert_ok(cml_fields_save(mlp->fields, made.state, &made.bytes, &err));
	return made;
}

static void made_release(struct made *made)
{
	mlp->free(made->state);
	cml_hyper_release(&made->hyper);
	cml_buffer_release(&made->summary);
	cml_buffer_release(&made->bytes);
}

#define SMALL "hidden 20 epochs 20 ensemble 3 batch 16 learning-rate 0.01"

static double loss_of(const struct cml_mlp_net *net, struct cml_mlp_pass *pass, double dropout,
		      float *by_score)
{
	static const double target[5] = {2.385, -1, 0.5, 7, 3}, weight[5] = {1, 2, 1, 0.5, 1};
	struct cml_random random = random_of(5, 0);
	double loss = 0;
	cml_mlp_net_forward(net, pass, dropout, &random);
	cr_assert(cml_mlp_margin_rank(5, pass->score, target, weight, 3, by_score, &loss));
	return loss;
}

/* Whether parameter i only fills a strip up. */
static bool is_padding(const struct cml_mlp_net *net, size_t i)
{
	const float *at = net->parameters + i;
	size_t width = net->shape.width;
	for (size_t input = 0; input <= net->shape.n_inputs; input++)
		for (size_t u = 0; u < width; u++)
			if (at == cml_mlp_weight(net, input, u))
				return false;
	return at != net->out_bias && !(at >= net->out_weight && at < net->out_weight + width);
}

static void copy_gradient(void *context, size_t at, size_t n, const float *gradient)
{
	struct cml_mlp_net *whole = context;
	memcpy(whole->parameters + at, gradient, n * sizeof *gradient);
}

Test(mlp, gradient_agrees_with_finite_differences)
{
	struct cml_mlp_shape shape = {.n_inputs = 4, .width = 37};
	AUTO(cml_mlp_net) net, gradient;
	AUTO(cml_mlp_pass) pass;
	struct cml_random random = random_of(1, 0);
	float by_score[5], ignored[5];
	assert_ok(cml_mlp_net_init(&net, &shape, &err));
	assert_ok(cml_mlp_net_init(&gradient, &shape, &err));
	assert_ok(cml_mlp_pass_init(&pass, &net, 5, 4, &err));
	cml_mlp_net_randomise(&net, &random);
	for (uint32_t r = 0; r < 5; r++) {
		struct cml_mlp_entry *entries = pass.inputs.entries + pass.inputs.start[r];
		size_t n = 0;
		for (uint32_t c = r % 2; c < 4; c += 1 + r % 2)
			entries[n++] = (struct cml_mlp_entry){
			    c, (r + c) % 3 == 0 ? 1 : (float)(r + c) * 0.37f - 0.5f};
		cml_mlp_sparse_close_row(&pass.inputs, r, n);
	}
	pass.inputs.n_rows = 5;
	for (int with_dropout = 0; with_dropout < 2; with_dropout++) {
		double dropout = with_dropout ? 0.3 : 0;
		size_t n_moved = 0;
		loss_of(&net, &pass, dropout, by_score);
		for (size_t i = 0; i < net.n_parameters; i++)
			gradient.parameters[i] = NAN; /* every part must come */
		cml_mlp_net_backward(&net, &pass, by_score,
				     &(struct cml_mlp_gradient_taker){copy_gradient, &gradient});
		for (size_t i = 0; i < net.n_parameters; i++) {
			float kept = net.parameters[i], step = 1e-3f;
			if (is_padding(&net, i)) {
				cr_expect_eq(gradient.parameters[i], 0, "padding %zu", i);
				continue;
			}
			net.parameters[i] = kept + step;
			double up = loss_of(&net, &pass, dropout, ignored);
			net.parameters[i] = kept - step;
			double down = loss_of(&net, &pass, dropout, ignored);
			net.parameters[i] = kept;
			cr_expect_float_eq((up - down) / (2 * (double)step),
					   (double)gradient.parameters[i], 2e-3, "parameter %zu",
					   i);
			n_moved += gradient.parameters[i] != 0;
		}
		cr_expect_gt(n_moved, 30);
	}
}

Test(mlp, amsgrad_by_hand)
{
	/* g = 0.5 + 0.1 * 2 = 0.7; the corrected moments are 0.7 and 0.49, so the first
	 * step is the learning rate. Then g = -0.1 + 0.199: m = 0.063 + 0.0099,
	 * v = 4.8951e-4 + 9.801e-6; v is the larger one. */
	_Alignas(CML_ALIGNMENT) float w[CML_MLP_LANES] = {2}, m[CML_MLP_LANES] = {0};
	_Alignas(CML_ALIGNMENT) float v[CML_MLP_LANES] = {0}, largest[CML_MLP_LANES] = {0};
	_Alignas(CML_ALIGNMENT) float gradient[CML_MLP_LANES] = {0.5f};
	const struct cml_mlp_kernels *kernels = cml_mlp_kernels_up_to(CML_MLP_WIDEST);
	struct cml_mlp_amsgrad step = cml_mlp_amsgrad_at(1, 0.01, 0.1);
	kernels->amsgrad(&step, CML_MLP_LANES, gradient, w, m, v, largest);
	cr_expect_float_eq((double)w[0], 1.99, 1e-6);
	gradient[0] = -0.1f;
	step = cml_mlp_amsgrad_at(2, 0.01, 0.1);
	kernels->amsgrad(&step, CML_MLP_LANES, gradient, w, m, v, largest);
	cr_expect_float_eq((double)m[0], 0.0729, 1e-6);
	cr_expect_float_eq((double)largest[0], 4.99311e-4, 1e-8);
	cr_expect_float_eq((double)w[0],
			   1.99 - 0.01 * (0.0729 / 0.19) / sqrt(4.99311e-4 / 1.999e-3), 1e-6);
	float before = largest[0];
	for (size_t i = 0; i < 50; i++) {
		gradient[0] = -0.1f * w[0];
		kernels->amsgrad(&step, CML_MLP_LANES, gradient, w, m, v, largest);
	}
	cr_expect_eq(largest[0], before, "the largest second moment is never forgotten");
	cr_expect_lt(v[0], before);
}

/* Everything that a step of training does to a net of odd sizes. */
static void step_with(const struct cml_mlp_kernels *kernels, struct cml_mlp_net *net,
		      struct cml_mlp_net *gradient)
{
	struct cml_mlp_shape shape = {.n_inputs = 5, .width = 70};
	struct cml_mlp_net moments[3];
	struct cml_mlp_pass pass;
	struct cml_random random = random_of(1, 0);
	float by_score[5];
	assert_ok(cml_mlp_net_init(net, &shape, &err));
	assert_ok(cml_mlp_net_init(gradient, &shape, &err));
	for (size_t i = 0; i < 3; i++)
		assert_ok(cml_mlp_net_init(&moments[i], &shape, &err));
	assert_ok(cml_mlp_pass_init(&pass, net, 5, 5, &err));
	pass.kernels = kernels;
	cml_mlp_net_randomise(net, &random);
	pass.inputs.n_rows = 5;
	for (uint32_t r = 0; r < 5; r++) {
		struct cml_mlp_entry *entries = pass.inputs.entries + pass.inputs.start[r];
		for (uint32_t c = 0; c < 5; c++)
			entries[c] = (struct cml_mlp_entry){
			    c, (r + c) % 2 ? 1 : (float)cml_random_uniform(&random)};
		cml_mlp_sparse_close_row(&pass.inputs, r, 5);
	}
	for (size_t t = 1; t < 4; t++) {
		struct cml_mlp_amsgrad step = cml_mlp_amsgrad_at(t, 0.01, 0.1);
		loss_of(net, &pass, 0.3, by_score);
		cml_mlp_net_backward(net, &pass, by_score,
				     &(struct cml_mlp_gradient_taker){copy_gradient, gradient});
		kernels->amsgrad(&step, net->n_parameters, gradient->parameters, net->parameters,
				 moments[0].parameters, moments[1].parameters,
				 moments[2].parameters);
	}
	cml_mlp_pass_release(&pass);
	for (size_t i = 0; i < 3; i++)
		cml_mlp_net_release(&moments[i]);
}

/* Scores of rows in the order of an odometer over four params, one of them a number. */
static void score_odometer(unsigned width, bool shares, bool score_only, float *score)
{
	enum { N = 3 * 4 * 2 * 5, MAX = 4 };
	struct cml_mlp_shape shape = {.n_inputs = 10, .width = 167};
	AUTO(cml_mlp_net) net;
	AUTO(cml_mlp_pass) pass;
	struct cml_random random = random_of(5, 0);
	uint32_t shared[N];
	assert_ok(cml_mlp_net_init(&net, &shape, &err));
	assert_ok(cml_mlp_pass_init(&pass, &net, N, MAX, &err));
	cml_mlp_net_randomise(&net, &random);
	pass.kernels = cml_mlp_kernels_up_to(width);
	pass.score_only = score_only;
	pass.inputs.shared = shares ? shared : NULL;
	pass.inputs.n_rows = N;
	for (uint32_t r = 0; r < N; r++) {
		struct cml_mlp_entry *row = pass.inputs.entries + pass.inputs.start[r];
		row[0] = (struct cml_mlp_entry){r / 40, 1};
		row[1] = (struct cml_mlp_entry){9, (float)(r / 10 % 4) * 0.3f - 0.4f};
		row[2] = (struct cml_mlp_entry){3 + r / 5 % 2, 1};
		row[3] = (struct cml_mlp_entry){5 + r % 5, 1}; /* of the fifth none */
		cml_mlp_sparse_close_row(&pass.inputs, r, r % 5 == 4 ? 3 : 4);
	}
	if (shares)
		cr_assert(shared[0] == 0 && shared[1] == 2 && shared[40] == 0);
	cml_mlp_net_forward(&net, &pass, 0, NULL);
	memcpy(score, pass.score, N * sizeof *score);
	pass.inputs.shared = NULL;
}

Test(mlp, shared_entries_are_added_once_and_give_the_same_bits)
{
	float expected[120], score[120];
	score_odometer(4, false, false, expected);
	for (unsigned width = 4; width <= CML_MLP_WIDEST; width *= 2)
		for (int shares = 0; shares < 2; shares++) {
			score_odometer(width, shares, true, score);
			cr_expect_arr_eq(score, expected, sizeof score, "width %u, %d", width,
					 shares);
		}
}

Test(mlp, every_width_of_vectors_gives_the_same_bits)
{
	struct cml_mlp_net plain[2], wide[2];
	step_with(cml_mlp_kernels_up_to(4), &plain[0], &plain[1]);
	for (unsigned width = 8; width <= CML_MLP_WIDEST; width *= 2) {
		step_with(cml_mlp_kernels_up_to(width), &wide[0], &wide[1]);
		for (size_t i = 0; i < 2; i++) {
			cr_expect_arr_eq(plain[i].parameters, wide[i].parameters,
					 plain[i].n_parameters * sizeof(float), "width %u", width);
			cml_mlp_net_release(&wide[i]);
		}
	}
	cml_mlp_net_release(&plain[0]);
	cml_mlp_net_release(&plain[1]);
}

Test(mlp, margin_rank_by_hand)
{
	/* Pairs: (0,1) in order by 1, short of the margin by 0.5; (0,2) tied;
	 * (1,2) reversed by 2, short by 2.5. The mean is over two pairs. */
	float score[3] = {1, 0, -2}, gradient[3];
	double target[3] = {3, 1, 3}, weight[3] = {1, 1, 1}, loss;
	cr_assert(cml_mlp_margin_rank(3, score, target, weight, 1.5, gradient, &loss));
	cr_expect_float_eq(loss, (0.5 + 3.5) / 2, 1e-12);
	cr_expect_eq(gradient[0], -0.5f);
	cr_expect_eq(gradient[1], 1);
	cr_expect_eq(gradient[2], -0.5f);
	target[1] = 3;
	cr_expect_not(cml_mlp_margin_rank(3, score, target, weight, 1.5, gradient, &loss));
}

Test(mlp, same_bytes_for_every_number_of_threads)
{
	AUTO(cml_dataset) data = fixture_random_dataset(70, 6, 0.1, 1);
	AUTO(made) alone = train(&data, SMALL, true, NULL);
	for (unsigned n = 2; n < 4; n++) {
		AUTOPTR(cml_pool) pool = NULL;
		assert_ok(cml_pool_new(&pool, n, &err));
		AUTO(made) made = train(&data, SMALL, true, pool);
		cr_expect(
		    cml_slice_equal(cml_buffer_slice(&alone.bytes), cml_buffer_slice(&made.bytes)));
	}
}

Test(mlp, learns_up_and_down)
{
	AUTO(cml_dataset) data = fixture_random_dataset(120, 6, 0, 2);
	for (size_t i = 0; i < 120; i++)
		data.y[i] = 50 + (double)(data.x[6 * i] - data.x[6 * i + 1]);
	for (int maximize = 0; maximize < 2; maximize++) {
		AUTO(made) made = train(&data, SMALL " epochs 80", maximize, NULL);
		double mean[120], sd[120], error = 0;
		mlp->predict(made.state, 120, data.x, mean, sd);
		for (size_t i = 0; i < 120; i++) {
			error += fabs(mean[i] - data.y[i]) / 120;
			cr_expect(isfinite(sd[i]) && sd[i] >= 0);
		}
		cr_expect_lt(error, 2, "%g", error);
	}
}

Test(mlp, what_cannot_be_learned_is_a_constant)
{
	for (size_t n = 1; n < 9; n += 7) {
		AUTO(cml_dataset) data = fixture_random_dataset(n, 3, 0.2, 1);
		double mean, sd;
		for (size_t i = 0; i < n; i++)
			data.y[i] = 2.385;
		AUTO(made) made = train(&data, SMALL, true, NULL);
		mlp->predict(made.state, 1, data.x, &mean, &sd);
		cr_expect_float_eq(mean, 2.385, 1e-9);
	}
}

Test(mlp, comes_back_from_bytes_or_is_refused)
{
	AUTO(cml_dataset) data = fixture_random_dataset(30, 4, 0.2, 1);
	AUTO(made) made = train(&data, "hidden 3 epochs 2 ensemble 2", true, NULL);
	fixture_damage_predictor(mlp, made.state, cml_buffer_slice(&made.bytes), &data);
}

Test(mlp, scale_pools_what_falls_and_keeps_the_order)
{
	AUTO(cml_mlp_curve) scale;
	double slope, score[] = {3, 0, 1, 2, 1}, value[] = {9, 1, 5, 3, 7};
	double weight[] = {1, 1, 1, 1, 1};
	assert_ok(cml_mlp_curve_fit(&scale, 5, score, value, weight, &err));
	/* 5, 7 at 1 and 3 at 2 are one pool of 5 at 4/3. */
	cr_expect_eq(scale.n, 3);
	cr_expect_float_eq(cml_mlp_curve_at(&scale, 4.0 / 3, &slope), 5, 1e-12);
	cr_expect_float_eq(cml_mlp_curve_at(&scale, 2.0 / 3, &slope), 3, 1e-12);
	cr_expect_float_eq(slope, 3, 1e-12);
	double before = -INFINITY;
	for (double s = -3; s < 6; s += 0.01) {
		double here = cml_mlp_curve_at(&scale, s, &slope);
		cr_expect_gt(here, before);
		before = here;
	}
}

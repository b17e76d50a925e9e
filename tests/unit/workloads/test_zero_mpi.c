#include "adam.h"
#include "examples.h"
#include "network.h"
#include "rank_memory.h"
#include "shard_plan.h"
#include "test.h"

static const struct zero_network tiny = {.n_layers = 3, .widths = {5, 7, 4, 3}};

enum { N_EXAMPLES = 6, MAX_PARAMS = 64, MAX_VALUES = 7 * N_EXAMPLES };

struct tiny_pass {
	float params[3][MAX_PARAMS], gradient[3][MAX_PARAMS];
	float activations[4][MAX_VALUES], deltas[2][MAX_VALUES];
	float centres[15];
	int32_t labels[N_EXAMPLES];
};

static double tiny_loss(struct tiny_pass *t)
{
	for (size_t l = 0; l < 3; l++)
		zero_layer_forward(&tiny, l, N_EXAMPLES, t->params[l], t->activations[l],
				   t->activations[l + 1]);
	return zero_loss(N_EXAMPLES, 3, t->activations[3], t->labels, 1, t->deltas[0]);
}

static void tiny_backward(struct tiny_pass *t, bool accumulate)
{
	tiny_loss(t);
	for (size_t l = 3, turn = 0; l-- > 0; turn ^= 1) {
		struct zero_backward pass = {.params = t->params[l],
					     .inputs = t->activations[l],
					     .deltas = t->deltas[turn],
					     .gradient = t->gradient[l],
					     .input_deltas = l > 0 ? t->deltas[turn ^ 1] : NULL,
					     .accumulate = accumulate};
		zero_layer_backward(&tiny, l, N_EXAMPLES, &pass);
	}
}

static void tiny_init(struct tiny_pass *t, uint64_t seed)
{
	struct zero_examples examples = {.width = 5, .n_classes = 3, .seed = seed};
	memset(t, 0, sizeof *t);
	zero_examples_init(&examples, t->centres);
	zero_examples_fill(&examples, 10, N_EXAMPLES, t->activations[0], t->labels);
	for (size_t l = 0; l < 3; l++)
		zero_layer_init(&tiny, l, seed, t->params[l]);
	/* Biases that are not 0, so that theirs are tested like the others. */
	for (size_t l = 0; l < 3; l++)
		t->params[l][tiny.widths[l] * tiny.widths[l + 1]] = 0.35f;
}

/* Central differences of the loss; over a relu's corner they are no derivative, so a few
 * parameters of all may be off. */
Test(zero_mpi, gradient_is_that_of_finite_differences)
{
	const float h = 0x1p-9f;
	size_t n_checked = 0, n_off = 0;
	for (uint64_t seed = 1; seed <= 5; seed++) {
		struct tiny_pass t;
		tiny_init(&t, seed);
		tiny_backward(&t, false);
		for (size_t l = 0; l < 3; l++)
			for (size_t i = 0; i < zero_layer_size(&tiny, l); i++) {
				float kept = t.params[l][i];
				t.params[l][i] = kept + h;
				double above = tiny_loss(&t);
				t.params[l][i] = kept - h;
				double slope = (above - tiny_loss(&t)) / (2 * (double)h);
				t.params[l][i] = kept;
				double error = fabs(slope - (double)t.gradient[l][i]);
				n_checked++;
				n_off += error > 2e-3 * (1 + fabs(slope));
			}
	}
	cr_assert_eq(n_checked, 5 * (42 + 32 + 15));
	cr_assert_leq(n_off, n_checked / 50, "%zu of %zu are off", n_off, n_checked);
}

Test(zero_mpi, gradients_accumulate)
{
	struct tiny_pass t;
	float once[MAX_PARAMS];
	tiny_init(&t, 3);
	tiny_backward(&t, false);
	memcpy(once, t.gradient[1], sizeof once);
	tiny_backward(&t, true);
	for (size_t i = 0; i < zero_layer_size(&tiny, 1); i++)
		cr_assert_float_eq(t.gradient[1][i], 2 * once[i], 1e-5);
	tiny_backward(&t, false);
	cr_assert_eq(memcmp(once, t.gradient[1], zero_layer_size(&tiny, 1) * sizeof *once), 0);
}

/* Two classes with logits ln 3 and 0 have the probabilities 3/4 and 1/4. */
Test(zero_mpi, loss_is_the_cross_entropy)
{
	float logits[] = {logf(3), 0, 1000, 1000}, deltas[4];
	int32_t labels[] = {1, 0};
	double loss = zero_loss(2, 2, logits, labels, 0.5f, deltas);
	cr_assert_float_eq(loss, log(4) + log(2), 1e-6);
	cr_assert_float_eq(deltas[0], 0.375, 1e-6);
	cr_assert_float_eq(deltas[1], -0.375, 1e-6);
	cr_assert_float_eq(deltas[2], -0.25, 1e-6);
	cr_assert_float_eq(deltas[3], 0.25, 1e-6);
}

/* The first steps by hand: of a first step, both moments unbiased are g and g^2, so it moves by
 * the learning rate; after g = 0.5, then -1: first = 0.9 * 0.05 - 0.1 = -0.055, second = 0.999 *
 * 0.00025 + 0.001 = 0.00124975; unbiased -0.055 / 0.19 = -0.2894737 and 0.00124975 / 0.001999 =
 * 0.6251876; 0.1 * -0.2894737 / 0.7906881 = -0.0366104. */
Test(zero_mpi, adam_takes_the_published_steps)
{
	struct zero_adam adam = {.learning_rate = 0.1f,
				 .weight_decay = 0.5f,
				 .beta1 = 0.9f,
				 .beta2 = 0.999f,
				 .epsilon = 1e-8f};
	float params[] = {2}, first[] = {0}, second[] = {0}, gradient[] = {0.5f};
	struct zero_adam_state state = {params, first, second, gradient};
	zero_adam_step(&adam, 1, 1, &state);
	cr_assert_float_eq(params[0], 2 * 0.95 - 0.1, 1e-6);
	gradient[0] = -1;
	zero_adam_step(&adam, 2, 1, &state);
	cr_assert_float_eq(params[0], 1.8 * 0.95 + 0.0366104, 1e-6);
}

Test(zero_mpi, an_example_depends_on_its_number_alone)
{
	float centres[3 * 5], many[8 * 5], few[3 * 5];
	int32_t many_labels[8], few_labels[3];
	struct zero_examples examples = {.width = 5, .n_classes = 3, .seed = 11};
	zero_examples_init(&examples, centres);
	zero_examples_fill(&examples, 40, 8, many, many_labels);
	zero_examples_fill(&examples, 44, 3, few, few_labels);
	cr_assert_eq(memcmp(few, many + 4 * 5, sizeof few), 0);
	cr_assert_eq(memcmp(few_labels, many_labels + 4, sizeof few_labels), 0);
	cr_assert_neq(memcmp(few, many, sizeof few), 0);
	for (size_t i = 0; i < 8; i++)
		cr_assert(many_labels[i] >= 0 && many_labels[i] < 3);
}

static void random_plan(struct zero_plan *plan, struct zero_network *network,
			struct zero_plan_options *options, enum zero_strategy *strategies,
			struct cml_random *random)
{
	network->n_layers = 1 + cml_random_below(random, 9);
	for (size_t l = 0; l <= network->n_layers; l++)
		network->widths[l] = 1 + cml_random_below(random, 60);
	for (size_t l = 0; l < network->n_layers; l++)
		strategies[l] = (enum zero_strategy)cml_random_below(random, ZERO_N_STRATEGIES);
	*options = (struct zero_plan_options){.strategies = strategies,
					      .bucket_bytes = 1 + cml_random_below(random, 20000),
					      .n_ranks = 1 + cml_random_below(random, 5),
					      .overlap = cml_random_below(random, 2) == 1};
	assert_ok(zero_plan_init(plan, network, options, &err));
}

/* Every layer is in one unit, of its own strategy; pieces and shards follow each other without a
 * gap, and are no larger than a bucket (or than the least that ranks can share). */
Test(zero_mpi, a_plan_covers_every_parameter_once)
{
	struct cml_random random = random_of(5, 0);
	for (size_t trial = 0; trial < 500; trial++) {
		struct zero_network network;
		struct zero_plan_options options;
		struct zero_plan plan;
		enum zero_strategy strategies[ZERO_MAX_LAYERS];
		size_t layer = 0, n_pieces = 0;
		random_plan(&plan, &network, &options, strategies, &random);
		size_t least = 64 * options.n_ranks;
		size_t most = options.bucket_bytes > least ? options.bucket_bytes : least;
		for (size_t u = 0; u < plan.n_units; u++) {
			const struct zero_unit *unit = &plan.units[u];
			size_t n_params = 0, offset = 0, shard_offset = 0;
			cr_assert_eq(unit->first_layer, layer);
			for (; layer < unit->first_layer + unit->n_layers; layer++) {
				cr_assert_eq(strategies[layer], unit->strategy);
				n_params += zero_layer_size(&network, layer);
			}
			cr_assert_eq(unit->n_params, n_params);
			cr_assert(unit->n_layers == 1 || 4 * n_params <= options.bucket_bytes);
			cr_assert_eq(unit->first_piece, n_pieces);
			for (size_t p = 0; p < unit->n_pieces; p++) {
				struct zero_piece piece = zero_plan_piece(&plan, u, p);
				cr_assert_eq(piece.offset, offset);
				cr_assert_eq(piece.shard_offset, shard_offset);
				cr_assert(piece.n_floats > 0 && 4 * piece.n_floats <= most);
				offset += piece.n_floats;
				shard_offset += piece.shard_floats;
			}
			n_pieces += unit->n_pieces;
			cr_assert_eq(offset, unit->n_floats);
			cr_assert_eq(shard_offset, unit->n_owned);
			cr_assert(offset >= n_params && offset < n_params + 16 * options.n_ranks);
			cr_assert_eq(unit->n_owned *
					 (unit->strategy == ZERO_NO_SHARD ? 1 : options.n_ranks),
				     unit->n_floats);
		}
		cr_assert_eq(layer, network.n_layers);
		cr_assert_eq(n_pieces, plan.n_pieces);
	}
}

/* One layer of 32 x 31 + 32 = 1024 parameters in each strategy, on 4 ranks, nothing to round. */
Test(zero_mpi, memory_is_that_of_the_formula)
{
	static const size_t expected_floats[] = {
	    [ZERO_FULL_SHARD] = 4 * 1024 / 4 + 2 * 1024,
	    [ZERO_SHARD_GRAD_OP] = 1024 + 3 * 1024 / 4 + 1024,
	    [ZERO_NO_SHARD] = 4 * 1024,
	};
	struct zero_network network = {.n_layers = 1, .widths = {31, 32}};
	/* centres; activations, deltas and labels of 16 examples */
	size_t examples = 32 * 31 + 16 * (31 + 32 + 2 * 32 + 1);
	for (int s = 0; s < ZERO_N_STRATEGIES; s++) {
		enum zero_strategy strategy = (enum zero_strategy)s;
		struct zero_plan plan;
		AUTO(zero_memory) memory;
		struct zero_plan_options options = {.strategies = &strategy,
						    .bucket_bytes = 1 << 20,
						    .n_ranks = 4,
						    .overlap = true};
		assert_ok(zero_plan_init(&plan, &network, &options, &err));
		cr_assert_eq(zero_memory_bytes(&plan, 16), 4 * (expected_floats[s] + examples));
		assert_ok(zero_memory_init(&memory, &plan, 16, &err));
		cr_assert_eq(memory.n_bytes, zero_memory_bytes(&plan, 16));
		/* The last view ends where the block does. */
		cr_assert_eq((char *)(memory.labels + 16), (char *)memory.block + memory.n_bytes);
	}
}

Test(zero_mpi, more_memory_than_can_be_counted_is_an_error)
{
	struct zero_network network = {.n_layers = 1, .widths = {31, 32}};
	enum zero_strategy strategy = ZERO_NO_SHARD;
	struct zero_plan plan;
	AUTO(zero_memory) memory;
	struct zero_plan_options options = {
	    .strategies = &strategy, .bucket_bytes = 1 << 20, .n_ranks = 2, .overlap = true};
	assert_ok(zero_plan_init(&plan, &network, &options, &err));
	cr_assert_eq(zero_memory_bytes(&plan, SIZE_MAX / 64), SIZE_MAX);
	cr_assert_eq(zero_memory_init(&memory, &plan, SIZE_MAX / 64, &err), CML_NO_MEMORY);
}

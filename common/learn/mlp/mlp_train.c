#include "learn/mlp/mlp_train.h"

#include "base/memory.h"
#include "base/subnormal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct trainer {
	const struct cml_mlp_training *training;
	struct cml_mlp_trained *trained;
	struct cml_random random;
	struct cml_mlp_pass pass;
	struct cml_mlp_net first, second, largest, best; /* as the net: moments, and a copy */
	struct cml_mlp_amsgrad amsgrad;
	size_t *rows; /* those held out come last */
	size_t n_rows;
	size_t n_held_out;
	size_t n_steps;
	size_t batch_size;
	float *by_score; /* batch_size, as the next two */
	double *target;
	double *weight;
};

static void release(struct trainer *trainer)
{
	cml_mlp_pass_release(&trainer->pass);
	cml_mlp_net_release(&trainer->first);
	cml_mlp_net_release(&trainer->second);
	cml_mlp_net_release(&trainer->largest);
	cml_mlp_net_release(&trainer->best);
	free(trainer->rows);
	free(trainer->by_score);
	free(trainer->target);
	free(trainer->weight);
}

static enum cml_result prepare_nets(struct trainer *trainer, struct cml_error *err)
{
	const struct cml_mlp_options *options = trainer->training->options;
	struct cml_mlp_shape shape = {.n_inputs = trainer->training->input->n_inputs,
				      .n_layers = options->n_layers};
	memcpy(shape.widths, options->widths, sizeof shape.widths);
	struct cml_mlp_net *nets[] = {&trainer->trained->net, &trainer->first, &trainer->second,
				      &trainer->largest, &trainer->best};
	size_t n_nets = options->patience > 0 ? 5 : 4;
	for (size_t i = 0; i < n_nets; i++)
		if (cml_mlp_net_init(nets[i], &shape, err) != CML_OK)
			return err->status;
	return cml_mlp_pass_init(&trainer->pass, &trainer->trained->net, trainer->batch_size,
				 trainer->training->data->n_features, err);
}

static enum cml_result prepare(struct trainer *trainer, struct cml_error *err)
{
	const struct cml_mlp_options *options = trainer->training->options;
	size_t n = trainer->training->data->n_rows;
	trainer->batch_size = options->batch_size < n ? options->batch_size : n;
	trainer->rows = cml_array_new(n, sizeof *trainer->rows);
	trainer->by_score = cml_array_new(trainer->batch_size, sizeof *trainer->by_score);
	trainer->target = cml_array_new(trainer->batch_size, sizeof *trainer->target);
	trainer->weight = cml_array_new(trainer->batch_size, sizeof *trainer->weight);
	if (!trainer->rows || !trainer->by_score || !trainer->target || !trainer->weight)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		trainer->rows[i] = i;
	cml_random_init(&trainer->random, trainer->training->seed, trainer->training->member);
	if (options->patience > 0) {
		cml_random_shuffle(&trainer->random, trainer->rows, n);
		trainer->n_held_out = (size_t)lround(options->validation_fraction * (double)n);
		if (trainer->n_held_out >= n)
			trainer->n_held_out = n - 1;
	}
	trainer->n_rows = n - trainer->n_held_out;
	if (prepare_nets(trainer, err) != CML_OK)
		return err->status;
	cml_mlp_net_randomise(&trainer->trained->net, &trainer->random);
	return CML_OK;
}

static void load_batch(struct trainer *trainer, const size_t *rows, size_t n)
{
	const struct cml_dataset *data = trainer->training->data;
	struct cml_mlp_sparse *inputs = &trainer->pass.inputs[0];
	inputs->n_rows = n;
	inputs->start[0] = 0;
	for (size_t i = 0; i < n; i++) {
		cml_mlp_sparse_close_row(inputs, i,
					 cml_mlp_input_row(trainer->training->input,
							   data->x + rows[i] * data->n_features,
							   inputs->entries + inputs->start[i]));
		trainer->target[i] = trainer->training->target[rows[i]];
		trainer->weight[i] = data->weight[rows[i]];
	}
}

/* False when the batch has no pairs. */
static bool find_loss(struct trainer *trainer, size_t n, double *loss)
{
	const struct cml_mlp_options *options = trainer->training->options;
	if (options->loss == CML_MLP_MSE)
		return cml_mlp_mse(n, trainer->pass.score, trainer->target, trainer->weight,
				   trainer->by_score, loss);
	return cml_mlp_margin_rank(n, trainer->pass.score, trainer->target, trainer->weight,
				   options->margin, trainer->by_score, loss);
}

static void descend(void *context, size_t at, size_t n, const float *gradient)
{
	struct trainer *trainer = context;
	trainer->pass.kernels->amsgrad(
	    &trainer->amsgrad, n, gradient, trainer->trained->net.parameters + at,
	    trainer->first.parameters + at, trainer->second.parameters + at,
	    trainer->largest.parameters + at);
}

static void step(struct trainer *trainer)
{
	const struct cml_mlp_options *options = trainer->training->options;
	trainer->amsgrad =
	    cml_mlp_amsgrad_at(++trainer->n_steps, options->learning_rate, options->weight_decay);
	cml_mlp_net_backward(&trainer->trained->net, &trainer->pass, trainer->by_score,
			     &(struct cml_mlp_gradient_taker){descend, trainer});
}

/* The mean loss over the batches of rows; NaN when none has one. */
static double run_batches(struct trainer *trainer, const size_t *rows, size_t n, bool learn)
{
	double sum = 0, loss;
	size_t n_losses = 0;
	for (size_t at = 0; at < n; at += trainer->batch_size) {
		size_t n_batch = n - at < trainer->batch_size ? n - at : trainer->batch_size;
		load_batch(trainer, rows + at, n_batch);
		cml_mlp_net_forward(&trainer->trained->net, &trainer->pass,
				    learn ? trainer->training->options->dropout : 0,
				    &trainer->random);
		if (!find_loss(trainer, n_batch, &loss))
			continue;
		sum += loss;
		n_losses++;
		if (learn)
			step(trainer);
	}
	return n_losses > 0 ? sum / (double)n_losses : NAN;
}

static void run_epochs(struct trainer *trainer)
{
	const struct cml_mlp_options *options = trainer->training->options;
	struct cml_mlp_trained *trained = trainer->trained;
	size_t size = trained->net.n_parameters * sizeof(float);
	size_t best_epoch = 0;
	trained->held_out_loss = trained->training_loss = NAN;
	for (size_t epoch = 1; epoch <= options->n_epochs; epoch++) {
		cml_random_shuffle(&trainer->random, trainer->rows, trainer->n_rows);
		trained->training_loss = run_batches(trainer, trainer->rows, trainer->n_rows, true);
		trained->n_epochs = epoch;
		double held_out = run_batches(trainer, trainer->rows + trainer->n_rows,
					      trainer->n_held_out, false);
		if (trainer->training->epoch_done)
			trainer->training->epoch_done(trainer->training->context, trained,
						      held_out);
		if (isnan(held_out))
			continue;
		if (best_epoch == 0 || held_out < trained->held_out_loss) {
			best_epoch = epoch;
			trained->held_out_loss = held_out;
			memcpy(trainer->best.parameters, trained->net.parameters, size);
		} else if (epoch - best_epoch >= options->patience) {
			break;
		}
	}
	if (best_epoch > 0)
		memcpy(trained->net.parameters, trainer->best.parameters, size);
	for (size_t i = 0; i < trained->net.n_parameters; i++)
		trained->diverged = trained->diverged || !isfinite(trained->net.parameters[i]);
}

enum cml_result cml_mlp_train(const struct cml_mlp_training *training,
			      struct cml_mlp_trained *trained, struct cml_error *err)
{
	struct trainer trainer = {.training = training, .trained = trained};
	enum cml_result status = prepare(&trainer, err);
	if (status == CML_OK) {
		uint64_t mode = cml_subnormals_flush();
		run_epochs(&trainer);
		cml_subnormals_restore(mode);
	}
	release(&trainer);
	return status;
}

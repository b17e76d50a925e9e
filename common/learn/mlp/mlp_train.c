#include "learn/mlp/mlp_model.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

/* Numbers below the smallest normal one. Arithmetic on them takes a hundred cycles
 * on some processors, and training leaves many behind: weights that only decay. */
#if defined(__x86_64__)
/* Flush to zero what comes out, denormals are zero where they go in. */
#define FLUSH_BITS 0x8040u
#endif

/* From here on this thread takes subnormal floats and doubles for 0, in and out,
 * where the processor can: x86-64, and ARM (floats and doubles alike). Returns what
 * restore_subnormals needs to know. */
static uint64_t flush_subnormals(void)
{
	uint64_t before = 0;
#if defined(__x86_64__)
	before = _mm_getcsr();
	_mm_setcsr((unsigned)before | FLUSH_BITS);
#elif defined(__aarch64__)
	__asm__ volatile("mrs %0, fpcr" : "=r"(before));
	__asm__ volatile("msr fpcr, %0" : : "r"(before | UINT64_C(1) << 24));
#endif
	return before;
}

static void restore_subnormals(uint64_t before)
{
#if defined(__x86_64__)
	_mm_setcsr((unsigned)before);
#elif defined(__aarch64__)
	__asm__ volatile("msr fpcr, %0" : : "r"(before));
#else
	(void)before;
#endif
}

/* Pairs are counted before they are shared out: with weights of 1 every number
 * but the last is whole, and exact. */
bool cml_mlp_margin_rank(size_t n, const float *score, const double *target, const double *weight,
			 double margin, float *gradient, double *loss)
{
	double total = 0, sum = 0;
	for (size_t i = 0; i < n; i++) {
		double own = 0;
		for (size_t j = 0; j < i; j++) {
			double sign = (double)(target[i] > target[j]) - (target[i] < target[j]);
			double short_by = margin - sign * ((double)score[i] - (double)score[j]);
			double pair = sign * sign * weight[i] * weight[j];
			double counts = short_by > 0 ? pair : 0;
			total += pair;
			sum += counts * short_by;
			own -= sign * counts;
			gradient[j] += (float)(sign * counts);
		}
		gradient[i] = (float)own;
	}
	if (total <= 0)
		return false;
	for (size_t i = 0; i < n; i++)
		gradient[i] = (float)((double)gradient[i] / total);
	*loss = sum / total;
	return true;
}

struct trainer {
	const struct cml_mlp_training *training;
	struct cml_mlp_trained *trained;
	struct cml_random random;
	struct cml_mlp_pass pass;
	struct cml_mlp_net first, second, largest; /* as the net: moments */
	struct cml_mlp_amsgrad amsgrad;
	size_t *rows;
	size_t n_steps;
	size_t batch_size;
	float *by_score; /* batch_size, as the next two */
	double *target;
	double *weight;
};

static void trainer_release(struct trainer *trainer)
{
	cml_mlp_pass_release(&trainer->pass);
	cml_mlp_net_release(&trainer->first);
	cml_mlp_net_release(&trainer->second);
	cml_mlp_net_release(&trainer->largest);
	free(trainer->rows);
	free(trainer->by_score);
	free(trainer->target);
	free(trainer->weight);
}

static enum cml_result prepare_nets(struct trainer *trainer, struct cml_error *err)
{
	const struct cml_mlp_options *options = trainer->training->options;
	struct cml_mlp_shape shape = {.n_inputs = trainer->training->input->n_inputs,
				      .width = options->width};
	struct cml_mlp_net *nets[] = {&trainer->trained->net, &trainer->first, &trainer->second,
				      &trainer->largest};
	for (size_t i = 0; i < sizeof nets / sizeof *nets; i++)
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
	if (!CML_NEW(&trainer->rows, n) || !CML_NEW(&trainer->by_score, trainer->batch_size) ||
	    !CML_NEW(&trainer->target, trainer->batch_size) ||
	    !CML_NEW(&trainer->weight, trainer->batch_size))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		trainer->rows[i] = i;
	cml_random_init(&trainer->random, trainer->training->seed,
			trainer->training->member->number);
	if (prepare_nets(trainer, err) != CML_OK)
		return err->status;
	cml_mlp_net_randomise(&trainer->trained->net, &trainer->random);
	return CML_OK;
}

static void load_batch(struct trainer *trainer, const size_t *rows, size_t n)
{
	const struct cml_dataset *data = trainer->training->data;
	struct cml_mlp_sparse *inputs = &trainer->pass.inputs;
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

/* The mean loss over the batches of the rows; NaN when none has a pair. */
static double run_batches(struct trainer *trainer)
{
	const struct cml_mlp_options *options = trainer->training->options;
	size_t n_rows = trainer->training->data->n_rows, n_losses = 0;
	double sum = 0, loss;
	for (size_t at = 0; at < n_rows; at += trainer->batch_size) {
		size_t left = n_rows - at;
		size_t n = left < trainer->batch_size ? left : trainer->batch_size;
		load_batch(trainer, trainer->rows + at, n);
		cml_mlp_net_forward(&trainer->trained->net, &trainer->pass, options->dropout,
				    &trainer->random);
		if (!cml_mlp_margin_rank(n, trainer->pass.score, trainer->target, trainer->weight,
					 options->margin, trainer->by_score, &loss))
			continue;
		sum += loss;
		n_losses++;
		step(trainer);
	}
	return n_losses > 0 ? sum / (double)n_losses : NAN;
}

static void run_epochs(struct trainer *trainer)
{
	const struct cml_mlp_training *training = trainer->training;
	struct cml_mlp_trained *trained = trainer->trained;
	for (size_t epoch = 1; epoch <= training->options->n_epochs; epoch++) {
		cml_random_shuffle(&trainer->random, trainer->rows, training->data->n_rows);
		trained->training_loss = run_batches(trainer);
		training->member->step_done(training->member->context);
	}
	for (size_t i = 0; i < trained->net.n_parameters; i++)
		trained->diverged = trained->diverged || !isfinite(trained->net.parameters[i]);
}

enum cml_result cml_mlp_train(const struct cml_mlp_training *training,
			      struct cml_mlp_trained *trained, struct cml_error *err)
{
	AUTO(trainer) trainer = {.training = training, .trained = trained};
	if (prepare(&trainer, err) != CML_OK)
		return err->status;
	uint64_t mode = flush_subnormals();
	run_epochs(&trainer);
	restore_subnormals(mode);
	return CML_OK;
}

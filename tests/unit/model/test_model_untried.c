#include "model/model_chance.h"

#include <criterion/criterion.h>
#include <math.h>

static const char spec[] = "name,role,type,domain,encoding,default,when,unit,doc,monotone\n"
			   "gpus,context,int,8:64:*2,,,,,,\n"
			   "tp,param,int,1:64:*2,,,,,,\n"
			   "batch,param,int,1:8,,,,,,\n"
			   "dp,derived,,gpus / tp,,,,,,\n"
			   "fits,rule,,gpus % tp == 0 and tp <= gpus,,,,,,\n"
			   "qps,metric,max,,,,,,,\n";
static struct cml_error err;

struct drawing {
	struct cml_space *space;
	struct cml_encoder encoder;
	struct cml_dataset jobs, drawn;
};

static void init_dataset(const struct cml_encoder *encoder, struct cml_dataset *data)
{
	const char *names[8];
	for (size_t i = 0; i < encoder->n_features; i++)
		names[i] = encoder->features[i].name;
	*data = (struct cml_dataset){0};
	cr_assert_eq(cml_dataset_init(data, encoder->n_features, names, &err), CML_OK);
}

/* Jobs of three numbers of devices. */
static void init(struct drawing *drawing, const char *text, size_t n_jobs)
{
	cr_assert_eq(cml_space_from_text(&drawing->space, cml_slice_of(text), "s", &err), CML_OK,
		     "%s", err.message);
	cr_assert_eq(cml_encoder_init(&drawing->encoder, drawing->space, &err), CML_OK);
	init_dataset(&drawing->encoder, &drawing->jobs);
	init_dataset(&drawing->encoder, &drawing->drawn);
	for (size_t i = 0; i < n_jobs; i++) {
		double gpus = (double)(8 << i % 3), features[8];
		double values[] = {gpus, 1, 1, gpus, NAN, NAN};
		cr_assert_eq(cml_encoder_encode(&drawing->encoder, values, features, &err), CML_OK);
		cr_assert_eq(cml_dataset_append(&drawing->jobs, features, 1, 1, i, &err), CML_OK);
	}
}

static void release(struct drawing *drawing)
{
	cml_dataset_release(&drawing->jobs);
	cml_dataset_release(&drawing->drawn);
	cml_encoder_release(&drawing->encoder);
	cml_space_free(drawing->space);
}

/* The number of drawn rows that have log2(gpus). */
static size_t count(const struct drawing *drawing, double gpus)
{
	size_t n = 0;
	for (size_t i = 0; i < drawing->drawn.n_rows; i++)
		n += drawing->drawn.x[i * drawing->drawn.n_features] == (float)log2(gpus);
	return n;
}

Test(untried, are_legal_and_in_the_contexts_of_jobs)
{
	struct drawing drawing;
	init(&drawing, spec, 9);
	struct cml_untried untried = {&drawing.encoder, 1};
	cr_assert_eq(cml_untried_draw(&untried, &drawing.jobs, 900, &drawing.drawn, &err), CML_OK);
	cr_assert_eq(drawing.drawn.n_rows, 900);
	cr_expect_eq(count(&drawing, 8), 300);
	cr_expect_eq(count(&drawing, 16), 300);
	cr_expect_eq(count(&drawing, 32), 300);
	size_t n_single = 0;
	for (size_t i = 0; i < 900; i++) {
		const float *x = drawing.drawn.x + i * drawing.drawn.n_features;
		cr_assert_leq(x[1], x[0], "more pieces than devices");
		n_single += x[0] == 3 && x[1] == 0;
	}
	/* One in four of those on 8 devices. */
	cr_expect(n_single > 45 && n_single < 110, "%zu", n_single);
	release(&drawing);
}

Test(untried, are_fewer_than_jobs_where_fewer_are_wanted)
{
	struct drawing drawing;
	init(&drawing, spec, 9);
	struct cml_untried untried = {&drawing.encoder, 1};
	cr_assert_eq(cml_untried_draw(&untried, &drawing.jobs, 3, &drawing.drawn, &err), CML_OK);
	cr_expect_eq(drawing.drawn.n_rows, 3);
	release(&drawing);
}

Test(untried, are_none_where_a_param_has_no_bounds)
{
	static const char open[] = "name,role,type,domain,encoding,default,when\n"
				   "gpus,context,int,8:64:*2,,,\n"
				   "tp,param,int,1:,,,\n"
				   "batch,param,int,1:8,,,\n"
				   "dp,derived,,gpus / tp,,,\n"
				   "fits,rule,,gpus % tp == 0,,,\n"
				   "qps,metric,max,,,,\n";
	struct drawing drawing;
	init(&drawing, open, 9);
	struct cml_untried untried = {&drawing.encoder, 1};
	cr_assert_eq(cml_untried_draw(&untried, &drawing.jobs, 100, &drawing.drawn, &err), CML_OK);
	cr_expect_eq(drawing.drawn.n_rows, 0);
	release(&drawing);
}

/* The chance outside of jobs that all ran, with tp up to a largest one, and tp * batch too. */
static struct cml_chance_bounds outside_of(double most, double most_product)
{
	struct drawing drawing;
	struct cml_support *support;
	struct cml_chance *chance;
	struct cml_buffer summary = {0};
	static const struct cml_support_column columns[] = {
	    {CML_SUPPORT_CONTEXT, 0, 0}, {CML_SUPPORT_PARAM, 1, 0}, {CML_SUPPORT_PARAM, 2, 0}};
	struct cml_chance_bounds outside;
	init(&drawing, spec, 0);
	for (size_t i = 0; i < 400; i++) {
		double features[8], gpus = (double)(8 << i % 3);
		double tp = (double)(1 << i % 7), batch = 1 + (double)(i % 8);
		if (tp > most || tp > gpus || tp * batch > most_product)
			continue;
		double values[] = {gpus, tp, batch, gpus / tp, NAN, NAN};
		cr_assert_eq(cml_encoder_encode(&drawing.encoder, values, features, &err), CML_OK);
		cr_assert_eq(cml_dataset_append(&drawing.jobs, features, 1, 1,
						(uint64_t)(1000 * gpus + 10 * tp + batch), &err),
			     CML_OK);
	}
	struct cml_chance_training training = {.data = &drawing.jobs, .seed = 1};
	cr_assert_eq(cml_support_train(&support, &drawing.jobs, columns, 3, &err), CML_OK);
	cr_assert_eq(cml_model_chance_train(&chance, training, &drawing.encoder, support, &outside,
					    &summary, &err),
		     CML_OK);
	cml_buffer_release(&summary);
	cml_chance_free(chance);
	cml_support_free(support);
	release(&drawing);
	return outside;
}

Test(untried, settings_that_users_keep_to_bound_the_chance_outside)
{
	cr_expect_eq(outside_of(64, 1000).param, 1);
	double bound = outside_of(2, 1000).param;
	cr_expect(bound > 0.3 && bound < 0.6, "%g", bound);
}

Test(untried, so_do_pairs_of_values_that_they_keep_apart)
{
	cr_expect_eq(outside_of(64, 1000).pair, 1);
	double bound = outside_of(8, 16).pair;
	cr_expect(bound > 0.3 && bound < 0.4, "%g", bound);
}

#include "ranker_fixture.h"

#include "model_fixture.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static bool echo_is_score(const struct cml_hyper *hyper)
{
	(void)hyper;
	return false;
}

static enum cml_status echo_train(const struct cml_training *training, void **state,
				  struct cml_buffer *summary, struct cml_error *err)
{
	size_t *n_features = cml_array_new(1, sizeof *n_features);
	(void)summary;
	if (!n_features)
		return cml_fail_memory(err);
	*n_features = training->data->n_features;
	*state = n_features;
	return CML_OK;
}

static void echo_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const size_t *n_features = state;
	for (size_t i = 0; i < n; i++) {
		mean[i] = x[i * *n_features];
		sd[i] = x[i * *n_features + 1];
	}
}

static void blind_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	echo_predict(state, n, x, mean, sd);
	for (size_t i = 0; i < n; i++)
		sd[i] = NAN;
}

static bool echo_has_sd(const void *state)
{
	return state != NULL;
}

static bool blind_has_sd(const void *state)
{
	return state == NULL;
}

const struct cml_predictor_kind echo_predictor = {.name = "echo",
						  .doc = "says what it is told",
						  .is_score = echo_is_score,
						  .train = echo_train,
						  .predict = echo_predict,
						  .has_sd = echo_has_sd,
						  .free = free};
const struct cml_predictor_kind blind_predictor = {.name = "blind",
						   .doc = "and never how sure it is",
						   .is_score = echo_is_score,
						   .train = echo_train,
						   .predict = blind_predict,
						   .has_sd = blind_has_sd,
						   .free = free};

const char echo_space[] = "name,role,type,domain\n"
			  "speed,param,float,\n"
			  "spread,param,float,0:\n"
			  "gpu,param,categorical,a100|h100\n"
			  "sane,rule,,speed < 1000\n"
			  "wps,metric,max,\n";

struct cml_model *echo_model(const struct cml_predictor_kind *kind, bool maximize, bool with_space)
{
	static const char *const names[] = {"speed", "spread", "gpu=a100", "gpu=h100"};
	const double features[] = {1, 2, 0, 1};
	struct cml_dataset data = {0};
	struct cml_hyper hyper = {0};
	struct cml_error err = {0};
	struct cml_model *model;
	struct cml_model_spec spec = {.kind = kind, .hyper = &hyper, .maximize = maximize};
	struct cml_training_hooks hooks = {0};
	struct cml_space *space = with_space ? fixture_space(echo_space) : NULL;
	cr_assert_eq(cml_dataset_init(&data, 4, names, &err), CML_OK);
	cr_assert_eq(cml_dataset_append(&data, features, 1, 1, 1, &err), CML_OK);
	cr_assert_eq(cml_model_train(&model, &spec, &data, space, &hooks, &err), CML_OK, "%s",
		     fixture_text(&err));
	cml_dataset_release(&data);
	cml_space_free(space);
	return model;
}

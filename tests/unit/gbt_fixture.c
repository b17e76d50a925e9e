#include "gbt_fixture.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"

struct cml_dataset fixture_dataset(size_t n_rows, size_t n_features)
{
	struct cml_dataset data = {.n_rows = n_rows, .n_features = n_features, .capacity = n_rows};
	data.x = cml_array_new(n_rows * n_features, sizeof *data.x);
	data.y = cml_array_new(n_rows, sizeof *data.y);
	data.weight = cml_array_new(n_rows, sizeof *data.weight);
	data.keys = cml_array_new(n_rows, sizeof *data.keys);
	cr_assert(data.x && data.y && data.weight && data.keys);
	for (size_t i = 0; i < n_rows; i++) {
		data.weight[i] = 1;
		data.keys[i] = i;
	}
	return data;
}

static double random_feature(struct cml_random *random, size_t f, size_t row)
{
	switch (f % 6) {
	case 0:
		return (double)cml_random_below(random, 7) * 2.385;
	case 1:
		return cml_random_normal(random);
	case 2: /* with the next: flags of two levels out of four */
		return row % 4 == 1;
	case 3:
		return row % 4 == 2;
	case 4:
		return (double)cml_random_below(random, 3) - 1e-3;
	default:
		return cml_random_uniform(random) < 0.1 ? -8.25 : 0;
	}
}

struct cml_dataset fixture_random_dataset(size_t n_rows, size_t n_features, double share_missing,
					  uint64_t seed)
{
	struct cml_dataset data = fixture_dataset(n_rows, n_features);
	struct cml_random random;
	cml_random_init(&random, seed, 0);
	for (size_t row = 0; row < n_rows; row++) {
		float *x = data.x + row * n_features;
		data.y[row] = cml_random_normal(&random);
		for (size_t f = 0; f < n_features; f++) {
			x[f] = (float)random_feature(&random, f, row);
			data.y[row] += (double)(f + 1) * (double)x[f] / (double)n_features;
			if (f % 2 == 0 && cml_random_uniform(&random) < share_missing)
				x[f] = NAN;
		}
	}
	return data;
}

/* Of the kind that *made names, the rest of which is filled in. */
static enum cml_status try_train(struct fixture_boosted *made, const struct cml_dataset *data,
				 const char *options, uint64_t seed, struct cml_pool *pool,
				 struct cml_error *err)
{
	const struct cml_predictor_kind *kind = made->kind;
	char text[256];
	char *rest;
	snprintf(text, sizeof text, "%s", options);
	for (char *name = strtok_r(text, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
		cr_assert_eq(cml_hyper_set(&made->hyper, name, strtok_r(NULL, " ", &rest), err),
			     CML_OK);
	cr_assert_eq(cml_hyper_resolve(&made->hyper, kind->hyper, kind->n_hyper, kind->name, err),
		     CML_OK);
	struct cml_training training = {
	    .data = data, .hyper = &made->hyper, .seed = seed, .pool = pool};
	return kind->train(&training, &made->state, &made->summary, err);
}

enum cml_status fixture_try_boost(struct fixture_boosted *made, const struct cml_dataset *data,
				  const char *options, uint64_t seed, struct cml_pool *pool,
				  struct cml_error *err)
{
	*made = (struct fixture_boosted){.kind = &cml_gbt_predictor};
	return try_train(made, data, options, seed, pool, err);
}

struct fixture_boosted fixture_train(const struct cml_predictor_kind *kind,
				     const struct cml_dataset *data, const char *options,
				     uint64_t seed, struct cml_pool *pool)
{
	struct fixture_boosted made = {.kind = kind};
	struct cml_error err;
	cr_assert_eq(try_train(&made, data, options, seed, pool, &err), CML_OK);
	cr_assert_eq(kind->save(made.state, &made.bytes, &err), CML_OK);
	cr_assert(cml_buffer_append(&made.summary, "", 1));
	return made;
}

struct fixture_boosted fixture_boost_with(const struct cml_dataset *data, const char *options,
					  uint64_t seed, struct cml_pool *pool)
{
	return fixture_train(&cml_gbt_predictor, data, options, seed, pool);
}

struct fixture_boosted fixture_boost(const struct cml_dataset *data, const char *options)
{
	return fixture_boost_with(data, options, 1, NULL);
}

void fixture_boosted_release(struct fixture_boosted *made)
{
	if (made->kind)
		made->kind->free(made->state);
	cml_hyper_release(&made->hyper);
	cml_buffer_release(&made->summary);
	cml_buffer_release(&made->bytes);
}

bool fixture_same_bytes(const struct fixture_boosted *a, const struct fixture_boosted *b)
{
	return cml_slice_equal(cml_buffer_slice(&a->bytes), cml_buffer_slice(&b->bytes));
}

double fixture_fact(const struct fixture_boosted *made, const char *name)
{
	const char *at = strstr(made->summary.data, name);
	cr_assert_not_null(at, "no %s in %s", name, made->summary.data);
	return strtod(at + strlen(name) + 1, NULL);
}

double fixture_predict_row(const struct fixture_boosted *made, const float *x)
{
	double mean, sd;
	made->kind->predict(made->state, 1, x, &mean, &sd);
	return mean;
}

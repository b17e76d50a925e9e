/* Small datasets and models for tests of trees and what is made of them. */
#ifndef CML_TEST_GBT_FIXTURE_H
#define CML_TEST_GBT_FIXTURE_H

#include "model/dataset.h"
#include "model/gbt.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* n_rows x n_features zeroes, weights 1. Ends the test when memory is out. */
struct cml_dataset fixture_dataset(size_t n_rows, size_t n_features);

/* Features that between them are everything growing must cope with: few
 * distinct values, many, sparse exclusive flags, constants, and with
 * share_missing > 0 missing values in some. Targets are noise about a function
 * of the features. The same for the same seed. */
struct cml_dataset fixture_random_dataset(size_t n_rows, size_t n_features, double share_missing,
					  uint64_t seed);

/* A trained predictor, gbt unless said otherwise, with its options, its summary (terminated) and its bytes in a
 * model file. */
struct fixture_boosted {
	const struct cml_predictor_kind *kind;
	struct cml_hyper hyper;
	void *state;
	struct cml_buffer summary;
	struct cml_buffer bytes;
};

/* options: `name value` pairs, separated by blanks; they must be right. Neither
 * summary nor bytes are finished. */
enum cml_status fixture_try_boost(struct fixture_boosted *made, const struct cml_dataset *data,
				  const char *options, uint64_t seed, struct cml_pool *pool,
				  struct cml_error *err);
/* Trains and finishes; ends the test when it fails. */
struct fixture_boosted fixture_boost_with(const struct cml_dataset *data, const char *options,
					  uint64_t seed, struct cml_pool *pool);
/* The same for any kind. */
struct fixture_boosted fixture_train(const struct cml_predictor_kind *kind,
				     const struct cml_dataset *data, const char *options,
				     uint64_t seed, struct cml_pool *pool);
/* A gbt with seed 1 on this thread alone. */
struct fixture_boosted fixture_boost(const struct cml_dataset *data, const char *options);
void fixture_boosted_release(struct fixture_boosted *made);

bool fixture_same_bytes(const struct fixture_boosted *a, const struct fixture_boosted *b);
/* A number of the summary. */
double fixture_fact(const struct fixture_boosted *made, const char *name);
double fixture_predict_row(const struct fixture_boosted *made, const float *x);

#endif

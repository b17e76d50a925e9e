/* Small datasets for tests of gradient boosting. */
#ifndef CML_TEST_GBT_FIXTURE_H
#define CML_TEST_GBT_FIXTURE_H

#include "model/dataset.h"

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

#endif

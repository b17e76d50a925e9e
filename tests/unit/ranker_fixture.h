/* Predictors that say what a table tells them, for tests of ranking. */
#ifndef CML_TEST_RANKER_FIXTURE_H
#define CML_TEST_RANKER_FIXTURE_H

#include "model/model.h"

#include <stdbool.h>

/* Predicts its first feature, with its second as the deviation: what a table
 * says is what comes out. */
extern const struct cml_predictor_kind echo_predictor;
/* The same, but never knows how sure it is. */
extern const struct cml_predictor_kind blind_predictor;

/* Params speed, spread and gpu (a100|h100), and the rule speed < 1000. */
extern const char echo_space[];

/* A model over echo_space, or over features of the same names. */
struct cml_model *echo_model(const struct cml_predictor_kind *kind, bool maximize, bool with_space);

#endif

#include "learn/trees/tree_ensemble.h"

#include "damage_fixture.h"
#include "learn/predictor/model_bytes.h"
#include "predictor_bytes.h"
#include "test.h"
#include "trees_fixture.h"

static const struct cml_predictor_kind *const gbt = &cml_gbt_predictor;
Test(tree_ensemble, comes_back_from_bytes_or_is_refused)
{
	AUTO(cml_dataset) data = fixture_random_dataset(60, 6, 0.1, 6);
	AUTO(fixture_boosted) made = fixture_boost(&data, "trees 4 ensemble 2 depth 3");
	fixture_damage_predictor(gbt, made.state, cml_buffer_slice(&made.bytes), &data);
}

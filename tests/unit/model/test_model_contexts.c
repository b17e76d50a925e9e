#include "model/model_contexts.h"

#include "model/model.h"
#include "model_fixture.h"
#include "test.h"

/* Slots: gpus 0, nodes 1, gpu 2, layers 3, hidden 4, tp 5, nic 6. */
static const char text[] = "name,role,type,domain,encoding\n"
			   "gpus,context,int,8:512:*2,log\n"
			   "nodes,context,int,1:64:*2,value\n"
			   "gpu,context,categorical,a100|h100|l40,\n"
			   "layers,context,int,12|24|48,value\n"
			   "hidden,context,int,1024|2048|3000|4096,onehot\n"
			   "tp,param,int,1|2,value\n"
			   "nic,context,categorical,ib|roce,\n"
			   "wps,metric,max,,\n";
/* Levels by position. */
static const double jobs[][7] = {{8, 1, 0, 12, 0, 1, 0},  {16, 2, 0, 24, 1, 2, 0},
				 {32, 4, 1, 12, 0, 1, 1}, {8, 1, 1, 48, 2, 2, 1},
				 {16, 2, 0, 48, 2, 1, 0}, {16, 2, 1, 24, 1, 2, 1}};

static void init(struct cml_model *model)
{
	AUTO(cml_dataset) data = {0};
	*model = (struct cml_model){.space = fixture_space(text)};
	assert_ok(cml_encoder_init(&model->encoder, model->space, &err));
	size_t n = model->n_features = model->encoder.n_features;
	const char *names[16];
	cr_assert_eq(n, 13);
	for (size_t i = 0; i < n; i++)
		names[i] = model->encoder.features[i].name;
	assert_ok(cml_dataset_init(&data, n, names, &err));
	for (size_t i = 0; i < 6; i++) {
		double values[8], features[16];
		for (size_t slot = 0; slot < 7; slot++) {
			bool is_level = slot == 2 || slot == 4 || slot == 6;
			values[slot] = is_level
					   ? cml_domain_value(&model->space->columns[slot].domain,
							      (size_t)jobs[i][slot])
					   : jobs[i][slot];
		}
		values[7] = NAN;
		assert_ok(cml_encoder_encode(&model->encoder, values, features, &err));
		assert_ok(cml_dataset_append(&data, features, 1, 1, i, &err));
	}
	assert_ok(cml_model_support_train(&model->support, &model->encoder, n, &data, &err));
}

/* What slot follows from contexts that are given by pairs of slot and value or position. */
static struct cml_followed follow(const struct cml_model *model, size_t slot, size_t n,
				  const double (*pairs)[2], bool *found)
{
	struct cml_followed followed;
	double given[8];
	for (size_t i = 0; i < 8; i++)
		given[i] = NAN;
	for (size_t i = 0; i < n; i++) {
		size_t at = (size_t)pairs[i][0];
		given[at] = at == 2 || at == 6 ? cml_domain_value(&model->space->columns[at].domain,
								  (size_t)pairs[i][1])
					       : pairs[i][1];
	}
	assert_ok(cml_model_follow_context(model, given, slot, false, found, &followed, &err));
	return followed;
}

Test(model_contexts, follow_by_a_factor_that_all_jobs_have)
{
	struct cml_model model;
	bool found;
	init(&model);
	struct cml_followed nodes =
	    follow(&model, 1, 2, (const double[][2]){{2, 0}, {0, 256}}, &found);
	cr_assert(found);
	cr_assert_eq(nodes.value, 32);
	cr_assert_eq(nodes.by, 0);
	cr_assert_float_eq(nodes.factor, 0.125, 1e-6);
	struct cml_followed gpus = follow(&model, 0, 1, (const double[][2]){{1, 16}}, &found);
	cr_assert(found && gpus.value == 128);
	cr_assert_not(nodes.is_outside || gpus.is_outside);
	gpus = follow(&model, 0, 1, (const double[][2]){{1, 128}}, &found);
	cr_assert(found && gpus.is_outside && gpus.value == 1024 && gpus.by == 1);
	nodes = follow(&model, 1, 1, (const double[][2]){{0, 12}}, &found);
	cr_assert(found && nodes.is_outside && nodes.value == 1.5, "no whole number");
	fixture_support_release(&model);
}

Test(model_contexts, follow_where_jobs_with_the_same_value_have_one)
{
	struct cml_model model;
	bool found;
	init(&model);
	/* 256 devices are in no job, so that the layers decide; no factor: 3000 / 48. */
	struct cml_followed hidden =
	    follow(&model, 4, 2, (const double[][2]){{0, 256}, {3, 48}}, &found);
	cr_assert(found && hidden.value == 3000 && hidden.by == 3);
	/* No job has 32 devices and an a100, and by themselves both say something else of nic,
	 * which depends on the device. */
	struct cml_followed ib = follow(&model, 6, 2, (const double[][2]){{0, 32}, {2, 0}}, &found);
	cr_assert(found && ib.by == 2);
	cr_assert_eq(ib.value, cml_domain_value(&model.space->columns[6].domain, 0));
	struct cml_followed both =
	    follow(&model, 4, 2, (const double[][2]){{0, 16}, {3, 24}}, &found);
	cr_assert(found && both.value == 2048 && both.by == CML_NO_COLUMN);
	/* Nor 32 devices and 24 layers; the devices alone say it. */
	struct cml_followed nic =
	    follow(&model, 6, 2, (const double[][2]){{0, 32}, {3, 24}}, &found);
	cr_assert(found && nic.by == 0);
	cr_assert_eq(nic.value, cml_domain_value(&model.space->columns[6].domain, 1));
	follow(&model, 3, 1, (const double[][2]){{0, 16}}, &found);
	cr_assert_not(found, "24 and 48 layers");
	follow(&model, 6, 1, (const double[][2]){{2, 2}}, &found);
	cr_assert_not(found, "no job has this device");
	fixture_support_release(&model);
}

static size_t unknown_by(const struct cml_model *model, size_t slot, size_t at, double value)
{
	double given[8];
	size_t by, other;
	for (size_t i = 0; i < 8; i++)
		given[i] = NAN;
	given[at] = value;
	assert_ok(cml_model_find_unknown(model, given, slot, &by, &other, &err));
	return by;
}

Test(model_contexts, usual_where_no_job_with_what_is_given_has_the_default)
{
	struct cml_model model;
	struct cml_followed usual;
	double given[8] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
	bool found;
	init(&model);
	struct cml_space_column *layers = &model.space->columns[3];
	layers->has_default = true;
	layers->default_value = 12;
	/* Nothing is given. */
	assert_ok(cml_model_follow_context(&model, given, 3, true, &found, &usual, &err));
	cr_assert(!found);
	/* Of three jobs on 16 devices two have 24 layers and none 12. */
	given[0] = 16;
	assert_ok(cml_model_follow_context(&model, given, 3, true, &found, &usual, &err));
	cr_assert(found);
	cr_assert_eq(usual.value, 24);
	layers->default_value = 48;
	assert_ok(cml_model_follow_context(&model, given, 3, true, &found, &usual, &err));
	cr_assert(!found);
	fixture_support_release(&model);
}

Test(model_contexts, unknown_beside_what_no_job_has)
{
	struct cml_model model;
	init(&model);
	/* Six jobs, three hidden sizes, at most two jobs of the same layers: (2/6)^(6 - 3) = 0.037.
	 */
	cr_assert_eq(unknown_by(&model, 3, 4, 4096), 4, "layers, of a size in no job");
	cr_assert_eq(unknown_by(&model, 3, 4, 3000), CML_NO_COLUMN, "jobs have it");
	cr_assert_eq(unknown_by(&model, 0, 4, 4096), CML_NO_COLUMN, "devices differ for one size");
	cr_assert_eq(unknown_by(&model, 3, 3, 12), CML_NO_COLUMN, "it is given itself");
	/* Three of six jobs have two nodes, three values: (3/6)^(6 - 3) = 0.125. */
	cr_assert_eq(unknown_by(&model, 1, 0, 64), CML_NO_COLUMN, "it may be an accident");
	cml_support_free(model.support);
	model.support = NULL;
	cr_assert_eq(unknown_by(&model, 3, 4, 4096), CML_NO_COLUMN);
	fixture_support_release(&model);
}

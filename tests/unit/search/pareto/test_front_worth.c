#include "search/pareto/front_worth.h"

#include "model_fixture.h"
#include "test.h"

static const char space_text[] = "name,role,type,domain\n"
				 "gpus,param,int,1:64\n"
				 "wps,metric,max,\n"
				 "hours,metric,min,\n";

/* What a front of a model of these jobs is refused for. */
static void is_refused(const char *kind, const char *table, const char *why)
{
	AUTO(cml_dataset) data = {0};
	AUTO(cml_feature_table) columns;
	struct cml_row row;
	double numbers[8];
	AUTOPTR(cml_table_reader) reader = fixture_table(table);
	assert_ok(cml_feature_table_init(&columns, cml_table_header(reader), &err));
	assert_ok(cml_feature_table_dataset(&columns, cml_table_header(reader), &data, &err));
	while (cml_table_next(reader, &row, &err) == CML_OK)
		assert_ok(cml_dataset_append_row(&data, &columns, &row, numbers, &err));
	AUTOPTR(cml_space) space = fixture_space(space_text);
	AUTO(cml_hyper) hyper = {0};
	struct cml_training_hooks hooks = {0};
	struct cml_model_spec spec = {.hyper = &hyper, .seed = 1, .maximize = true};
	AUTOPTR(cml_model) model = NULL;
	struct cml_front front;
	assert_ok(cml_predictor_find(kind, &spec.kind, &err));
	assert_ok(cml_model_train(&model, &spec, &data, space, &hooks, &err));
	cr_assert_eq(cml_front_init(&front, model, &err), why ? CML_BAD_USAGE : CML_OK, "%s", kind);
	cr_assert(!why || strstr(err.message, why), "%s", err.message);
}

Test(front_worth, says_why_an_uncertainty_is_not_known)
{
	static const char one[] = "cml_target,cml_metric_hours,gpus,cml_status\n"
				  "10,6,1,ok\n";
	static const char equal[] = "cml_target,cml_metric_hours,gpus,cml_status\n"
				    "10,6,1,ok\n20,6,2,ok\n40,6,4,ok\n";
	static const char differing[] = "cml_target,cml_metric_hours,gpus,cml_status\n"
					"10,6,1,ok\n20,5,2,ok\n40,3,4,ok\n";
	is_refused("gp", one, "one job with 'wps' is too few");
	is_refused("linear", one, "one job with 'wps' is too few");
	is_refused("gp", equal, "'hours' is the same in all 3 jobs");
	is_refused("gbt", one, "-p gbt:ensemble=2 or more");
	is_refused("gbt", differing, "-p gbt:ensemble=2 or more");
	is_refused("gp", differing, NULL);
}

Test(front_worth, no_hopeless_proposal_is_on_the_front)
{
	AUTO(cml_front) front = {.axes = {{.maximize = true}, {.maximize = true}}};
	struct cml_proposal items[] = {{.pred = 9, .second = 9, .log_chance = log(0.2)},
				       {.pred = 5, .second = 5, .log_chance = log(0.9)},
				       {.pred = 4, .second = 4, .log_chance = 0}};
	struct cml_proposals proposals = {.items = items, .n = 3};
	assert_ok(cml_front_mark(&front, &proposals, &err));
	cr_expect(!items[0].on_front);
	cr_expect(items[1].on_front);
	cr_expect(!items[2].on_front);
}

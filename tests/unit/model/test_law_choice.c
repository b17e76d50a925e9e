/* Which law a model takes, on logs where it is known which is right. */
#include "model/model_train.h"

#include "law_fixture.h"
#include "model_fixture.h"
#include "test.h"

#define HEAD                                                                                       \
	"name,role,type,domain\ngpus,context,int,1:512\nnet,context,categorical,a|b|c\n"           \
	"batch,param,int,1:64\nwps,metric,max,\n"
#define COMPUTE "compute,term,,1 / gpus\n"

/* Speed of a configuration: gpus, net, batch. */
typedef double speed_of(const double *config);

static double noise(size_t i)
{
	return 1 + 0.02 * ((double)(i * 7919 % 997) / 997 - 0.5);
}

/* Jobs on 1 to 2 ** (n_counts - 1) devices. */
static struct cml_model *train(const char *space, size_t n, size_t n_counts, size_t n_nets,
			       speed_of *speed, struct fixture_law *jobs)
{
	fixture_law_init(jobs, space);
	for (size_t i = 0; i < n; i++) {
		size_t draw = i * 7919 % 10007;
		const double config[] = {(double)(1 << draw % n_counts),
					 (double)(draw / 7 % n_nets), (double)(1 + draw / 30 % 16)};
		fixture_law_add(jobs, config, CML_JOB_OK, speed(config) * noise(i), NULL);
	}
	return fixture_law_train(jobs, "gbt");
}

static const struct cml_law *law_of(const struct cml_model *model)
{
	return &model->laws.items[0];
}

static double predict(const struct fixture_law *jobs, const struct cml_model *model,
		      const double *config)
{
	return fixture_law_ask(jobs, model, config).mean;
}

/* On 64 to 256 devices, which no job had, the factor that predictions are off by at most. */
static double find_worst(const struct fixture_law *jobs, const struct cml_model *model,
			 speed_of *speed)
{
	double worst = 0;
	for (double gpus = 64; gpus <= 256; gpus *= 2)
		for (double net = 0; net < 3; net++) {
			const double config[] = {gpus, net, 8};
			worst =
			    fmax(worst, fabs(log(predict(jobs, model, config) / speed(config))));
		}
	return exp(worst);
}

/* Errors on larger jobs, of each choice. */
struct errors {
	double none, first, all;
};
static struct errors errors_of(const struct cml_model *model)
{
	const double *tried = law_of(model)->tried;
	return (struct errors){tried[CML_LAW_NONE], tried[CML_LAW_FIRST], tried[CML_LAW_ALL]};
}

/* Seconds that are shared by devices, and seconds that are not; a batch brings up to a fifth. */
static double amdahl(const double *config)
{
	return (1 + config[2] / 80) / (0.9 / config[0] + 0.1) / (1 + config[1]);
}

#define SERIAL "serial,term,,1\n"

Test(law_choice, all_terms_where_all_are_true)
{
	AUTO(fixture_law) jobs;
	AUTOPTR(cml_model) model = train(HEAD COMPUTE SERIAL, 120, 5, 3, amdahl, &jobs);
	struct errors errors = errors_of(model);
	cr_expect_eq(law_of(model)->chosen, CML_LAW_ALL);
	cr_expect(errors.all < 0.03 && errors.first > 0.2 && errors.none > 0.2, "%g %g %g",
		  errors.none, errors.first, errors.all);
	const double *weights = law_of(model)->weights;
	cr_expect_float_eq(weights[0] / weights[1], 9, 1, "%g", weights[0] / weights[1]);
	cr_expect_lt(find_worst(&jobs, model, amdahl), 1.1);
}

/* On one number of devices the largest models are held out, whose sizes their names tell. */
static double by_size(const double *config)
{
	static const double sizes[] = {1e9, 3e9, 7e9, 13e9};
	return (1 + config[2] / 80) / sizes[(size_t)config[1]];
}

Test(law_choice, of_larger_models)
{
	AUTO(fixture_law) jobs;
	AUTOPTR(cml_model) model =
	    train("name,role,type,domain,encoding\ngpus,context,int,1:512,\n"
		  "net,context,categorical,1b|3b|7b|13b,\nbatch,param,int,1:64,\nwps,metric,max,,\n"
		  "net_size,derived,,size(net),log\ncompute,term,,size(net) / gpus,\n",
		  120, 1, 4, by_size, &jobs);
	struct errors errors = errors_of(model);
	cr_expect(errors.first < 0.05 && errors.none > 0.3, "%g %g", errors.none, errors.first);
	cr_expect(law_of(model)->is_used);
}

/* Three jobs on the most devices are held out where eight are left. */
static bool is_tried(size_t n_rest, double least)
{
	AUTO(fixture_law) jobs;
	fixture_law_init(&jobs, HEAD COMPUTE SERIAL);
	for (size_t i = 0; i < n_rest + 3; i++) {
		double gpus = i >= n_rest ? 4 : i % 2 ? 2 : 1;
		const double config[] = {gpus, 0, (double)(i + 1)};
		fixture_law_add(&jobs, config, CML_JOB_OK, i > 0 ? amdahl(config) : least, NULL);
	}
	AUTOPTR(cml_model) model = fixture_law_train(&jobs, "gbt");
	bool found = !isnan(law_of(model)->tried[CML_LAW_ALL]);
	cr_expect_eq(law_of(model)->chosen, least > 0 ? CML_LAW_ALL : CML_LAW_NONE);
	return found;
}

Test(law_choice, of_too_few_to_try_takes_all_terms)
{
	cr_expect(is_tried(8, 1));
	cr_expect_not(is_tried(7, 1));
	cr_expect_not(is_tried(8, -1), "there is no logarithm of it");
}

#define ACTIVATIONS "activations,term,gb,4 * batch\n"
#define LIMIT "gb,limit,,:80\n"

/* Packed rows have the metric's first, and what is read of a term is the term. */
Test(law_choice, of_terms_in_any_order)
{
	static const char *const spaces[] = {
	    HEAD LIMIT COMPUTE SERIAL ACTIVATIONS, HEAD LIMIT ACTIVATIONS COMPUTE SERIAL,
	    HEAD ACTIVATIONS LIMIT "buffers,term,gb,2\n" SERIAL COMPUTE};
	for (size_t i = 0; i < 3; i++) {
		AUTO(fixture_law) jobs;
		AUTOPTR(cml_model) model = train(spaces[i], 60, 5, 3, amdahl, &jobs);
		struct fixture_law_answer found =
		    fixture_law_ask(&jobs, model, (double[]){64, 1, 8});
		double wanted = amdahl((double[]){64, 1, 8});
		cr_expect_float_eq(found.mean / wanted, 1, 0.1, "%zu: %g", i, found.mean);
		cr_expect_gt(found.chance, 0.9, "%zu: %g", i, found.chance);
		/* 256 of 80 GB. */
		found = fixture_law_ask(&jobs, model, (double[]){64, 1, 64});
		cr_expect_lt(found.chance, 0.1, "%zu: %g", i, found.chance);
	}
}

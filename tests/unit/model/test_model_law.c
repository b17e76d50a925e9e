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

Test(model_law, all_terms_where_all_are_true)
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

Test(model_law, of_larger_models)
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

/* A job does less well on a few devices than on one, but no worse on many. */
static double linear(const double *config)
{
	double lost = 0.05 * fmin(log2(config[0]), 2);
	return (1 + config[2] / 80) * config[0] * (1 - lost) / (1 + config[1]);
}

Test(model_law, the_first_term_where_the_others_mislead)
{
	AUTO(fixture_law) jobs;
	AUTOPTR(cml_model) model = train(HEAD COMPUTE SERIAL, 120, 6, 3, linear, &jobs);
	struct errors errors = errors_of(model);
	cr_expect_eq(law_of(model)->chosen, CML_LAW_FIRST);
	cr_expect(errors.first < 0.02 && errors.all > 2 * errors.first && errors.none > 0.4,
		  "%g %g %g", errors.none, errors.first, errors.all);
	cr_expect_eq(law_of(model)->weights[1], 0);
	cr_expect_lt(find_worst(&jobs, model, linear), 1.1);
}

static double flat(const double *config)
{
	return (1 + config[2] / 8) / (1 + config[1]);
}

#define GATHER "gather,term,,1 / gpus ** 2\n"

Test(model_law, none_where_no_term_is_true)
{
	AUTO(fixture_law) jobs;
	AUTOPTR(cml_model) model = train(HEAD COMPUTE GATHER, 120, 5, 3, flat, &jobs);
	struct errors errors = errors_of(model);
	cr_expect_eq(law_of(model)->chosen, CML_LAW_NONE);
	cr_expect(errors.none < 0.1 && errors.first > 0.5 && errors.all > 0.5, "%g %g %g",
		  errors.none, errors.first, errors.all);
	cr_expect_not(law_of(model)->is_used);
	cr_expect_eq(model->law_feature, CML_NO_LAW);
	cr_expect_lt(find_worst(&jobs, model, flat), 1.25);
	cml_model_free(model);
	fixture_law_release(&jobs);
	/* The same jobs, and a space without terms. */
	model = train(HEAD, 120, 5, 3, flat, &jobs);
	double without = predict(&jobs, model, (double[]){16, 1, 8});
	cr_expect_eq(model->laws.n, 0);
	cml_model_free(model);
	fixture_law_release(&jobs);
	model = train(HEAD COMPUTE GATHER, 120, 5, 3, flat, &jobs);
	cr_expect_eq(predict(&jobs, model, (double[]){16, 1, 8}), without);
}

Test(model_law, of_twenty_jobs)
{
	AUTO(fixture_law) jobs;
	AUTOPTR(cml_model) model = train(HEAD COMPUTE SERIAL, 20, 5, 3, amdahl, &jobs);
	cr_expect_eq(law_of(model)->chosen, CML_LAW_ALL);
	cr_expect_lt(find_worst(&jobs, model, amdahl), 1.4);
}

/* Three jobs on the most devices are held out where eight are left. */
static bool is_tried(size_t n_rest)
{
	AUTO(fixture_law) jobs;
	fixture_law_init(&jobs, HEAD COMPUTE SERIAL);
	for (size_t i = 0; i < n_rest + 3; i++) {
		double gpus = i >= n_rest ? 4 : i % 2 ? 2 : 1;
		const double config[] = {gpus, 0, (double)(i + 1)};
		fixture_law_add(&jobs, config, CML_JOB_OK, amdahl(config), NULL);
	}
	AUTOPTR(cml_model) model = fixture_law_train(&jobs, "gbt");
	bool found = !isnan(law_of(model)->tried[CML_LAW_ALL]);
	cr_expect_eq(law_of(model)->chosen, CML_LAW_ALL);
	return found;
}

Test(model_law, of_too_few_to_try_takes_all_terms)
{
	cr_expect(is_tried(8));
	cr_expect_not(is_tried(7));
}

Test(model_law, of_one_model)
{
	AUTO(fixture_law) jobs;
	AUTOPTR(cml_model) model = train(HEAD COMPUTE SERIAL, 60, 5, 1, amdahl, &jobs);
	cr_expect_eq(law_of(model)->chosen, CML_LAW_ALL);
	double found = predict(&jobs, model, (double[]){64, 0, 8});
	cr_expect_float_eq(found / amdahl((double[]){64, 0, 8}), 1, 0.1, "%g", found);
}

/* A packed row is as long as one of the encoder then. */
Test(model_law, of_a_single_term)
{
	AUTO(fixture_law) jobs;
	AUTOPTR(cml_model) model = train(HEAD COMPUTE, 120, 6, 3, linear, &jobs);
	cr_expect(law_of(model)->is_used);
	cr_expect_lt(find_worst(&jobs, model, linear), 1.1);
}

#define ACTIVATIONS "activations,term,gb,4 * batch\n"
#define LIMIT "gb,limit,,:80\n"

/* Packed rows have the metric's first, and what is read of a term is the term. */
Test(model_law, of_terms_in_any_order)
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

/* Terms that say nothing change nothing. */
static void expect_same_as(const char *rows)
{
	AUTO(fixture_law) jobs, others;
	char space[512];
	snprintf(space, sizeof space, "%s%s", HEAD COMPUTE SERIAL, rows);
	AUTOPTR(cml_model) model = train(HEAD COMPUTE SERIAL, 120, 5, 3, amdahl, &jobs);
	AUTOPTR(cml_model) other = train(space, 120, 5, 3, amdahl, &others);
	cr_expect_eq(law_of(other)->chosen, CML_LAW_ALL, "%s", rows);
	for (double gpus = 1; gpus <= 256; gpus *= 4) {
		const double config[] = {gpus, 1, 8};
		double wanted = predict(&jobs, model, config);
		double found = predict(&others, other, config);
		cr_expect_float_eq(found / wanted, 1, 0.02, "%s: %g: %g, not %g", rows, gpus, found,
				   wanted);
	}
}

Test(model_law, a_term_of_zeros_a_second_copy_or_a_wrong_one_changes_nothing)
{
	expect_same_as("none,term,,0 * gpus\n");
	expect_same_as("again,term,,2 / (2 * gpus)\n");
	expect_same_as("wrong,term,,gpus ** 2\n");
}

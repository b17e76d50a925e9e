#include "search/cost/cost.h"

#include "test.h"

/* gpus, gpu, hours, node (derived), wps */
static const char space_text[] = "name,role,type,domain,encoding,default,when\n"
				 "gpus,param,int,8|64,,,\n"
				 "gpu,context,categorical,a100|h100,,,\n"
				 "hours,param,float,0:10,,,gpus > 8\n"
				 "nodes,derived,,gpus / 8,,,\n"
				 "wps,metric,max,,,,\n"
				 "state,status,,,,,\n";
static struct cml_space *space;
static struct cml_cost cost;
static void fill(void)
{
	assert_ok(cml_space_from_text(&space, cml_slice_of(space_text), "test", &err));
}

static void clear(void)
{
	cml_cost_release(&cost);
	cml_space_free(space);
}

TestSuite(cost, .init = fill, .fini = clear);

/* Of 64 GPUs for the given hours on an a100. */
static enum cml_result amount_of(const char *text, double hours, double pred, double *amount)
{
	double a100 = (double)cml_symbols_find(&space->symbols, cml_slice_of("a100"));
	double values[] = {64, a100, hours, 8, NAN, NAN};
	assert_ok(cml_cost_init(&cost, space, text, &err));
	return cml_cost_of(&cost, values, (double[]){pred, NAN}, amount, &err);
}

Test(cost, is_what_the_expression_gives)
{
	double amount;
	assert_ok(amount_of("nodes * 2.385 * hours", 2, 0, &amount));
	cr_assert_float_eq(amount, 38.16, 1e-12);
}

Test(cost, takes_the_prediction_for_the_metric)
{
	double amount;
	assert_ok(amount_of("gpus * (1 + (gpu == 'h100')) * 1e6 / wps", NAN, 2500, &amount));
	cr_assert_float_eq(amount, 25600, 1e-9);
}

Test(cost, may_be_a_column)
{
	double amount;
	assert_ok(amount_of("hours", 0.25, 0, &amount));
	cr_assert_eq(amount, 0.25);
}

static void assert_no_amount(const char *text, double hours, double pred, const char *message)
{
	double amount;
	assert_error(amount_of(text, hours, pred, &amount), CML_BAD_DATA, message);
	cml_cost_release(&cost);
}

Test(cost, is_above_zero)
{
	assert_no_amount("gpus * hours", 0, 1,
			 "--cost: 'gpus * hours' is 0 with gpus=64, hours=0: what a job costs must "
			 "be above 0");
	assert_no_amount("gpus * wps", 0, -2,
			 "--cost: 'gpus * wps' is -128 with gpus=64, wps=-2 (predicted): what a "
			 "job costs must be above 0");
}

Test(cost, is_never_missing)
{
	assert_no_amount("gpus * hours", NAN, 1,
			 "--cost: 'gpus * hours' has no value with gpus=64, hours=missing");
	assert_no_amount("gpus / hours", 0, 1,
			 "--cost: 'gpus / hours' is undefined with gpus=64, hours=0: division by "
			 "zero");
}

static void assert_refused(const char *text, const char *part)
{
	cr_assert_eq(cml_cost_init(&cost, space, text, &err), CML_BAD_USAGE, "%s", text);
	cr_assert(strstr(err.message, part), "%s", err.message);
	cml_cost_release(&cost);
}

Test(cost, refuses_what_it_cannot_know)
{
	assert_refused("gpus * state", "its role is status");
	assert_refused("gpus * houres", "did you mean 'hours'?");
	assert_refused("gpu", "--cost: ");
	assert_refused("gpus *", "at the end");
	assert_refused("", "--cost: ");
	assert_refused("2 * 3", "names no column");
}

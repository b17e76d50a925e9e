#include "learn/predictor/hyper.h"

#include "test.h"

static const struct cml_hyper_spec specs[] = {
    {.name = "depth", .type = CML_HYPER_COUNT, .fallback = "3", .lo = 1, .hi = 32},
    {.name = "rate", .type = CML_HYPER_REAL, .fallback = "0.1", .lo = 0, .hi = 1, .open_lo = true},
    {.name = "l2", .type = CML_HYPER_REAL, .fallback = "0", .lo = 0, .hi = INFINITY},
    {.name = "shift", .type = CML_HYPER_REAL, .fallback = "-1.5", .lo = -INFINITY, .hi = INFINITY},
    {.name = "debt", .type = CML_HYPER_REAL, .fallback = "-1", .lo = -INFINITY, .hi = -1},
    {.name = "loss",
     .type = CML_HYPER_CHOICE,
     .fallback = "huber",
     .choices = "squared|huber|rank"},
};
#define N_SPECS COUNT(specs)

static struct cml_hyper hyper;
static void setup(void)
{
	hyper = (struct cml_hyper){0};
	err = (struct cml_error){0};
}

static void teardown(void)
{
	cml_hyper_release(&hyper);
}

TestSuite(hyper, .init = setup, .fini = teardown);

static void set(const char *name, const char *text)
{
	assert_ok(cml_hyper_set(&hyper, name, text, &err));
}

static enum cml_result resolve(void)
{
	return cml_hyper_resolve(&hyper, specs, N_SPECS, "gbt", &err);
}

static void expect_refused(const char *name, const char *text, const char *message)
{
	teardown();
	set(name, text);
	cr_expect_eq(resolve(), CML_BAD_USAGE, "%s %s", name, text);
	cr_expect_str_eq(err.message, message);
}

Test(hyper, a_later_value_replaces_an_earlier_one)
{
	set("loss", "rank");
	set("depth", "nonsense");
	set("depth", "7");
	cr_expect_eq(hyper.n, 2);
	assert_ok(resolve());
	cr_expect_eq(cml_hyper_count(&hyper, "depth"), 7);
	cr_expect_eq(cml_hyper_choice(&hyper, "loss"), 2);
	cr_expect_str_eq(hyper.values[5].text, "rank");
}

Test(hyper, says_what_is_wrong)
{
#define KNOWN " (known: depth, rate, l2, shift, debt, loss)"
	expect_refused("dropout", "0.5", "gbt: no parameter \"dropout\"" KNOWN);
	expect_refused("dept", "5", "gbt: no parameter \"dept\"; did you mean 'depth'?" KNOWN);
	expect_refused("depth", "x", "gbt: depth: not a whole number (1 to 32): \"x\"");
	expect_refused("depth", "", "gbt: depth: not a whole number (1 to 32): \"\"");
	expect_refused("depth", "0", "gbt: depth: not a whole number (1 to 32): \"0\"");
	expect_refused("depth", "33", "gbt: depth: not a whole number (1 to 32): \"33\"");
	expect_refused("depth", "2.5", "gbt: depth: not a whole number (1 to 32): \"2.5\"");
	expect_refused("depth", "99999999999999999999",
		       "gbt: depth: not a whole number (1 to 32): \"99999999999999999999\"");
	expect_refused("rate", "1.0000001",
		       "gbt: rate: not a number (above 0 to 1): \"1.0000001\"");
	expect_refused("rate", "nan", "gbt: rate: not a number (above 0 to 1): \"nan\"");
	expect_refused("l2", "-1", "gbt: l2: not a number (0 or more): \"-1\"");
	expect_refused("l2", "inf", "gbt: l2: not a number (0 or more): \"inf\"");
	expect_refused("shift", "1\n2", "gbt: shift: not a number (any): \"1\\x0a2\"");
	expect_refused("debt", "2", "gbt: debt: not a number (-1 or less): \"2\"");
	expect_refused("loss", "Huber", "gbt: loss: not one of squared|huber|rank: \"Huber\"");
	expect_refused("loss", "", "gbt: loss: not one of squared|huber|rank: \"\"");
	expect_refused("loss", "squared|huber",
		       "gbt: loss: not one of squared|huber|rank: \"squared|huber\"");
}

#include "space/feasible/constraints.h"
#include "space/space.h"
#include "test.h"

static struct cml_space *must_read(const char *text)
{
	struct cml_space *space = NULL;
	assert_ok(cml_space_from_text(&space, cml_slice_of(text), "s.csv", &err));
	return space;
}

/* The error of a space file that must be refused, as a user sees it. */
static void must_refuse(const char *text, const char *expected)
{
	struct cml_space *space = NULL;
	char message[CML_ERROR_TEXT_SIZE];
	cr_assert_eq(cml_space_from_text(&space, cml_slice_of(text), "s.csv", &err), CML_BAD_DATA,
		     "%s", text);
	cml_error_format(&err, message, sizeof message);
	cr_expect_not_null(strstr(message, expected), "got: %s\nwanted: %s", message, expected);
}

/* Not even where it is undefined: the value stays among those that a search draws. */
static size_t count_constraints(const char *rows)
{
	AUTO(cml_buffer) all = {0};
	AUTO(cml_constraints) constraints;
	double fixed[8];
	for (size_t i = 0; i < 8; i++)
		fixed[i] = NAN;
	cr_assert(cml_buffer_printf(&all,
				    "name,role,type,domain\na,param,int,0:4\n"
				    "b,param,int,0:4\nwps,metric,max,\n%s",
				    rows));
	cr_assert(cml_buffer_append(&all, "", 1));
	AUTOPTR(cml_space) space = must_read(all.data);
	assert_ok(cml_constraints_init(&constraints, space, fixed, 100, &err));
	size_t n = constraints.n;
	return n;
}

Test(space_law, terms_and_the_roof_forbid_nothing)
{
	cr_expect_eq(count_constraints(""), 0);
	cr_expect_eq(count_constraints("t,term,,1 / a\nr,roof,,log2(a)\n"), 0);
	cr_expect_eq(count_constraints("t,term,,1 / a\nc,rule,,a + b < 7\nr,roof,,log2(a)\n"), 1);
	cr_expect_eq(count_constraints("d,derived,,1 / a\n"), 1, "a derived column does");
}

#define HEAD "name,role,type,domain,encoding,default,when\ngpus,context,int,1:64\n"
#define METRIC "wps,metric,max\n"

Test(space_law, refuses_terms_that_are_none)
{
	must_refuse(HEAD "t,term,,gpus\n",
		    "s.csv:3: column 'type': row 't': a term without a row of role metric");
	must_refuse(HEAD METRIC "t,term,tps,gpus\n",
		    "s.csv:4: column 'type': row 't': a term is of a metric or a limit, and no row "
		    "is called 'tps'");
	must_refuse(HEAD METRIC "t,term,gpus,gpus\n",
		    "s.csv:4: column 'type': row 't': a term is of the first metric or a limit, "
		    "not of 'gpus'");
	must_refuse(HEAD METRIC "ms,metric,min\nt,term,ms,gpus\n",
		    "a term is of the first metric or a limit, not of 'ms'");
	must_refuse(HEAD METRIC "t,term,t,gpus\n", "not of 't'");
	must_refuse(HEAD METRIC "t,term,,\n", "a term row needs an expression here");
	must_refuse(HEAD METRIC "t,term,,gpus > 1\n", "row 't': ");
	must_refuse(HEAD METRIC "t,term,,gpus * wps\n",
		    "its role is metric: it is not known before a job has run");
	must_refuse(HEAD METRIC "t,term,,gpus,log\n",
		    "s.csv:4: column 'encoding': a term has no encoding: it is no feature");
	must_refuse(HEAD METRIC "cml_t,term,,gpus\n", "cml_");
	must_refuse(HEAD METRIC "t,term,,gpus\nt,term,,gpus\n", "s.csv:5: ");
}

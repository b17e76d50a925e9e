#include "space/config.h"
#include "space/encode/encoder.h"
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

static void complete(const struct cml_space *space, double *values)
{
	size_t broken;
	assert_ok(cml_config_complete(space, values, &broken, &err));
	cr_assert_eq(broken, CML_NO_COLUMN);
}

enum { GPUS, TP, GB, WPS, MEMORY, MS, COMPUTE, SENDS, STATES, ROOF, N_ROWS };
static const char text[] = "name,role,type,domain,when\n"
			   "gpus,context,int,1:64,\n"
			   "tp,param,int,1:8,\n"
			   "gb,context,float,1:,\n"
			   "wps,metric,max,,\n"
			   "memory,limit,,:gb,\n"
			   "ms,limit,,:100,\n"
			   "compute,term,,1 / gpus,\n"
			   "sends,term,ms,(tp - 1) / (gpus - 8),\n"
			   "states,term,memory,64 / gpus,\n"
			   "roof,roof,,gpus * 312,\n";

Test(space_law, terms_are_computed)
{
	AUTOPTR(cml_space) space = must_read(text);
	double values[N_ROWS] = {16, 5, 80};
	complete(space, values);
	cr_expect_eq(values[COMPUTE], 1. / 16);
	cr_expect_eq(values[SENDS], 0.5);
	cr_expect_float_eq(values[STATES], 4. / 80, 1e-15, "a fraction of the bound, as its limit");
	cr_expect_eq(values[ROOF], 16 * 312);
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

Test(space_law, terms_are_features_after_the_plain_ones)
{
	static const char *const names[] = {"gpus",  "tp",     "gb",  "compute",
					    "sends", "states", "roof"};
	AUTOPTR(cml_space) space = must_read(text);
	AUTO(cml_encoder) encoder;
	double values[N_ROWS] = {8, 5, 80}, features[7];
	complete(space, values);
	assert_ok(cml_encoder_init(&encoder, space, &err));
	cr_assert_eq(encoder.n_features, 7);
	cr_expect_eq(encoder.n_plain, 3);
	for (size_t i = 0; i < 7; i++) {
		cr_expect_str_eq(encoder.features[i].name, names[i]);
		cr_expect_eq(encoder.features[i].column, i < 3 ? i : i + 3);
	}
	assert_ok(cml_encoder_encode(&encoder, values, features, &err));
	cr_expect(features[3] == 1. / 8 && isnan(features[4]) && features[6] == 8 * 312);
	cml_encoder_release(&encoder);
	cml_space_free(space);
	/* Wherever their rows stand. */
	space = must_read("name,role,type,domain\na,param,int,1:64\nwps,metric,max,\n"
			  "t,term,,10 * a\nr,roof,,100 * a\nkind,context,categorical,x|y\n"
			  "d,derived,,a + 1\nu,term,,d + t\n");
	static const char *const mixed[] = {"a", "kind=x", "kind=y", "d", "t", "r", "u"};
	static const size_t order[] = {0, 1, 4, 5, 2, 3, 6}, first[] = {0, 1, 4, 5, 1, 3, 6};
	double some[7] = {3};
	some[4] = cml_domain_value(&space->columns[4].domain, 1);
	complete(space, some);
	assert_ok(cml_encoder_init(&encoder, space, &err));
	cr_expect(encoder.n_features == 7 && encoder.n_plain == 4);
	for (size_t i = 0; i < 7; i++) {
		cr_expect_str_eq(encoder.features[i].name, mixed[i]);
		cr_expect_eq(encoder.order[i], order[i]);
		cr_expect(encoder.n_of[i] == 0 || encoder.first[i] == first[i], "%zu", i);
	}
	const double wanted[] = {3, 0, 1, 4, 30, 300, 34};
	assert_ok(cml_encoder_encode(&encoder, some, features, &err));
	cr_expect_arr_eq(features, wanted, sizeof wanted);
	cml_encoder_release(&encoder);
	cml_space_free(space);
	/* Nothing is left for a predictor. */
	space = must_read("name,role,type,domain,encoding\na,param,int,1:64,none\n"
			  "wps,metric,max,,\nt,term,,a,\n");
	cr_expect_eq(cml_encoder_init(&encoder, space, &err), CML_BAD_DATA);
	cr_expect_not_null(strstr(err.message, "has the encoding none"));
}

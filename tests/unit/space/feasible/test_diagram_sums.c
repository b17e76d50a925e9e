#include "space/feasible/diagram.h"

#include "test.h"

/* Past CML_MAX_COMBINATIONS together, and few enough to try them all. */
#define HEAD "name,role,type,domain,when,default\n"
#define SEVEN                                                                                      \
	HEAD "a,param,int,1:6,,\nb,param,int,1:6,,\nc,param,int,0|2|3|7|11|20,,\n"                 \
	     "d,param,float,-2.5|-1|0|0.25|1|9,,\ne,param,int,1:6,,\n"                             \
	     "f,param,categorical,u|v|w|x|y|z,,\ng,param,int,1:6,,\n"
/* f has a condition: it may be absent. */
#define CONDITIONAL                                                                                \
	HEAD "a,param,int,1:6,,\nb,param,int,1:6,,\nc,param,int,1:6,,\nd,param,int,1:6,,\n"        \
	     "e,param,int,1:6,,\nf,param,int,1:6,a > 2,1\ng,param,int,1:6,b > 3,1\n"

static struct cml_space *space;
static struct cml_constraints constraints;
static struct cml_diagram diagram;

static void set_up(const char *params, const char *rows)
{
	char text[4096];
	double fixed[32];
	snprintf(text, sizeof text, "%s%s", params, rows);
	assert_ok(cml_space_from_text(&space, cml_slice_of(text), "s", &err));
	for (size_t i = 0; i < space->n_columns; i++)
		fixed[i] = NAN;
	assert_ok(cml_constraints_init(&constraints, space, fixed, 100, &err));
	assert_ok(cml_diagram_init(&diagram, &constraints, NULL, NULL, 1 << 20, &err));
}

static void release(void)
{
	cml_diagram_release(&diagram);
	cml_constraints_release(&constraints);
	cml_space_free(space);
	space = NULL;
}

TestSuite(diagram_build, .fini = release);

/* How many combinations of states pass, each tried. */
static size_t count_by_trying(void)
{
	size_t state[32] = {0}, n = 0, v = 0;
	double values[32];
	enum cml_verdict verdict;
	while (v < constraints.n_variables) {
		memcpy(values, constraints.fixed, space->n_columns * sizeof *values);
		for (v = 0; v < constraints.n_variables; v++)
			values[constraints.variables[v].slot] =
			    constraints.variables[v].values[state[v]];
		n += cml_constraints_check(&constraints, values, &verdict) == SIZE_MAX;
		for (v = 0; v < constraints.n_variables; v++) {
			if (++state[v] < constraints.variables[v].n_states)
				break;
			state[v] = 0;
		}
	}
	return n;
}

static void agree(const char *params, const char *rows)
{
	set_up(params, rows);
	size_t expected = count_by_trying();
	cr_assert(diagram.is_exact, "%s", rows);
	cr_assert_eq((size_t)diagram.levels[0].count[0], expected, "%s: %zu, not %zu", rows,
		     (size_t)diagram.levels[0].count[0], expected);
	release();
}

Test(diagram_build, count_what_trying_counts)
{
	static const char *const rows[] = {
	    "r,rule,,a + b + c + d + e + g == 20 and f == 'u',,\n",
	    "r,rule,,a + b + c + d + e + (f == 'u') + g == 20.25,,\n",
	    "r,rule,,2 * a - b + 3 * (c - d) <= e + (f == 'v') - g,,\n",
	    "r,rule,,12 < a + b + c + d + e + (f != 'w') + g <= 20,,\n",
	    "r,rule,,-(a + b + c) * 4 + d + e + g + (f == 'z') != -40,,\n",
	    "r,rule,,(a > 2) + (b > 2) + (c > 2) + (d > 0) + (e > 2) + (f == 'u') + (g > 2) >= "
	    "4,,\n",
	    "r,rule,,a * a + b * b + c // 3 + abs(d) + e + g > 30 + (f == 'y'),,\n",
	    "s,derived,,a + b + c,,\nt,derived,,s + d + e,,\nr,rule,,t + g + (f == 'v') < s + "
	    "7,,\n",
	    "r,rule,,a + b + c + d + e + g + (f == 'u') > 100,,\n",
	    "r,rule,,a + b + c + d + e + g + (f == 'u') < 100,,\n",
	    "q,rule,,a < b,,\nr,rule,,a + b + c + d + e + g + (f == 'u') <= 12,,\np,rule,,c == 2 * "
	    "e,,\n",
	};
	for (size_t i = 0; i < COUNT(rows); i++) {
		char text[256];
		snprintf(text, sizeof text, "%s", rows[i]);
		agree(SEVEN, text);
	}
}

Test(diagram_build, missing_values_make_a_rule_hold)
{
	agree(CONDITIONAL, "r,rule,,a + b + c + d + e + f + g == 25,,\n");
	agree(CONDITIONAL, "r,rule,,a + b + c + d + e + f + g <= 12,,\n");
	agree(CONDITIONAL, "r,rule,,a + b + c + d + e + f + g >= 30,,\n");
	agree(CONDITIONAL, "r,rule,,a + b + c + d + e + f - g != 9 and c < d,,\n");
}

/* Inexact sums, products of columns and what may be undefined are checked one by one. */
Test(diagram_build, leave_what_is_not_exact)
{
	static const char *const rows[] = {
	    "r,rule,,0.1 * a + 0.1 * b + c + d + e + g + (f == 'u') <= 12.3,,\n",
	    "r,rule,,a + b + c + d + e + (f == 'u') + g <= 20.3,,\n",
	    "r,rule,,a * b + c + d + e + g + (f == 'u') <= 12,,\n",
	    "r,rule,,1 / c + a + b + d + e + g + (f == 'u') <= 12,,\n",
	    "r,rule,,(a + b + c + d + e + g + (f == 'u')) % 4 == 0,,\n",
	    "r,rule,,a + b + c + d > 5 or e + g + (f == 'u') <= 12,,\n",
	};
	for (size_t i = 0; i < COUNT(rows); i++) {
		set_up(SEVEN, rows[i]);
		cr_assert_not(diagram.is_exact, "%s", rows[i]);
		release();
	}
}

/* 10^30 configurations, of which so many have the sum 150 (by convolution). */
Test(diagram_build, thirty_params)
{
	char params[2048] = HEAD, digits[CML_COUNT_SIZE], rule[512] = "r,rule,,p0";
	for (int i = 0; i < 30; i++) {
		snprintf(params + strlen(params), 64, "p%d,param,int,1:10,,\n", i);
		if (i > 0)
			snprintf(rule + strlen(rule), 16, " + p%d", i);
	}
	strcat(rule, " == 150,,\n");
	set_up(params, rule);
	cr_assert(diagram.is_exact);
	cr_assert_str_eq(cml_count_print(diagram.levels[0].count[0], digits),
			 "16140086096516907766548040207");
}

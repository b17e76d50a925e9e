#include "space/feasible/fixes.h"

#include "model_fixture.h"
#include "test.h"

/* Slots: gpus 0, nodes 1, kind 2, tp 3, x 4; rules from 5. */
static const char text[] = "name,role,type,domain,default\n"
			   "gpus,context,int,8:512:*2,8\n"
			   "nodes,context,int,1:64:*2,1\n"
			   "kind,context,categorical,small|large,\n"
			   "tp,param,int,1|2|4,\n"
			   "x,context,float,0:1,\n"
			   "r1,rule,,gpus <= 8 * nodes,\n"
			   "r2,rule,,gpus == 8 * nodes,\n"
			   "r3,rule,,(kind == 'large') == (gpus > 64),\n"
			   "r4,rule,,tp * nodes <= 8 and 2 * x > tp,\n";

static void give(double *given)
{
	for (size_t slot = 0; slot < 9; slot++)
		given[slot] = NAN;
}

Test(implied, is_the_one_value_that_a_rule_leaves)
{
	AUTOPTR(cml_space) space = fixture_space(text);
	double given[9], value;
	size_t rule;
	give(given);
	given[0] = 256;
	cr_assert(cml_rule_implies(space, given, 1, &value, &rule));
	cr_assert_eq(value, 32);
	cr_assert_eq(rule, 6, "r1 leaves 32 and 64");
	cr_assert(isnan(given[1]));
	cr_assert(cml_rule_implies(space, given, 2, &value, &rule));
	cr_assert_eq(value, cml_domain_value(&space->columns[2].domain, 1));
}

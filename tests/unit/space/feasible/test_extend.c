#include "model_fixture.h"
#include "space/feasible/fixes.h"
#include "test.h"

/* Slots: gpus 0, gbs 1, tp 2, dp 3, mbs 4, acc 5. */
static const char text[] = "name,role,type,domain,default\n"
			   "gpus,context,int,8:64:*2,64\n"
			   "gbs,context,int,8:512:*2,512\n"
			   "tp,param,int,1|2|4|8,\n"
			   "dp,param,int,1:64:*2,\n"
			   "mbs,param,int,1|2|4,\n"
			   "acc,param,int,1|2|4|8|16,\n"
			   "r1,rule,,dp * tp == gpus,\n"
			   "r2,rule,,dp * mbs * acc == gbs,\n"
			   "r3,rule,,gpus % tp == 0,\n";

static struct cml_space *admit(const char *fix, const char *other)
{
	struct cml_space *space = fixture_space(text);
	const char *fixes[] = {fix, other};
	assert_ok(cml_fixes_admit(space, fixes, other ? 2 : 1, &err));
	return space;
}

static double last(const struct cml_space *space, size_t slot)
{
	const struct cml_domain *domain = &space->columns[slot].domain;
	return cml_domain_value(domain, domain->n_values - 1);
}

Test(extend, grows_what_the_rule_asks_for_and_no_other_rule_refuses)
{
	AUTOPTR(cml_space) space = admit("gpus=256", NULL);
	cr_assert_eq(last(space, 3), 256);
	cr_assert_eq(space->columns[3].domain.kind, CML_DOMAIN_POWERS);
	cr_assert_eq(space->columns[3].grows_by, &space->columns[6]);
	cr_assert_eq(last(space, 2), 8, "ranks divide, and do not grow");
	cml_space_free(space);
	space = admit("gbs=2048", NULL);
	cr_assert_eq(last(space, 3), 64, "64 devices hold no more copies");
	cr_assert_eq(last(space, 5), 64);
	cml_space_free(space);
	space = admit("gbs=2048", "gpus=256");
	cr_assert_eq(last(space, 3), 256);
	cr_assert_eq(last(space, 5), 64, "by 32 copies of micro-batches of 1");
}

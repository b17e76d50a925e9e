#include "search/search.h"

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

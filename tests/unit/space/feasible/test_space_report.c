#include "space/feasible/space_report.h"

#include "test.h"

static struct cml_space *space;
static struct cml_space_report report;

static void make(const char *text)
{
	double fixed[16];
	for (size_t i = 0; i < 16; i++)
		fixed[i] = NAN;
	assert_ok(cml_space_from_text(&space, cml_slice_of(text), "s", &err));
	assert_ok(cml_space_report_init(&report, space, fixed, 1, &err));
}

static void release(void)
{
	cml_space_report_release(&report);
	cml_space_free(space);
}

TestSuite(space_report, .fini = release);

/* a x b is 12; c doubles it where a > 2, so that all is 3 * 2 + 2 * 3 * 2 = 18.
 * sum leaves (1,1), (1,2), (1,3), (2,1), (2,2), (3,1) x 2; ratio is undefined at b = 2,
 * which are 2 + 4, and false at b = 3 (1 / 1 > 2 is false): also 6. */
Test(space_report, counts_what_each_row_refuses_alone)
{
	make("name,role,type,domain,when\na,param,int,1:4,\nb,param,int,1:3,\n"
	     "c,param,bool,,a > 2\nsum,rule,,a + b < 5,\nratio,rule,,1 / (b - 2) < 1,\n"
	     "d,derived,,4 // (a - 1),\nfine,derived,,a * b,\n");
	cr_assert(report.all.n == 18 && report.all.is_exact);
	cr_assert_eq(report.n_rows, 3, "a derived column that is always defined is no row");
	cr_assert_eq(report.rows[0].left.n, 7);
	cr_assert_eq(report.rows[1].left.n, 6);
	cr_assert_eq(report.rows[2].left.n, 15);
	/* a > 1 and b = 1: (2,1), (3,1) x 2 */
	cr_assert_eq(report.feasible.n, 3);
	assert_ok(cml_space_report_verdict(&report, &err));
}

#include "space/feasible/diagram.h"
#include "space/feasible/space_report.h"
#include "test.h"

static struct cml_space *space;
static struct cml_constraints constraints;
static struct cml_diagram diagram;

static void set_up(const char *text, const bool *use, size_t max_children)
{
	double fixed[256];
	assert_ok(cml_space_from_text(&space, cml_slice_of(text), "s", &err));
	cr_assert_leq(space->n_columns, 256);
	for (size_t i = 0; i < space->n_columns; i++)
		fixed[i] = NAN;
	assert_ok(cml_constraints_init(&constraints, space, fixed, 100, &err));
	assert_ok(cml_diagram_init(&diagram, &constraints, false, use, max_children, &err));
}

static void release(void)
{
	cml_diagram_release(&diagram);
	cml_constraints_release(&constraints);
	cml_space_free(space);
}

TestSuite(diagram, .fini = release);

static void counts(const char *expected)
{
	char digits[CML_COUNT_SIZE];
	cr_assert_str_eq(cml_count_print(diagram.levels[0].count[0], digits), expected);
}

/* 12 params of 100 values, 100^12 = 10^24 of them. */
Test(diagram, counts_past_64_bits)
{
	char text[4096] = "name,role,type,domain\n";
	for (int i = 0; i < 12; i++)
		sprintf(text + strlen(text), "p%d,param,int,1:100\n", i);
	set_up(text, NULL, 1 << 20);
	counts("1000000000000000000000000");
	cr_assert_float_eq(diagram.levels[0].weight[0], 1e24, 1e10);
}

/* 10^400 configurations: no number holds the count, but draws need only ratios. */
Test(diagram, counts_stop_where_numbers_end)
{
	static char text[16384] = "name,role,type,domain\n";
	double point[200], values[201];
	for (int i = 0; i < 200; i++)
		sprintf(text + strlen(text), "p%d,param,int,1:100\n", i);
	strcat(text, "r,rule,,p0 + p1 == 2\n");
	set_up(text, NULL, 1 << 20);
	cr_assert(diagram.levels[0].count[0] == CML_COUNT_MAX);
	cr_assert(isfinite(diagram.levels[0].weight[0]) && diagram.levels[0].weight[0] > 0);
	for (size_t k = 0; k < 200; k++)
		point[k] = 0.995;
	cml_diagram_place(&diagram, point, values);
	cr_assert(values[0] == 1 && values[1] == 1 && values[2] == 100 && values[199] == 100);
}

Test(diagram, leaves_the_widest_rule_out_when_it_is_full)
{
	struct cml_space_size size;
	struct cml_random random = random_of(1, 0);
	set_up("name,role,type,domain\na,param,int,1:9\nb,param,int,1:9\nc,param,int,1:9\n"
	       "sum,rule,,a + b + c == 6\npair,rule,,a < b\n",
	       NULL, 110);
	cr_assert(!diagram.is_exact);
	cr_assert(cml_diagram_leaves(&diagram, 0) && !cml_diagram_leaves(&diagram, 1));
	counts("324");
	const double good[] = {1, 3, 2}, bad[] = {1, 3, 3};
	cr_assert_eq(cml_diagram_check_rest(&diagram, good), SIZE_MAX);
	cr_assert_eq(cml_diagram_check_rest(&diagram, bad), 0);
	/* (1,2,3), (1,3,2), (1,4,1), (2,3,1) */
	assert_ok(cml_space_size_find(&size, &diagram, &random, &err));
	cr_assert(size.is_exact && size.n == 4 && size.error == 0);
}

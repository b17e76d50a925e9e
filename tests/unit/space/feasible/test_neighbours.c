#include "space/feasible/sampler.h"

#include "test.h"

static struct cml_space *space;
static struct cml_constraints constraints;

static void set_up(const char *text)
{
	double fixed[16];
	for (size_t i = 0; i < 16; i++)
		fixed[i] = NAN;
	assert_ok(cml_space_from_text(&space, cml_slice_of(text), "s", &err));
	assert_ok(cml_constraints_init(&constraints, space, fixed, 100, &err));
}

static void release(void)
{
	cml_constraints_release(&constraints);
	cml_space_free(space);
}

TestSuite(neighbours, .fini = release);

/* From pp = 1: pp = 2 brings chunks (its default, 4) and order (the first), pp = 4 is
 * refused by the rule with chunks 4; batch takes its two other values. */
Test(neighbours, complete_what_becomes_active)
{
	static const double expected[3][4] = {{2, 4, 0, 1}, {1, NAN, NAN, 2}, {1, NAN, NAN, 4}};
	struct cml_neighbours all;
	double neighbour[6];
	const double from[6] = {1, NAN, NAN, 1, NAN, NAN};
	set_up("name,role,type,domain,default,when\npp,param,int,1|2|4,,\n"
	       "chunks,param,int,1|2|4,4,pp > 1\norder,param,ordinal,lo|hi,,chunks > 1\n"
	       "batch,param,int,1|2|4,,\nstages,derived,,pp * chunks,,\n"
	       "r,rule,,stages <= 8,,\n");
	cml_neighbours_start(&all, &constraints, from);
	for (size_t i = 0; i < 3; i++) {
		cr_assert(cml_neighbours_next(&all, neighbour));
		for (size_t k = 0; k < 4; k++)
			cr_assert(neighbour[k] == expected[i][k] ||
				      (isnan(neighbour[k]) && isnan(expected[i][k])),
				  "%zu %zu: %g", i, k, neighbour[k]);
		cr_assert(i == 0 ? neighbour[4] == 8 : isnan(neighbour[4]));
	}
	cr_assert(!cml_neighbours_next(&all, neighbour));
}

/* As for a param that an equality ties to another. */
Test(neighbours, of_many_values_none_is_listed_to_be_drawn)
{
	struct cml_random random = random_of(1, 0);
	double neighbour[3];
	const double from[3] = {1, 0, NAN};
	set_up("name,role,type,domain\na,param,int,1:50\nb,param,int,0:100000\n"
	       "r,rule,,a == 1 and b % 77777 == 0\n");
	cr_assert(!cml_neighbour_draw(&constraints, &random, from, neighbour));
}

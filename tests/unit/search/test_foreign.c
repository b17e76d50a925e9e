/* A batch for a device that no job had. */
#include "search/selection.h"

#include "test.h"

/* Four params of two values, in the order of binary numbers: predictions fall by 0.1. */
Test(foreign, proposals_differ_in_half_of_the_params)
{
	static const char text[] = "name,role,type,domain\na,param,int,0:1\nb,param,int,0:1\n"
				   "c,param,int,0:1\nd,param,int,0:1\n";
	AUTOPTR(cml_space) space = NULL;
	AUTO(cml_proposals) proposals = {.n = 16};
	assert_ok(cml_space_from_text(&space, cml_slice_of(text), "test", &err));
	cr_assert(CML_NEW(&proposals.items, 16) && CML_NEW(&proposals.values, 16 * 4));
	for (size_t i = 0; i < 16; i++) {
		double *values = proposals.values + i * 4;
		for (size_t bit = 0; bit < 4; bit++)
			values[bit] = (double)(i >> (3 - bit) & 1);
		proposals.items[i] = (struct cml_proposal){
		    .values = values, .key = i, .pred = 5 - 0.1 * (double)i, .sd = 1};
	}
	struct cml_caution caution = {
	    .is_foreign = true, .max_untried = SIZE_MAX, .max_failing = INFINITY};
	struct cml_selection selection = {.skips_similar = true};
	struct cml_selection_problem problem = {.selection = &selection,
						.space = space,
						.worth.acquisition.maximize = true,
						.caution = &caution,
						.n = 5};
	assert_ok(cml_select(&problem, &proposals, &err));
	/* The best, and the one farthest from it; then in turns the best, and the farthest, of
	 * those that differ in two from all before. */
	const uint64_t keys[] = {0, 15, 3, 5, 6};
	cr_assert_eq(proposals.n, 5);
	for (size_t i = 0; i < 5; i++)
		cr_expect_eq(proposals.items[i].key, keys[i], "%zu: %d", i,
			     (int)proposals.items[i].key);
}

/* A batch for a device that no job had. */
#include "search/selection.h"

#include "test.h"

/* Four params of two values, in the order of binary numbers: predictions fall by 0.1. */
Test(foreign, proposals_differ_in_half_of_the_params)
{
	static const char text[] = "name,role,type,domain\na,param,int,0:1\nb,param,int,0:1\n"
				   "c,param,int,0:1\nd,param,int,0:1\n";
	struct cml_space *space;
	struct cml_proposals proposals = {.n = 8};
	struct cml_error err;
	cr_assert_eq(cml_space_from_text(&space, cml_slice_of(text), "test", &err), CML_OK);
	cr_assert(CML_NEW(&proposals.items, 8) && CML_NEW(&proposals.values, 8 * 4));
	for (size_t i = 0; i < 8; i++) {
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
	cr_assert_eq(cml_select(&problem, &proposals, &err), CML_OK);
	/* The first that differ in two from all before, then the others. */
	const uint64_t keys[] = {0, 3, 5, 6, 1};
	cr_assert_eq(proposals.n, 5);
	for (size_t i = 0; i < 5; i++)
		cr_expect_eq(proposals.items[i].key, keys[i], "%zu: %d", i,
			     (int)proposals.items[i].key);
	cml_proposals_release(&proposals);
	cml_space_free(space);
}

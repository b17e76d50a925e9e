#include "search/portfolio/portfolio.h"

#include "test.h"

/* One ordered param with the levels 0, 1, 2, 5, 10. */
Test(maximin, distances_are_those_to_the_nearest_taken)
{
	double values[] = {0, 1, 2, 5, 10};
	AUTOPTR(cml_space) space = NULL;
	struct cml_portfolio portfolio = {0};
	struct cml_proposal configs[5] = {{0}};
	assert_ok(cml_space_from_text(
	    &space, cml_slice_of("name,role,type,domain\nx,param,int,0:10\n"), "test", &err));
	for (size_t i = 0; i < 5; i++)
		configs[i].values = values + i;
	assert_ok(cml_level_table_init(&portfolio.table, space, NULL, 5, configs, &err));
	assert_ok(cml_portfolio_spread(&portfolio, NULL, NULL, &err));
	const double *nearest = portfolio.nearest;
	cr_expect(isinf(nearest[3]));
	cml_portfolio_take(&portfolio, 4);
	/* From end to end is .4 of the way round, from 5 to 10 .8. */
	cr_expect_float_eq(nearest[0], pow(0.75 * 1 + 0.25 * 0.4, 2), 1e-12);
	cr_expect_float_eq(nearest[3], pow(0.75 * 0.5 + 0.25 * 0.8, 2), 1e-12);
	cr_expect_eq(nearest[4], 0);
	cml_portfolio_take(&portfolio, 1);
	cr_expect_float_eq(nearest[0], pow(0.75 * 0.1 + 0.25 * 0.16, 2), 1e-12);
	cr_expect_float_eq(nearest[3], pow(0.75 * 0.4 + 0.25 * 0.64, 2), 1e-12);
	cr_expect_eq(nearest[4], 0, "the nearest stays");
	cml_arena_release(&portfolio.table.settings.arena);
}

#include "search/portfolio/portfolio.h"

#include <criterion/criterion.h>
#include <math.h>

/* One ordered param with the levels 0, 1, 2, 5, 10. */
Test(maximin, distances_are_those_to_the_nearest_taken)
{
	static const double values[] = {0, 1, 2, 5, 10};
	struct cml_error err = {0};
	struct cml_space *space;
	struct cml_settings settings;
	struct cml_maximin maximin;
	struct cml_level_table table;
	const double *configs[5];
	uint16_t levels[5];
	cr_assert_eq(cml_space_from_text(&space,
					 cml_slice_of("name,role,type,domain\nx,param,int,0:10\n"),
					 "test", &err),
		     CML_OK);
	cr_assert_eq(cml_settings_init(&settings, space, &err), CML_OK);
	for (size_t i = 0; i < 5; i++)
		cml_settings_add(&settings, values + i);
	cml_settings_close(&settings, space);
	for (size_t i = 0; i < 5; i++)
		cml_settings_levels(&settings, values + i, levels + i);
	for (size_t i = 0; i < 5; i++)
		configs[i] = values + i;
	cr_assert_eq(cml_level_table_init(&table, &settings, 5, configs, &err), CML_OK);
	cr_assert_eq(cml_maximin_init(&maximin, &table, &err), CML_OK);
	cr_expect(isinf(maximin.nearest[3]));
	cml_maximin_take(&maximin, levels + 4);
	/* From end to end is .4 of the way round, from 5 to 10 .8. */
	cr_expect_float_eq(maximin.nearest[0], pow(0.75 * 1 + 0.25 * 0.4, 2), 1e-12);
	cr_expect_float_eq(maximin.nearest[3], pow(0.75 * 0.5 + 0.25 * 0.8, 2), 1e-12);
	cr_expect_eq(maximin.nearest[4], 0);
	cml_maximin_take(&maximin, levels + 1);
	cr_expect_float_eq(maximin.nearest[0], pow(0.75 * 0.1 + 0.25 * 0.16, 2), 1e-12);
	cr_expect_float_eq(maximin.nearest[3], pow(0.75 * 0.4 + 0.25 * 0.64, 2), 1e-12);
	cr_expect_eq(maximin.nearest[4], 0, "the nearest stays");
	cml_maximin_release(&maximin);
	cml_level_table_release(&table);
	cml_settings_release(&settings);
	cml_space_free(space);
}

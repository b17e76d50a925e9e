#include "search/portfolio/level_table.h"

#include "test.h"

static const char space_text[] = "name,role,type,domain,encoding\n"
				 "batch,param,int,1:64:*2,\n"
				 "tile,param,int,0:10,\n"
				 "mode,param,categorical,a|b|c,\n"
				 "note,param,int,1:3,none\n"
				 "gpus,context,int,1:8,\n";
static struct cml_space *space;
static struct cml_settings settings;

static void make(void)
{
	assert_ok(cml_space_from_text(&space, cml_slice_of(space_text), "test", &err));
	assert_ok(cml_settings_init(&settings, space, &err));
}

static void clear(void)
{
	cml_settings_release(&settings);
	cml_space_free(space);
}

TestSuite(settings, .init = make, .fini = clear);

static void add(double batch, double tile, double mode)
{
	double values[] = {batch, tile, mode, 1, 8};
	cml_settings_add(&settings, values);
}

Test(settings, are_the_params_that_have_a_feature)
{
	cr_assert_eq(settings.n, 3);
	cr_expect_eq(settings.items[1].slot, 1);
	cr_expect(settings.items[0].is_ordered && settings.items[1].is_ordered);
	cr_expect(!settings.items[2].is_ordered);
}

Test(settings, levels_are_the_values_seen_and_places_go_by_the_encoding)
{
	add(64, 7, 2);
	add(1, 0, 0);
	add(8, 7, NAN);
	cml_settings_close(&settings, space);
	const struct cml_setting *batch = &settings.items[0];
	cr_assert_eq(batch->n, 3);
	cr_expect_eq(batch->values[1], 8);
	cr_expect_float_eq(batch->places[1], 0.5, 1e-12, "a logarithm");
	cr_assert_eq(settings.items[1].n, 2);
	cr_assert_eq(settings.items[2].n, 2, "an absent param is no value");
}

Test(settings, gaps)
{
	add(1, 0, 0);
	add(8, 2, 1);
	add(64, 8, 2);
	cml_settings_close(&settings, space);
	cr_expect_float_eq(cml_setting_gap(&settings.items[0], 0, 1), 0.5, 1e-12);
	cr_expect_float_eq(cml_setting_gap(&settings.items[1], 1, 0), 0.25, 1e-12);
	cr_expect_eq(cml_setting_gap(&settings.items[2], 0, 2), 1);
	cr_expect_eq(cml_setting_gap(&settings.items[2], 0, 1), 1);
	cr_expect_eq(cml_setting_gap(&settings.items[1], 3, 3), 0, "both are absent");
	cr_expect_eq(cml_setting_gap(&settings.items[1], 3, 2), 1, "one is absent");
}

Test(settings, other_values_count_as_the_nearest_level)
{
	uint16_t levels[3];
	add(1, 0, 0);
	add(64, 8, 1);
	cml_settings_close(&settings, space);
	cml_settings_levels(&settings, (double[]){2, 5, 1, 1, 8}, levels);
	cr_expect_eq(levels[0], 0);
	cr_expect_eq(levels[1], 1);
	cml_settings_levels(&settings, (double[]){64, 10, 1, 1, 8}, levels);
	cr_expect_eq(levels[1], 1, "beyond the last");
}

Test(settings, there_are_at_most_so_many_levels)
{
	AUTOPTR(cml_space) wide = NULL;
	AUTO(cml_settings) made;
	uint16_t level;
	assert_ok(cml_space_from_text(
	    &wide, cml_slice_of("name,role,type,domain\nx,param,float,0:1\n"), "wide", &err));
	assert_ok(cml_settings_init(&made, wide, &err));
	for (int i = 1000; i >= 0; i--)
		cml_settings_add(&made, (double[]){0.001 * i});
	cml_settings_close(&made, wide);
	cr_expect_eq(made.items[0].n, CML_MAX_SETTING_LEVELS);
	cml_settings_levels(&made, (double[]){0.3}, &level);
	cr_expect_eq(level, 0);
	cml_settings_levels(&made, (double[]){1}, &level);
	cr_expect_eq(level, CML_MAX_SETTING_LEVELS - 1);
}

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
	cml_arena_release(&settings.arena);
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

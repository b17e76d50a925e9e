#include "base/random.h"

#include "test.h"

Test(gbt_sample, items_are_drawn_equally_often)
{
	struct cml_random random = random_of(5, 2);
	uint32_t items[10], drawn[10], left[10];
	size_t counts[10] = {0};
	for (uint32_t i = 0; i < 10; i++)
		items[i] = i;
	for (size_t round = 0; round < 20000; round++) {
		cml_draw_without_replacement(&random, items, 10, 3, drawn, left);
		for (size_t i = 0; i < 3; i++)
			counts[drawn[i]]++;
	}
	/* 6000 each, standard deviation 65. */
	for (size_t i = 0; i < 10; i++)
		cr_expect(fabs((double)counts[i] - 6000) < 300, "item %zu: %zu", i, counts[i]);
}

Test(gbt_sample, shares)
{
	cr_expect_eq(cml_count_of_fraction(0.5, 7), 3);
	cr_expect_eq(cml_count_of_fraction(0.01, 7), 1);
	cr_expect_eq(cml_count_of_fraction(1, 7), 7);
	cr_expect_eq(cml_count_of_fraction(0.9, 1), 1);
}

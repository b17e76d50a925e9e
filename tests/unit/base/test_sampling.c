#include "base/random.h"

#include "test.h"

Test(gbt_sample, every_item_is_drawn_or_left_in_order)
{
	struct cml_random random = random_of(3, 0);
	uint32_t items[20], drawn[20], left[20];
	for (uint32_t i = 0; i < 20; i++)
		items[i] = 5 * i;
	for (size_t n_drawn = 0; n_drawn <= 20; n_drawn++) {
		size_t d = 0, l = 0;
		cml_draw_without_replacement(&random, items, 20, n_drawn, drawn, left);
		for (size_t i = 0; i < 20; i++) {
			if (d < n_drawn && drawn[d] == items[i])
				d++;
			else if (l < 20 - n_drawn && left[l] == items[i])
				l++;
		}
		cr_expect_eq(d, n_drawn);
		cr_expect_eq(l, 20 - n_drawn);
	}
}

Test(gbt_sample, drawing_in_place)
{
	struct cml_random random, again;
	uint32_t items[50], drawn[50], left[50], copy[50], left_again[50];
	cml_random_init(&random, 8, 1);
	cml_random_init(&again, 8, 1);
	for (uint32_t i = 0; i < 50; i++)
		items[i] = copy[i] = 100 - i;
	cml_draw_without_replacement(&random, items, 50, 20, drawn, left);
	cml_draw_without_replacement(&again, copy, 50, 20, copy, left_again);
	cr_expect_arr_eq(copy, drawn, 20 * sizeof *drawn);
	cr_expect_arr_eq(left_again, left, 30 * sizeof *left);
}

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

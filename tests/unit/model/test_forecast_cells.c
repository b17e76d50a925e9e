#include "model/forecast_cells.h"

#include "test.h"

Test(forecast_cells, a_chance_has_two_digits_of_its_smaller_side)
{
	static const struct {
		double chance, rounded;
	} cases[] = {{0.8134, 0.81},          {0.95123, 0.951},      {0.012345, 0.012},
		     {0.4999, 0.5},           {0.99953871, 0.99954}, {0.0000123456, 0.000012},
		     {0.99999999, 0.99999999}};
	for (size_t i = 0; i < COUNT(cases); i++)
		cr_assert_eq(cml_chance_round(log(cases[i].chance)), cases[i].rounded,
			     "%.17g: %.17g", cases[i].chance,
			     cml_chance_round(log(cases[i].chance)));
	cr_assert_eq(cml_chance_round(0), 1);
	cr_assert_eq(cml_chance_round(-INFINITY), 0);
	struct cml_random random = random_of(5, 0);
	for (size_t i = 0; i < 2000; i++) {
		double chance = exp(-40 * cml_random_uniform(&random));
		double rounded = cml_chance_round(log(chance));
		cr_assert_leq(fabs(rounded - chance), 0.05 * chance * (1 + 1e-9));
		cr_assert(rounded > 0 && rounded < 1);
	}
}

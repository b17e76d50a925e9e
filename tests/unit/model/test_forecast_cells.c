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

Test(forecast_cells, a_deviation_is_no_wider_than_its_interval)
{
	struct cml_forecast forecast = {1.1e6, 3.2e7, 1e5, 3.39e6};
	cr_assert_float_eq(cml_forecast_sd(&forecast), 1e6, 1e3);
	forecast.sd = 1000; /* it is narrower */
	cr_assert_eq(cml_forecast_sd(&forecast), 1000);
	forecast = (struct cml_forecast){5, 20, NAN, NAN}; /* there is no interval */
	cr_assert_eq(cml_forecast_sd(&forecast), 20);
	forecast = (struct cml_forecast){5, NAN, 1, 9};
	cr_assert(isnan(cml_forecast_sd(&forecast)));
	forecast = (struct cml_forecast){5, 1, 5, 5};
	cr_assert(isnan(cml_forecast_sd(&forecast)));
}

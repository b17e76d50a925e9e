#include "model/forecast_cells.h"

#include <criterion/criterion.h>
#include <math.h>

#include "base/random.h"

Test(forecast_cells, digits_follow_the_uncertainty)
{
	static const struct {
		double value, uncertainty, rounded;
	} cases[] = {
	    {3146.729182, 499, 3147}, /* 10 is too large a unit: 1 % of this is less than 5 */
	    {3146.729182, 500, 3150},
	    {3146.729182, 4.9, 3146.73},
	    {335745.1234, 51000, 336000},
	    {335745.1234, 49000, 335700},
	    {-2.38512, 0.51, -2.39},
	    {0.00123456, 0.5, 0.0012},
	    {99.96, 1e9, 100},
	    {1.05e-9, 3e-11, 1.05e-9},
	    {123.456, NAN, 123.456},
	    {123.456, 0, 123.456},
	    {123.456, INFINITY, 123.456},
	    {0, 5, 0},
	    {1e300, 1e299, 1e300},
	    {1234567, 1e6, 1230000},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		cr_assert_eq(cml_forecast_round(cases[i].value, cases[i].uncertainty),
			     cases[i].rounded, "%.17g of %g: %.17g", cases[i].value,
			     cases[i].uncertainty,
			     cml_forecast_round(cases[i].value, cases[i].uncertainty));
	cr_assert(isnan(cml_forecast_round(NAN, 1)));
	struct cml_random random;
	cml_random_init(&random, 3, 0);
	for (size_t i = 0; i < 2000; i++) {
		double value =
		    cml_random_normal(&random) * pow(10, 8 * cml_random_uniform(&random));
		double uncertainty = pow(10, 12 * cml_random_uniform(&random) - 6);
		double rounded = cml_forecast_round(value, uncertainty);
		cr_assert_leq(fabs(rounded - value),
			      CML_FORECAST_ROUNDING * uncertainty * (1 + 1e-9));
		cr_assert_leq(fabs(rounded - value), 0.05 * fabs(value) * (1 + 1e-9));
		cr_assert_eq(cml_forecast_round(rounded, uncertainty), rounded);
	}
}

Test(forecast_cells, a_chance_has_two_digits_of_its_smaller_side)
{
	static const struct {
		double chance, rounded;
	} cases[] = {{0.8134, 0.81},          {0.95123, 0.951},      {0.012345, 0.012},
		     {0.4999, 0.5},           {0.99953871, 0.99954}, {0.0000123456, 0.000012},
		     {0.99999999, 0.99999999}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		cr_assert_eq(cml_chance_round(log(cases[i].chance)), cases[i].rounded,
			     "%.17g: %.17g", cases[i].chance,
			     cml_chance_round(log(cases[i].chance)));
	cr_assert_eq(cml_chance_round(0), 1);
	cr_assert_eq(cml_chance_round(-INFINITY), 0);
	struct cml_random random;
	cml_random_init(&random, 5, 0);
	for (size_t i = 0; i < 2000; i++) {
		double chance = exp(-40 * cml_random_uniform(&random));
		double rounded = cml_chance_round(log(chance));
		cr_assert_leq(fabs(rounded - chance), 0.05 * chance * (1 + 1e-9));
		cr_assert(rounded > 0 && rounded < 1);
	}
}

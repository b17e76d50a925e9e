#include "space/memory_unit.h"

#include <criterion/criterion.h>

Test(memory_unit, knows_powers_of_1000_and_of_1024)
{
	cr_assert_eq(cml_memory_unit_bytes("GB"), 1e9);
	cr_assert_eq(cml_memory_unit_bytes("GiB"), 0x1p30);
	cr_assert_eq(cml_memory_unit_bytes("mib"), 0x1p20);
	cr_assert_eq(cml_memory_unit_bytes("kB"), 1e3);
	cr_assert_eq(cml_memory_unit_bytes("TB"), 1e12);
	cr_assert_eq(cml_memory_unit_bytes("bytes"), 1);
	cr_assert_eq(cml_memory_unit_bytes("B"), 1);
	cr_assert_eq(cml_memory_unit_bytes(""), 0);
	cr_assert_eq(cml_memory_unit_bytes("tokens/s"), 0);
	cr_assert_eq(cml_memory_unit_bytes("GB/s"), 0);
	cr_assert_eq(cml_memory_unit_bytes("gpus"), 0);
}

Test(memory_unit, finds_the_factor_of_a_number_apart)
{
	double known[] = {60, 5, 20, 30, 11};
	cr_assert_eq(cml_unit_factor(26950919782.4, known, 5, 30), 1e9);
	cr_assert_eq(cml_unit_factor(25700, known, 5, 30), 1e3, "GB in MB");
	cr_assert_eq(cml_unit_factor(0.025, known, 5, 30), 1e-3, "GB in TB");
	cr_assert_eq(cml_unit_factor(1500, known, 5, 30), 0, "not far enough");
	cr_assert_eq(cml_unit_factor(79, known, 5, 30), 0);
	cr_assert_eq(cml_unit_factor(25700, known, 4, 30), 0, "too few");
	cr_assert_eq(cml_unit_factor(6000, known, 5, 300), 0);
	cr_assert_eq(cml_unit_factor(0, known, 5, 30), 0);
}

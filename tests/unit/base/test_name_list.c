#include "base/text.h"

#include "test.h"

Test(name_list, lists_what_fits_and_counts_the_rest)
{
	struct cml_name_list list = {0}, none = {0}, long_names = {0};
	char name[2 * CML_NAME_LIST_SIZE];
	cr_assert_str_eq(cml_name_list_end(&none), "");
	cml_name_list_add(&list, "tp");
	cml_name_list_add(&list, "pp");
	cr_assert_str_eq(cml_name_list_end(&list), "tp, pp");
	for (size_t i = 2; i < CML_NAME_LIST_SHOWN + 2; i++)
		cml_name_list_add(&list, "x");
	cr_assert_str_eq(cml_name_list_end(&list), "tp, pp, x, x, x, x, x, x and 2 more");
	/* What follows a name that does not fit is counted, not shown. */
	memset(name, 'n', sizeof name);
	name[sizeof name - 1] = '\0';
	cml_name_list_add(&long_names, name);
	cml_name_list_add(&long_names, "tp");
	cr_assert_str_eq(cml_name_list_end(&long_names), "2 columns");
}

#include "space/encode/encoder.h"

#include "test.h"

static const char spec[] = "name,role,type,domain,encoding\n"
			   "gpus,context,int,6:96:*2,\n"
			   "flag,param,bool,,value\n"
			   "lr,param,float,0:,log\n"
			   "wps,metric,max,,\n";

/* Every number comes back as it was, through a feature that is a float. */
Test(decoder, gives_numbers_back)
{
	static const double values[] = {48, 1, 3e-4};
	AUTOPTR(cml_space) space = NULL;
	assert_ok(cml_space_from_text(&space, cml_slice_of(spec), "s", &err));
	for (size_t slot = 0; slot + 1 < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		double feature;
		assert_ok(cml_encode_number(column, values[slot], &feature, &err));
		cr_expect_eq(cml_decode_number(column, (float)feature), values[slot], "%s",
			     column->name);
	}
}

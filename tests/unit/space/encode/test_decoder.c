#include "space/encode/encoder.h"

#include <criterion/criterion.h>
#include <math.h>

static const char spec[] = "name,role,type,domain,encoding,default,when\n"
			   "gpus,context,int,6:96:*2,,,\n"
			   "gpu,context,categorical,h100|a100,,,\n"
			   "flag,param,bool,,value,,\n"
			   "batch,param,int,8:24:8,onehot,,\n"
			   "tier,param,ordinal,low|mid|high,,,\n"
			   "lr,param,float,0:,log,,\n"
			   "wps,metric,max,,,,\n";

/* Every value comes back as it was, through features that are floats. */
Test(decoder, gives_values_back)
{
	struct cml_space *space;
	struct cml_encoder encoder;
	struct cml_error err;
	double features[16];
	float x[16];
	cr_assert_eq(cml_space_from_text(&space, cml_slice_of(spec), "s", &err), CML_OK);
	cr_assert_eq(cml_encoder_init(&encoder, space, &err), CML_OK);
	double a100 = (double)cml_symbols_find(&space->symbols, cml_slice_of("a100"));
	double high = (double)cml_symbols_find(&space->symbols, cml_slice_of("high"));
	double values[] = {48, a100, 1, 16, high, 3e-4, NAN};
	cr_assert_eq(cml_encoder_encode(&encoder, values, features, &err), CML_OK);
	for (size_t i = 0; i < encoder.n_features; i++)
		x[i] = (float)features[i];
	for (size_t slot = 0; slot + 1 < space->n_columns; slot++)
		cr_expect_eq(cml_decode_value(&encoder, slot, x), values[slot], "%s: %g",
			     space->columns[slot].name, cml_decode_value(&encoder, slot, x));
	for (size_t i = 0; i < encoder.n_features; i++)
		x[i] = 0;
	cr_expect(isnan(cml_decode_value(&encoder, 1, x)), "no level");
	x[encoder.first[0]] = NAN;
	x[encoder.first[4]] = 7;
	cr_expect(isnan(cml_decode_value(&encoder, 0, x)), "no value");
	cr_expect(isnan(cml_decode_value(&encoder, 4, x)), "no position");
	cml_encoder_release(&encoder);
	cml_space_free(space);
}

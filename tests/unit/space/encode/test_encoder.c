#include "space/config.h"
#include "space/encode/encoder.h"
#include "test.h"

static struct cml_space *space_of(const char *text)
{
	struct cml_space *space;
	assert_ok(cml_space_from_text(&space, cml_slice_of(text), "s", &err));
	return space;
}

static double symbol(const struct cml_space *space, const char *text)
{
	return (double)cml_symbols_find(&space->symbols, cml_slice_of(text));
}

static const char spec[] = "name,role,type,domain,encoding,default,when\n"
			   "gpus,context,int,8:64:*2,,,\n"
			   "gpu,context,categorical,h100|a100,,,\n"
			   "rule,rule,,gpus > 4,,,\n"
			   "flag,param,bool,,,,\n"
			   "batch,param,int,8:24:8,onehot,,\n"
			   "tier,param,ordinal,low|mid|high,,,\n"
			   "lr,param,float,0:,,,\n"
			   "hidden,param,float,,none,,\n"
			   "dp,derived,,gpus / 2,,,\n"
			   "wps,metric,max,,,,\n";

Test(encoder, names_features_in_the_order_of_rows)
{
	static const char *const names[] = {"log2(gpus)", "gpu=h100", "gpu=a100", "flag=0",
					    "flag=1",     "batch=8",  "batch=16", "batch=24",
					    "tier",       "lr",       "dp"};
	static const size_t columns[] = {0, 1, 1, 3, 3, 4, 4, 4, 5, 6, 8};
	AUTOPTR(cml_space) space = space_of(spec);
	AUTO(cml_encoder) encoder;
	assert_ok(cml_encoder_init(&encoder, space, &err));
	cr_assert_eq(encoder.n_features, 11);
	for (size_t i = 0; i < 11; i++) {
		cr_assert_str_eq(encoder.features[i].name, names[i]);
		cr_assert_eq(encoder.features[i].column, columns[i]);
	}
	cr_assert_eq(encoder.features[6].level, 16);
	cr_assert_eq(encoder.features[6].encoding, CML_ENCODING_ONEHOT);
	cr_assert_eq(encoder.first[4], 5);
	static const size_t n_of[] = {1, 2, 0, 2, 3, 1, 1, 0, 1, 0};
	for (size_t slot = 0; slot < 10; slot++)
		cr_assert(encoder.n_of[slot] == n_of[slot] && encoder.order[slot] == slot);
	cr_assert_eq(encoder.n_plain, 11);
	cml_encoder_release(&encoder);
}

static void encodes(const double *values, const double *expected)
{
	AUTOPTR(cml_space) space = space_of(spec);
	AUTO(cml_encoder) encoder;
	double features[11];
	assert_ok(cml_encoder_init(&encoder, space, &err));
	assert_ok(cml_encoder_encode(&encoder, values, features, &err));
	for (size_t i = 0; i < 11; i++)
		cr_assert(features[i] == expected[i] || (isnan(features[i]) && isnan(expected[i])),
			  "%s: %g, not %g", encoder.features[i].name, features[i], expected[i]);
}

Test(encoder, missing_and_unknown)
{
	double unknown = cml_unknown_symbol(cml_slice_of("b200"));
	encodes((double[]){NAN, unknown, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN},
		(double[]){NAN, 0, 0, 0, 0, 0, 0, 0, NAN, NAN, NAN});
	/* A number outside the domain, and symbols of another column. */
	struct cml_space *space = space_of(spec);
	double low = symbol(space, "low"), h100 = symbol(space, "h100");
	cml_space_free(space);
	encodes((double[]){8, low, NAN, 0, 9, h100, 0, 7, 4, NAN},
		(double[]){3, 0, 0, 1, 0, 0, 0, 0, NAN, 0, 4});
	encodes((double[]){8, 1e9, NAN, 0, 8, unknown, 0, 7, 4, NAN},
		(double[]){3, 0, 0, 1, 0, 1, 0, 0, NAN, 0, 4});
}

Test(encoder, logarithm_of_zero_is_an_error)
{
	AUTOPTR(cml_space) space = space_of("name,role,type,encoding\na,param,float,log\n");
	AUTO(cml_encoder) encoder;
	double feature;
	assert_ok(cml_encoder_init(&encoder, space, &err));
	assert_ok(cml_encoder_encode(&encoder, (double[]){0.125}, &feature, &err));
	cr_assert_eq(feature, -3);
	cr_assert_eq(cml_encoder_encode(&encoder, (double[]){0}, &feature, &err), CML_BAD_DATA);
	cr_assert_str_eq(err.column, "a");
	cr_assert_eq(cml_encoder_encode(&encoder, (double[]){-2}, &feature, &err), CML_BAD_DATA);
	cr_assert_not_null(strstr(err.message, "-2"));
}

static void refuses(const char *text, const char *column, const char *expected)
{
	AUTOPTR(cml_space) space = space_of(text);
	struct cml_encoder encoder;
	cr_assert_eq(cml_encoder_init(&encoder, space, &err), CML_BAD_DATA, "%s", text);
	cr_assert_str_eq(err.column, column);
	cr_assert_not_null(strstr(err.message, expected), "%s", err.message);
	cr_assert_null(encoder.features);
}

Test(encoder, refuses_what_cannot_be_encoded)
{
	refuses("name,role,type\ngpu,param,categorical\n", "gpu", "not known yet");
	refuses("name,role,type,encoding\na,param,float,onehot\n", "a", "counted");
	refuses("name,role,type,domain,encoding\na,param,float,0:1,onehot\n", "a", "counted");
	refuses("name,role,type,domain,encoding\na,param,int,0:65536,onehot\n", "a", "65537");
	refuses("name,role,type,encoding\na,param,int,none\n", "", "encoding none");
	refuses("name,role,type,domain\na,param,categorical,x|y\na=x,param,int,\n", "",
		"two features are called 'a=x'");
}

#include "space/domain.h"

#include "base/number.h"
#include "test.h"

static struct cml_domain parsed(const char *text, enum cml_type type, struct cml_symbols *symbols)
{
	struct cml_domain domain;
	cr_assert_eq(cml_domain_parse(&domain, cml_slice_of(text), type, symbols, &err), CML_OK,
		     "%s: %s", text, err.message);
	return domain;
}

/* The members as a job table would show them, joined by blanks. */
static void check_members(const char *text, enum cml_type type, enum cml_domain_kind kind,
			  const char *members)
{
	AUTO(cml_symbols) symbols = {0};
	AUTO(cml_domain) domain = parsed(text, type, &symbols);
	char shown[512] = "";
	cr_expect_eq(domain.kind, kind, "%s: kind %d", text, domain.kind);
	for (size_t i = 0; i < domain.n_values; i++) {
		char number[CML_NUMBER_SIZE];
		double value = cml_domain_value(&domain, i);
		cml_print_double(value, number);
		if (type == CML_TYPE_ORDINAL || type == CML_TYPE_CATEGORICAL)
			snprintf(number, sizeof number, "%s", symbols.texts[(size_t)value].data);
		snprintf(shown + strlen(shown), sizeof shown - strlen(shown), "%s%s",
			 i > 0 ? " " : "", number);
		cr_expect_eq(cml_domain_index(&domain, value), i, "%s: member %zu", text, i);
		cr_expect(cml_domain_take(&domain, type, &value));
		cr_expect_eq(cml_domain_value(&domain, i), value);
	}
	cr_expect_str_eq(shown, members, "%s gives %s, not %s", text, shown, members);
}

Test(domain, steps_print_as_written)
{
	check_members("0.77:0.86:0.01", CML_TYPE_FLOAT, CML_DOMAIN_STEPS,
		      "0.77 0.78 0.79 0.8 0.81 0.82 0.83 0.84 0.85 0.86");
	check_members("-0.3:0.3:0.1", CML_TYPE_FLOAT, CML_DOMAIN_STEPS,
		      "-0.3 -0.2 -0.1 0 0.1 0.2 0.3");
	check_members("1e-7:5e-7:2e-7", CML_TYPE_FLOAT, CML_DOMAIN_STEPS, "1e-7 3e-7 5e-7");
	check_members("1:8", CML_TYPE_INT, CML_DOMAIN_STEPS, "1 2 3 4 5 6 7 8");
	check_members("-3:6:4", CML_TYPE_INT, CML_DOMAIN_STEPS, "-3 1 5");
	check_members("5:5", CML_TYPE_INT, CML_DOMAIN_STEPS, "5");
	check_members("0:0.25:0.1", CML_TYPE_FLOAT, CML_DOMAIN_STEPS, "0 0.1 0.2");
	check_members("1:2:50", CML_TYPE_FLOAT, CML_DOMAIN_STEPS, "1");
	check_members("1e30:2e30:1e30", CML_TYPE_FLOAT, CML_DOMAIN_STEPS, "1e30 2e30");
}

Test(domain, powers_print_as_written)
{
	check_members("8:16384:*2", CML_TYPE_INT, CML_DOMAIN_POWERS,
		      "8 16 32 64 128 256 512 1024 2048 4096 8192 16384");
	check_members("1e-6:0.1:*10", CML_TYPE_FLOAT, CML_DOMAIN_POWERS,
		      "1e-6 1e-5 0.0001 0.001 0.01 0.1");
	check_members("1:1000: *10", CML_TYPE_INT, CML_DOMAIN_POWERS, "1 10 100 1000");
	check_members("3:100:*3", CML_TYPE_INT, CML_DOMAIN_POWERS, "3 9 27 81");
	check_members("0.4:6:*2.5", CML_TYPE_FLOAT, CML_DOMAIN_POWERS, "0.4 1 2.5");
	check_members("2:2:*2", CML_TYPE_INT, CML_DOMAIN_POWERS, "2");
}

Test(domain, counts_of_large_ones)
{
	struct cml_symbols symbols = {0};
	struct cml_domain domain = parsed("0:1000000:0.0001", CML_TYPE_FLOAT, &symbols);
	double value = 123456.7891;
	cr_expect_eq(domain.n_values, 10000000001u);
	cr_expect_eq(cml_domain_index(&domain, value), 1234567891u);
	cr_expect_eq(cml_domain_value(&domain, 1234567891u), value);
	domain = parsed("-9000000000000000:-1", CML_TYPE_INT, &symbols);
	cr_expect_eq(cml_domain_value(&domain, domain.n_values - 1), -1);
	domain = parsed("1:9007199254740992:*2", CML_TYPE_INT, &symbols);
	cr_expect_eq(domain.n_values, 54);
	domain = parsed("1e-300:1e-100:*10", CML_TYPE_FLOAT, &symbols);
	cr_expect_eq(domain.n_values, 201);
}

Test(domain, kinds_without_members)
{
	AUTO(cml_symbols) symbols = {0};
	double value;
	struct cml_domain domain = parsed("  ", CML_TYPE_CATEGORICAL, &symbols);
	cr_expect_eq(domain.kind, CML_DOMAIN_ANY);
	value = -0x1p52; /* a text that is no level */
	cr_expect(cml_domain_take(&domain, CML_TYPE_CATEGORICAL, &value));
	cr_expect_eq(cml_domain_index(&domain, 0), CML_NO_INDEX);

	domain = parsed("0.5:2", CML_TYPE_FLOAT, &symbols);
	cr_expect_eq(domain.kind, CML_DOMAIN_RANGE);
	cr_expect_eq(domain.n_values, 0);
	cr_expect_eq(cml_domain_index(&domain, 1), CML_NO_INDEX);

	domain = parsed(":8", CML_TYPE_INT, &symbols);
	cr_expect_eq(domain.kind, CML_DOMAIN_RANGE);
	cr_expect_eq(domain.lo, -INFINITY);
	cr_expect_eq(domain.hi, 8);
	domain = parsed("0: ", CML_TYPE_FLOAT, &symbols);
	cr_expect_eq(domain.hi, INFINITY);
}

struct take_case {
	const char *domain;
	enum cml_type type;
	double value;
	double member; /* NaN: does not belong */
};

Test(domain, take)
{
	static const struct take_case cases[] = {
	    {"0.77:0.86:0.01", CML_TYPE_FLOAT, 0.77 + 6 * 0.01, 0.83},
	    {"0.77:0.86:0.01", CML_TYPE_FLOAT, 0.83 * (1 + 9e-10), 0.83},
	    {"0.77:0.86:0.01", CML_TYPE_FLOAT, 0.83 * (1 + 2e-9), NAN},
	    {"0.77:0.86:0.01", CML_TYPE_FLOAT, 0.835, NAN},
	    {"0.77:0.86:0.01", CML_TYPE_FLOAT, 0.76, NAN},
	    {"0.77:0.86:0.01", CML_TYPE_FLOAT, 0.87, NAN},
	    {"-0.3:0.3:0.1", CML_TYPE_FLOAT, 0.3 - 3 * 0.1, 0},
	    {"1:8", CML_TYPE_INT, 7.9999999999, 8},
	    {"1:8", CML_TYPE_INT, 2.385, NAN},
	    {"1:20000000000", CML_TYPE_INT, 10000000000.5, NAN},
	    {"8:16384:*2", CML_TYPE_INT, 4096, 4096},
	    {"8:16384:*2", CML_TYPE_INT, 4097, NAN},
	    {"8:16384:*2", CML_TYPE_INT, -8, NAN},
	    {"8:16384:*2", CML_TYPE_INT, 0, NAN},
	    {"8:16384:*2", CML_TYPE_INT, 32768, NAN},
	    {"1e-6:0.1:*10", CML_TYPE_FLOAT, 1e-6 * 10 * 10, 1e-4},
	    {"4|8", CML_TYPE_INT, 8.000000001, 8},
	    {"4|8", CML_TYPE_INT, 6, NAN},
	    {"0.1|0.3", CML_TYPE_FLOAT, 0.1 + 0.2, 0.3},
	    {"", CML_TYPE_INT, -12, -12},
	    {"", CML_TYPE_INT, 0.5, NAN},
	    {"", CML_TYPE_FLOAT, 2.385, 2.385},
	    {"", CML_TYPE_FLOAT, INFINITY, NAN},
	    {"", CML_TYPE_FLOAT, NAN, NAN},
	    {"", CML_TYPE_BOOL, 1, 1},
	    {"", CML_TYPE_BOOL, 2, NAN},
	    {"1:", CML_TYPE_INT, 1e9, 1e9},
	    {"1:", CML_TYPE_INT, 1.5, NAN},
	    {"1:", CML_TYPE_INT, 0, NAN},
	    {"0.1:0.3", CML_TYPE_FLOAT, 0.1 + 0.2, 0.3},
	    {"0.1:0.3", CML_TYPE_FLOAT, 0.31, NAN},
	    {"0.1:0.3", CML_TYPE_FLOAT, 0.0999, NAN},
	    {":0.3", CML_TYPE_FLOAT, -1e300, -1e300},
	    {":0.3", CML_TYPE_FLOAT, -INFINITY, NAN},
	    {"a|b", CML_TYPE_CATEGORICAL, 1, 1},
	    {"a|b", CML_TYPE_CATEGORICAL, 1 + 1e-12, NAN},
	    {"a|b", CML_TYPE_ORDINAL, 2, NAN},
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		AUTO(cml_symbols) symbols = {0};
		AUTO(cml_domain) domain = parsed(cases[i].domain, cases[i].type, &symbols);
		double value = cases[i].value;
		bool belongs = !isnan(cases[i].member);
		cr_expect_eq(cml_domain_take(&domain, cases[i].type, &value), belongs,
			     "case %zu: %.17g in %s", i, cases[i].value, cases[i].domain);
		if (belongs)
			cr_expect_eq(value, cases[i].member, "case %zu: %.17g", i, value);
		else
			cr_expect(value == cases[i].value || isnan(value), "case %zu", i);
	}
}

struct refusal {
	const char *domain;
	enum cml_type type;
	const char *message;
};

Test(domain, refusals)
{
	static const struct refusal cases[] = {
	    {"8:4", CML_TYPE_INT, "the range ends before it starts: \"8:4\""},
	    {"1:8:0", CML_TYPE_INT, "a step must be more than 0: \"1:8:0\""},
	    {"1:8:-1", CML_TYPE_FLOAT, "a step must be more than 0: \"1:8:-1\""},
	    {"1:8:*1", CML_TYPE_INT, "a factor must be more than 1: \"1:8:*1\""},
	    {"0:8:*2", CML_TYPE_INT, "powers must start above 0: \"0:8:*2\""},
	    {"1.5:8", CML_TYPE_INT, "not a whole number: \"1.5\""},
	    {"1:8:*1.5", CML_TYPE_INT, "not a whole number: \"1.5\""},
	    {"1:8:0.5", CML_TYPE_INT, "not a whole number: \"0.5\""},
	    {"1|2.5", CML_TYPE_INT, "not a whole number: \"2.5\""},
	    {"1:9007199254740994", CML_TYPE_INT,
	     "too large for a whole number: \"9007199254740994\""},
	    {"1|x", CML_TYPE_FLOAT, "not a number: \"x\""},
	    {"1:4|8", CML_TYPE_INT, "not a number: \"4|8\""},
	    {"1:8:", CML_TYPE_INT, "not a number: \"\""},
	    {"1:8:*", CML_TYPE_INT, "not a number: \"\""},
	    {"1:2:3:4", CML_TYPE_INT, "more parts than lo:hi:step: \"1:2:3:4\""},
	    {":", CML_TYPE_FLOAT, "a range without ends: \":\""},
	    {"1::2", CML_TYPE_INT, "steps need both ends of the range: \"1::2\""},
	    {":8:*2", CML_TYPE_INT, "steps need both ends of the range: \":8:*2\""},
	    {"0:1:1e-300", CML_TYPE_FLOAT, "too many values: \"0:1:1e-300\""},
	    {"-1e308:1e308:1e300", CML_TYPE_FLOAT, "too many values: \"-1e308:1e308:1e300\""},
	    {"1e-300:1e300:*10", CML_TYPE_FLOAT, "too wide a range: \"1e-300:1e300:*10\""},
	    {"a||b", CML_TYPE_CATEGORICAL, "an empty level: \"a||b\""},
	    {"a|", CML_TYPE_CATEGORICAL, "an empty level: \"a|\""},
	    {"|", CML_TYPE_INT, "an empty level: \"|\""},
	    {"|", CML_TYPE_CATEGORICAL, "an empty level: \"|\""},
	    {"|a", CML_TYPE_ORDINAL, "an empty level: \"|a\""},
	    {"a|b|a ", CML_TYPE_CATEGORICAL, "a level occurs twice: \"a\""},
	    {"1|2|1.0", CML_TYPE_FLOAT, "a level occurs twice: \"1.0\""},
	    {"0|-0", CML_TYPE_INT, "a level occurs twice: \"-0\""},
	    {"no|false", CML_TYPE_BOOL, "a level occurs twice: \"false\""},
	    {"2", CML_TYPE_BOOL, "not one of 0, 1, true, false, yes, no: \"2\""},
	    {"0:1", CML_TYPE_BOOL, "not one of 0, 1, true, false, yes, no: \"0:1\""},
	    {"1:8", CML_TYPE_CATEGORICAL, "texts have no range; list them as in a|b|c: \"1:8\""},
	    {"1:8:*2", CML_TYPE_ORDINAL, "texts have no range; list them as in a|b|c: \"1:8:*2\""},
	    {"", CML_TYPE_ORDINAL, "an ordinal needs its levels, in order, as in low|mid|high"},
	    {"1:2", CML_TYPE_NONE, "values of no type have no domain: \"1:2\""},
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		AUTO(cml_symbols) symbols = {0};
		struct cml_domain domain;
		cr_expect_eq(cml_domain_parse(&domain, cml_slice_of(cases[i].domain), cases[i].type,
					      &symbols, &err),
			     CML_BAD_DATA, "%s", cases[i].domain);
		cr_expect_str_eq(err.message, cases[i].message);
		/* Nothing is left to release. */
		cr_expect_null(domain.levels);
	}
}

Test(domain, many_levels_are_read_in_linear_time)
{
	char text[2000000];
	struct cml_symbols symbols = {0};
	size_t used = 0;
	for (int i = 0; i < 200000; i++)
		used += (size_t)snprintf(text + used, sizeof text - used, "%s%d", i > 0 ? "|" : "",
					 i * 7);
	AUTO(cml_domain) domain = parsed(text, CML_TYPE_INT, &symbols);
	cr_expect_eq(domain.n_values, 200000);
	cr_expect_eq(cml_domain_value(&domain, 199999), 199999 * 7.0);
}

/* Whatever the bytes: parsed or refused, and what is parsed keeps its laws. */
Test(domain, random_texts)
{
	static const char alphabet[] = "0123456789.:|*-e ab\t";
	struct cml_random random = random_of(5, 0);
	for (int round = 0; round < 100000; round++) {
		AUTO(cml_symbols) symbols = {0};
		struct cml_domain domain;
		char text[16];
		size_t size = cml_random_below(&random, sizeof text);
		enum cml_type type = (enum cml_type)cml_random_below(&random, 6);
		for (size_t i = 0; i < size; i++)
			text[i] = alphabet[cml_random_below(&random, sizeof alphabet - 1)];
		if (cml_domain_parse(&domain, (struct cml_slice){text, size}, type, &symbols,
				     &err) == CML_OK &&
		    domain.n_values > 0) {
			size_t last = domain.n_values - 1;
			double value = cml_domain_value(&domain, last);

			cr_assert_eq(cml_domain_index(&domain, value), last, "%.*s", (int)size,
				     text);
			cr_assert(cml_domain_take(&domain, type, &value), "%.*s", (int)size, text);
			cml_domain_release(&domain);
		}
	}
}

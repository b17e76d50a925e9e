#include "table/symbols.h"

#include "test.h"

Test(symbols, zeroed_is_empty_and_may_be_released)
{
	AUTO(cml_symbols) symbols = {0};
	cr_assert_eq(cml_symbols_find(&symbols, cml_slice_of("a100")), CML_NO_SYMBOL);
	cml_symbols_release(&symbols);
}

Test(symbols, many_keep_their_ids_and_places)
{
	AUTO(cml_symbols) symbols = {0};
	char text[32];
	cml_symbols_intern(&symbols, cml_slice_of("level 0"));
	const char *first = symbols.texts[0].data;
	for (size_t i = 0; i < 20000; i++) {
		snprintf(text, sizeof text, "level %zu", i);
		cr_assert_eq(cml_symbols_intern(&symbols, cml_slice_of(text)), i);
	}
	cr_assert_eq(symbols.texts[0].data, first);
	for (size_t i = 0; i < 20000; i++) {
		snprintf(text, sizeof text, "level %zu", i);
		cr_assert_eq(cml_symbols_find(&symbols, cml_slice_of(text)), i);
		cr_assert(cml_slice_is(symbols.texts[i], text));
	}
	cr_assert_eq(cml_symbols_find(&symbols, cml_slice_of("level 20000")), CML_NO_SYMBOL);
	/* Two of one hash. */
	struct cml_slice twins[] = {cml_slice_of("8yn0iYCKYHlIj4-BwPqk"),
				    cml_slice_of("GReLUrM4wMqfg9yzV3KQ")};
	cr_assert_eq(cml_symbols_intern(&symbols, twins[0]), 20000);
	cr_assert_eq(cml_symbols_find(&symbols, twins[1]), CML_NO_SYMBOL);
	cr_assert_eq(cml_symbols_intern(&symbols, twins[1]), 20001);
	cr_assert_eq(cml_symbols_find(&symbols, twins[0]), 20000);
}

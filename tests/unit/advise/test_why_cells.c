#include "advise/why_cells.h"

#include "model_fixture.h"
#include "test.h"

static const char space_text[] = "name,role,type,domain\n"
				 "tp,param,int,1:8\n"
				 "gpus,context,int,1:4096\n"
				 "kernel name,param,categorical,a b|c;d|e>f%\n"
				 "rate,param,float,0:1\n"
				 "wps,metric,max,\n";

/* A word of the third column, by position. */
static double level(const struct cml_space *space, size_t i)
{
	return cml_domain_value(&space->columns[2].domain, i);
}

static const struct cml_explanation *reasons(const struct cml_space *space, bool is_log)
{
	static struct cml_setting_effect items[4];
	static struct cml_explanation why;
	items[0] = (struct cml_setting_effect){0, false, 8, 4, log(1.12), 0.034};
	items[1] = (struct cml_setting_effect){2,          false, level(space, 0), level(space, 1),
					       log(1.093), -0.25};
	items[2] = (struct cml_setting_effect){3, false, NAN, 0.5, 0, 0};
	items[3] = (struct cml_setting_effect){1, true, 64, 128, log(1.8), 0.001};
	why = (struct cml_explanation){.is_near = true,
				       .key = 0xabc,
				       .measured = 224425,
				       .before = {221000, 100, NAN, NAN},
				       .after = {486910, 1000, 450000, 520000},
				       .chance_after = 0.97,
				       .is_log = is_log,
				       .n = 4,
				       .reasons = items};
	return &why;
}

static void prints(bool is_log, bool of_chance, bool all_digits, const char *expected)
{
	struct cml_model model = {.space = fixture_space(space_text)};
	struct cml_buffer text = {0};
	cr_assert(
	    cml_why_print(&model, reasons(model.space, is_log), of_chance, all_digits, &text));
	cr_assert(cml_slice_is(cml_buffer_slice(&text), expected), "%.*s", (int)text.size,
		  text.data);
	cml_buffer_release(&text);
	cml_space_free(model.space);
}

Test(why_cells, has_one_grammar)
{
	prints(true, false, false,
	       "tp 8->4 +12 %; kernel%20name a%20b->c%3Bd +9.3 %; rate ->0.5 0 % | gpus 64->128 "
	       "+80 %");
	prints(true, true, false,
	       "tp 8->4 +0.03; kernel%20name a%20b->c%3Bd -0.25; rate ->0.5 0 | gpus 64->128 0");
	prints(false, true, true,
	       "tp 8->4 +0.034; kernel%20name a%20b->c%3Bd -0.25; rate ->0.5 0 | gpus 64->128 "
	       "+0.001");
}

static void effect(bool is_log, double value, bool all_digits, const char *expected)
{
	AUTO(cml_buffer) text = {0};
	cml_effect_print(is_log, value, all_digits, &text);
	cr_assert(cml_slice_is(cml_buffer_slice(&text), expected), "%.*s", (int)text.size,
		  text.data);
}

Test(why_cells, tells_as_many_digits_as_people_need)
{
	effect(true, log(1.4149), false, "+41 %");
	effect(true, log(10), false, "+900 %");
	effect(true, log(0.5), false, "-50 %");
	effect(true, log(1.00421), false, "+0.4 %");
	effect(true, log(0.9301), false, "-7 %");
	effect(true, 4e-4, false, "0 %");
	effect(true, 0, true, "0 %");
	effect(true, log(2), true, "+100 %");
	effect(true, INFINITY, false, "? %");
	effect(false, 1234.5678, false, "+1230");
	effect(false, -0.0123456, false, "-0.0123");
	effect(false, -0.0123456, true, "-0.0123456");
	effect(false, NAN, false, "not known");
}

static void number(double value, const char *expected)
{
	AUTO(cml_buffer) text = {0};
	cml_text_number(value, &text);
	cr_assert(cml_slice_is(cml_buffer_slice(&text), expected), "%.*s", (int)text.size,
		  text.data);
}

Test(why_text, puts_commas_between_thousands)
{
	number(224425, "224,425");
	number(-1234567.5, "-1,234,567.5");
	number(999, "999");
	number(1000, "1,000");
	number(0.12345, "0.12345");
	number(1e20, "1e20");
	number(INFINITY, "?");
}

Test(why_text, is_a_paragraph_in_columns)
{
	struct cml_model model = {.space = fixture_space(space_text),
				  .chance = (struct cml_chance *)&model};
	const double values[] = {4, 128, level(model.space, 1), 0.5, NAN};
	struct cml_advice item = {.rank = 1,
				  .values = values,
				  .outside = cml_slice_of("gpus tp*'kernel name'"),
				  .why = reasons(model.space, true)};
	struct cml_buffer text = {0};
	cr_assert(cml_advice_print(&model, &item, &text));
	static const char expected[] =
	    " 1  predicted 486,900 (450,000 to 520,000)   chance to run 0.97\n"
	    "    tp           8 -> 4        +12 %\n"
	    "    kernel name  a b -> c;d   +9.3 %  chance -0.25\n"
	    "    rate         none -> 0.5     0 %\n"
	    "    in another context:\n"
	    "    gpus         64 -> 128     +80 %\n"
	    "    nearest 0000000000000abc (measured 224,425, predicted 221,000)\n"
	    "    outside the log: gpus tp*'kernel name'\n"
	    "    settings tp=4 gpus=128 kernel name=c;d rate=0.5\n"
	    "\n";
	cr_assert(cml_slice_is(cml_buffer_slice(&text), expected), "%.*s", (int)text.size,
		  text.data);
	cml_buffer_release(&text);
	cml_space_free(model.space);
}

Test(why_text, shows_nothing_that_a_terminal_would_obey)
{
	AUTO(cml_buffer) text = {0};
	cml_text_word(cml_slice_of("a\033[2Jb\xffµ"), &text);
	cr_assert(cml_slice_is(cml_buffer_slice(&text), "a?[2Jb?µ"), "%.*s", (int)text.size,
		  text.data);
}

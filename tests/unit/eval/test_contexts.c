#include "eval/contexts.h"

#include "test.h"

static const char space_text[] = "name,role,type,domain\n"
				 "gpus,context,int,1:1024\n"
				 "model,context,categorical,bert|gpt\n"
				 "batch,param,int,1:64\n"
				 "tokens,derived,,batch * 512\n"
				 "fits,rule,,batch < 60\n"
				 "team,ignore,,\n"
				 "wps,metric,max,\n"
				 "state,status,,\n";

static struct cml_slice names[] = {{"gpus", 4}, {"model", 5}, {"batch", 5},
				   {"team", 4}, {"wps", 3},   {"other column", 12}};

struct fixture {
	struct cml_space *space;
	struct cml_header header;
	struct cml_na na;
	struct cml_contexts contexts;
};

static void start(struct fixture *fixture)
{
	*fixture = (struct fixture){0};
	assert_ok(cml_space_from_text(&fixture->space, cml_slice_of(space_text), "space", &err));
	assert_ok(cml_na_init(&fixture->na, CML_NA_DEFAULT, &err));
	assert_ok(cml_header_init(&fixture->header, names, 6, &err));
}

static void fixture_release(struct fixture *fixture)
{
	cml_contexts_release(&fixture->contexts);
	cml_header_release(&fixture->header);
	cml_na_release(&fixture->na);
	cml_space_free(fixture->space);
}

static enum cml_result use(struct fixture *fixture, const char *list)
{
	cml_contexts_release(&fixture->contexts);
	return cml_contexts_init(&fixture->contexts, list, fixture->space, &fixture->header,
				 &fixture->na, &err);
}

/* Of a row with these values of gpus and model (its number), and these cells. */
static size_t find(struct fixture *fixture, double gpus, double model, const char *team,
		   const char *other)
{
	double values[8] = {gpus, model, 8, 4096};
	struct cml_slice cells[] = {{"?", 1},           {"?", 1}, {"8", 1},
				    cml_slice_of(team), {"1", 1}, cml_slice_of(other)};
	struct cml_row row = {.cells = cells, .n_cells = 6};
	size_t context;
	assert_ok(cml_contexts_find(&fixture->contexts, values, &row, &context, &err));
	return context;
}

Test(contexts, those_of_the_space)
{
	AUTO(fixture) fixture;
	start(&fixture);
	assert_ok(use(&fixture, NULL));
	cr_assert_eq(fixture.contexts.n_columns, 2);
	double bert = (double)cml_symbols_find(&fixture.space->symbols, cml_slice_of("bert"));
	double gpt = (double)cml_symbols_find(&fixture.space->symbols, cml_slice_of("gpt"));
	cr_assert_eq(find(&fixture, 8, bert, "a", "x"), 0);
	cr_assert_eq(find(&fixture, 16, bert, "a", "x"), 1);
	cr_assert_eq(find(&fixture, 8, bert, "b", "y"), 0);
	cr_assert_eq(find(&fixture, NAN, gpt, "b", "y"), 2);
	cr_assert_eq(find(&fixture, NAN, gpt, "c", "y"), 2);
}

Test(contexts, columns_that_are_named)
{
	AUTO(fixture) fixture;
	start(&fixture);
	assert_ok(use(&fixture, "team, other column,tokens"));
	cr_assert_eq(find(&fixture, 8, 0, "a", "x"), 0);
	cr_assert_eq(find(&fixture, 9, 1, "a", "x"), 0);
	cr_assert_eq(find(&fixture, 8, 0, "", "ax"), 1);
	cr_assert_eq(find(&fixture, 8, 0, "NA", "ax"), 1);
	cr_assert_eq(find(&fixture, 8, 0, "ax", ""), 2);
}

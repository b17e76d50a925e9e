#include "model/split.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_fixture.h"

static const char space_text[] = "name,role,type,domain\n"
                                 "gpus,context,int,1:4096\n"
                                 "batch,param,int,1:64\n"
                                 "wps,metric,max,\n"
                                 "status,status,,\n";

/* Parsing. */

Test(split, parses_every_form)
{
	static const struct {
		const char *text;
		enum cml_split_kind kind;
		double share;
		const char *subject;
	} cases[] = {
	    {"random", CML_SPLIT_RANDOM, 0.745, ""},
	    {"random:0.5", CML_SPLIT_RANDOM, 0.5, ""},
	    {"key", CML_SPLIT_KEY, 0.745, ""},
	    {"key:9e-1", CML_SPLIT_KEY, 0.9, ""},
	    {"time:date", CML_SPLIT_TIME, 0.745, "date"},
	    {"time:date:0.6", CML_SPLIT_TIME, 0.6, "date"},
	    {"time:started:at", CML_SPLIT_TIME, 0.745, "started:at"},
	    {"time:started:at:.25", CML_SPLIT_TIME, 0.25, "started:at"},
	    {"scale:gpus<=3072", CML_SPLIT_SCALE, 0.745, "gpus<=3072"},
	    {"scale:name == 'a:0.5'", CML_SPLIT_SCALE, 0.745, "name == 'a:0.5'"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct cml_split_spec spec;
		struct cml_error err = {0};
		cr_assert_eq(cml_split_parse(cases[i].text, &spec, &err), CML_OK, "%s", err.message);
		cr_assert_eq(spec.kind, cases[i].kind, "%s", cases[i].text);
		cr_assert_eq(spec.share, cases[i].share, "%s", cases[i].text);
		cr_assert(cml_slice_is(spec.subject, cases[i].subject), "%s", cases[i].text);
	}
}

Test(split, refuses_other_texts)
{
	static const char *const texts[] = {"",         "chance:0.5", "Random",   "random:",  "random:1",
	                                    "random:0", "random:x",   "key:1.5",  "key:-0.1", "time",
	                                    "time:",    "time::0.5",  "time:a:1", "scale",    "scale: ",
	                                    "randomly"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct cml_split_spec spec;
		struct cml_error err = {0};
		cr_assert_eq(cml_split_parse(texts[i], &spec, &err), CML_BAD_USAGE, "%s", texts[i]);
		cr_assert(strstr(err.message, "split \""), "%s", err.message);
	}
}

Test(split, binding_says_what_it_cannot_find)
{
	struct fixture_history fixture;
	struct cml_split_spec spec;
	struct cml_error err = {0};
	fixture_history_open(&fixture, space_text, "gpus,batch,wps,started\n");
	const struct cml_header *header = cml_table_header(fixture.reader);
	cr_assert_eq(cml_split_parse("time:startde", &spec, &err), CML_OK);
	cr_assert_eq(cml_split_bind(&spec, fixture.space, header, &fixture.history, &err), CML_BAD_DATA);
	cr_assert_str_eq(err.message, "the table has no column \"startde\"; did you mean \"started\"?");
	cr_assert_eq(cml_split_parse("scale:gpus<=", &spec, &err), CML_OK);
	cr_assert_eq(cml_split_bind(&spec, fixture.space, header, &fixture.history, &err), CML_BAD_USAGE);
	cr_assert(strstr(err.message, "gpus<="), "%s", err.message);
	cr_assert_eq(cml_split_parse("scale:nodes<=8", &spec, &err), CML_OK);
	cr_assert_eq(cml_split_bind(&spec, fixture.space, header, &fixture.history, &err), CML_BAD_USAGE);
	cr_assert(strstr(err.message, "nodes"), "%s", err.message);
	cr_assert_eq(fixture.history.n_aspects, 0);
	fixture_history_release(&fixture);
}

/* Splitting. Row i of the table has the batch size i % n_configs + 1 and, as its
 * day, its number counted backwards. */

static char *make_table(size_t n_rows, size_t n_configs)
{
	char *text = malloc(64 + 64 * n_rows);
	size_t size = (size_t)sprintf(text, "gpus,batch,wps,day,date\n");
	for (size_t i = 0; i < n_rows; i++)
		size += (size_t)sprintf(text + size, "%zu,%zu,%zu.5,%zu,2024-01-%02zu\n", i + 1, i % n_configs + 1,
		                        i, n_rows - i, i % 28 + 1);
	return text;
}

static void open_table(struct fixture_history *fixture, size_t n_rows, size_t n_configs)
{
	char *text = make_table(n_rows, n_configs);
	fixture_history_open(fixture, space_text, text);
	/* The reader looks at the bytes again. */
	fixture->reader = NULL;
	fixture_history_release(fixture);
	fixture_history_open(fixture, space_text, text);
	free(text);
}

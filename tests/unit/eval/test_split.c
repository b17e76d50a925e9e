#include "eval/split.h"

#include "model_fixture.h"
#include "test.h"

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
		double fraction;
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
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cml_split_spec spec;
		assert_ok(cml_split_parse(cases[i].text, &spec, &err));
		cr_assert_eq(spec.kind, cases[i].kind, "%s", cases[i].text);
		cr_assert_eq(spec.fraction, cases[i].fraction, "%s", cases[i].text);
		cr_assert(cml_slice_is(spec.subject, cases[i].subject), "%s", cases[i].text);
	}
}

Test(split, refuses_other_texts)
{
	static const char *const texts[] = {
	    "",         "chance:0.5", "Random",   "random:", "random:1", "random:0",
	    "random:x", "key:1.5",    "key:-0.1", "time",    "time:",    "time::0.5",
	    "time:a:1", "scale",      "scale: ",  "randomly"};
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct cml_split_spec spec;
		cr_assert_eq(cml_split_parse(texts[i], &spec, &err), CML_BAD_USAGE, "%s", texts[i]);
		cr_assert(strstr(err.message, "split \""), "%s", err.message);
	}
}

/* Splitting. Row i of the table has the batch size i % n_configs + 1 and, as its
 * day, its number counted backwards. */

static char *make_table(size_t n_rows, size_t n_configs)
{
	char *text = malloc(64 + 64 * n_rows);
	size_t size = (size_t)sprintf(text, "gpus,batch,wps,day,date\n");
	for (size_t i = 0; i < n_rows; i++)
		size += (size_t)sprintf(text + size, "%zu,%zu,%zu.5,%zu,2024-01-%02zu\n", i + 1,
					i % n_configs + 1, i, n_rows - i, i % 28 + 1);
	return text;
}

static void read_table(struct fixture_history *fixture, size_t n_rows, size_t n_configs,
		       const char *split, struct cml_split_spec *spec)
{
	char *text = make_table(n_rows, n_configs);
	fixture_history_open(fixture, space_text, text);
	free(text);
	*spec = fixture_split(fixture, split);
	fixture_history_read(fixture);
	cr_assert_eq(fixture->set.data.n_rows, n_rows);
}

static struct cml_split make(const struct fixture_history *fixture,
			     const struct cml_split_spec *spec, uint64_t seed, size_t repeat)
{
	struct cml_split split;
	assert_ok(cml_split_make(&split, spec, &fixture->set, seed, repeat, &err));
	return split;
}

/* How often each row trains, and comes first, over many repeats: near its share.
 * 4 standard deviations of 2000 draws with p = 0.3 are 82, with p = 1/20 are 39. */
Test(split, random_is_uniform)
{
	AUTO(fixture_history) fixture;
	struct cml_split_spec spec;
	size_t n_trained[20] = {0}, n_first[20] = {0};
	read_table(&fixture, 20, 20, "random:0.3", &spec);
	for (size_t repeat = 0; repeat < 2000; repeat++) {
		AUTO(cml_split) split = make(&fixture, &spec, 11, repeat);
		n_first[split.train[0]]++;
		for (size_t i = 0; i < split.n_train; i++)
			n_trained[split.train[i]]++;
	}
	for (size_t row = 0; row < 20; row++) {
		cr_assert(n_trained[row] > 600 - 82 && n_trained[row] < 600 + 82, "%zu",
			  n_trained[row]);
		cr_assert(n_first[row] > 100 - 39 && n_first[row] < 100 + 39, "%zu", n_first[row]);
	}
}

Test(split, refuses_an_empty_side)
{
	static const struct {
		const char *split;
		size_t n_rows, n_configs;
		const char *part;
	} cases[] = {
	    {"random", 1, 1, "no job is left to test on: there is 1 in all"},
	    {"random:0.1", 4, 4, "no job is left to train on"},
	    {"random:0.99", 4, 4, "no job is left to test"},
	    {"scale:gpus>0", 5, 5, "no job is left to test"},
	    {"scale:gpus<0", 5, 5, "no job is left to train"},
	    {"time:date", 1, 1, "fewer than two jobs have a metric and a time"},
	    {"key", 1, 1, "no job is left to train on"},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		AUTO(fixture_history) fixture;
		struct cml_split_spec spec;
		struct cml_split split;
		read_table(&fixture, cases[i].n_rows, cases[i].n_configs, cases[i].split, &spec);
		cr_assert_eq(cml_split_make(&split, &spec, &fixture.set, 1, 0, &err), CML_BAD_DATA,
			     "%s", cases[i].split);
		cr_assert(strstr(err.message, cases[i].part), "%s: %s", cases[i].split,
			  err.message);
		cr_assert_null(split.train);
	}
}

#include "eval/split.h"

#include "model_fixture.h"
#include "test.h"

struct fixture {
	struct fixture_history jobs;
	struct cml_split_choice choice;
	size_t n_train;
};

/* A space of these rows, with a param and a metric; a table of these columns beside them, of n
 * jobs with the cells that row writes. */
static void choose(struct fixture *fixture, const char *rows, const char *columns, size_t n,
		   int (*row)(char *text, size_t i))
{
	char space[1000], *table = malloc(200 + 100 * n);
	*fixture = (struct fixture){.n_train = fixture->n_train};
	snprintf(space, sizeof space,
		 "name,role,type,domain,unit\n%sid,param,int,,\nwps,metric,max,,\n", rows);
	size_t size = (size_t)sprintf(table, "id,wps%s\n", columns);
	for (size_t i = 0; i < n; i++) {
		size += (size_t)sprintf(table + size, "%zu,%zu", i, i * i + 1);
		size += (size_t)row(table + size, i);
		table[size++] = '\n';
	}
	table[size] = '\0';
	fixture_history_open(&fixture->jobs, space, table);
	struct fixture_history *jobs = &fixture->jobs;
	assert_ok(cml_split_choice_bind(&fixture->choice, jobs->space,
					cml_table_header(jobs->reader), &jobs->set, &err));
	fixture_history_read(jobs);
	assert_ok(cml_split_choice_settle(&fixture->choice, jobs->space, &jobs->set,
					  fixture->n_train, &err));
	free(table);
}

static void check(const struct fixture *fixture, const char *names, const char *left)
{
	char found[300] = "";
	for (size_t i = 0; i < fixture->choice.n; i++) {
		strcat(found, i > 0 ? " " : "");
		strcat(found, fixture->choice.names[i]);
	}
	cr_assert_str_eq(found, names);
	const struct cml_buffer *text = &fixture->choice.left;
	cr_assert(text->size == strlen(left) && memcmp(text->data, left, text->size) == 0, "%.*s",
		  (int)text->size, text->data);
}

static void fixture_release(struct fixture *fixture)
{
	cml_split_choice_release(&fixture->choice);
	fixture_history_release(&fixture->jobs);
}

/* 10, 20, 30 or 40 devices, a quarter of the jobs each; every fifth job has no day. */
static int day_and_gpus(char *text, size_t i)
{
	return i % 5 == 0 ? sprintf(text, ",,%zu", 10 + 10 * (i % 4))
			  : sprintf(text, ",2026-01-%02zu,%zu", 1 + i % 28, 10 + 10 * (i % 4));
}

static int two_counts(char *text, size_t i)
{
	return sprintf(text, ",%zu,%zu", i, 10 + 10 * (i % 4));
}

/* The time that cml-submit writes, and what counts devices: by unit before name, devices before
 * nodes, never those of one node. */
Test(split_choice, where_columns_say_so)
{
	AUTO(fixture) fixture = {0};
	choose(&fixture, "nodes,context,int,,\n", ",cml_started,nodes", 40, day_and_gpus);
	check(&fixture, "key:0.745 time:cml_started scale:nodes<=30", "");
	fixture_release(&fixture);
	choose(&fixture, "gpus,context,int,,\nscale factor,param,int,,devices\n",
	       ",gpus,scale factor", 40, two_counts);
	check(&fixture, "key:0.745 scale:`scale factor`<=30", "");
	fixture_release(&fixture);
	choose(&fixture, "gpus_per_node,context,int,,\n", ",day,gpus_per_node", 40, day_and_gpus);
	check(&fixture, "key:0.745", "");
	fixture_release(&fixture);
	choose(&fixture, "gpus,context,categorical,10|20|30|40,\n", ",day,gpus", 40, day_and_gpus);
	check(&fixture, "key:0.745", "");
}

static int constant(char *text, size_t i)
{
	(void)i;
	return sprintf(text, ",2026-01-01,8");
}

static int missing(char *text, size_t i)
{
	(void)i;
	return sprintf(text, ",,");
}

static int rarely_large(char *text, size_t i)
{
	return sprintf(text, ",%zu,%d", i, i < 4 ? 16 : 8);
}

Test(split_choice, not_where_a_side_would_be_empty_or_small)
{
	static const char rows[] = "day,time,,,\ngpus,context,int,,\n";
	AUTO(fixture) fixture = {0};
	choose(&fixture, rows, ",day,gpus", 40, constant);
	check(&fixture, "key:0.745",
	      "no split by time: all jobs have the same time\n"
	      "no split by gpus: fewer than two values\n");
	fixture_release(&fixture);
	choose(&fixture, rows, ",day,gpus", 40, missing);
	check(&fixture, "key:0.745",
	      "no split by time: fewer than two jobs have a metric and a time\n"
	      "no split by gpus: fewer than two values\n");
	fixture_release(&fixture);
	choose(&fixture, rows, ",day,gpus", 40, rarely_large);
	check(&fixture, "key:0.745 time:day",
	      "no split by gpus: 36 jobs to train on, 4 to test on\n");
}

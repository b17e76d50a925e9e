/* Where jobs that failed stand in a split. */
#include "eval/split.h"

#include "model_fixture.h"
#include "test.h"

static const char space_text[] = "name,role,type,domain\n"
				 "gpus,context,int,1:4096\n"
				 "batch,param,int,1:4096\n"
				 "gb,limit,float,:80\n"
				 "wps,metric,max,\n"
				 "status,status,,\n";

enum { N_RAN = 120 };

/* N_RAN jobs that ran, of 40 configurations (gpus 1, batch 1 to 40), on days 1 to 60, two a day. A
 * failed one after each: in turns of a configuration that ran, of another that failed elsewhere
 * too (batch 101 to 120), and, `others`, one that was cancelled with a limit. */
static void open_jobs(struct fixture_history *fixture, bool with_failed, bool others)
{
	AUTOFREE char *text = malloc(64 + 128 * N_RAN);
	size_t size = (size_t)sprintf(text, "gpus,batch,wps,status,day,gb\n");
	for (size_t i = 0; i < N_RAN; i++) {
		size += (size_t)sprintf(text + size, "1,%zu,%zu,ok,%zu,\n", i % 40 + 1, i + 1,
					i / 2 + 1);
		if (!with_failed)
			continue;
		size_t batch = i % 2 == 0 ? i % 40 + 1 : 101 + i % 20;
		size += (size_t)sprintf(text + size, "2,%zu,,oom,%zu,\n", batch, i / 2 + 1);
		size += (size_t)sprintf(text + size, "1,%zu,,oom,%zu,\n", batch, i / 2 + 1);
		if (others)
			size += (size_t)sprintf(text + size, "1,%zu,,cancelled,%zu,%d\n", batch,
						i / 2 + 1, i % 3 == 0 ? 81 : 79);
	}
	fixture_history_open(fixture, space_text, text);
}

static struct cml_split make(const struct fixture_history *fixture,
			     const struct cml_split_spec *spec, size_t repeat)
{
	struct cml_split split;
	assert_ok(cml_split_make(&split, spec, &fixture->set, 7, repeat, &err));
	return split;
}

/* Whether rows of data at `rows` have the key. */
static bool has_key(const struct cml_dataset *data, const size_t *rows, size_t n, uint64_t key)
{
	for (size_t i = 0; i < n; i++)
		if (data->keys[rows[i]] == key)
			return true;
	return false;
}

static void check_keys(const char *kind)
{
	AUTO(fixture_history) jobs;
	size_t n_trained[2] = {0}, n_drawn[2] = {0}; /* of keys on no side, on both */
	open_jobs(&jobs, true, false);
	struct cml_split_spec spec = fixture_split(&jobs, kind);
	fixture_history_read(&jobs);
	const struct cml_dataset *ran = &jobs.set.data, *failed = ran->failed;
	for (size_t repeat = 0; repeat < 40; repeat++) {
		AUTO(cml_split) split = make(&jobs, &spec, repeat);
		cr_assert_eq(split.n_failed_train + split.n_failed_test, failed->n_rows);
		for (size_t i = 0; i < failed->n_rows; i++) {
			uint64_t key = failed->keys[i];
			bool trains =
			    has_key(failed, split.failed_train, split.n_failed_train, key);
			bool tests = has_key(failed, split.failed_test, split.n_failed_test, key);
			bool ran_trains = has_key(ran, split.train, split.n_train, key);
			bool ran_tests = has_key(ran, split.test, split.n_test, key);
			cr_assert_neq(trains, tests, "failures of a configuration are together");
			if (ran_trains != ran_tests)
				cr_assert_eq(trains, ran_trains);
			n_drawn[ran_tests] += ran_trains == ran_tests;
			n_trained[ran_tests] += ran_trains == ran_tests && trains;
		}
		for (size_t i = 1; i < split.n_failed_test; i++)
			cr_assert_lt(split.failed_test[i - 1], split.failed_test[i]);
	}
	for (size_t i = 0; i < 2; i++)
		if (n_drawn[i] > 0)
			cr_assert_float_eq((double)n_trained[i] / (double)n_drawn[i], 0.7, 0.04);
	cr_assert_gt(n_drawn[0], 0);
	cr_assert_eq(n_drawn[1] > 0, spec.kind == CML_SPLIT_RANDOM);
}

Test(split_failed, failures_are_where_their_configuration_is)
{
	check_keys("random:0.7");
	check_keys("key:0.7");
}

Test(split_failed, no_time_is_no_side)
{
	AUTO(fixture_history) jobs;
	fixture_history_open(&jobs, space_text,
			     "gpus,batch,wps,status,day\n1,1,5,ok,2024-01-01\n1,2,,oom,\n"
			     "1,3,6,ok,2024-01-03\n1,4,,oom,2024-01-02\n1,5,,oom,2024-01-04\n");
	struct cml_split_spec spec = fixture_split(&jobs, "time:day:0.5");
	fixture_history_read(&jobs);
	AUTO(cml_split) split = make(&jobs, &spec, 0);
	cr_assert_eq(split.n_failed_train, 1);
	cr_assert_eq(split.failed_train[0], 1);
	cr_assert_eq(split.n_failed_test, 1);
	cr_assert_eq(split.failed_test[0], 2);
}

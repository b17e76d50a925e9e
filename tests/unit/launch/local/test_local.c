#include "job_fixture.h"

#include "jobs_fixture.h"
#include "launch/job/job_folder.h"
#include "launch/launcher.h"
#include "test.h"
#include "trials.h"

#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

extern const struct cml_launcher_kind cml_launcher_local;
static const struct cml_launcher_kind *const kind = &cml_launcher_local;
static struct cml_job_folder folder;
static struct cml_launcher_options options;
static void *state;

static void enter(void)
{
	history_enter();
	options = (struct cml_launcher_options){0};
}

static void close_places(void)
{
	if (state)
		kind->release(state);
	free(state);
	state = NULL;
}

static void leave(void)
{
	close_places();
	cml_job_folder_release(&folder);
	history_leave();
}

TestSuite(local, .init = enter, .fini = leave, .timeout = 120);

static void open_places(size_t n)
{
	if (folder.fd <= 0)
		job_fixture_open(&folder);
	options.folder = &folder;
	options.n_jobs = n;
	state = cml_array_new(1, kind->state_size);
	assert_ok(kind->open(state, &options, &err));
}

/* Starts attempt KEY.1 of a script. */
static void start(struct cml_launch *launch, uint64_t key, const char *script)
{
	AUTO(cml_buffer) environment = {0};
	*launch = (struct cml_launch){.attempt = {key, 1}};
	assert_ok(kind->prepare(state, launch, &environment, &err));
	job_fixture_claim(
	    &folder, key, script,
	    &(struct cml_command){.environment = cml_buffer_slice(&environment), .grace_s = 0.2});
	assert_ok(kind->start(state, launch, &err));
	cr_assert(launch->started);
}

/* Of any of the attempts that run; 60 s at most. */
static struct cml_launch_event next_event(void)
{
	struct cml_launch_event event;
	enum cml_result result = CML_END;
	time_t began = time(NULL);
	/* A wait may end early: something was heard that is no event. */
	while (result == CML_END && time(NULL) < began + 60)
		result = kind->wait(state, 0.1, -1, &event, &err);
	cr_assert_eq(result, CML_OK, "no event");
	cr_expect(isnan(event.value) && isnan(event.seconds) && !event.has_result);
	return event;
}

static void adopt(struct cml_launch *launch, uint64_t key)
{
	static char dirs[8][PATH_MAX];
	*launch = (struct cml_launch){.attempt = {key, 1}, .dir = dirs[key % 8]};
	cml_attempt_path(&folder, launch->attempt, dirs[key % 8]);
	assert_ok(kind->adopt(state, launch, false, &err));
}

Test(local, many_places)
{
	enum { PLACES = 8, JOBS = 40 };
	struct cml_launch launches[JOBS] = {0};
	AUTO(cml_buffer) environment = {0};
	int n_ends[JOBS] = {0};
	size_t n_started = 0, n_jobs = PLACES + TRIALS(JOBS - PLACES);

	open_places(PLACES);
	for (size_t n_ended = 0; n_ended < n_jobs; n_ended++) {
		bool taken[PLACES] = {false};
		for (; n_started < n_jobs && kind->capacity(state) > 0; n_started++) {
			char script[64];
			snprintf(script, sizeof script, "sleep 0.0%zu; exit %zu", n_started % 7,
				 n_started);
			start(&launches[n_started], n_started + 1, script);
		}
		for (size_t i = 0; i < n_started; i++) {
			if (n_ends[i] > 0)
				continue;
			cr_assert_lt(launches[i].slot, PLACES);
			cr_assert_not(taken[launches[i].slot], "place %zu", launches[i].slot);
			taken[launches[i].slot] = true;
		}
		if (n_started - n_ended == PLACES) {
			struct cml_launch more = {0};
			cr_expect_eq(kind->prepare(state, &more, &environment, &err),
				     CML_BAD_USAGE);
		}
		struct cml_launch_event event = next_event();
		size_t i = (size_t)(event.launch - launches);
		cr_assert_lt(i, n_jobs);
		cr_expect_eq(++n_ends[i], 1);
		cr_expect(event.has_record && event.record.exit_code == (int)i);
	}
	cr_expect_eq(kind->capacity(state), PLACES);
}

Test(local, wait_returns_without_an_event)
{
	struct cml_launch launch;
	struct cml_launch_event event;
	int wake[2];
	char byte;
	open_places(1);
	cr_assert_eq(pipe(wake), 0);
	cr_expect_eq(kind->wait(state, 0, -1, &event, &err), CML_END);
	start(&launch, 1, "while ! [ -e go ]; do sleep 0.02; done");
	cr_expect_eq(kind->wait(state, 0.05, wake[0], &event, &err), CML_END);
	cr_assert_eq(write(wake[1], "", 1), 1);
	cr_expect_eq(kind->wait(state, -1, wake[0], &event, &err), CML_END, "woken");
	cr_assert_eq(read(wake[0], &byte, 1), 1);
	history_write("go", "", 0);
	cr_expect_eq(next_event().launch, &launch);
}

Test(local, ends_jobs)
{
	static const char polite[] = "trap 'exit 9' TERM; echo >ready; sleep 600 & wait",
			  deaf[] = "trap '' TERM; echo >ready; sleep 600";
	static const struct {
		const char *script;
		bool hurry;
		int exit_code, signal;
	} cases[] = {
	    {polite, false, 9, 0},
	    {polite, true, 0, SIGKILL},
	    {deaf, false, 0, SIGKILL}, /* when its grace is over */
	};
	struct cml_launch launch;

	open_places(1);
	for (size_t i = 0; i < COUNT(cases); i++) {
		start(&launch, i + 1, cases[i].script);
		job_fixture_await("ready");
		assert_ok(kind->end(state, &launch, cases[i].hurry, &err));
		struct cml_launch_event event = next_event();
		cr_assert(event.has_record);
		cr_expect_eq(event.record.stop, CML_STOP_CANCELLED);
		cr_expect(cases[i].signal || event.record.exit_code == cases[i].exit_code,
			  "case %zu: %d", i, event.record.exit_code);
		cr_expect_eq(event.record.signal, cases[i].signal, "case %zu: %d", i,
			     event.record.signal);
		unlink("ready");
	}
	start(&launch, 9, "exit 0");
	job_fixture_await("h.jobs/0000000000000009.1/record");
	cr_expect_eq(kind->end(state, &launch, true, &err), CML_OK);
	cr_expect_eq(next_event().record.stop, CML_STOP_NONE, "it had ended meanwhile");
}

/* The supervisor of the job that says so in a file. */
static void kill_supervisor(const char *path)
{
	pid_t pid = (pid_t)atol(history_content(path, NULL));
	cr_assert_gt(pid, 1);
	kill(pid, SIGKILL);
}

#define READY "echo $PPID >made; mv made ready; sleep 600"

/* The job that runs is lost; the place gets another supervisor. */
Test(local, a_supervisor_that_dies)
{
	struct cml_launch launch;
	open_places(1);
	start(&launch, 1, READY);
	job_fixture_await("ready");
	kill_supervisor("ready");
	struct cml_launch_event event = next_event();
	cr_expect_eq(event.launch, &launch);
	cr_expect_not(event.has_record);
	cr_expect_eq(kind->capacity(state), 1);
	start(&launch, 2, "exit 4");
	event = next_event();
	cr_expect(event.has_record && event.record.exit_code == 4);
}

Test(local, released_while_jobs_run)
{
	struct cml_launch launches[2], adopted[3];
	struct cml_attempt_look look;
	open_places(2);
	for (uint64_t i = 0; i < 2; i++)
		start(&launches[i], i + 1,
		      "echo >ready.$CML_SLOT; while ! [ -e go.$CML_SLOT ]; do sleep 0.02; done");
	job_fixture_await("ready.0");
	job_fixture_await("ready.1");
	close_places();

	open_places(2);
	adopt(&adopted[1], 2);
	cr_expect_eq(adopted[1].slot, 1);
	cr_expect(adopted[1].started);
	cr_expect_eq(kind->capacity(state), 1);
	/* The place of the other is not known to be taken until that is adopted, too. */
	adopt(&adopted[0], 1);
	cr_expect_eq(adopted[0].slot, 0);
	cr_expect_eq(kind->capacity(state), 0);
	history_write("go.0", "", 0);
	struct cml_launch_event event = next_event();
	cr_expect_eq(event.launch, &adopted[0]);
	cr_expect(event.has_record && event.record.exit_code == 0);
	cr_expect_eq(kind->capacity(state), 1);
	start(&adopted[2], 3, "echo $CML_SLOT >place");
	cr_expect_eq(next_event().launch, &adopted[2]);
	cr_expect_str_eq(history_content("place", NULL), "0\n", "the other is still taken");
	assert_ok(kind->end(state, &adopted[1], false, &err));
	event = next_event();
	cr_expect_eq(event.launch, &adopted[1]);
	cr_expect(event.has_record && event.record.stop == CML_STOP_CANCELLED);
	close_places();
	assert_ok(cml_job_folder_look(&folder, (struct cml_attempt_id){2, 1}, &look, &err));
	cr_expect_eq(look.state, CML_ATTEMPT_FINISHED);
}

Test(local, an_adopted_job_whose_supervisor_dies)
{
	struct cml_launch launch;
	open_places(1);
	start(&launch, 1, READY);
	job_fixture_await("ready");
	close_places();
	open_places(1);
	adopt(&launch, 1);
	kill_supervisor("ready");
	struct cml_launch_event event = next_event();
	cr_expect_eq(event.launch, &launch);
	cr_expect_not(event.has_record);
	cr_expect_eq(kind->capacity(state), 1);
}

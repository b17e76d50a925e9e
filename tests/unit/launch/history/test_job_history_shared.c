/* Several processes at one history, killed or not, and people who edit it meanwhile. */
#include "launch/history/job_history.h"

#include "jobs_fixture.h"
#include "launch/history/owner_lock.h"
#include "table/table_reader.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(job_history_shared, .init = history_enter, .fini = history_leave, .timeout = 300);

#define NOTE "some \"text\",\nover lines"

/* Counts the rows of each of n keys, reading as a stranger would. */
static void count_rows(const char *path, size_t *counts, size_t n)
{
	struct cml_table_reader *reader;
	struct cml_error err = {0};
	struct cml_row row;
	enum cml_result status;

	memset(counts, 0, n * sizeof *counts);
	cr_assert_eq(cml_table_open(&reader, path, 0, &err), CML_OK, "%s", err.message);
	while ((status = cml_table_next(reader, &row, &err)) == CML_OK) {
		size_t key = strtoul(row.cells[0].data, NULL, 10);

		cr_assert_lt(key, n);
		cr_assert(cml_slice_is(row.cells[1], NOTE));
		cr_assert(cml_slice_is(row.cells[6], "4711"));
		counts[key]++;
	}
	cr_assert_eq(status, CML_END, "line %zu: %s", err.line, err.message);
	cml_table_free(reader);
}

/* In a child: commits the keys first, first + step, ... below end, n at a time, and tells of
 * each that counts as finished over a pipe. */
static void append_keys(uint64_t first, uint64_t step, uint64_t end, int n, int out)
{
	struct cml_job_history_options options = {.columns = history_columns,
						  .n_columns = N_HISTORY_COLUMNS};
	struct cml_job_history *history;
	struct cml_error err;

	if (cml_job_history_open(&history, "h.csv", &options, &err) != CML_OK)
		_exit(1);
	for (uint64_t key = first; key < end;) {
		uint64_t told[16];
		size_t n_told = 0;

		for (int i = 0; i < n && key < end; i++, key += step) {
			if (history_has(history, key))
				continue;
			if (history_add(history, key, 1, NOTE, &err) != CML_OK)
				_exit(2);
			told[n_told++] = key;
		}
		if (cml_job_history_commit(history, &err) != CML_OK)
			_exit(3);
		if (write(out, told, n_told * sizeof *told) < 0)
			_exit(4);
	}
	cml_job_history_free(history);
	_exit(0);
}

#define N_PROCESSES 4

Test(job_history_shared, every_row_of_several_processes_once)
{
	size_t counts[200];
	int status;
	int out[2];

	cr_assert_eq(pipe(out), 0);
	for (uint64_t i = 0; i < N_PROCESSES; i++) {
		if (history_fork() == 0)
			append_keys(i, N_PROCESSES, 200, (int)i + 1, out[1]);
	}
	while (wait(&status) > 0)
		cr_assert_eq(status, 0);
	count_rows("h.csv", counts, 200);
	for (size_t i = 0; i < 200; i++)
		cr_assert_eq(counts[i], 1, "key %zu: %zu rows", i, counts[i]);
}

/* They all saw the same jobs end, as tools that adopt jobs do. */
Test(job_history_shared, a_row_that_several_processes_have_is_written_once)
{
	size_t counts[60];
	int status;
	int out[2];

	cr_assert_eq(pipe(out), 0);
	for (int i = 0; i < N_PROCESSES; i++) {
		if (history_fork() == 0)
			append_keys(0, 1, 60, i + 1, out[1]);
	}
	while (wait(&status) > 0)
		cr_assert_eq(status, 0);
	count_rows("h.csv", counts, 60);
	for (size_t i = 0; i < 60; i++)
		cr_assert_eq(counts[i], 1, "key %zu: %zu rows", i, counts[i]);
}

/* kill -9 at moments spread over the start of a writer and, every other time, over its work;
 * what it said is finished stays. */
Test(job_history_shared, killed_in_the_middle_of_appending)
{
	size_t counts[4000];
	bool told[4000] = {false};
	uint64_t key;

	for (int trial = 0; trial < 25; trial++) {
		int out[2];
		pid_t child;

		cr_assert_eq(pipe(out), 0);
		child = history_fork();
		if (child == 0)
			append_keys(0, 1, 4000, 1 + trial % 7, out[1]);
		close(out[1]);
		if (trial % 2 == 0 && read(out[0], &key, sizeof key) == sizeof key)
			told[key] = true;
		usleep((useconds_t)(733 * trial));
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
		while (read(out[0], &key, sizeof key) == sizeof key)
			told[key] = true;
		close(out[0]);
		cml_job_history_free(history_open("h.csv"));
		count_rows("h.csv", counts, 4000);
		for (size_t i = 0; i < 4000; i++) {
			cr_assert_leq(counts[i], 1);
			cr_assert(!told[i] || counts[i] == 1, "key %zu is lost", i);
		}
	}
	size_t n_told = 0;
	for (size_t i = 0; i < 4000; i++)
		n_told += told[i];
	cr_assert_gt(n_told, 12);
}

Test(job_history_shared, what_others_append_is_seen)
{
	struct cml_job_history *ours = history_open("h.csv");
	struct cml_job_history *theirs = history_open("h.csv");
	struct cml_error err;

	history_put(theirs, 1, "");
	cr_assert_not(history_has(ours, 1));
	cr_assert_eq(cml_job_history_commit(ours, &err), CML_OK);
	cr_assert(history_has(ours, 1));
	cr_assert_eq(cml_job_history_n_rows(ours), 1);
	/* A later attempt is another row; the same one is not. */
	cr_assert_eq(history_add(ours, 1, 1, "", &err), CML_OK);
	cr_assert_eq(history_add(ours, 1, 2, "again", &err), CML_OK);
	cr_assert_eq(cml_job_history_commit(ours, &err), CML_OK);
	cr_assert_eq(cml_job_history_commit(theirs, &err), CML_OK);
	cr_assert_str_eq(history_content("h.csv", NULL),
			 HISTORY_HEADER "1,,2.385,0000000000000001,ok,1,4711\n"
					"1,again,2.385,0000000000000001,ok,2,4711\n");
	cr_assert_eq(cml_job_history_n_rows(theirs), 2);
	cml_job_history_free(ours);
	cml_job_history_free(theirs);
}

Test(job_history_shared, edited_in_place)
{
	struct cml_job_history *history = history_open("h.csv");
	const char *edited = HISTORY_HEADER "1,,2.385,0000000000000009,ok,1,4711\n";

	history_put(history, 1, "");
	history_write("h.csv", edited, strlen(edited));
	history_put(history, 2, "");
	cr_assert_not(history_has(history, 1));
	cr_assert(history_has(history, 9) && history_has(history, 2));
	cr_assert_eq(cml_job_history_n_rows(history), 2);
	/* Shorter than it was. */
	history_write("h.csv", HISTORY_HEADER, strlen(HISTORY_HEADER));
	history_put(history, 3, "");
	cr_assert_str_eq(history_content("h.csv", NULL),
			 HISTORY_HEADER "3,,2.385,0000000000000003,ok,1,4711\n");
	cml_job_history_free(history);
}

Test(job_history_shared, replaced_by_an_editor_or_removed)
{
	struct cml_job_history *history = history_open("h.csv");
	const char *edited = "cml_job,cml_attempt,cml_status,cml_key,qps,note,batch\n";

	history_put(history, 1, "");
	history_write("new.csv", edited, strlen(edited));
	cr_assert_eq(rename("new.csv", "h.csv"), 0);
	history_put(history, 2, "");
	cr_assert_str_eq(history_content("h.csv", NULL),
			 "cml_job,cml_attempt,cml_status,cml_key,qps,note,batch\n"
			 "4711,1,ok,0000000000000002,2.385,,2\n");
	cr_expect_eq(cml_job_history_n_gone(history), 1);
	cr_assert_eq(unlink("h.csv"), 0);
	history_put(history, 3, "");
	cr_assert_str_eq(history_content("h.csv", NULL),
			 HISTORY_HEADER "3,,2.385,0000000000000003,ok,1,4711\n");
	cr_expect_eq(cml_job_history_n_gone(history), 2);
	history_put(history, 4, "");
	cr_expect_eq(cml_job_history_n_gone(history), 2, "only what was there can go");
	cml_job_history_free(history);
}

static const struct cml_job_history_options one_writer = {.one_writer = true};

/* In a child: owns the history until it is killed. */
static pid_t start_owner(void)
{
	int ready[2];
	pid_t child;
	char c;

	cr_assert_eq(pipe(ready), 0);
	child = history_fork();
	if (child == 0) {
		struct cml_job_history *history;
		struct cml_error err;

		if (history_try(&history, "h.csv", one_writer, &err) != CML_OK ||
		    write(ready[1], "x", 1) != 1)
			_exit(1);
		pause();
	}
	close(ready[1]);
	cr_assert_eq(read(ready[0], &c, 1), 1);
	close(ready[0]);
	return child;
}

Test(job_history_shared, the_second_writer_hears_who_the_first_is)
{
	struct cml_job_history *history;
	char expected[100];
	struct cml_error err;
	pid_t owner = start_owner();

	cr_assert_eq(history_try(&history, "h.csv", one_writer, &err), CML_IO_ERROR);
	snprintf(expected, sizeof expected, "in use by process %ld of user ", (long)owner);
	cr_assert_eq(strncmp(err.message, expected, strlen(expected)), 0, "%s", err.message);
	cr_assert_not_null(strstr(err.message, " on this machine, "));
	cr_assert_str_eq(err.file, "h.csv");
	kill(owner, SIGKILL);
	waitpid(owner, NULL, 0);
	cr_assert_not_null(history_content("h.csv.lock", NULL), "left by the killed one");
	cr_assert_eq(history_try(&history, "h.csv", one_writer, &err), CML_OK, "%s", err.message);
	history_put(history, 1, "");
	cml_job_history_free(history);
	cr_assert_null(history_content("h.csv.lock", NULL));
}

Test(job_history_shared, an_owner_on_another_machine_is_never_taken_over)
{
	const char *lock = "host=node7\nuser=ada\nuid=1000\npid=17\n";
	struct cml_job_history *history;
	struct cml_error err;

	history_write("h.csv.lock", lock, strlen(lock));
	cr_assert_eq(history_try(&history, "h.csv", one_writer, &err), CML_IO_ERROR);
	cr_assert_str_eq(err.message,
			 "in use by process 17 of user ada on the machine node7; if that has "
			 "ended, remove h.csv.lock");
	cr_assert_str_eq(history_content("h.csv.lock", NULL), lock);
}

/* Of many that find a dead owner's lock at once, exactly one gets it. */
Test(job_history_shared, a_dead_owner_has_one_heir)
{
	for (int trial = 0; trial < 20; trial++) {
		pid_t owner = start_owner();
		pid_t children[8];
		char answers[8];
		int n_heirs = 0;
		int out[2];

		kill(owner, SIGKILL);
		waitpid(owner, NULL, 0);
		cr_assert_eq(pipe(out), 0);
		for (int i = 0; i < 8; i++) {
			struct cml_owner_lock lock = {0};
			struct cml_error err;

			children[i] = history_fork();
			if (children[i] != 0)
				continue;
			bool taken = cml_owner_lock_take(&lock, "h.csv", &err) == CML_OK;
			if (write(out[1], taken ? "y" : "n", 1) != 1)
				_exit(1);
			pause(); /* it holds the lock until all have tried */
		}
		for (size_t n = 0; n < 8; n++)
			cr_assert_eq(read(out[0], &answers[n], 1), 1);
		for (int i = 0; i < 8; i++) {
			n_heirs += answers[i] == 'y';
			kill(children[i], SIGKILL);
			waitpid(children[i], NULL, 0);
		}
		close(out[0]);
		close(out[1]);
		cr_assert_eq(n_heirs, 1, "%d heirs", n_heirs);
	}
}

/* The owner of a history, killed while it appends, and people who edit it meanwhile. */
#include "launch/history/job_history.h"

#include "jobs_fixture.h"
#include "table/table_reader.h"
#include "test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(job_history_killed, .init = history_enter, .fini = history_leave, .timeout = 300);

#define NOTE "some \"text\",\nover lines"

/* Counts the rows of each of n keys, reading as a stranger would. */
static void count_rows(const char *path, size_t *counts, size_t n)
{
	AUTOPTR(cml_table_reader) reader = NULL;
	struct cml_row row;
	enum cml_result status;
	memset(counts, 0, n * sizeof *counts);
	assert_ok(cml_table_open(&reader, path, 0, &err));
	while ((status = cml_table_next(reader, &row, &err)) == CML_OK) {
		size_t key = strtoul(row.cells[0].data, NULL, 10);
		cr_assert_lt(key, n);
		cr_assert(cml_slice_is(row.cells[1], NOTE));
		cr_assert(cml_slice_is(row.cells[6], "4711"));
		counts[key]++;
	}
	cr_assert_eq(status, CML_END, "line %zu: %s", err.line, err.message);
}

/* In a child: commits the keys below end, n at a time, and tells of
 * each that counts as finished over a pipe. */
static void append_keys(uint64_t end, int n, int out)
{
	struct cml_job_history_options options = {.columns = &history_columns};
	struct cml_job_history *history;
	if (cml_job_history_open(&history, "h.csv", &options, &err) != CML_OK)
		_exit(1);
	for (uint64_t key = 0; key < end;) {
		uint64_t told[16];
		size_t n_told = 0;
		for (int i = 0; i < n && key < end; i++, key++) {
			if (history_has(history, key))
				continue;
			if (history_add(history, key, 1, NOTE, &err) != CML_OK)
				_exit(2);
			told[n_told++] = key;
		}
		if (cml_job_history_commit(history, NULL, &err) != CML_OK)
			_exit(3);
		if (write(out, told, n_told * sizeof *told) < 0)
			_exit(4);
	}
	cml_job_history_free(history);
	_exit(0);
}

/* kill -9 at moments spread over the start of an owner and, every other time, over its work;
 * what it said is finished stays. */
Test(job_history_killed, killed_in_the_middle_of_appending)
{
	size_t counts[4000];
	bool told[4000] = {false};
	uint64_t key;
	for (int trial = 0; trial < 25; trial++) {
		int out[2];
		cr_assert_eq(pipe(out), 0);
		pid_t child = history_fork();
		if (child == 0)
			append_keys(4000, 1 + trial % 7, out[1]);
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

Test(job_history_killed, edited_in_place)
{
	AUTOPTR(cml_job_history) history = history_open("h.csv");
	const char *edited = HISTORY_HEADER "1,note,2.385,0000000000000009,ok,1,4711\n";
	history_put(history, 1, "");
	history_write("h.csv", edited, strlen(edited));
	history_put(history, 2, "");
	cr_assert_not(history_has(history, 1));
	cr_assert(history_has(history, 9) && history_has(history, 2));
	cr_assert_eq(cml_job_history_facts(history)->n_rows, 2);
	/* Shorter than it was. */
	history_write("h.csv", HISTORY_HEADER, strlen(HISTORY_HEADER));
	history_put(history, 3, "");
	cr_assert_str_eq(history_content("h.csv", NULL),
			 HISTORY_HEADER "3,,2.385,0000000000000003,ok,1,4711\n");
}

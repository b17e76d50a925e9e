/* The file of a history, and the record of a job. Input: a byte that chooses (a record; a
 * history, and whether it may be widened), then the bytes of the file.
 *
 * Promises: reading only changes nothing; what is refused stays byte for byte; of what is
 * opened no byte is lost, as it stands in the history or in one file put aside; a row can be
 * appended to it, stands behind what was there, and is found when it is opened again; the
 * table reader finds as many rows. A record that is read prints and reads back the same. */
#include "fuzz.h"

#include "launch/history/job_history.h"
#include "launch/job/job_record.h"
#include "table/table_reader.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { A_RECORD = 1, WIDEN = 2 };

#define KEY UINT64_C(0x0123456789abcdef)
#define KEY_TEXT "0123456789abcdef"
#define ATTEMPT 524287 /* the largest: no row that came in can be a later one */

static const struct cml_slice columns[] = {
    {"a", 1}, {"cml_key", 7}, {"cml_status", 10}, {"cml_attempt", 11}};
static const struct cml_slice row[] = {{"new\nrow", 7}, {KEY_TEXT, 16}, {"oom", 3}, {"524287", 6}};

struct paths {
	char directory[64];
	char history[80];
	char torn[90];
	char narrow[90];
};

/* In memory, as every append is synced. */
static void enter(struct paths *paths)
{
	strcpy(paths->directory, access("/dev/shm", W_OK) == 0 ? "/dev/shm/fuzz_history.XXXXXX"
							       : "/tmp/fuzz_history.XXXXXX");
	FUZZ_CHECK(mkdtemp(paths->directory), "no directory");
	snprintf(paths->history, sizeof paths->history, "%s/h.csv", paths->directory);
	snprintf(paths->torn, sizeof paths->torn, "%s.torn-1", paths->history);
	snprintf(paths->narrow, sizeof paths->narrow, "%s.narrow-1", paths->history);
}

static void leave(const struct paths *paths)
{
	unlink(paths->torn);
	unlink(paths->narrow);
	unlink(paths->history);
	FUZZ_CHECK(rmdir(paths->directory) == 0, "files are left beside the history");
}

static void put(const char *path, struct cml_slice bytes)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	FUZZ_CHECK(fd >= 0 && write(fd, bytes.data, bytes.size) == (ssize_t)bytes.size, "no file");
	close(fd);
}

/* The content of a file; nothing when it is not there. */
static void get(const char *path, struct cml_buffer *content)
{
	char piece[4096];
	int fd = open(path, O_RDONLY);
	ssize_t n;
	cml_buffer_clear(content);
	while (fd >= 0 && (n = read(fd, piece, sizeof piece)) > 0)
		FUZZ_CHECK(cml_buffer_append(content, piece, (size_t)n), "no memory");
	if (fd >= 0)
		close(fd);
}

static size_t n_notes;

static void count_note(void *context, const char *text)
{
	(void)context, (void)text;
	n_notes++;
}

static enum cml_result open_history(const struct paths *paths, bool read_only, bool widen,
				    struct cml_job_history **history)
{
	static struct cml_header header;
	FUZZ_CHECK(header.n_columns > 0 ||
		       cml_header_init(&header, columns, 4, &(struct cml_error){0}) == CML_OK,
		   "no memory");
	struct cml_job_history_options options = {.columns = &header,
						  .read_only = read_only,
						  .widen = widen,
						  .notes = {count_note, NULL}};
	struct cml_error err = {0};
	enum cml_result status = cml_job_history_open(history, paths->history, &options, &err);
	if (status != CML_OK) {
		fuzz_check_error(&err, status, paths->history);
		FUZZ_CHECK(status == CML_BAD_DATA, "%s", err.message);
	}
	return status;
}

static bool starts(struct cml_slice text, struct cml_slice start)
{
	return text.size >= start.size &&
	       (start.size == 0 || memcmp(text.data, start.data, start.size) == 0);
}

/* What was opened is what was there, up to a line end, or up to what was put aside. */
static void check_kept(struct cml_slice before, struct cml_slice after, struct cml_slice torn)
{
	if (torn.size > 0 && torn.size < before.size) {
		FUZZ_CHECK(after.size + torn.size == before.size && starts(before, after),
			   "%zu bytes were %zu and %zu put aside", after.size, before.size,
			   torn.size);
		before.data += after.size;
		before.size -= after.size;
		FUZZ_CHECK(cml_slice_equal(before, torn), "other bytes were put aside");
	} else if (torn.size > 0) {
		FUZZ_CHECK(cml_slice_equal(before, torn), "other bytes were put aside");
	} else if (before.size > 0) {
		FUZZ_CHECK(starts(after, before) && after.size <= before.size + 2,
			   "%zu bytes became %zu", before.size, after.size);
	}
}

static size_t count_rows(const char *path)
{
	AUTOPTR(cml_table_reader) reader = NULL;
	struct cml_error err = {0};
	struct cml_row found;
	enum cml_result status = cml_table_open(&reader, path, ',', &err);
	size_t n = 0;
	FUZZ_CHECK(status == CML_OK, "%s", err.message);
	while ((status = cml_table_next(reader, &found, &err)) == CML_OK)
		n++;
	FUZZ_CHECK(status == CML_END, "line %zu: %s", err.line, err.message);
	return n;
}

static void check_append(const struct paths *paths, struct cml_job_history *history)
{
	size_t n_rows = cml_job_history_facts(history)->n_rows;
	AUTO(cml_buffer) before = {0}, after = {0};
	const struct cml_finished_job job = {.key = KEY, .status = CML_JOB_OOM, .attempt = ATTEMPT};
	struct cml_finished_job found;
	struct cml_error err = {0};
	get(paths->history, &before);
	FUZZ_CHECK(count_rows(paths->history) == n_rows, "%zu rows", n_rows);
	FUZZ_CHECK(cml_job_history_add(history, &job, row, &err) == CML_OK, "%s", err.message);
	FUZZ_CHECK(cml_job_history_commit(history, NULL, &err) == CML_OK, "%s", err.message);
	get(paths->history, &after);
	FUZZ_CHECK(starts(cml_buffer_slice(&after), cml_buffer_slice(&before)),
		   "appending changed what was there");
	FUZZ_CHECK(cml_job_history_facts(history)->n_rows == n_rows + 1, "not one row more");
	cml_job_history_free(history);

	n_notes = 0;
	FUZZ_CHECK(open_history(paths, false, false, &history) == CML_OK, "not opened again");
	FUZZ_CHECK(n_notes == 0, "something happened to it");
	FUZZ_CHECK(cml_job_history_facts(history)->n_rows == n_rows + 1, "other rows");
	FUZZ_CHECK(cml_job_history_find(history, KEY, &found) && found.attempt == ATTEMPT &&
		       found.status == CML_JOB_OOM,
		   "the row is not found");
	cml_job_history_free(history);
	get(paths->history, &before);
	FUZZ_CHECK(cml_slice_equal(cml_buffer_slice(&after), cml_buffer_slice(&before)),
		   "opening changed a whole file");
}

static void check_history(struct cml_slice bytes, bool widen)
{
	struct cml_buffer after = {0}, torn = {0}, narrow = {0};
	struct cml_job_history *history;
	struct paths paths;
	enter(&paths);
	put(paths.history, bytes);
	if (open_history(&paths, true, false, &history) == CML_OK)
		cml_job_history_free(history);
	get(paths.history, &after);
	FUZZ_CHECK(cml_slice_equal(bytes, cml_buffer_slice(&after)), "reading changed the file");
	enum cml_result status = open_history(&paths, false, widen, &history);
	get(paths.history, &after);
	get(paths.torn, &torn);
	get(paths.narrow, &narrow);
	if (status == CML_OK) {
		check_kept(bytes, cml_buffer_slice(narrow.size > 0 ? &narrow : &after),
			   cml_buffer_slice(&torn));
		check_append(&paths, history);
	} else {
		FUZZ_CHECK(cml_slice_equal(bytes, cml_buffer_slice(&after)) && torn.size == 0,
			   "what was refused has changed");
	}
	cml_buffer_release(&after);
	cml_buffer_release(&torn);
	cml_buffer_release(&narrow);
	leave(&paths);
}

static void check_record(struct cml_slice bytes)
{
	char text[CML_RECORD_TEXT_SIZE], again[CML_RECORD_TEXT_SIZE];
	struct cml_job_record record, found;
	if (!cml_job_record_parse(bytes, &record))
		return;
	struct cml_slice printed = {text, cml_job_record_print(&record, text)};
	FUZZ_CHECK(cml_job_record_parse(printed, &found), "not read back:\n%.*s", (int)printed.size,
		   text);
	struct cml_slice twice = {again, cml_job_record_print(&found, again)};
	FUZZ_CHECK(cml_slice_equal(printed, twice), "another record:\n%.*s", (int)twice.size,
		   again);
	printed.size -= 1;
	FUZZ_CHECK(!cml_job_record_parse(printed, &found), "read though it is cut");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cml_slice rest = {(const char *)data, size};
	unsigned char kind = fuzz_take_byte(&rest);
	AUTOFREE char *copy = fuzz_copy(rest);
	if (kind & A_RECORD)
		check_record((struct cml_slice){copy, rest.size});
	else
		check_history((struct cml_slice){copy, rest.size}, (kind & WIDEN) != 0);
	return 0;
}

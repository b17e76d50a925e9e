#include "table/table_map.h"

#include "table_samples.h"

#include "test.h"
#include "trials.h"

#include <unistd.h>

TestSuite(table_map, .timeout = 300);

/* What a run told, beside what it wrote. */
struct trace {
	struct cml_buffer refused;
	size_t n_rows;
	bool goes_on;
};

static bool is_refused(const struct cml_row *row)
{
	return row->n_cells > 1 && cml_slice_is(row->cells[1], "bc");
}

static enum cml_result append_row(void *context, unsigned thread, const struct cml_row *row,
				  struct cml_buffer *lines, struct cml_error *err)
{
	(void)context;
	(void)thread;
	if (is_refused(row)) {
		cml_fail(err, CML_BAD_DATA, "refused");
		cml_error_locate(err, NULL, row->line, NULL);
		return CML_BAD_DATA;
	}
	show_row(lines, row->cells, row->n_cells, row->line);
	return CML_OK;
}

static enum cml_result refuse_row(void *context, const struct cml_row *row, struct cml_error *err)
{
	struct trace *trace = context;
	show_row(&trace->refused, row->cells, row->n_cells, row->line);
	show_error(&trace->refused, err);
	return trace->goes_on ? CML_OK : err->status;
}

static void count_rows(void *context, size_t n_rows)
{
	struct trace *trace = context;
	trace->n_rows += n_rows;
}

/* The loop that a map is another form of. */
static enum cml_result run_loop(struct cml_table_reader *reader, struct trace *trace,
				struct cml_buffer *lines)
{
	struct cml_row row;
	enum cml_result status;
	while ((status = cml_table_next(reader, &row, &err)) != CML_END) {
		bool is_row = !cml_table_broken(reader);
		if (status == CML_OK) {
			trace->n_rows++;
			status = append_row(trace, 0, &row, lines, &err);
		}
		if (status != CML_OK && is_row)
			status = refuse_row(trace, &row, &err);
		if (status != CML_OK)
			return status;
	}
	return CML_OK;
}

static enum cml_result run_map(struct cml_table_reader *reader, struct cml_pool *pool,
			       struct trace *trace, struct cml_buffer *lines)
{
	char path[] = "/tmp/test_table_map.XXXXXX", bytes[4096];
	int fd = mkstemp(path);
	struct cml_output *output;
	cr_assert_eq(cml_output_open(&output, path, &err), CML_OK, "%s", err.message);
	const struct cml_table_map map = {.reader = reader,
					  .output = output,
					  .pool = pool,
					  .context = trace,
					  .append = append_row,
					  .refuse = refuse_row,
					  .count = count_rows};
	struct cml_error commit_error;
	enum cml_result status = cml_table_map_run(&map, &err);
	assert_ok(cml_output_commit(output, &commit_error));
	cml_output_free(output);
	close(fd);
	FILE *file = fopen(path, "rb");
	for (size_t n; (n = fread(bytes, 1, sizeof bytes, file)) > 0;)
		cml_buffer_append(lines, bytes, n);
	fclose(file);
	unlink(path);
	return status;
}

/* The text of a run, its lines, what was refused and the error in the end. n_threads
 * 0: the loop. */
static void show_run(struct cml_slice table, unsigned n_threads, bool goes_on,
		     struct cml_buffer *shown, size_t *n_rows)
{
	AUTOPTR(cml_table_reader) reader = NULL;
	AUTOPTR(cml_pool) pool = NULL;
	struct trace trace = {.goes_on = goes_on};
	cml_buffer_clear(shown);
	if (cml_table_open_bytes(&reader, table, "t.csv", ',', &err) != CML_OK)
		return;
	if (n_threads > 1)
		assert_ok(cml_pool_new(&pool, n_threads, &err));
	enum cml_result status =
	    n_threads == 0 ? run_loop(reader, &trace, shown) : run_map(reader, pool, &trace, shown);
	cml_buffer_append(shown, trace.refused.data, trace.refused.size);
	if (status != CML_OK)
		show_error(shown, &err);
	*n_rows = trace.n_rows;
	cml_buffer_release(&trace.refused);
}

static void check_table(struct cml_slice table, const unsigned *threads, size_t n)
{
	for (int goes_on = 0; goes_on < 2; goes_on++) {
		AUTO(cml_buffer) expected = {0}, found = {0};
		size_t n_expected = 0, n_found = 0;
		show_run(table, 0, goes_on != 0, &expected, &n_expected);
		for (size_t i = 0; i < n; i++) {
			show_run(table, threads[i], goes_on != 0, &found, &n_found);
			cr_assert(
			    cml_slice_equal(cml_buffer_slice(&found), cml_buffer_slice(&expected)),
			    "%u threads: %.*s, not %.*s", threads[i], (int)found.size, found.data,
			    (int)expected.size, expected.data);
			if (goes_on)
				cr_assert_eq(n_found, n_expected);
		}
	}
}

Test(table_map, is_the_loop_on_small_tables)
{
	static const unsigned threads[] = {1, 3};
	struct cml_random random = random_of(31, 0);
	AUTO(cml_buffer) table = {0};
	for (int i = 0; i < TRIALS(150); i++) {
		random_table(&random, &table);
		check_table(cml_buffer_slice(&table), threads, 2);
	}
}

/* Tables of several pieces of input: rows that lie across two of them, quotes,
 * ragged and refused rows anywhere. */
Test(table_map, is_the_loop_on_large_tables)
{
	static const char *const rows[] = {
	    "a,1\n", "long enough to matter,2\n", "\"x\ny\",z\n", "\"a\"\"b\",4\r\n", "\n", ",\n"};
	static const char *const bad[] = {"a,bc\n", "one\n", "1,2,3\n", "a\"b,1\n"};
	static const unsigned threads[] = {1, 2, 8};
	struct cml_random random = random_of(32, 0);
	AUTO(cml_buffer) table = {0};
	for (int i = 0; i < TRIALS(20); i++) {
		uint64_t one_in = i % 4 == 0 ? UINT64_MAX : i % 4 == 1 ? 40000 : 500;
		cml_buffer_clear(&table);
		cml_buffer_append_string(&table, "h,i\n");
		while (table.size < 400000) {
			const char *row = rows[cml_random_below(&random, 6)];
			/* The last kind breaks the reader: seldom. */
			if (cml_random_below(&random, one_in) == 0)
				row = bad[cml_random_below(&random, i % 3 == 0 ? 4 : 3)];
			cml_buffer_append_string(&table, row);
		}
		check_table(cml_buffer_slice(&table), threads, 3);
	}
}

static enum cml_result run_out(void *context, unsigned thread, const struct cml_row *row,
			       struct cml_buffer *lines, struct cml_error *err)
{
	(void)context;
	(void)thread;
	if (row->line == 3)
		return cml_fail_memory(err);
	show_row(lines, row->cells, row->n_cells, row->line);
	return CML_OK;
}

Test(table_map, ends_at_an_error_that_is_not_about_a_row)
{
	AUTOPTR(cml_table_reader) reader = NULL;
	AUTOPTR(cml_output) output = NULL;
	struct trace trace = {.goes_on = true};
	assert_ok(cml_table_open_bytes(&reader, cml_slice_of("h\n1\n2\n3\n"), "t.csv", ',', &err));
	assert_ok(cml_output_open(&output, "/dev/null", &err));
	const struct cml_table_map map = {.reader = reader,
					  .output = output,
					  .context = &trace,
					  .append = run_out,
					  .refuse = refuse_row,
					  .count = count_rows};
	cr_assert_eq(cml_table_map_run(&map, &err), CML_NO_MEMORY);
	cr_assert_eq(trace.refused.size, 0);
}

Test(table_map, a_full_disk_ends_it)
{
	AUTO(cml_buffer) table = {0};
	AUTOPTR(cml_table_reader) reader = NULL;
	AUTOPTR(cml_output) output = NULL;
	struct trace trace = {.goes_on = true};
	cml_buffer_append_string(&table, "h\n");
	while (table.size < 1000000)
		cml_buffer_append_string(&table, "abcdefghij\n");
	assert_ok(cml_table_open_bytes(&reader, cml_buffer_slice(&table), "t.csv", ',', &err));
	assert_ok(cml_output_open(&output, "/dev/full", &err));
	const struct cml_table_map map = {.reader = reader,
					  .output = output,
					  .context = &trace,
					  .append = append_row,
					  .refuse = refuse_row,
					  .count = count_rows};
	cr_assert_eq(cml_table_map_run(&map, &err), CML_IO_ERROR);
	cr_assert_str_eq(err.file, "/dev/full");
}

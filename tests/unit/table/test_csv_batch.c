#include "table/csv_batch.h"

#include "base/memory.h"

#include "table_samples.h"
#include "test.h"

/* has_lines: with the line of each row. */
static void show_batch(struct cml_buffer *shown, const struct cml_csv_batch *batch, bool has_lines)
{
	for (size_t i = 0; i < batch->out.n_rows; i++)
		show_row(shown, batch->out.cells + batch->out.rows[i].first_cell,
			 batch->out.rows[i].n_cells, has_lines ? batch->out.rows[i].line : 0);
}

static enum cml_result feed(struct cml_csv_batch *batch, const char *data, size_t size,
			    bool is_last)
{
	assert_ok(cml_csv_batch_clear(batch, size, &err));
	memcpy(batch->out.piece + batch->out.piece_size, data, size);
	batch->out.piece_size += size;
	return cml_csv_batch_split(batch, is_last, &err);
}

/* What becomes of the table when it comes in pieces of up to max_piece bytes. */
static void show_pieces(struct cml_buffer *shown, struct cml_slice table, char delimiter,
			size_t max_piece, bool has_lines, struct cml_random *random)
{
	AUTO(cml_csv_batch) batch;
	enum cml_result status = CML_OK;
	cml_buffer_clear(shown);
	cml_csv_batch_init(&batch, delimiter);
	for (size_t i = 0, n; i <= table.size && status == CML_OK; i += n > 0 ? n : 1) {
		n = 1 + (size_t)cml_random_below(random, max_piece);
		n = n < table.size - i ? n : table.size - i;
		status = feed(&batch, table.data + i, n, n == 0);
		show_batch(shown, &batch, has_lines);
	}
	if (status != CML_OK) {
		show_error(shown, &err);
		cml_buffer_printf(shown, "%zu:%zu", batch.line, batch.n_open);
	}
}

/* The rows of a table by libcsv alone; has_text: of the row at hand. */
struct by_libcsv {
	struct cml_buffer *shown;
	size_t start, n_cells;
	bool has_text;
};

static void on_cell(void *data, size_t size, void *context)
{
	struct by_libcsv *by = context;
	cml_buffer_append_string(by->shown, by->n_cells++ > 0 ? "|" : "0[");
	cml_buffer_append(by->shown, data, size);
	by->has_text = by->has_text || data;
}

static void on_end(int terminator, void *context)
{
	struct by_libcsv *by = context;
	(void)terminator;
	cml_buffer_append_string(by->shown, by->n_cells > 0 ? "]" : "");
	by->shown->size = by->has_text ? by->shown->size : by->start;
	by->start = by->shown->size;
	by->has_text = false;
	by->n_cells = 0;
}

static int never_space(unsigned char c)
{
	(void)c;
	return 0;
}

/* Whether libcsv takes the table. */
static bool show_by_libcsv(struct cml_buffer *shown, struct cml_slice table, char delimiter)
{
	struct by_libcsv by = {.shown = shown};
	struct csv_parser parser;
	cml_buffer_clear(shown);
	csv_init(&parser,
		 CSV_EMPTY_IS_NULL | (delimiter == '|' ? 0 : CSV_STRICT | CSV_STRICT_FINI));
	csv_set_delim(&parser, (unsigned char)delimiter);
	csv_set_space_func(&parser, never_space);
	bool ok = csv_parse(&parser, table.data, table.size, on_cell, on_end, &by) == table.size;
	csv_set_opts(&parser, CSV_EMPTY_IS_NULL | CSV_STRICT | CSV_STRICT_FINI);
	ok = ok && csv_fini(&parser, on_cell, on_end, &by) == 0;
	csv_free(&parser);
	return ok;
}

/* However the bytes come in, the rows are those of libcsv, or it refuses the table too. */
Test(csv_batch, any_chunking_gives_the_rows_of_libcsv, .timeout = 300)
{
	static const size_t max_pieces[] = {1, 2, 3, 8, 1000};
#if defined(__SANITIZE_ADDRESS__)
	const size_t n_trials = 4000; /* each costs five times as much */
#else
	const size_t n_trials = 20000;
#endif
	AUTO(cml_buffer) table = {0};
	AUTO(cml_buffer) whole = {0};
	AUTO(cml_buffer) shown = {0};
	struct cml_random random = random_of(31, 0);
	size_t n_broken = 0;

	for (size_t trial = 0; trial < n_trials; trial++) {
		/* Every third table has bars, between which quotes mean less. */
		char delimiter = trial % 3 == 0 ? '|' : ',';
		random_table(&random, &table);
		for (size_t i = 0; i < table.size; i++)
			table.data[i] = table.data[i] == ',' ? delimiter : table.data[i];
		show_pieces(&whole, cml_buffer_slice(&table), delimiter, 5000, true, &random);
		bool is_broken = memchr(whole.data, '{', whole.size) != NULL;
		n_broken += is_broken;
		for (size_t i = 0; i < COUNT(max_pieces); i++) {
			show_pieces(&shown, cml_buffer_slice(&table), delimiter, max_pieces[i],
				    true, &random);
			cr_assert(
			    cml_slice_equal(cml_buffer_slice(&shown), cml_buffer_slice(&whole)),
			    "trial %zu, pieces up to %zu:\n%.*s\n--- not\n%.*s\n--- for\n%.*s",
			    trial, max_pieces[i], (int)shown.size, shown.data, (int)whole.size,
			    whole.data, (int)table.size, table.data);
		}
		bool ok = show_by_libcsv(&shown, cml_buffer_slice(&table), delimiter);
		cr_assert_eq(ok, !is_broken, "trial %zu: %.*s", trial, (int)table.size, table.data);
		show_pieces(&whole, cml_buffer_slice(&table), delimiter, 5000, false, &random);
		cr_assert(is_broken ||
			      cml_slice_equal(cml_buffer_slice(&shown), cml_buffer_slice(&whole)),
			  "trial %zu:\n%.*s\n--- not\n%.*s", trial, (int)whole.size, whole.data,
			  (int)shown.size, shown.data);
	}
	cr_assert(n_broken > n_trials / 10 && n_broken < n_trials * 9 / 10,
		  "%zu broken tables of %zu", n_broken, n_trials);
}

/* A row that its cells alone make too large is refused, not allocated. */
Test(csv_batch, a_row_without_end_is_an_error, .timeout = 300)
{
	static char delimiters[1 << 16];
	AUTO(cml_csv_batch) batch;
	enum cml_result status = CML_OK;
	size_t enough = CML_ROW_MAX_SIZE / sizeof(struct cml_slice) + 2 * sizeof delimiters;
	size_t n_fed = 0;
#if defined(__SANITIZE_ADDRESS__)
	cr_skip_test("takes minutes under AddressSanitizer");
#endif
	memset(delimiters, ',', sizeof delimiters);
	cml_csv_batch_init(&batch, ',');
	while (status == CML_OK && n_fed < enough) {
		status = feed(&batch, delimiters, sizeof delimiters, false);
		n_fed += sizeof delimiters;
	}
	cr_assert_eq(status, CML_BAD_DATA);
	cr_assert_str_eq(err.message, "a row of more than 64 MiB (is a quote not closed?)");
}

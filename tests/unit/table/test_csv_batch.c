#include "table/csv_batch.h"

#include "base/memory.h"

#include "table_samples.h"
#include "test.h"

static void show_batch(struct cml_buffer *shown, const struct cml_csv_batch *batch)
{
	for (size_t i = 0; i < batch->out.n_rows; i++)
		show_row(shown, batch->out.cells + batch->out.rows[i].first_cell,
			 batch->out.rows[i].n_cells, batch->out.rows[i].line);
}

/* What becomes of the table when it comes in pieces of up to max_piece bytes,
 * each in memory of its own that is gone when the next one comes. */
static void show_pieces(struct cml_buffer *shown, struct cml_slice table, char delimiter,
			size_t max_piece, struct cml_random *random)
{
	AUTO(cml_csv_batch) batch;
	enum cml_result status = CML_OK;
	AUTOFREE char *piece = NULL;
	cml_buffer_clear(shown);
	cml_csv_batch_init(&batch, delimiter);
	for (size_t i = 0, n; i < table.size && status == CML_OK; i += n) {
		n = 1 + (size_t)cml_random_below(random, max_piece);
		n = n < table.size - i ? n : table.size - i;
		char *next = malloc(n);
		memcpy(next, table.data + i, n);
		if (piece != NULL)
			memset(piece, '#', 1);
		free(piece);
		piece = next;
		status = cml_csv_batch_feed(&batch, piece, n, &err);
		show_batch(shown, &batch);
	}
	if (status == CML_OK) {
		status = cml_csv_batch_finish(&batch, &err);
		show_batch(shown, &batch);
	}
	if (status != CML_OK) {
		show_error(shown, &err);
		cml_buffer_printf(shown, "%zu:%zu", batch.open_line, cml_csv_batch_n_open(&batch));
	}
}

/* Byte by byte every row goes through libcsv; whole, only what is not plain
 * does. So this also holds the direct splitting to libcsv's results. */
Test(csv_batch, any_chunking_gives_the_same_rows, .timeout = 300)
{
	static const size_t max_pieces[] = {2, 3, 8, 1000};
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
		show_pieces(&whole, cml_buffer_slice(&table), delimiter, 1, &random);
		n_broken += memchr(whole.data, '{', whole.size) != NULL;
		for (size_t i = 0; i < COUNT(max_pieces); i++) {
			show_pieces(&shown, cml_buffer_slice(&table), delimiter, max_pieces[i],
				    &random);
			cr_assert(
			    cml_slice_equal(cml_buffer_slice(&shown), cml_buffer_slice(&whole)),
			    "trial %zu, pieces up to %zu:\n%.*s\n--- not\n%.*s\n--- for\n%.*s",
			    trial, max_pieces[i], (int)shown.size, shown.data, (int)whole.size,
			    whole.data, (int)table.size, table.data);
		}
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
		status = cml_csv_batch_feed(&batch, delimiters, sizeof delimiters, &err);
		n_fed += sizeof delimiters;
	}
	cr_assert_eq(status, CML_BAD_DATA);
	cr_assert_str_eq(err.message, "a row of more than 64 MiB (is a quote not closed?)");
}

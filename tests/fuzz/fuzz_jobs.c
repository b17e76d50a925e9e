/* A job table against a space. Input: a byte of options, the space file,
 * FUZZ_SEPARATOR, the table.
 *
 * Promises: a row that is read holds values of their domains, writes itself as
 * cells that read as the same values and the same key, and is encoded as numbers
 * of the right kind; the check of the table finds fault with the rows that cannot
 * be read, and with no others. */
#include "fuzz.h"

#include "space/config.h"
#include "space/encode/encoder.h"
#include "space/table_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the first byte of an input may ask for. */
enum { WITH_OUTCOMES = 1, UNKNOWN_AS_ZERO = 2 };

/* What is needed to read a table, and to judge it. */
struct jobs {
	struct cml_slice table;
	struct cml_space *space;
	struct cml_na na;
	struct cml_table_reader *reader;
	struct cml_binding binding;
	struct cml_encoder encoder;
	double *values;
	double *again;
	double *features;
	size_t n_bad_rows;
};

static bool refused(enum cml_result status, const struct cml_error *err)
{
	if (status != CML_OK)
		fuzz_check_error(err, status, NULL);
	return status != CML_OK;
}

static bool open_table(struct jobs *jobs)
{
	struct cml_error err = {0};
	cml_table_free(jobs->reader);
	jobs->reader = NULL;
	return !refused(cml_table_open_bytes(&jobs->reader, jobs->table, "jobs.csv", ',', &err),
			&err);
}

/* Reads the space and, where it leaves levels open, learns them. */
static bool open_space(struct jobs *jobs, struct cml_slice text)
{
	struct cml_error err = {0};
	if (refused(cml_space_from_text(&jobs->space, text, "space.csv", &err), &err) ||
	    !open_table(jobs))
		return false;
	if (cml_space_has_open(jobs->space)) {
		if (refused(cml_space_learn(jobs->space, jobs->reader, &jobs->na, &err), &err))
			return false;
		if (refused(cml_space_close(jobs->space, &err), &err))
			return false;
	}
	return open_table(jobs);
}

static bool open_jobs(struct jobs *jobs, struct cml_slice text, unsigned char options)
{
	struct cml_error err = {0};
	if (!open_space(jobs, text))
		return false;
	size_t n = jobs->space->n_columns;
	if (refused(cml_binding_init(&jobs->binding, jobs->space, cml_table_header(jobs->reader),
				     &jobs->na, options & WITH_OUTCOMES, options & UNKNOWN_AS_ZERO,
				     &err),
		    &err) ||
	    refused(cml_encoder_init(&jobs->encoder, jobs->space, &err), &err))
		return false;
	jobs->values = cml_array_new(n, sizeof *jobs->values);
	jobs->again = cml_array_new(n, sizeof *jobs->again);
	jobs->features = cml_array_new(jobs->encoder.n_features, sizeof *jobs->features);
	FUZZ_CHECK(jobs->values && jobs->again && jobs->features, "no memory");
	return true;
}

static void release(struct jobs *jobs)
{
	free(jobs->values);
	free(jobs->again);
	free(jobs->features);
	cml_encoder_release(&jobs->encoder);
	cml_binding_release(&jobs->binding);
	cml_table_free(jobs->reader);
	cml_space_free(jobs->space);
	cml_na_release(&jobs->na);
}

static void check_key(const struct jobs *jobs)
{
	uint64_t key = cml_config_key(jobs->space, jobs->values), read;
	char text[CML_KEY_SIZE];
	cml_key_print(key, text);
	FUZZ_CHECK(cml_key_parse(cml_slice_of(text), &read) && read == key, "key %s", text);
	FUZZ_CHECK(cml_config_key(jobs->space, jobs->again) == key, "another key after writing");
}

/* Writes the values as cells and reads those. */
static void check_written(struct jobs *jobs, const struct cml_row *row)
{
	const struct cml_space *space = jobs->space;
	char(*numbers)[CML_NUMBER_SIZE] = cml_array_new(space->n_columns, sizeof *numbers);
	AUTOFREE struct cml_slice *cells = cml_array_new(row->n_cells, sizeof *cells);
	struct cml_row written = {cells, row->n_cells, row->line};
	struct cml_error err = {0};
	FUZZ_CHECK(numbers && cells, "no memory");
	memcpy(cells, row->cells, row->n_cells * sizeof *cells);
	for (size_t i = 0; i < space->n_columns; i++) {
		const struct cml_space_column *column = &space->columns[i];
		size_t at = jobs->binding.column_of[i];
		if (!cml_is_config_role(column->role))
			continue;
		bool is_text =
		    column->type == CML_TYPE_ORDINAL || column->type == CML_TYPE_CATEGORICAL;
		bool is_unknown = is_text && jobs->values[i] < 0;
		double taken = jobs->values[i];
		FUZZ_CHECK(isnan(taken) || is_unknown ||
			       (cml_domain_take(&column->domain, column->type, &taken) &&
				taken == jobs->values[i]),
			   "'%s': %a is outside its domain", column->name, jobs->values[i]);
		if (!is_unknown)
			cells[at] = cml_value_text(space, i, jobs->values[i], numbers[i]);
	}
	FUZZ_CHECK(cml_config_read(&jobs->binding, &written, jobs->again, &err) == CML_OK,
		   "line %zu, column '%s', written and read: %s", row->line, err.column,
		   err.message);
	for (size_t i = 0; i < space->n_columns; i++)
		FUZZ_CHECK(fuzz_same(jobs->values[i], jobs->again[i]), "'%s': %a, then %a",
			   space->columns[i].name, jobs->values[i], jobs->again[i]);
	check_key(jobs);
	free(numbers);
}

static void check_features(const struct jobs *jobs)
{
	const struct cml_encoder *encoder = &jobs->encoder;
	struct cml_error err = {0};
	if (refused(cml_encoder_encode(encoder, jobs->values, jobs->features, &err), &err))
		return;
	for (size_t i = 0; i < encoder->n_features; i++) {
		double x = jobs->features[i];
		bool is_flag = encoder->features[i].encoding == CML_ENCODING_ONEHOT;
		FUZZ_CHECK(!isinf(x) && (!is_flag || x == 0 || x == 1), "feature '%s' is %a",
			   encoder->features[i].name, x);
	}
	for (size_t i = 0; i < jobs->space->n_columns; i++) {
		double sum = 0;
		size_t first = encoder->first[i], end = first + encoder->n_of[i];
		for (size_t f = first; f < end; f++)
			sum += jobs->features[f];
		FUZZ_CHECK(end - first < 2 || sum == 0 || sum == 1, "'%s': %g levels at once",
			   jobs->space->columns[i].name, sum);
	}
}

/* Whether the row can be read, and if so, all that must then hold. */
static bool check_row(struct jobs *jobs, const struct cml_row *row)
{
	struct cml_job job = {0};
	struct cml_error err = {0};
	if (refused(cml_config_read(&jobs->binding, row, jobs->values, &err), &err)) {
		FUZZ_CHECK(err.line == row->line, "line %zu, not %zu: %s", err.line, row->line,
			   err.message);
		return false;
	}
	check_written(jobs, row);
	check_features(jobs);
	if (!jobs->binding.outcomes)
		return true;
	if (refused(cml_job_read(&jobs->binding, row, &job, &err), &err))
		return false;
	FUZZ_CHECK((job.status == CML_JOB_OK) == isfinite(job.target) && job.weight >= 0,
		   "status %d, target %a, weight %a", (int)job.status, job.target, job.weight);
	return true;
}

static void check_rows(struct jobs *jobs)
{
	struct cml_row row;
	struct cml_error err = {0};
	enum cml_result status;
	while ((status = cml_table_next(jobs->reader, &row, &err)) != CML_END &&
	       !cml_table_broken(jobs->reader))
		if (status == CML_OK)
			jobs->n_bad_rows += !check_row(jobs, &row);
}

static void check_check(struct jobs *jobs, struct cml_table_check *check)
{
	struct cml_row row;
	struct cml_error err = {0};
	enum cml_result status;
	while ((status = cml_table_next(jobs->reader, &row, &err)) != CML_END &&
	       !cml_table_broken(jobs->reader))
		if (status == CML_OK)
			FUZZ_CHECK(cml_table_check_row(check, &row, &err) == CML_OK, "%s",
				   err.message);
	/* The check looks at outcomes always, and lets no text in that is no level. */
	if (jobs->binding.outcomes && !jobs->binding.unknown_zero)
		FUZZ_CHECK(check->n_bad_rows == jobs->n_bad_rows,
			   "%zu rows are bad to the check, %zu to the reader", check->n_bad_rows,
			   jobs->n_bad_rows);
	status = cml_table_check_verdict(check, &err);
	FUZZ_CHECK(status == (check->n_bad_rows > 0 ? CML_BAD_DATA : CML_OK), "verdict %d on %zu",
		   (int)status, check->n_bad_rows);
}

static void check_table(struct jobs *jobs)
{
	AUTO(cml_table_check) check = {0};
	struct cml_error err = {0};
	FUZZ_CHECK(open_table(jobs), "a table opens only once");
	if (!refused(cml_table_check_init(&check, jobs->space, cml_table_header(jobs->reader),
					  &jobs->na, &err),
		     &err))
		check_check(jobs, &check);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cml_slice rest = {(const char *)data, size};
	struct jobs jobs = {0};
	struct cml_error err = {0};
	unsigned char options = fuzz_take_byte(&rest);
	struct cml_slice space = fuzz_take_until(&rest, FUZZ_SEPARATOR);
	AUTOFREE char *table = fuzz_copy(rest);
	jobs.table = (struct cml_slice){table, rest.size};
	FUZZ_CHECK(cml_na_init(&jobs.na, CML_NA_DEFAULT, &err) == CML_OK, "%s", err.message);
	if (open_jobs(&jobs, space, options)) {
		check_rows(&jobs);
		check_table(&jobs);
	}
	release(&jobs);
	return 0;
}

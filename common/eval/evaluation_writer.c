#include "eval/evaluation_writer.h"

#include "base/number.h"
#include "model/forecast_cells.h"

#include <math.h>

static enum cml_result write_header(struct cml_table_writer *writer, const char *const *names,
				    size_t n, struct cml_error *err)
{
	if (cml_write_strings(writer, names, n, err) != CML_OK)
		return err->status;
	return cml_write_end_row(writer, err);
}

/* The cells both tables start with. */
static enum cml_result write_place(struct cml_table_writer *writer, const char *split,
				   size_t repeat, size_t n_train, struct cml_error *err)
{
	if (cml_write_string(writer, split, err) != CML_OK ||
	    (repeat == CML_MEAN_REPEAT
		 ? cml_write_string(writer, "mean", err)
		 : cml_write_number(writer, (double)(repeat + 1), err)) != CML_OK)
		return err->status;
	return cml_write_number(writer, n_train == 0 ? NAN : (double)n_train, err);
}

/* uncertainty NULL: all digits. */
static enum cml_result write_numbers(struct cml_table_writer *writer, const double *values,
				     size_t n, const double *uncertainty, struct cml_error *err)
{
	for (size_t i = 0; i < n; i++)
		if (cml_write_number(
			writer, uncertainty ? cml_round_known(values[i], *uncertainty) : values[i],
			err) != CML_OK)
			return err->status;
	return CML_OK;
}

/* The last cells of a row: a value and its interval. */
static enum cml_result write_score(struct cml_table_writer *writer, const double values[3],
				   bool all_digits, struct cml_error *err)
{
	double uncertainty = (values[2] - values[1]) / 2;
	if (write_numbers(writer, values, 3, all_digits ? NULL : &uncertainty, err) != CML_OK)
		return err->status;
	return cml_write_end_row(writer, err);
}

enum cml_result cml_write_score_header(struct cml_table_writer *writer, struct cml_error *err)
{
	static const char *const names[] = {"cml_split",  "cml_repeat", "cml_n_train", "cml_n_test",
					    "cml_metric", "cml_value",  "cml_lo",      "cml_hi"};
	return write_header(writer, names, sizeof names / sizeof *names, err);
}

enum cml_result cml_write_score_row(struct cml_table_writer *writer, const char *split,
				    const struct cml_validation_row *row, bool all_digits,
				    struct cml_error *err)
{
	const double values[3] = {row->value, row->lo, row->hi};
	if (write_place(writer, split, row->repeat, row->n_train, err) != CML_OK ||
	    cml_write_number(writer, (double)row->n_test, err) != CML_OK ||
	    cml_write_string(writer, row->score, err) != CML_OK)
		return err->status;
	return write_score(writer, values, all_digits, err);
}

enum cml_result cml_write_point_header(struct cml_table_writer *writer, struct cml_error *err)
{
	static const char *const names[] = {"cml_split", "cml_repeat", "cml_n_train", "cml_line",
					    "cml_key",   "cml_actual", "cml_pred",    "cml_sd",
					    "cml_lo",    "cml_hi",     "cml_ok",      "cml_status"};
	return write_header(writer, names, sizeof names / sizeof *names, err);
}

enum cml_result cml_write_point_row(struct cml_table_writer *writer, const char *split,
				    const struct cml_validation_set *set,
				    const struct cml_validation_point *point, bool all_digits,
				    struct cml_error *err)
{
	const struct cml_dataset *data = point->failed ? set->data.failed : &set->data;
	const struct cml_validation_rows *rows = point->failed ? &set->failed : &set->rows;
	const struct cml_forecast forecast = {point->predicted, point->sd, point->lo, point->hi};
	const double numbers[] = {forecast.mean, cml_forecast_sd(&forecast), point->lo, point->hi};
	double uncertainty = cml_forecast_side(&forecast);
	double chance = all_digits || !(point->chance > 0) ? point->chance
							   : cml_chance_round(log(point->chance));
	enum cml_job_status job =
	    point->failed ? (enum cml_job_status)data->y[point->row] : CML_JOB_OK;
	char key[CML_KEY_SIZE];
	cml_key_print(data->keys[point->row], key);
	if (write_place(writer, split, point->repeat, point->n_train, err) != CML_OK ||
	    cml_write_number(writer, (double)rows->lines[point->row], err) != CML_OK ||
	    cml_write_string(writer, key, err) != CML_OK)
		return err->status;
	if (cml_write_number(writer, point->actual, err) != CML_OK ||
	    write_numbers(writer, numbers, 4, all_digits ? NULL : &uncertainty, err) != CML_OK ||
	    cml_write_number(writer, chance, err) != CML_OK ||
	    cml_write_string(writer, cml_job_status_name(job), err) != CML_OK)
		return err->status;
	return cml_write_end_row(writer, err);
}

enum cml_result cml_write_drop_header(struct cml_table_writer *writer, struct cml_error *err)
{
	static const char *const names[] = {"cml_split",  "cml_repeat", "cml_n_train",
					    "cml_n_test", "cml_column", "cml_metric",
					    "cml_drop",   "cml_lo",     "cml_hi"};
	return write_header(writer, names, sizeof names / sizeof *names, err);
}

enum cml_result cml_write_drop_row(struct cml_table_writer *writer, const char *split,
				   const struct cml_validation_drop *drop, bool all_digits,
				   struct cml_error *err)
{
	const double values[3] = {drop->drop.value, drop->drop.interval[0], drop->drop.interval[1]};
	if (write_place(writer, split, drop->repeat, drop->n_train, err) != CML_OK ||
	    cml_write_number(writer, (double)drop->n_test, err) != CML_OK ||
	    cml_write_string(writer, drop->column, err) != CML_OK ||
	    cml_write_string(writer, drop->score, err) != CML_OK)
		return err->status;
	return write_score(writer, values, all_digits, err);
}

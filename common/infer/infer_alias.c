/* Short names, which mean several things, and are a quantity of training where the log says so. */
#include "infer/infer_state.h"

#include <math.h>
#include <string.h>

/* Of a log that trains, or has a batch, whole numbers from the least on, that come again or are
 * powers of two, as those of a setting; 0: switches and words. No other column has that quantity.
 */
static const struct alias {
	const char *names, *clear;
	double least;
	bool by_batch;
} aliases[] = {
    {"acc gas update_freq", "gradient_accumulation_steps", 1, true},
    {"mp mp_size model_parallel model_parallel_size", "tensor_model_parallel_size", 1, true},
    {"nproc nprocs num_procs world", "world_size", 1, true},
    {"block_size context", "seq_len", 256, false},
    {"ckpt checkpointing gc", "recompute", 0, false},
    {"bs bsz batch_size batchsize batch train_batch_size", "micro_batch_size", 1, false},
};

/* NULL: no column has it, or none of numbers, as `gpu` may be their names. */
static const struct cml_infer_column *find(const struct cml_infer_rows *rows,
					   enum cml_quantity quantity, bool is_number)
{
	CML_EACH_COLUMN (column, rows)
		if (cml_name_quantity(column->plain) == quantity &&
		    (column->is_number || !is_number))
			return column;
	return NULL;
}

static bool trains(const struct cml_infer_rows *rows, bool by_batch)
{
	static const enum cml_quantity quantities[] = {
	    CML_QUANTITY_MICRO_BATCH, CML_QUANTITY_GLOBAL_BATCH, CML_QUANTITY_ACCUMULATION,
	    CML_QUANTITY_ZERO,        CML_QUANTITY_SHARDING,     CML_QUANTITY_RECOMPUTE};
	for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++)
		if (find(rows, quantities[i], false))
			return true;
	CML_EACH_COLUMN (column, rows)
		if (by_batch && cml_named(column, CML_NAME_BATCH))
			return true;
	return false;
}

/* One of so many, as a job that failed may have had any. */
#define MIN_LESS 20

static double number_of(const struct cml_infer_column *column, size_t row)
{
	double number = column ? column->sample[row] : 1;
	return number >= 1 ? number : 1;
}

/* Whether a batch is that of a device: in one of twenty jobs less than that of all, or no multiple
 * of the copies of the model; or there is one copy. */
static bool is_of_device(const struct cml_infer_rows *rows, const struct cml_infer_column *batch)
{
	const struct cml_infer_column *tensor = find(rows, CML_QUANTITY_TENSOR, true),
				      *pipeline = find(rows, CML_QUANTITY_PIPELINE, true),
				      *context = find(rows, CML_QUANTITY_CONTEXT, true),
				      *devices = find(rows, CML_QUANTITY_DEVICES, true),
				      *global = find(rows, CML_QUANTITY_GLOBAL_BATCH, true);
	size_t n_less = 0;
	double max_copies = 1;
	for (size_t row = 0; row < rows->n_rows; row++) {
		double ranks =
		    number_of(tensor, row) * number_of(pipeline, row) * number_of(context, row);
		double copies = floor(number_of(devices, row) / ranks);
		n_less += batch->sample[row] < number_of(global, row) ||
			  (copies > 1 && fmod(batch->sample[row], copies) > 0);
		max_copies = fmax(max_copies, copies);
	}
	if (n_less * MIN_LESS >= rows->n_rows)
		return true;
	return max_copies == 1 && !find(rows, CML_QUANTITY_NODES, true);
}

/* `acc` of 66, 67, 71 % are none. */
static bool are_chosen(const struct cml_infer_rows *rows, const struct cml_infer_column *column)
{
	size_t n_powers = 0;
	for (size_t row = 0; row < rows->n_rows; row++)
		n_powers += !(fmod(log2(column->sample[row]), 1) != 0);
	return n_powers == rows->n_rows || 2 * column->n_distinct_numbers <= rows->n_rows;
}

static bool fits(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
		 const struct alias *alias)
{
	enum cml_quantity quantity = cml_name_quantity(alias->clear);
	const char *group =
	    column->origin == CML_ORIGIN_SETTING ? strrchr(column->plain, '.') : NULL;
	if (!cml_name_is(group ? group + 1 : column->plain, alias->names) ||
	    !trains(rows, alias->by_batch) || find(rows, quantity, alias->least > 0))
		return false;
	if (alias->least == 0)
		return column->is_bool || column->is_text;
	return column->is_number && column->is_whole && column->lo >= alias->least &&
	       are_chosen(rows, column) &&
	       (quantity != CML_QUANTITY_MICRO_BATCH || is_of_device(rows, column));
}

void cml_infer_read_aliases(struct cml_inference *infer)
{
	for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
		CML_EACH_COLUMN (column, &infer->rows)
			if (fits(&infer->rows, column, &aliases[i]))
				column->plain = aliases[i].clear;
}

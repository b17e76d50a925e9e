#include "advise/ranker.h"

#include "base/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Columns that ranking adds, beside those of limits and of a second metric. */
static const char *const added_columns[] = {
    "cml_pred",    "cml_sd",    "cml_lo",         "cml_hi",        "cml_ok",
    "cml_outside", "cml_near",  "cml_near_value", "cml_near_pred", "cml_why",
    "cml_why_ok",  "cml_front", "cml_rank"};

static bool is_added(struct cml_slice name)
{
	for (size_t i = 0; i < sizeof added_columns / sizeof *added_columns; i++)
		if (cml_slice_is(name, added_columns[i]))
			return true;
	return false;
}

static enum cml_result write_header(struct cml_ranker *ranker, const struct cml_header *header,
				    struct cml_error *err)
{
	struct cml_table_writer *writer = ranker->advice.writer;
	if (ranker->options.as_text)
		return CML_OK;
	for (size_t i = 0; i < header->n_columns; i++)
		if (ranker->passes[i])
			cml_write_cell(writer, header->names[i]);
	cml_advice_write_header(&ranker->advice);
	return cml_write_end_row(writer, err);
}

static enum cml_result prepare_support(struct cml_ranker *ranker, struct cml_error *err)
{
	const struct cml_model *model = ranker->model;
	if (!model->support)
		return cml_model_check_within_log(model, ranker->options.within_log, err);
	if (!ranker->options.within_log)
		ranker->advice.tally = &ranker->tally;
	return cml_outside_tally_init(&ranker->tally, model, err);
}

static enum cml_result allocate(struct cml_ranker *ranker, const struct cml_header *header,
				struct cml_error *err)
{
	const struct cml_model *model = ranker->model;
	if (!CML_ARENA_NEW(&ranker->arena, &ranker->passes, header->n_columns) ||
	    !CML_ARENA_NEW(&ranker->arena, &ranker->cells, header->n_columns) ||
	    !CML_ARENA_NEW(&ranker->arena, &ranker->row_x, model->n_features) ||
	    !CML_NEW_ALIGNED(&ranker->x, CML_RANKER_BATCH * model->n_features) ||
	    !CML_NEW(&ranker->batch, CML_RANKER_BATCH))
		return cml_fail_memory(err);
	ranker->n_cells = header->n_columns;
	for (size_t i = 0; i < header->n_columns; i++)
		ranker->passes[i] =
		    !is_added(header->names[i]) && !cml_forecast_is_column(header->names[i]);
	if (!ranker->options.sort || ranker->options.top == 0)
		return CML_OK;
	if (!CML_NEW(&ranker->held, ranker->options.top))
		return cml_fail_memory(err);
	ranker->held_capacity = ranker->options.top;
	return cml_top_n_init(&ranker->top, ranker->options.top, err);
}

enum cml_result cml_ranker_init(struct cml_ranker *ranker, const struct cml_ranker_options *options,
				const struct cml_model *model, const struct cml_header *header,
				const struct cml_na *na, struct cml_pool *pool,
				struct cml_table_writer *writer, struct cml_error *err)
{
	*ranker = (struct cml_ranker){.options = *options,
				      .model = model,
				      .pool = pool,
				      .best_log_chance = -INFINITY,
				      .advice = {.model = model,
						 .writer = writer,
						 .explainer = options->explainer,
						 .as_text = options->as_text,
						 .all_digits = options->all_digits,
						 /* The front is known at the end. */
						 .has_front = model->second && options->sort,
						 .has_rank = options->sort}};
	ranker->front.axes[0].maximize = model->maximize;
	ranker->front.axes[1].maximize = model->second && model->second->maximize;
	struct cml_acquisition acquisition = {.by = options->by,
					      .kappa = options->kappa,
					      .maximize = model->maximize,
					      .is_log = model->log_target};
	if (allocate(ranker, header, err) != CML_OK || prepare_support(ranker, err) != CML_OK ||
	    cml_advice_init(&ranker->advice, err) != CML_OK ||
	    cml_model_worth(model, &acquisition, &options->failures, &ranker->worth, err) !=
		CML_OK ||
	    cml_row_features_init(&ranker->rows, model, header, na, err) != CML_OK)
		return err->status;
	return write_header(ranker, header, err);
}

static void release_rows(struct cml_held_row *rows, size_t n)
{
	for (size_t i = 0; rows && i < n; i++)
		cml_buffer_release(&rows[i].cells);
	free(rows);
}

void cml_ranker_release(struct cml_ranker *ranker)
{
	release_rows(ranker->batch, CML_RANKER_BATCH);
	release_rows(ranker->held, ranker->held_capacity);
	cml_top_n_release(&ranker->top);
	cml_row_features_release(&ranker->rows);
	cml_outside_tally_release(&ranker->tally);
	cml_advice_release(&ranker->advice);
	cml_front_release(&ranker->front);
	cml_arena_release(&ranker->arena);
	free(ranker->x);
	memset(ranker, 0, sizeof *ranker);
}

static bool hold_row(struct cml_held_row *held, const struct cml_row *row)
{
	bool ok = true;
	cml_buffer_clear(&held->cells);
	for (size_t i = 0; ok && i < row->n_cells; i++) {
		struct cml_slice cell = row->cells[i];
		ok = cml_buffer_append(&held->cells, &cell.size, sizeof cell.size) &&
		     cml_buffer_append(&held->cells, cell.data, cell.size);
	}
	return ok;
}

/* Reads a row that was held once more: its configuration and features take far more room. */
static enum cml_result read_held(struct cml_ranker *ranker, const struct cml_held_row *held,
				 struct cml_error *err)
{
	const char *at = held->cells.data;
	uint64_t n_silent = ranker->rows.n_silent;
	for (size_t i = 0; i < ranker->n_cells; i++) {
		struct cml_slice *cell = &ranker->cells[i];
		memcpy(&cell->size, at, sizeof cell->size);
		cell->data = at + sizeof cell->size;
		at = cell->data + cell->size;
	}
	const struct cml_row row = {.cells = ranker->cells, .n_cells = ranker->n_cells};
	enum cml_result status = cml_row_features_read(&ranker->rows, &row, ranker->row_x, err);
	ranker->rows.n_silent = n_silent;
	return status;
}

/* rank 0: none. */
static enum cml_result write_row(struct cml_ranker *ranker, const struct cml_held_row *held,
				 size_t rank, struct cml_error *err)
{
	struct cml_advice_writer *advice = &ranker->advice;
	const struct cml_advice one = {
	    .values = ranker->model->space ? ranker->rows.values : NULL,
	    .x = ranker->row_x,
	    .mean = held->mean,
	    .sd = held->sd,
	    .log_chance = held->log_chance,
	    .on_front = advice->has_front &&
			cml_front_holds(&ranker->front, (double[]){held->mean, held->second}),
	    .rank = rank};
	if (read_held(ranker, held, err) != CML_OK)
		return err->status;
	cml_spread_add(&ranker->written, held->mean);
	cml_spread_add(&ranker->scores, held->score);
	for (size_t i = 0; i < ranker->n_cells && !advice->as_text; i++)
		if (ranker->passes[i])
			cml_write_cell(advice->writer, ranker->cells[i]);
	if (cml_advice_write(advice, &one, err) != CML_OK)
		return err->status;
	return advice->as_text ? CML_OK : cml_write_end_row(advice->writer, err);
}

static void swap_rows(struct cml_held_row *a, struct cml_held_row *b)
{
	struct cml_held_row held = *a;
	*a = *b;
	*b = held;
}

/* Moves a predicted row of the batch to where it waits for its rank; buffers are swapped, not
 * copied. */
static enum cml_result keep_row(struct cml_ranker *ranker, struct cml_held_row *row,
				struct cml_error *err)
{
	if (ranker->options.top > 0) {
		size_t slot;
		if (cml_top_n_offer(&ranker->top, row->score, ranker->n_ranked, &slot))
			swap_rows(&ranker->held[slot], row);
		return CML_OK;
	}
	size_t old_capacity = ranker->held_capacity;
	if (!CML_RESERVE(&ranker->held, &ranker->held_capacity, ranker->n_held + 1))
		return cml_fail_memory(err);
	if (ranker->held_capacity > old_capacity)
		memset(ranker->held + old_capacity, 0,
		       (ranker->held_capacity - old_capacity) * sizeof *ranker->held);
	swap_rows(&ranker->held[ranker->n_held++], row);
	return CML_OK;
}

/* Writes, keeps or leaves out a predicted row x. */
static enum cml_result place_row(struct cml_ranker *ranker, struct cml_held_row *row,
				 const float *x, struct cml_error *err)
{
	if (!cml_worth_allows(&ranker->worth, row->log_chance)) {
		ranker->n_below++;
		if (row->log_chance > ranker->best_log_chance) {
			ranker->best_log_chance = row->log_chance;
			ranker->likeliest = ranker->n_ranked + 1;
		}
		return CML_OK;
	}
	if (ranker->options.within_log && !cml_support_covers(&ranker->advice.probe, x)) {
		ranker->n_left_out++;
		cml_outside_tally_add(&ranker->tally, &ranker->advice.probe);
		return CML_OK;
	}
	cml_spread_add(&ranker->all, row->mean);
	row->score = cml_worth_predicted(&ranker->worth, row->mean, row->sd, row->log_chance);
	if (ranker->advice.has_front &&
	    cml_front_add(&ranker->front, (double[]){row->mean, row->second}, err) != CML_OK)
		return err->status;
	return ranker->options.sort ? keep_row(ranker, row, err) : write_row(ranker, row, 0, err);
}

static enum cml_result flush_batch(struct cml_ranker *ranker, struct cml_error *err)
{
	double mean[CML_RANKER_BATCH], sd[CML_RANKER_BATCH], log_chance[CML_RANKER_BATCH];
	double second[CML_RANKER_BATCH] = {0}, second_sd[CML_RANKER_BATCH];
	const struct cml_model *model = ranker->model;
	size_t n = ranker->n_batch;
	if (cml_model_hear(model, n, ranker->x, err) != CML_OK)
		return err->status;
	cml_batch_predict(model, ranker->pool, n, ranker->x, mean, sd, log_chance);
	if (ranker->advice.has_front)
		cml_batch_predict(model->second, ranker->pool, n, ranker->x, second, second_sd,
				  NULL);
	for (size_t i = 0; i < n; i++, ranker->n_ranked++) {
		struct cml_held_row *row = &ranker->batch[i];
		row->mean = mean[i];
		row->sd = sd[i];
		row->second = second[i];
		row->log_chance = log_chance[i];
		if (place_row(ranker, row, ranker->x + i * model->n_features, err) != CML_OK)
			return err->status;
	}
	ranker->n_batch = 0;
	return CML_OK;
}

enum cml_result cml_ranker_add(struct cml_ranker *ranker, const struct cml_row *row,
			       bool *row_is_bad, struct cml_error *err)
{
	float *x = ranker->x + ranker->n_batch * ranker->model->n_features;
	enum cml_result status = cml_row_features_read(&ranker->rows, row, x, err);
	*row_is_bad = status == CML_BAD_DATA;
	if (status != CML_OK)
		return status;
	if (!hold_row(&ranker->batch[ranker->n_batch++], row))
		return cml_fail_memory(err);
	return ranker->n_batch == CML_RANKER_BATCH ? flush_batch(ranker, err) : CML_OK;
}

/* All rows that are held are the best; those without a score (NaN) come last. */
static enum cml_result order_all(struct cml_ranker *ranker, struct cml_error *err)
{
	size_t slot;
	if (cml_top_n_init(&ranker->top, ranker->n_held, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < ranker->n_held; i++) {
		double score = ranker->held[i].score;
		cml_top_n_offer(&ranker->top, isnan(score) ? -INFINITY : score, i, &slot);
	}
	return CML_OK;
}

static enum cml_result write_ranked(struct cml_ranker *ranker, struct cml_error *err)
{
	if (ranker->options.top == 0 && order_all(ranker, err) != CML_OK)
		return err->status;
	cml_top_n_sort(&ranker->top);
	for (size_t i = 0; i < ranker->top.n; i++)
		if (write_row(ranker, &ranker->held[ranker->top.items[i].slot], i + 1, err) !=
		    CML_OK)
			return err->status;
	return CML_OK;
}

static enum cml_result fail_outside(const struct cml_ranker *ranker, struct cml_error *err)
{
	AUTO(cml_buffer) text = {0};
	if (!cml_outside_tally_print(&ranker->tally, &text))
		cml_fail_memory(err);
	else
		cml_fail(err, CML_NOTHING,
			 "the log covers no row: %.*s; rank without --within-log, or run jobs "
			 "nearer to these first",
			 (int)text.size, text.data);
	return err->status;
}

enum cml_result cml_ranker_finish(struct cml_ranker *ranker, struct cml_error *err)
{
	char highest[CML_NUMBER_SIZE];
	double floor = ranker->options.failures.min_chance;
	if (flush_batch(ranker, err) != CML_OK)
		return err->status;
	cml_print_below(exp(ranker->best_log_chance), floor, highest);
	if (ranker->n_below > 0 && ranker->n_below == ranker->n_ranked)
		return cml_fail(
		    err, CML_NOTHING,
		    "no row has a chance of %s to run: the highest chance is %s, of row "
		    "%" PRIu64,
		    CML_PRINTED(floor), highest, ranker->likeliest);
	if (ranker->n_left_out > 0 && ranker->n_left_out + ranker->n_below == ranker->n_ranked)
		return fail_outside(ranker, err);
	return ranker->options.sort ? write_ranked(ranker, err) : CML_OK;
}

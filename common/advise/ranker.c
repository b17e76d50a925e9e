#include "advise/ranker.h"

#include "advise/why_cells.h"
#include "base/number.h"
#include "math/sort.h"

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

/* The front is known at the end. */
static bool marks_front(const struct cml_ranker *ranker)
{
	return ranker->model->second && ranker->options.sort;
}

static enum cml_result write_header(struct cml_ranker *ranker, const struct cml_header *header,
				    struct cml_error *err)
{
	struct cml_table_writer *writer = ranker->writer;
	const struct cml_model *model = ranker->model;
	if (ranker->options.as_text)
		return CML_OK;
	for (size_t i = 0; i < ranker->n_kept; i++)
		if (cml_write_cell(writer, header->names[ranker->kept[i]], err) != CML_OK)
			return err->status;
	if (cml_forecast_write_header(model, NULL, writer, err) != CML_OK ||
	    (model->chance && cml_write_string(writer, "cml_ok", err) != CML_OK) ||
	    (model->support && (cml_write_string(writer, "cml_outside", err) != CML_OK ||
				cml_write_string(writer, "cml_near", err) != CML_OK ||
				cml_write_string(writer, "cml_near_value", err) != CML_OK)) ||
	    cml_second_write_header(model, writer, err) != CML_OK ||
	    (marks_front(ranker) && cml_write_string(writer, "cml_front", err) != CML_OK) ||
	    (ranker->options.explainer &&
	     cml_why_write_header(model, true, writer, err) != CML_OK) ||
	    cml_outcomes_write_header(model, writer, err) != CML_OK ||
	    (ranker->options.sort && cml_write_string(writer, "cml_rank", err) != CML_OK))
		return err->status;
	return cml_write_end_row(writer, err);
}

static enum cml_result prepare_support(struct cml_ranker *ranker, struct cml_error *err)
{
	const struct cml_model *model = ranker->model;
	if (!model->support)
		return cml_model_check_within_log(model, ranker->options.within_log, err);
	ranker->n_codes = cml_support_n_columns(model->support);
	if (!CML_NEW(&ranker->codes, ranker->n_codes))
		return cml_fail_memory(err);
	if (cml_support_probe_init(&ranker->probe, model->support, err) != CML_OK)
		return err->status;
	return cml_outside_tally_init(&ranker->tally, model, err);
}

static enum cml_result allocate(struct cml_ranker *ranker, const struct cml_header *header,
				struct cml_error *err)
{
	const struct cml_model *model = ranker->model;
	if (!CML_NEW(&ranker->kept, header->n_columns) ||
	    !CML_NEW_ALIGNED(&ranker->x, CML_RANKER_BATCH * model->n_features) ||
	    !CML_NEW(&ranker->batch, CML_RANKER_BATCH))
		return cml_fail_memory(err);
	for (size_t i = 0; i < header->n_columns; i++)
		if (!is_added(header->names[i]) && !cml_forecast_is_column(header->names[i]))
			ranker->kept[ranker->n_kept++] = i;
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
				      .writer = writer,
				      .best_log_chance = -INFINITY};
	ranker->front.axes[0].maximize = model->maximize;
	ranker->front.axes[1].maximize = model->second && model->second->maximize;
	struct cml_acquisition acquisition = {.by = options->by,
					      .kappa = options->kappa,
					      .maximize = model->maximize,
					      .is_log = model->log_target};
	if (allocate(ranker, header, err) != CML_OK || prepare_support(ranker, err) != CML_OK ||
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
	cml_support_probe_release(&ranker->probe);
	cml_outside_tally_release(&ranker->tally);
	cml_buffer_release(&ranker->outside);
	cml_buffer_release(&ranker->why);
	cml_front_release(&ranker->front);
	free(ranker->codes);
	free(ranker->kept);
	free(ranker->x);
	memset(ranker, 0, sizeof *ranker);
}

static enum cml_result hold_row(struct cml_held_row *held, const struct cml_ranker *ranker,
				const struct cml_row *row, const float *x, struct cml_error *err)
{
	cml_buffer_clear(&held->cells);
	if (ranker->n_codes > 0) {
		cml_support_encode(ranker->model->support, x, ranker->codes);
		if (!cml_buffer_append(&held->cells, ranker->codes,
				       ranker->n_codes * sizeof *ranker->codes))
			return cml_fail_memory(err);
	}
	const struct cml_explainer *explainer = ranker->options.explainer;
	const struct cml_config_view view = {ranker->model->space ? ranker->rows.values : NULL, x};
	if (explainer && !cml_explainer_keep(explainer, &view, &held->cells))
		return cml_fail_memory(err);
	for (size_t i = 0; i < ranker->n_kept; i++) {
		struct cml_slice cell = row->cells[ranker->kept[i]];
		if (!cml_buffer_append(&held->cells, &cell.size, sizeof cell.size) ||
		    !cml_buffer_append(&held->cells, cell.data, cell.size))
			return cml_fail_memory(err);
	}
	return CML_OK;
}

static bool is_covered(struct cml_ranker *ranker, const struct cml_held_row *held)
{
	return cml_support_covers(&ranker->probe, (const float *)(const void *)held->cells.data);
}

/* Where the row leaves the log, as text in ranker->outside. */
static enum cml_result find_outside(struct cml_ranker *ranker, const struct cml_held_row *held,
				    struct cml_error *err)
{
	is_covered(ranker, held);
	if (!ranker->options.within_log)
		cml_outside_tally_add(&ranker->tally, &ranker->probe);
	cml_buffer_clear(&ranker->outside);
	return cml_model_outside_print(ranker->model, &ranker->probe, &ranker->outside)
		   ? CML_OK
		   : cml_fail_memory(err);
}

/* cml_outside, cml_near, cml_near_value. */
static enum cml_result write_support(struct cml_ranker *ranker, const struct cml_held_row *held,
				     struct cml_error *err)
{
	uint64_t key;
	double value;
	char text[CML_KEY_SIZE];
	if (find_outside(ranker, held, err) != CML_OK)
		return err->status;
	cml_support_near(&ranker->probe, &key, &value);
	cml_key_print(key, text);
	if (cml_write_cell(ranker->writer, cml_buffer_slice(&ranker->outside), err) != CML_OK ||
	    cml_write_string(ranker->writer, text, err) != CML_OK)
		return err->status;
	return cml_write_number(ranker->writer, value, err);
}

static enum cml_result explain(struct cml_ranker *ranker, const struct cml_held_row *held,
			       struct cml_config_view *view, const struct cml_explanation **why,
			       struct cml_error *err)
{
	struct cml_explainer *explainer = ranker->options.explainer;
	const char *kept = held->cells.data + ranker->n_codes * sizeof *ranker->codes;
	*view = cml_explainer_kept(explainer, kept);
	return cml_explain(explainer, view, why, err);
}

/* cml_near_pred, cml_why, cml_why_ok. */
static enum cml_result write_why(struct cml_ranker *ranker, const struct cml_held_row *held,
				 struct cml_error *err)
{
	struct cml_config_view view;
	const struct cml_explanation *why;
	if (explain(ranker, held, &view, &why, err) != CML_OK)
		return err->status;
	return cml_why_write(ranker->model, why, ranker->options.all_digits, ranker->writer,
			     &ranker->why, err);
}

/* A row as a paragraph. */
static enum cml_result write_text(struct cml_ranker *ranker, const struct cml_held_row *held,
				  size_t rank, struct cml_error *err)
{
	struct cml_config_view view;
	struct cml_why_item item = {.rank = rank, .all_digits = ranker->options.all_digits};
	if (find_outside(ranker, held, err) != CML_OK ||
	    explain(ranker, held, &view, &item.why, err) != CML_OK)
		return err->status;
	item.values = view.values;
	item.outside = cml_buffer_slice(&ranker->outside);
	item.x = view.x;
	cml_buffer_clear(&ranker->why);
	if (!cml_why_item_print(ranker->model, &item, &ranker->why))
		return cml_fail_memory(err);
	return cml_output_write(ranker->writer->output, ranker->why.data, ranker->why.size, err);
}

static enum cml_result write_front(struct cml_ranker *ranker, const struct cml_held_row *held,
				   struct cml_error *err)
{
	bool is_on =
	    cml_front_holds(&ranker->front, (double[]){held->metric.mean, held->second.mean});
	return cml_write_number(ranker->writer, is_on, err);
}

/* What find_rest left behind the cells. */
static enum cml_result write_outcomes(struct cml_ranker *ranker, const struct cml_held_row *held,
				      struct cml_error *err)
{
	double outcome;
	for (size_t i = ranker->model->n_limits; i > 0; i--) {
		const char *end = held->cells.data + held->cells.size;
		memcpy(&outcome, end - i * sizeof outcome, sizeof outcome);
		if (cml_write_number(ranker->writer, outcome, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

/* rank 0: none. */
static enum cml_result write_row(struct cml_ranker *ranker, const struct cml_held_row *held,
				 size_t rank, struct cml_error *err)
{
	const struct cml_explainer *explainer = ranker->options.explainer;
	const char *at = held->cells.data + ranker->n_codes * sizeof *ranker->codes +
			 (explainer ? cml_explainer_kept_size(explainer) : 0);
	cml_spread_add(&ranker->written, held->metric.mean);
	cml_spread_add(&ranker->scores, held->score);
	if (ranker->options.as_text)
		return write_text(ranker, held, rank, err);
	for (size_t i = 0; i < ranker->n_kept; i++) {
		struct cml_slice cell;
		memcpy(&cell.size, at, sizeof cell.size);
		cell.data = at + sizeof cell.size;
		at = cell.data + cell.size;
		if (cml_write_cell(ranker->writer, cell, err) != CML_OK)
			return err->status;
	}
	if (cml_forecast_write(&held->metric, ranker->model, ranker->options.all_digits,
			       ranker->writer, err) != CML_OK ||
	    (ranker->model->chance && cml_chance_write(held->log_chance, ranker->options.all_digits,
						       ranker->writer, err) != CML_OK) ||
	    (ranker->n_codes > 0 && write_support(ranker, held, err) != CML_OK) ||
	    (ranker->model->second &&
	     cml_forecast_write(&held->second, ranker->model->second, ranker->options.all_digits,
				ranker->writer, err) != CML_OK) ||
	    (marks_front(ranker) && write_front(ranker, held, err) != CML_OK) ||
	    (explainer && write_why(ranker, held, err) != CML_OK) ||
	    write_outcomes(ranker, held, err) != CML_OK)
		return err->status;
	if (rank > 0 && cml_write_number(ranker->writer, (double)rank, err) != CML_OK)
		return err->status;
	return cml_write_end_row(ranker->writer, err);
}

static void swap_rows(struct cml_held_row *a, struct cml_held_row *b)
{
	struct cml_held_row held = *a;
	*a = *b;
	*b = held;
}

/* What is worked out of rows that are written alone. */
static enum cml_result find_rest(const struct cml_ranker *ranker, struct cml_held_row *row,
				 const float *x, struct cml_error *err)
{
	struct cml_forecast *metric = &row->metric;
	cml_model_interval(ranker->model, 1, x, &metric->mean, &metric->sd, &metric->lo,
			   &metric->hi);
	if (ranker->model->second)
		row->second =
		    cml_forecast_of(ranker->model->second, x, row->second.mean, row->second.sd);
	for (size_t i = 0; i < ranker->model->n_limits; i++) {
		double outcome =
		    cml_outcome_predict(ranker->model, i, x, ranker->options.all_digits);
		if (!cml_buffer_append(&row->cells, &outcome, sizeof outcome))
			return cml_fail_memory(err);
	}
	return CML_OK;
}

/* Moves a predicted row x of the batch to where it waits for its rank; buffers
 * are swapped, not copied. */
static enum cml_result keep_row(struct cml_ranker *ranker, struct cml_held_row *row, const float *x,
				struct cml_error *err)
{
	if (ranker->options.top > 0) {
		size_t slot;
		if (!cml_top_n_offer(&ranker->top, row->score, ranker->n_ranked, &slot))
			return CML_OK;
		if (find_rest(ranker, row, x, err) != CML_OK)
			return err->status;
		swap_rows(&ranker->held[slot], row);
		return CML_OK;
	}
	if (find_rest(ranker, row, x, err) != CML_OK)
		return err->status;
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
	if (ranker->options.within_log && !is_covered(ranker, row)) {
		ranker->n_left_out++;
		cml_outside_tally_add(&ranker->tally, &ranker->probe);
		return CML_OK;
	}
	cml_spread_add(&ranker->all, row->metric.mean);
	row->score =
	    cml_worth_predicted(&ranker->worth, row->metric.mean, row->metric.sd, row->log_chance);
	if (marks_front(ranker) &&
	    cml_front_add(&ranker->front, (double[]){row->metric.mean, row->second.mean}, err) !=
		CML_OK)
		return err->status;
	if (ranker->options.sort)
		return keep_row(ranker, row, x, err);
	if (find_rest(ranker, row, x, err) != CML_OK)
		return err->status;
	return write_row(ranker, row, 0, err);
}

static void predict_second(struct cml_ranker *ranker)
{
	double mean[CML_RANKER_BATCH], sd[CML_RANKER_BATCH];
	if (!ranker->model->second)
		return;
	cml_batch_predict(ranker->model->second, ranker->pool, ranker->n_batch, ranker->x, mean, sd,
			  NULL);
	for (size_t i = 0; i < ranker->n_batch; i++)
		ranker->batch[i].second = (struct cml_forecast){.mean = mean[i], .sd = sd[i]};
}

static enum cml_result flush_batch(struct cml_ranker *ranker, struct cml_error *err)
{
	double mean[CML_RANKER_BATCH], sd[CML_RANKER_BATCH], log_chance[CML_RANKER_BATCH];
	if (cml_model_hear(ranker->model, ranker->n_batch, ranker->x, err) != CML_OK)
		return err->status;
	cml_batch_predict(ranker->model, ranker->pool, ranker->n_batch, ranker->x, mean, sd,
			  log_chance);
	predict_second(ranker);
	for (size_t i = 0; i < ranker->n_batch; i++) {
		struct cml_held_row *row = &ranker->batch[i];
		row->metric = (struct cml_forecast){.mean = mean[i], .sd = sd[i]};
		row->log_chance = log_chance[i];
		if (place_row(ranker, row, ranker->x + i * ranker->model->n_features, err) !=
		    CML_OK)
			return err->status;
		ranker->n_ranked++;
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
	if (status != CML_OK ||
	    hold_row(&ranker->batch[ranker->n_batch], ranker, row, x, err) != CML_OK)
		return err->status;
	ranker->n_batch++;
	return ranker->n_batch == CML_RANKER_BATCH ? flush_batch(ranker, err) : CML_OK;
}

static enum cml_result write_top(struct cml_ranker *ranker, struct cml_error *err)
{
	cml_top_n_sort(&ranker->top);
	for (size_t i = 0; i < ranker->top.n; i++)
		if (write_row(ranker, &ranker->held[ranker->top.items[i].slot], i + 1, err) !=
		    CML_OK)
			return err->status;
	return CML_OK;
}

static enum cml_result write_all(struct cml_ranker *ranker, struct cml_error *err)
{
	size_t n = ranker->n_held;
	double *keys = cml_array_new(n, sizeof *keys);
	size_t *order = cml_array_new(n, sizeof *order);
	enum cml_result status = keys && order ? CML_OK : cml_fail_memory(err);
	if (status != CML_OK)
		goto out;
	for (size_t i = 0; i < n; i++)
		keys[i] = -ranker->held[i].score;
	status = cml_sort_order(n, keys, order, err);
	if (status != CML_OK)
		goto out;
	for (size_t i = 0; i < n; i++)
		if ((status = write_row(ranker, &ranker->held[order[i]], i + 1, err)) != CML_OK)
			break;
out:
	free(keys);
	free(order);
	return status;
}

static enum cml_result fail_outside(const struct cml_ranker *ranker, struct cml_error *err)
{
	struct cml_buffer text = {0};
	if (!cml_outside_tally_print(&ranker->tally, &text))
		cml_fail_memory(err);
	else
		cml_fail(err, CML_NOTHING,
			 "the log covers no row: %.*s; rank without --within-log, or run jobs "
			 "nearer to these first",
			 (int)text.size, text.data);
	cml_buffer_release(&text);
	return err->status;
}

enum cml_result cml_ranker_finish(struct cml_ranker *ranker, struct cml_error *err)
{
	char min_ok[CML_NUMBER_SIZE], highest[CML_NUMBER_SIZE];
	double floor = ranker->options.failures.min_chance;
	if (flush_batch(ranker, err) != CML_OK)
		return err->status;
	cml_print_double(floor, min_ok);
	cml_print_below(exp(ranker->best_log_chance), floor, highest);
	if (ranker->n_below > 0 && ranker->n_below == ranker->n_ranked)
		return cml_fail(
		    err, CML_NOTHING,
		    "no row has a chance of %s to run: the highest chance is %s, of row "
		    "%" PRIu64,
		    min_ok, highest, ranker->likeliest);
	if (ranker->n_left_out > 0 && ranker->n_left_out + ranker->n_below == ranker->n_ranked)
		return fail_outside(ranker, err);
	if (!ranker->options.sort)
		return CML_OK;
	return ranker->options.top > 0 ? write_top(ranker, err) : write_all(ranker, err);
}

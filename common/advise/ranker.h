/* Ranking configurations by what launching them is worth: rows of a table in, the same rows
 * with what is predicted for them (advice.h) out. Of two metrics ranked rows have cml_front:
 * whether no other row is predicted to beat it in one of them without being worse in the other. */
#ifndef CML_ADVISE_RANKER_H
#define CML_ADVISE_RANKER_H

#include "advise/advice.h"
#include "advise/spread.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "learn/predictor/worth.h"
#include "math/front.h"
#include "math/top_n.h"
#include "model/forecast_cells.h"
#include "model/model.h"
#include "space/config.h"
#include "table/table_reader.h"
#include "table/table_writer.h"

/* Rows of a table as a model reads them: configurations of its space, or features by name where it
 * has none. Zeroed is empty. */
struct cml_row_features {
	const struct cml_model *model;
	const struct cml_na *na;
	struct cml_binding binding; /* a model with a space: raw configurations */
	size_t *columns;            /* a model without: columns named as its features */
	double *values;             /* by slot, of the last row; of a model with a space */
	double *features;           /* n_features, of the last row */
	uint64_t n_silent;          /* rows without what another program computes of others */
};

/* CML_BAD_DATA when the table lacks a column. model and na outlive it. */
enum cml_result cml_row_features_init(struct cml_row_features *rows, const struct cml_model *model,
				      const struct cml_header *header, const struct cml_na *na,
				      struct cml_error *err);
void cml_row_features_release(struct cml_row_features *rows);

/* A row in the predictor's form, x[n_features]. A value of a context that its domain lacks is let
 * in (cml_cell_admit of the model's space). CML_BAD_DATA with line and column: not a
 * configuration of the space, not a number, or too large a feature, as in training. */
enum cml_result cml_row_features_read(struct cml_row_features *rows, const struct cml_row *row,
				      float *x, struct cml_error *err);

struct cml_ranker_options {
	enum cml_rank_by by; /* not EI: no measured best is known */
	double kappa;
	size_t top; /* rows to write; 0: all */
	bool sort;  /* false: rows in their order, without cml_rank; top is then 0 */
	struct cml_failures failures;
	bool all_digits; /* of predictions; false: as many as the interval deserves */
	bool within_log; /* leave out what the log does not cover */
	struct cml_explainer *explainer; /* of the model: says why; NULL: nobody asks */
	bool as_text; /* paragraphs for people, with an explainer; false: a table */
};

/* Rows that wait for prediction, or for their place: cells one after the other, each with its size
 * before it. */
struct cml_held_row {
	struct cml_buffer cells;
	double score; /* larger ranks higher */
	double mean, sd, log_chance;
	double second; /* metric, for the front */
};

#define CML_RANKER_BATCH 1024

struct cml_ranker {
	struct cml_ranker_options options;
	const struct cml_model *model;
	struct cml_worth worth;
	struct cml_pool *pool;
	struct cml_row_features rows;
	struct cml_arena arena;
	size_t n_cells;             /* of each row */
	bool *passes;               /* n_cells: not a column that ranking adds */
	struct cml_slice *cells;    /* n_cells: of the row that is written; row_x its features */
	float *x, *row_x;           /* CML_RANKER_BATCH x n_features */
	struct cml_held_row *batch; /* CML_RANKER_BATCH */
	size_t n_batch;
	uint64_t n_ranked;
	uint64_t n_below;       /* rows left out, as their chance is below the floor */
	double best_log_chance; /* of these; minus infinity without any */
	uint64_t likeliest;     /* the first row that has it, from 1 */
	uint64_t n_left_out;    /* rows left out, as the log does not cover them */
	struct cml_advice_writer advice;
	struct cml_outside_tally tally; /* of rows written; with within_log of those left out */
	struct cml_spread all;          /* predictions of all rows */
	struct cml_spread written;      /* and of those written */
	struct cml_spread scores;       /* scores of those written */
	struct cml_front front;         /* predictions of all rows, of a model of two metrics */
	struct cml_top_n top;
	struct cml_held_row *held; /* options.top of them; or as many rows as came */
	size_t n_held;
	size_t held_capacity;
};

/* Writes nothing yet. All pointers must outlive the ranker. CML_BAD_USAGE when
 * by asks for an uncertainty the model does not have, a floor for a chance, or within_log for what
 * the log covers; CML_BAD_DATA
 * when the table lacks a column. */
enum cml_result cml_ranker_init(struct cml_ranker *ranker, const struct cml_ranker_options *options,
				const struct cml_model *model, const struct cml_header *header,
				const struct cml_na *na, struct cml_pool *pool,
				struct cml_table_writer *writer, struct cml_error *err);
void cml_ranker_release(struct cml_ranker *ranker);

/* Takes a row. *row_is_bad: the error is about this row alone; the
 * ranker can then go on with the next one. Memory: with top n rows and a
 * batch, without sorting a batch, else all rows. */
enum cml_result cml_ranker_add(struct cml_ranker *ranker, const struct cml_row *row,
			       bool *row_is_bad, struct cml_error *err);

/* Predicts and writes what is still held. Rows of equal score rank in the order
 * they came; those without a score (NaN) come last. CML_NOTHING: the
 * floor left out every row, with the highest chance of all; or the log covers none of them, with
 * the columns they leave. */
enum cml_result cml_ranker_finish(struct cml_ranker *ranker, struct cml_error *err);

#endif

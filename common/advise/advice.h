/* What a person is given to decide by, of one configuration after the other: cells of a row, or a
 * paragraph. cml_pred, cml_sd, cml_lo and cml_hi (where the model has intervals); cml_ok, the
 * chance that the job runs, where it has one; cml_cost, with the digits that the prediction
 * deserves; where it knows what its log covers cml_outside (the columns in which the configuration
 * leaves that), cml_near and cml_near_value (key and metric of the measured job nearest to it);
 * those of cml_second_forecast, of a model of two metrics; cml_front (1 or 0); with an explainer
 * the cells of why_cells.h; cml_aim; what is predicted of limits; cml_rank. */
#ifndef CML_ADVISE_ADVICE_H
#define CML_ADVISE_ADVICE_H

#include "advise/model_outside.h"
#include "advise/why_cells.h"
#include "base/error.h"
#include "base/memory.h"
#include "model/model.h"
#include "table/table_writer.h"

/* The caller sets what is above the line, which outlives it; the rest zeroed. */
struct cml_advice_writer {
	const struct cml_model *model;
	struct cml_table_writer *writer;
	struct cml_explainer *explainer;      /* of the model: says why; NULL: nobody asks */
	const struct cml_config_view *beside; /* reasons compare with it; NULL: with the nearest
					       * measured job */
	bool as_text;                         /* paragraphs, with an explainer; false: cells */
	bool all_digits; /* of predictions; false: those that the interval deserves */
	bool has_cost, has_front, has_aim, has_rank; /* these columns are there */
	struct cml_outside_tally *tally;             /* counts what leaves the log; NULL: nobody */

	struct cml_support_probe probe;
	struct cml_buffer outside; /* where the last one leaves the log */
	struct cml_buffer text;    /* scratch */
};
enum cml_result cml_advice_init(struct cml_advice_writer *advice, struct cml_error *err);
void cml_advice_release(struct cml_advice_writer *advice);

/* The names of the cells; nothing for paragraphs. */
void cml_advice_write_header(const struct cml_advice_writer *advice);
/* The cells, without the end of the row; or the paragraph. */
enum cml_result cml_advice_write(struct cml_advice_writer *advice, const struct cml_advice *one,
				 struct cml_error *err);

/* Parts of it: where a configuration leaves the log, in outside; why it is predicted so; and a
 * cost, which follows from the prediction, and is as certain. */
enum cml_result cml_advice_look(struct cml_advice_writer *advice, const float *x,
				struct cml_error *err);
enum cml_result cml_advice_explain(const struct cml_advice_writer *advice,
				   const struct cml_advice *one, const struct cml_explanation **why,
				   struct cml_error *err);
double cml_advice_cost(const struct cml_advice_writer *advice, const struct cml_advice *one);

#endif

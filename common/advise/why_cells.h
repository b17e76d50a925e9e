/* Explanations as cells of a table: cml_near_pred, cml_why and, where the model has learned
 * failures, cml_why_ok.
 *
 * cml_why, what each setting brings that differs from the measured job nearest to the row:
 *     tp 8->4 +12 %; micro_batch 1->2 +9.3 % | gpus 64->128 +80 %
 * Terms end in `; `; contexts come after ` | `. A term is a name, both values with `->` between
 * them and what the change brings, with one blank between these three. With ` %` it is a factor: (1
 * + 0.12) (1 + 0.093) (1 + 0.8) times cml_near_pred is cml_pred. Without, it is a difference, in
 * the unit of cml_pred. cml_why_ok has the same terms in the same order, with differences of the
 * chance that the job runs. In names and values a blank, `;`, `|`, `>`, `%` and bytes below it are
 * written as % and two hexadecimal digits, so that splitting is all a reader has to do. A missing
 * value is empty. Beside another configuration than a measured job cml_change, what all changes
 * bring together, takes the place of cml_near_pred. */
#ifndef CML_ADVISE_WHY_CELLS_H
#define CML_ADVISE_WHY_CELLS_H

#include "advise/explanation.h"
#include "advise/text_table.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "table/table_writer.h"

/* The names of the columns, as many as the model has. */
void cml_why_write_header(const struct cml_model *model, bool is_near,
			  struct cml_table_writer *writer);

/* The cells, with all digits, or those that people need: tenths of a percent,
 * below ten of them, and of cml_near_pred as many as of cml_pred. */
void cml_why_write(const struct cml_model *model, const struct cml_explanation *why,
		   bool all_digits, struct cml_table_writer *writer);

/* The cell cml_why alone, or cml_why_ok. False: out of memory. */
bool cml_why_print(const struct cml_model *model, const struct cml_explanation *why, bool of_chance,
		   bool all_digits, struct cml_buffer *text);

/* What all changes bring together: as an effect (struct cml_setting_effect). */
double cml_explanation_change(const struct cml_explanation *why);

/* What a setting brings, as in the cells. */
void cml_effect_print(bool is_log, double effect, bool all_digits, struct cml_buffer *text);
void cml_chance_effect_print(double effect, bool all_digits, struct cml_buffer *text);

/* Explanations as text for people, in lines of 80 columns. */

#define CML_TEXT_WIDTH 80

/* A configuration, and what is predicted for it. */
struct cml_advice {
	const double *values; /* by slot; NULL: a model without a space, which has no paragraph */
	const float *x;       /* its features */
	double mean, sd, log_chance;
	double cost;     /* of the launch; 0: none */
	const char *aim; /* of the launch: best, learn or anchor; NULL: none */
	bool on_front;
	size_t rank; /* 0: none */
	/* For a paragraph, set by its writer: */
	struct cml_slice outside; /* where it leaves the log */
	const struct cml_explanation *why;
	bool all_digits;
};

/* Appends a paragraph: prediction, interval, chance to run and cost; outcomes with limits; what
 * each setting brings, in columns; the measured job nearest; where the log ends; all settings.
 * False: out of memory. */
bool cml_advice_print(const struct cml_model *model, const struct cml_advice *advice,
		      struct cml_buffer *text);

/* The parts of it. A number with a comma between thousands. */
void cml_text_number(double value, struct cml_buffer *text);
/* `248,000 (231,000 to 265,000)`, without an interval `248,000`; `248,000 (not known)` where the
 * upper end is so many times the lower one that nobody can decide by it. */
#define CML_TEXT_NOT_KNOWN 100
void cml_text_forecast(const struct cml_forecast *forecast, bool all_digits,
		       struct cml_buffer *text);
/* What changes, and where it leaves the log: `recompute full -> none, tp 4 -> 2; outside: pp`. */
void cml_text_changes(const struct cml_model *model, const struct cml_explanation *why,
		      struct cml_slice outside, struct cml_buffer *text);

#endif

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
#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "table/table_writer.h"

/* The names of the columns, as many as the model has. */
enum cml_result cml_why_write_header(const struct cml_model *model, bool is_near,
				     struct cml_table_writer *writer, struct cml_error *err);

/* The cells; text is scratch. With all digits, or those that people need: tenths of a percent,
 * below ten of them, and of cml_near_pred as many as of cml_pred. */
enum cml_result cml_why_write(const struct cml_model *model, const struct cml_explanation *why,
			      bool all_digits, struct cml_table_writer *writer,
			      struct cml_buffer *text, struct cml_error *err);

/* The cell cml_why alone, or cml_why_ok. False: out of memory. */
bool cml_why_print(const struct cml_model *model, const struct cml_explanation *why, bool of_chance,
		   bool all_digits, struct cml_buffer *text);

/* What all changes bring together: as an effect (struct cml_setting_effect). */
double cml_explanation_change(const struct cml_explanation *why);

/* The parts of a term: name and values as in a job table, what it brings as in the cells. number is
 * scratch. */
struct cml_slice cml_effect_name(const struct cml_model *model,
				 const struct cml_setting_effect *reason);
struct cml_slice cml_effect_value(const struct cml_model *model,
				  const struct cml_setting_effect *reason, double value,
				  char number[CML_NUMBER_SIZE]);
bool cml_effect_print(bool is_log, double effect, bool all_digits, struct cml_buffer *text);
/* Below this it is 0. */
#define CML_MIN_CHANCE_EFFECT 0.005
bool cml_chance_effect_print(double effect, bool all_digits, struct cml_buffer *text);

#endif

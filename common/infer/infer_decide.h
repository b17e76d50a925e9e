/* The role of each column, with a note for every guess. */
#ifndef CML_INFER_INFER_DECIDE_H
#define CML_INFER_INFER_DECIDE_H

#include "infer/infer_state.h"
#include "infer/infer_unit.h"

/* Decides all roles but that of memory that jobs used. Errors as of cml_inference_finish. */
enum cml_result cml_infer_decide(struct cml_inference *infer, struct cml_error *err);
/* Of that, when no other role changes any more: a bound may be an expression of settings. */
void cml_infer_decide_memory(struct cml_inference *infer);

/* Cells and rows that are not what the others of their table are; infer_odd.c. */

/* CML_BAD_DATA for a first row that has texts where most columns have numbers in all others: some
 * sheets have units in a line of their own, below the names. */
enum cml_result cml_infer_refuse_units(const struct cml_inference *infer, struct cml_error *err);

/* Texts are no metric: they are missing in the sample. Whether a job that no status calls failed
 * has one; then a note tells of words that are read as a status, and one of other texts. */
bool cml_infer_drop_texts(struct cml_infer_rows *rows);
void cml_infer_note_odd(struct cml_inference *infer, struct cml_infer_column *metric);

/* What keeps the cells of a column from being numbers, behind a `; `: units in many, as
 * cml_infer_unit_advice says, or other texts in at most a tenth, of which it names the first that
 * was kept. Empty: nothing, or too much. */
void cml_infer_number_advice(const struct cml_inference *infer,
			     const struct cml_infer_column *column,
			     char advice[CML_UNIT_ADVICE_SIZE]);

/* A note on the first row with a metric that lacks half of the settings or more which nearly all
 * others have: a mean or a total below the jobs of a sheet. Roles are known. */
void cml_infer_note_summary(struct cml_inference *infer);

/* A note for each column of dicts (dict.h), which --expand makes columns of. Roles are known.
 * Returns the name of the first; NULL: there is none. */
const char *cml_infer_note_dicts(struct cml_inference *infer);

#endif

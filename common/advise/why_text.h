/* Explanations as text for people, in lines of 80 columns. */
#ifndef CML_ADVISE_WHY_TEXT_H
#define CML_ADVISE_WHY_TEXT_H

#include "advise/explanation.h"
#include "base/memory.h"
#include "base/text.h"

#define CML_TEXT_WIDTH 80

/* A configuration and its explanation. */
struct cml_why_item {
	size_t rank;              /* 0: none */
	const double *values;     /* by slot; NULL: a model without a space */
	struct cml_slice outside; /* cml_outside */
	double cost;              /* of the launch; 0: none */
	const char *aim;          /* of the launch: best, learn or anchor; NULL: none */
	const struct cml_explanation *why;
	bool all_digits;
};

/* Appends a paragraph: prediction, interval, chance to run and cost; what each setting brings, in
 * columns; the measured job nearest; where the log ends; all settings. False: out of memory. */
bool cml_why_item_print(const struct cml_model *model, const struct cml_why_item *item,
			struct cml_buffer *text);

/* The parts of it. A number with a comma between thousands. */
bool cml_text_number(double value, struct cml_buffer *text);
/* `248,000 (231,000 to 265,000)`, without an interval `248,000`. */
bool cml_text_forecast(const struct cml_forecast *forecast, bool all_digits,
		       struct cml_buffer *text);
/* A name or a value as a terminal may have it: bytes that are not printable are `?`. */
bool cml_text_word(struct cml_slice word, struct cml_buffer *text);
/* Columns that text takes on a terminal, a character in each. */
size_t cml_text_width_of(const char *data, size_t size);
size_t cml_text_width(const struct cml_buffer *text);
/* `8 -> 4`; a missing value is `none`. */
bool cml_text_change(const struct cml_model *model, const struct cml_setting_effect *reason,
		     struct cml_buffer *text);

#endif

/* What to write in place of a cell that people read as a number and programs do not. */
#ifndef CML_BASE_NUMBER_ADVICE_H
#define CML_BASE_NUMBER_ADVICE_H

#include "base/text.h"

#define CML_ADVICE_SIZE 96

/* To be put behind `not a number: "107 tok/s"`: `: without "tok/s" it is 107`. Knows numbers with a
 * unit behind them, k, M, G and T (powers of a thousand), commas of thousands and of decimals, and
 * times
 * (`[days-]hours:minutes:seconds`). Empty where it knows nothing. Returns advice. */
const char *cml_number_advice(struct cml_slice text, char advice[CML_ADVICE_SIZE]);

#endif

/* What to write in place of a cell that people read as a number and programs do not. */
#ifndef CML_BASE_NUMBER_ADVICE_H
#define CML_BASE_NUMBER_ADVICE_H

#include "base/text.h"

#define CML_ADVICE_SIZE 96

/* How a text is a number for people. */
enum cml_loose_kind {
	CML_LOOSE_NONE,
	CML_LOOSE_THOUSANDS, /* `1,234,567.8` */
	CML_LOOSE_BLANKS,    /* `1 234 567.8` */
	CML_LOOSE_DECIMALS,  /* `1,5`, where thousands cannot be meant */
	CML_LOOSE_TIME,      /* `[days-]hours:minutes:seconds`, `1h02m`: in seconds */
	CML_LOOSE_UNIT,      /* a unit behind it: k, M, G and T are powers of a thousand */
};
struct cml_loose_number {
	enum cml_loose_kind kind;
	double value;
	struct cml_slice unit; /* of CML_LOOSE_UNIT, a part of the text; `K tok/s` */
	double scale;          /* of that unit: 1000 of `K tok/s` */
};
/* Reads a text of printable ASCII that is no plain number. kind is CML_LOOSE_NONE for any other
 * text, and for plain numbers. */
struct cml_loose_number cml_number_loose(struct cml_slice text);

/* To be put behind `not a number: "107 tok/s"`: `: without "tok/s" it is 107`. Knows numbers with a
 * unit behind them, k, M, G and T (powers of a thousand), commas and blanks of thousands, commas of
 * decimals, and times (`[days-]hours:minutes:seconds`). Empty where it knows nothing. Returns
 * advice. */
const char *cml_number_advice(struct cml_slice text, char advice[CML_ADVICE_SIZE]);

#endif

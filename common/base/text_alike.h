/* Texts that look alike. */
#ifndef CML_BASE_TEXT_ALIKE_H
#define CML_BASE_TEXT_ALIKE_H

#include "base/text.h"

/* Longer texts are cut. */
#define CML_ALIKE_SIZE 128

/* The text in plain characters, without blanks around it: blanks of all widths are one, what has no
 * width and accents go, dashes and the minus are `-`, quotes `'`, wide letters, and letters of
 * other alphabets that look like Latin ones, are these. Returns its size; not terminated. Source:
 * Unicode Technical Standard 39, Unicode Security Mechanisms, confusables, of which a few. */
size_t cml_text_plain(struct cml_slice text, char plain[CML_ALIKE_SIZE]);

#endif

/* How a domain of numbers is written, for those who wrote it as elsewhere. */
#ifndef CML_SPACE_DOMAIN_ADVICE_H
#define CML_SPACE_DOMAIN_ADVICE_H

#include "base/text.h"

#define CML_DOMAIN_ADVICE_SIZE 128

/* To be put behind `not a number: "8-128"`: `; a range is written 8:128, its powers of two
 * 8:128:*2` for `8-128`, `8..128`, `8 to 128`; `; values are written 1|2|4` for `1,2,4`, `[1, 2,
 * 4]`, `1;2;4`, `1 2 4` and the like. Empty for any other text. Returns advice. */
const char *cml_domain_advice(struct cml_slice text, char advice[CML_DOMAIN_ADVICE_SIZE]);

/* The same for levels, to be put behind `unknown level "no" (no,optim)`: `; levels are written
 * no|optim` where the domain is a list that is written as elsewhere, with commas, semicolons,
 * slashes, blanks, brackets or quotes, and cell (NULL: any) is in it. Empty else. Returns advice.
 */
const char *cml_levels_advice(struct cml_slice domain, const struct cml_slice *cell,
			      char advice[CML_DOMAIN_ADVICE_SIZE]);

#endif

/* Powers that numbers are read and printed with: those that are exact. */
#ifndef CML_BASE_POWERS_H
#define CML_BASE_POWERS_H

#include <stdint.h>

/* 10^0 to 10^22: the powers of ten that are doubles exactly. */
#define CML_MAX_EXACT_POWER 22
extern const double cml_powers_of_ten[CML_MAX_EXACT_POWER + 1];

/* 5^0 to 5^27: the powers of five below 2^63. */
#define CML_MAX_POWER_OF_FIVE 27
extern const uint64_t cml_powers_of_five[CML_MAX_POWER_OF_FIVE + 1];

#endif

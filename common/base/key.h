/* Keys of configurations as text: 16 hexadecimal digits in small letters. */
#ifndef CML_BASE_KEY_H
#define CML_BASE_KEY_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

#define CML_KEY_SIZE 17 /* with its end */
void cml_key_print(uint64_t key, char text[CML_KEY_SIZE]);
/* False, and *key untouched, for any other text. */
bool cml_key_parse(struct cml_slice text, uint64_t *key);
/* CML_BAD_DATA, with the text that is no key and what may have happened to it. */
enum cml_result cml_key_refuse(struct cml_slice text, struct cml_error *err);

#endif

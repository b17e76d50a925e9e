/* Names of columns as words. */
#ifndef CML_INFER_NAMES_NAME_WORDS_H
#define CML_INFER_NAMES_NAME_WORDS_H

#include <stdbool.h>

#define CML_WORDS_SIZE 128

/* `Tok/s (GPU)` becomes `_tok_s_gpu_`; what does not fit is cut. */
void cml_words_normalise(const char *name, char words[CML_WORDS_SIZE]);

/* The same without a unit in brackets at the end, and with a word begun at each capital after a
 * small letter or before one: `_seq_len_` of `SeqLen [tok]`, `_n_gpus_` of `nGPUs`, `_gpu_type_` of
 * `GPUType`. */
void cml_words_split(const char *name, char words[CML_WORDS_SIZE]);

/* Whether words have some part of the list, which is separated by blanks (`tok_s mfu`); whether
 * they are one, end in one. */
bool cml_words_have(const char *words, const char *parts);
bool cml_words_are(const char *words, const char *parts);
bool cml_words_end_in(const char *words, const char *parts);

/* The same of the words of a name, in one of both spellings. */
bool cml_name_has(const char *name, const char *parts);
bool cml_name_is(const char *name, const char *parts);
bool cml_name_ends_in(const char *name, const char *parts);

#endif

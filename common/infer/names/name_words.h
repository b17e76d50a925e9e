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

/* Whether the words of a name, in one of both spellings, have some pattern of the list, are one of
 * it, or end in a suffix. */
bool cml_name_has(const char *name, const char *const *patterns);
bool cml_name_is(const char *name, const char *const *names);
bool cml_name_ends_in(const char *name, const char *suffix);
bool cml_name_ends_in_any(const char *name, const char *const *suffixes);

/* Whether some pattern of the list, which ends in NULL, is in words; is all of it. */
bool cml_words_have(const char *words, const char *const *patterns);
bool cml_words_are(const char *words, const char *const *names);
bool cml_words_end_in(const char *words, const char *suffix);

#endif

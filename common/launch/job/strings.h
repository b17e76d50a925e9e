/* Arguments and environments: strings one after the other, each ended by NUL. */
#ifndef CML_LAUNCH_JOB_STRINGS_H
#define CML_LAUNCH_JOB_STRINGS_H

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>

/* Takes the first string off, without its NUL; the last one may lack it. strings is
 * not empty. */
struct cml_slice cml_strings_next(struct cml_slice *strings);

size_t cml_strings_count(struct cml_slice strings);

/* Pointers to the strings and a NULL behind them, as execve wants them; vector has
 * room for cml_strings_count(strings) + 1. The last string is ended, too. */
void cml_strings_vector(struct cml_slice strings, char **vector);

/* An environment for execve: all of strings (`NAME=VALUE`, the later one of a name wins), then
 * those of inherited (NULL at its end, may be NULL) whose names are not among them. *vector becomes
 * a malloc'ed array of pointers into both, ended by NULL, the caller's. */
enum cml_result cml_environment_merge(struct cml_slice strings, char *const *inherited,
				      char ***vector, struct cml_error *err);

#endif

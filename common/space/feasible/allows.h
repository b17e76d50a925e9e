/* Params that may have only some values of their domains in what is searched: `name=list`. */
#ifndef CML_SPACE_FEASIBLE_ALLOWS_H
#define CML_SPACE_FEASIBLE_ALLOWS_H

#include "base/error.h"
#include "space/space.h"

/* *narrowed: a copy of space, the caller frees it, with the same slots, symbols and keys, in which
 * what fixes admit is admitted, and each param of allows has only the values listed: with commas or
 * bars between them, or as domains have them (`8:64:*2`, `1e-4:1e-3`). CML_BAD_USAGE: no such
 * param, one that is fixed or given twice, a listed value that is not in the domain, or no value of
 * it in the list. */
enum cml_result cml_allows_narrow(const struct cml_space *space, const char *const *allows,
				  size_t n_allows, const char *const *fixes, size_t n_fixes,
				  struct cml_space **narrowed, struct cml_error *err);

/* Whether all params of completed values are in their domains, of a narrowed space. */
bool cml_allows_have(const struct cml_space *narrowed, const double *values);

#endif

#include "search/searcher.h"

#include "base/text.h"

/* All there are, in the order of --help. */
#define SEARCHERS(KIND)                                                                            \
	KIND(cml_auto_search)                                                                      \
	KIND(cml_random_search)                                                                    \
	KIND(cml_reinforce_search)                                                                 \
	KIND(cml_evolution_search)                                                                 \
	KIND(cml_bayes)                                                                            \
	KIND(cml_exhaustive)

#define DECLARE(kind) extern const struct cml_searcher_kind kind;
#define ADDRESS(kind) &kind,
SEARCHERS(DECLARE)
const struct cml_searcher_kind *const cml_searcher_kinds[] = {SEARCHERS(ADDRESS)};
const size_t cml_n_searcher_kinds = sizeof cml_searcher_kinds / sizeof *cml_searcher_kinds;

enum cml_result cml_searcher_find(const char *name, const struct cml_searcher_kind **kind,
				  struct cml_error *err)
{
	const char *names[sizeof cml_searcher_kinds / sizeof *cml_searcher_kinds];
	size_t at, n = cml_n_searcher_kinds;
	for (size_t i = 0; i < n; i++)
		names[i] = cml_searcher_kinds[i]->name;
	if (cml_name_find(cml_slice_of(name), "unknown search method", names, n, &at, err) !=
	    CML_OK)
		return err->status;
	*kind = cml_searcher_kinds[at];
	return CML_OK;
}

#include "search/searcher.h"

#include "base/text_words.h"

/* All there are, in the order of --help. */
#define SEARCHERS(KIND)                                                                            \
	KIND(cml_auto_search)                                                                      \
	KIND(cml_random_search)                                                                    \
	KIND(cml_reinforce_search)                                                                 \
	KIND(cml_evolution_search)                                                                 \
	KIND(cml_bayes)

#define DECLARE(kind) extern const struct cml_searcher_kind kind;
#define ADDRESS(kind) &kind,
SEARCHERS(DECLARE)
const struct cml_searcher_kind *const cml_searcher_kinds[] = {SEARCHERS(ADDRESS)};
const size_t cml_n_searcher_kinds = sizeof cml_searcher_kinds / sizeof *cml_searcher_kinds;

enum cml_result cml_searcher_find(const char *name, const struct cml_searcher_kind **kind,
				  struct cml_error *err)
{
	/* Exhaustive search asks no searcher, but is chosen in the same way. */
	const char *names[sizeof cml_searcher_kinds / sizeof *cml_searcher_kinds + 1];
	size_t at, n = cml_n_searcher_kinds;
	for (size_t i = 0; i < n; i++)
		names[i] = cml_searcher_kinds[i]->name;
	names[n] = "exhaustive";
	if (cml_name_find(cml_slice_of(name), "unknown search method", names, n + 1, &at, err) !=
	    CML_OK)
		return err->status;
	*kind = at < n ? cml_searcher_kinds[at] : NULL;
	return CML_OK;
}

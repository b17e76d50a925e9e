#include "search/searcher.h"

#include "base/text.h"

#include <string.h>

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
	char names[256] = "";
	for (size_t i = 0; i < cml_n_searcher_kinds; i++) {
		if (strcmp(cml_searcher_kinds[i]->name, name) == 0) {
			*kind = cml_searcher_kinds[i];
			return CML_OK;
		}
		if (i > 0)
			strncat(names, ", ", sizeof names - strlen(names) - 1);
		strncat(names, cml_searcher_kinds[i]->name, sizeof names - strlen(names) - 1);
	}
	/* Listing a space asks no searcher, but is chosen in the same way. */
	strncat(names, ", exhaustive", sizeof names - strlen(names) - 1);
	char text[CML_QUOTE_SIZE], near[CML_SUGGESTION_SIZE];
	return cml_fail(err, CML_BAD_USAGE, "unknown search method %s%s (known: %s)",
			cml_text_quote(cml_slice_of(name), text, sizeof text),
			cml_text_suggest(cml_slice_of(name), names, near), names);
}

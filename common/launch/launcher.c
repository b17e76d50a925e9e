#include "launch/launcher.h"

#include <string.h>

/* All there are, in the order of --help. */
#define LAUNCHERS(KIND)                                                                            \
	KIND(cml_launcher_local)                                                                   \
	KIND(cml_launcher_slurm)                                                                   \
	KIND(cml_launcher_replay)

#define DECLARE(kind) extern const struct cml_launcher_kind kind;
#define ADDRESS(kind) &kind,
LAUNCHERS(DECLARE)
const struct cml_launcher_kind *const cml_launcher_kinds[] = {LAUNCHERS(ADDRESS)};
const size_t cml_n_launcher_kinds = sizeof cml_launcher_kinds / sizeof *cml_launcher_kinds;

enum cml_result cml_launcher_find(const char *backend, const struct cml_launcher_kind **kind,
				  const char **argument, struct cml_error *err)
{
	const char *equals = strchr(backend, '=');
	struct cml_slice name = {backend, equals ? (size_t)(equals - backend) : strlen(backend)};
	char names[256] = "", quoted[CML_QUOTE_SIZE], near[CML_SUGGESTION_SIZE];

	for (size_t i = 0; i < cml_n_launcher_kinds; i++) {
		if (cml_slice_is(name, cml_launcher_kinds[i]->name)) {
			if (equals && !cml_launcher_kinds[i]->argument)
				return cml_fail(err, CML_BAD_USAGE,
						"backend %s takes no argument: %s",
						cml_launcher_kinds[i]->name,
						cml_text_quote(cml_slice_of(equals + 1), quoted,
							       sizeof quoted));
			*kind = cml_launcher_kinds[i];
			*argument = equals ? equals + 1 : NULL;
			return CML_OK;
		}
		if (i > 0)
			strncat(names, ", ", sizeof names - strlen(names) - 1);
		strncat(names, cml_launcher_kinds[i]->name, sizeof names - strlen(names) - 1);
	}
	return cml_fail(err, CML_BAD_USAGE, "no backend %s%s (known: %s)",
			cml_text_quote(name, quoted, sizeof quoted),
			cml_text_suggest(name, names, near), names);
}

#include "launch/launcher.h"

#include "base/text.h"

#include <string.h>

/* All there are, in the order of --help; the first is the default. */
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
	const char *equals = strchr(backend, '='),
		   *names[sizeof cml_launcher_kinds / sizeof(void *)];
	struct cml_slice name = {backend, equals ? (size_t)(equals - backend) : strlen(backend)};
	size_t at;

	for (size_t i = 0; i < cml_n_launcher_kinds; i++)
		names[i] = cml_launcher_kinds[i]->name;
	if (cml_name_find(name, "unknown backend", names, cml_n_launcher_kinds, &at, err) != CML_OK)
		return err->status;
	*kind = cml_launcher_kinds[at];
	*argument = equals ? equals + 1 : NULL;
	if (equals && !(*kind)->argument)
		return cml_fail(err, CML_BAD_USAGE, "backend %s takes no argument: %s",
				(*kind)->name, CML_QUOTED(cml_slice_of(*argument)));
	return CML_OK;
}

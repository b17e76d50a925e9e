#include "space/infer/infer_tracker.h"

#include "space/infer/infer_name.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *prefix;
	enum cml_origin origin;
} prefixes[] = {
    {"Comment.", CML_ORIGIN_SETTING},     {"params.", CML_ORIGIN_SETTING},
    {"params_", CML_ORIGIN_SETTING},      {"config.", CML_ORIGIN_SETTING},
    {"config/", CML_ORIGIN_SETTING},      {"hparams.", CML_ORIGIN_SETTING},
    {"hparams/", CML_ORIGIN_SETTING},     {"metrics.", CML_ORIGIN_RESULT},
    {"summary.", CML_ORIGIN_RESULT},      {"values_", CML_ORIGIN_RESULT},
    {"tags.mlflow.", CML_ORIGIN_TRACKER}, {"system_attrs_", CML_ORIGIN_TRACKER},
    {"tags.", CML_ORIGIN_UNKNOWN},        {"user_attrs_", CML_ORIGIN_UNKNOWN},
};

enum cml_origin cml_name_origin(const char *name, const char **plain)
{
	*plain = name;
	if (cml_name_is_context(name))
		return CML_ORIGIN_UNKNOWN;
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		size_t n = strlen(prefixes[i].prefix);
		if (strncmp(name, prefixes[i].prefix, n) != 0 || !name[n])
			continue;
		*plain = name + n;
		return prefixes[i].origin;
	}
	return CML_ORIGIN_UNKNOWN;
}

#include "launch/job/strings.h"

#include "base/memory.h"

#include <string.h>

struct cml_slice cml_strings_next(struct cml_slice *strings)
{
	struct cml_slice string = {strings->data, strnlen(strings->data, strings->size)};
	size_t size = string.size < strings->size ? string.size + 1 : string.size;

	*strings = (struct cml_slice){strings->data + size, strings->size - size};
	return string;
}

size_t cml_strings_count(struct cml_slice strings)
{
	size_t n = 0;

	for (; strings.size > 0; n++)
		cml_strings_next(&strings);
	return n;
}

void cml_strings_vector(struct cml_slice strings, char **vector)
{
	while (strings.size > 0)
		*vector++ = (char *)cml_strings_next(&strings).data;
	*vector = NULL;
}

/* Whether one of vector[n] sets the same variable as `NAME=VALUE`. */
static bool has_name(char *const *vector, size_t n, const char *variable)
{
	size_t size = strcspn(variable, "=");

	for (size_t i = 0; i < n; i++)
		if (strncmp(vector[i], variable, size) == 0 &&
		    (vector[i][size] == '=' || vector[i][size] == '\0'))
			return true;
	return false;
}

enum cml_result cml_environment_merge(struct cml_slice strings, char *const *inherited,
				      char ***vector, struct cml_error *err)
{
	size_t n_strings = cml_strings_count(strings), n_inherited = 0, n_own = 0;

	while (inherited && inherited[n_inherited])
		n_inherited++;
	char **merged = cml_array_new(n_strings + n_inherited + 1, sizeof *merged);
	if (!merged)
		return cml_fail_memory(err);
	cml_strings_vector(strings, merged);
	for (size_t i = 0; i < n_strings; i++)
		if (!has_name(merged + i + 1, n_strings - i - 1, merged[i]))
			merged[n_own++] = merged[i];
	size_t n = n_own;
	for (size_t i = 0; i < n_inherited; i++)
		if (!has_name(merged, n_own, inherited[i]))
			merged[n++] = inherited[i];
	merged[n] = NULL;
	*vector = merged;
	return CML_OK;
}

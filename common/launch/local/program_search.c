#include "launch/local/program_search.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

bool cml_program_find(struct cml_program_place *place, const char *name, const char *path)
{
	if (place->name && strcmp(place->name, name) == 0)
		return true;
	place->name = NULL;
	if (!path || name[0] == '\0' || strchr(name, '/'))
		return false;
	for (;;) {
		size_t size = strcspn(path, ":");
		size_t name_size = strlen(name);

		if (path[0] != '/' || name_size >= PATH_MAX || size + 1 >= PATH_MAX - name_size)
			return false;
		memcpy(place->path, path, size);
		place->path[size] = '/';
		memcpy(place->path + size + 1, name, name_size + 1);
		if (faccessat(AT_FDCWD, place->path, F_OK, 0) == 0) {
			place->name = place->path + size + 1;
			return true;
		}
		if ((errno != ENOENT && errno != ENOTDIR) || path[size] == '\0')
			return false;
		path += size + 1;
	}
}

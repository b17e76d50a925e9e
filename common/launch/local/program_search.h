/* Where execvp(3) finds a program first, remembered as shells do. For keepers, which start the
 * same program again and again. */
#ifndef CML_LAUNCH_LOCAL_PROGRAM_SEARCH_H
#define CML_LAUNCH_LOCAL_PROGRAM_SEARCH_H

#include <limits.h>
#include <stdbool.h>

/* Zeroed: nothing is remembered. */
struct cml_program_place {
	char path[PATH_MAX];
	const char *name; /* in path; NULL: nothing */
};

/* The first entry under name in the directories of path, by the rules of execvp(3), or where
 * it was at the last call when that was for the same name; whoever finds that it cannot be
 * executed asks execvp(3), which then looks further. False, which leaves all to it: name has a
 * slash or is empty, path is NULL, a directory could not be asked, or is named in a way of its
 * own (empty, too long, not from the root), nothing was found. */
bool cml_program_find(struct cml_program_place *place, const char *name, const char *path);

#endif

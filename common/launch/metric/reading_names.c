#include "launch/metric/reading_names.h"

#include "base/text_words.h"
#include "launch/metric/reading_parse.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_SHOWN 4
#define NAME_SIZE 48

struct names {
	char first[MAX_SHOWN][NAME_SIZE];
	size_t n;
	char nearest[NAME_SIZE]; /* the one most like the wanted; empty: none is like it */
};

static void note_first(struct names *names, const char *name)
{
	size_t i = 0;

	while (i < names->n && strcmp(names->first[i], name) != 0)
		i++;
	if (i == names->n && i < MAX_SHOWN)
		strcpy(names->first[names->n++], name);
}

/* The first of those that are equally near stays. */
static void note_nearest(struct names *names, const char *name, struct cml_slice wanted)
{
	const char *both[] = {names->nearest, name};
	size_t skipped = !names->nearest[0];

	if (cml_slice_is_nocase(wanted, names->nearest) || strcmp(names->nearest, name) == 0)
		return;
	if (cml_slice_is_nocase(wanted, name) ||
	    cml_name_nearest(wanted, both + skipped, 2 - skipped) == name)
		strcpy(names->nearest, name);
}

bool cml_reading_names(struct cml_slice text, struct cml_slice wanted, char *list, size_t size)
{
	struct names names = {.n = 0};
	struct cml_reading reading;
	size_t used = 0;

	for (size_t i = 0; i < text.size; i++) {
		char name[NAME_SIZE];
		size_t begin = i;

		while (i < text.size && cml_reading_is_of_name(text.data[i]))
			i++;
		if (i == begin || i - begin >= NAME_SIZE ||
		    !isalpha((unsigned char)text.data[begin]) ||
		    cml_reading_parse(cml_slice_from(text, i), &reading) == CML_READING_NONE)
			continue;
		snprintf(name, sizeof name, "%.*s", (int)(i - begin), text.data + begin);
		note_first(&names, name);
		note_nearest(&names, name, wanted);
	}
	list[0] = '\0';
	if (names.nearest[0])
		snprintf(list, size, "'%s'", names.nearest);
	for (size_t i = 0; !names.nearest[0] && i < names.n && used < size; i++)
		used += (size_t)snprintf(list + used, size - used, "%s'%s'", i > 0 ? ", " : "",
					 names.first[i]);
	return names.n > 0;
}

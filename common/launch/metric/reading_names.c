#include "launch/metric/reading_names.h"

#include "base/text_words.h"
#include "launch/metric/reading_parse.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_NAMES 16
#define MAX_SHOWN 4
#define NAME_SIZE 48

struct names {
	char texts[MAX_NAMES][NAME_SIZE];
	const char *pointers[MAX_NAMES];
	size_t n;
};

static bool is_of_name(char c)
{
	return isalnum((unsigned char)c) || (c != '\0' && strchr("_-./", c));
}

static const char *find_like(const struct names *names, struct cml_slice wanted)
{
	for (size_t i = 0; i < names->n; i++)
		if (cml_slice_is_nocase(wanted, names->texts[i]))
			return names->texts[i];
	return cml_name_nearest(wanted, names->pointers, names->n);
}

/* Leaves the first names, and of the others the one most like the wanted. */
static void make_room(struct names *names, struct cml_slice wanted)
{
	const char *nearest = find_like(names, wanted);

	names->n = MAX_SHOWN;
	if (nearest)
		memmove(names->texts[names->n++], nearest, NAME_SIZE);
}

static void add(struct names *names, struct cml_slice name, struct cml_slice wanted)
{
	if (name.size >= NAME_SIZE)
		return;
	for (size_t i = 0; i < names->n; i++)
		if (cml_slice_is(name, names->texts[i]))
			return;
	if (names->n == MAX_NAMES)
		make_room(names, wanted);
	memcpy(names->texts[names->n], name.data, name.size);
	names->texts[names->n][name.size] = '\0';
	names->pointers[names->n] = names->texts[names->n];
	names->n++;
}

static void find(struct cml_slice text, struct cml_slice wanted, struct names *names)
{
	struct cml_reading reading;

	for (size_t i = 0; i < text.size; i++) {
		size_t begin = i;

		while (i < text.size && is_of_name(text.data[i]))
			i++;
		struct cml_slice name = {text.data + begin, i - begin};
		if (name.size > 0 && isalpha((unsigned char)*name.data) &&
		    cml_reading_parse(cml_slice_from(text, i), &reading) != CML_READING_NONE)
			add(names, name, wanted);
	}
}

bool cml_reading_names(struct cml_slice text, struct cml_slice wanted, char *list, size_t size)
{
	struct names names = {.n = 0};
	size_t used = 0;

	list[0] = '\0';
	find(text, wanted, &names);
	const char *nearest = find_like(&names, wanted);
	if (nearest)
		snprintf(list, size, "'%s'", nearest);
	for (size_t i = 0; !nearest && i < names.n && i < MAX_SHOWN && used < size; i++)
		used += (size_t)snprintf(list + used, size - used, "%s'%s'", i > 0 ? ", " : "",
					 names.texts[i]);
	return names.n > 0;
}

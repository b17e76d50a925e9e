/* Where a name stands in much text: the bytes between are passed over by the block. */
#ifndef CML_LAUNCH_METRIC_NAME_SEARCH_H
#define CML_LAUNCH_METRIC_NAME_SEARCH_H

#include "base/text.h"

#include <stddef.h>

/* A name, and its two bytes that are the rarest in what jobs print. */
struct cml_name_search {
	struct cml_slice name; /* a view; not empty */
	size_t at[2];
};

void cml_name_search_init(struct cml_name_search *search, struct cml_slice name);

/* The first place at or after text.data + from where the whole name stands in text; text.size
 * when there is none. It looks for the two bytes at their distance in 64 places at a
 * time, and compares the name where they are found. */
size_t cml_name_search_next(const struct cml_name_search *search, struct cml_slice text,
			    size_t from);

#endif

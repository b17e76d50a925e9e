/* Names in a sentence: `tp, pp, batch and 4 more`. */
#ifndef CML_BASE_NAME_LIST_H
#define CML_BASE_NAME_LIST_H

#include <stddef.h>

#define CML_NAME_LIST_SHOWN 8
#define CML_NAME_LIST_SIZE 320

/* Zeroed is empty. */
struct cml_name_list {
	char text[CML_NAME_LIST_SIZE];
	size_t size;
	size_t n;       /* added */
	size_t n_shown; /* the first of them, CML_NAME_LIST_SHOWN at most, as many as fit */
};
void cml_name_list_add(struct cml_name_list *list, const char *name);
/* The list, after the last name; empty without names. */
const char *cml_name_list_end(struct cml_name_list *list);

#endif

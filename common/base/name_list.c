#include "base/name_list.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Room for ` and 18446744073709551615 more`. */
#define MORE_SIZE 40

void cml_name_list_add(struct cml_name_list *list, const char *name)
{
	size_t room = CML_NAME_LIST_SIZE - MORE_SIZE;
	bool fits = list->n == list->n_shown && list->n_shown < CML_NAME_LIST_SHOWN &&
		    list->size + strlen(", ") + strlen(name) < room;
	list->n++;
	if (!fits)
		return;
	list->size += (size_t)snprintf(list->text + list->size, room - list->size, "%s%s",
				       list->n_shown > 0 ? ", " : "", name);
	list->n_shown++;
}

const char *cml_name_list_end(struct cml_name_list *list)
{
	if (list->n > list->n_shown)
		snprintf(list->text + list->size, MORE_SIZE, "%s%zu%s",
			 list->n_shown > 0 ? " and " : "", list->n - list->n_shown,
			 list->n_shown > 0 ? " more" : " columns");
	return list->text;
}

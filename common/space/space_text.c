#include "space/space_text.h"

#include "table/table_writer.h"

const char *const cml_space_fields[CML_N_SPACE_FIELDS] = {
    [CML_FIELD_NAME] = "name",         [CML_FIELD_ROLE] = "role",
    [CML_FIELD_TYPE] = "type",         [CML_FIELD_DOMAIN] = "domain",
    [CML_FIELD_ENCODING] = "encoding", [CML_FIELD_DEFAULT] = "default",
    [CML_FIELD_WHEN] = "when",         [CML_FIELD_UNIT] = "unit",
    [CML_FIELD_DOC] = "doc",           [CML_FIELD_MONOTONE] = "monotone",
};

bool cml_space_text_row(struct cml_buffer *text, const char *const *cells, size_t n_fields)
{
	bool ok = true;
	for (size_t i = 0; ok && i < n_fields; i++) {
		ok = cml_append_cell(text, cml_slice_of(cells[i]), ',') &&
		     cml_buffer_append(text, i + 1 < n_fields ? "," : "\n", 1);
	}
	return ok;
}

/* Dicts in cells. Input: the text of a cell.
 *
 * Promises: what is read has paths that differ, none of them empty; its values written as a flat
 * dict of JSON read back as the same; what is refused has a sentence. */
#include "fuzz.h"

#include "table/dict.h"

#include <stdio.h>
#include <stdlib.h>

static bool append_text(struct cml_buffer *json, struct cml_slice text)
{
	char escape[8];
	bool ok = cml_buffer_append(json, "\"", 1);
	for (size_t i = 0; ok && i < text.size; i++) {
		unsigned char c = (unsigned char)text.data[i];
		if (c == '"' || c == '\\')
			ok = cml_buffer_append(json, "\\", 1);
		if (c == '\n')
			snprintf(escape, sizeof escape, "\\n");
		else
			snprintf(escape, sizeof escape, "%c", c);
		ok = ok && cml_buffer_append(json, escape, c == '\n' ? 2 : 1);
	}
	return ok && cml_buffer_append(json, "\"", 1);
}

static void check_again(const struct cml_dict *dict)
{
	AUTO(cml_buffer) json = {0};
	AUTO(cml_dict) again = {0};
	struct cml_error err = {0};
	bool ok = cml_buffer_append(&json, "{", 1);
	for (size_t i = 0; ok && i < dict->n; i++)
		ok = (i == 0 || cml_buffer_append(&json, ",", 1)) &&
		     append_text(&json, dict->leaves[i].path) && cml_buffer_append(&json, ":", 1) &&
		     append_text(&json, dict->leaves[i].value);
	FUZZ_CHECK(ok && cml_buffer_append(&json, "}", 1), "memory");
	FUZZ_CHECK(cml_dict_parse(&again, cml_buffer_slice(&json), &err) == CML_OK, "%s",
		   err.message);
	FUZZ_CHECK(again.n == dict->n, "%zu leaves, not %zu", again.n, dict->n);
	for (size_t i = 0; i < dict->n; i++)
		FUZZ_CHECK(cml_slice_equal(again.leaves[i].path, dict->leaves[i].path) &&
			       cml_slice_equal(again.leaves[i].value, dict->leaves[i].value),
			   "leaf %zu reads back as another", i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cml_slice text = {(const char *)data, size};
	AUTO(cml_dict) dict = {0};
	struct cml_error err = {0};
	AUTOFREE char *copy = fuzz_copy(text);
	enum cml_result status = cml_dict_parse(&dict, (struct cml_slice){copy, size}, &err);
	if (status != CML_OK)
		fuzz_check_error(&err, status, NULL);
	for (size_t i = 0; status == CML_OK && i < dict.n; i++)
		FUZZ_CHECK(dict.leaves[i].path.size > 0, "an empty path");
	if (status == CML_OK)
		check_again(&dict);
	return 0;
}

#include "space/level_list.h"

#include <string.h>

static bool is_escape(struct cml_slice text, size_t at)
{
	return text.data[at] == '\\' && at + 1 < text.size && strchr("|:\\", text.data[at + 1]) &&
	       text.data[at + 1];
}

bool cml_level_split(struct cml_slice *rest, bool *started, struct cml_slice *part)
{
	if (!*started)
		*started = true;
	else if (!cml_slice_skip(rest, "|"))
		return false;
	size_t size = 0;
	while (size < rest->size && rest->data[size] != '|')
		size += is_escape(*rest, size) ? 2 : 1;
	*part = (struct cml_slice){rest->data, size};
	*rest = cml_slice_from(*rest, size);
	return true;
}

bool cml_level_read(struct cml_slice part, struct cml_buffer *level)
{
	part = cml_slice_trim(part);
	cml_buffer_clear(level);
	bool ok = true;
	for (size_t i = 0; ok && i < part.size; i++) {
		i += is_escape(part, i);
		ok = cml_buffer_append(level, part.data + i, 1);
	}
	return ok;
}

bool cml_level_append(struct cml_buffer *list, struct cml_slice level)
{
	bool ok = true;
	for (size_t i = 0; ok && i < level.size; i++) {
		bool is_special = level.data[i] == '|' || is_escape(level, i) ||
				  (level.data[i] == '\\' && i + 1 == level.size);
		ok = (!is_special || cml_buffer_append(list, "\\", 1)) &&
		     cml_buffer_append(list, level.data + i, 1);
	}
	return ok;
}

bool cml_level_append_all(struct cml_buffer *list, const struct cml_slice *levels, size_t n)
{
	bool ok = true;
	for (size_t i = 0; ok && i < n; i++) {
		struct cml_slice level = levels[i];
		const char *colon = n == 1 ? memchr(level.data, ':', level.size) : NULL;
		if (colon && strchr("0123456789.+-:", level.data[0])) {
			size_t before = (size_t)(colon - level.data);
			ok = cml_buffer_append(list, level.data, before) &&
			     cml_buffer_append(list, "\\", 1);
			level = cml_slice_from(level, before);
		}
		ok = ok && (i == 0 || cml_buffer_append(list, "|", 1)) &&
		     cml_level_append(list, level);
	}
	return ok;
}

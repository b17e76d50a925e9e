/* Cells that hold a command line. Part of dict.h. */
#include "table/dict.h"

#include "base/number.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_DEPTH 4

/* Of a text, from dict->leaves[first] on. */
struct command {
	struct cml_dict *dict;
	size_t first;
	size_t depth;
	size_t option; /* leaf that the next word may be the value of, or SIZE_MAX */
	size_t n_arguments;
	struct cml_error *err;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Takes the next word as a shell cuts it, without its quotes. False at the end. */
static bool take_word(struct cml_slice *rest, struct cml_buffer *word)
{
	const char *at = rest->data, *end = at + rest->size;
	char quote = '\0';
	cml_buffer_clear(word);
	while (at < end && is_blank(*at))
		at++;
	const char *start = at;
	for (; at < end && (quote || !is_blank(*at)); at++) {
		if (*at == '\\' && quote != '\'' && at + 1 < end)
			cml_buffer_append(word, ++at, 1);
		else if (quote ? *at == quote : *at == '"' || *at == '\'')
			quote = quote ? '\0' : *at;
		else
			cml_buffer_append(word, at, 1);
	}
	*rest = (struct cml_slice){at, (size_t)(end - at)};
	return at > start;
}

/* `-n`, `--tp`, and no number. */
static bool is_option(struct cml_slice word)
{
	return word.size > 1 && word.data[0] == '-' &&
	       (isalpha((unsigned char)word.data[1]) ||
		(word.size > 2 && word.data[1] == '-' && isalpha((unsigned char)word.data[2])));
}

static bool is_number(struct cml_slice word)
{
	return cml_parse_double(word, &(double){0});
}

/* `4 8` of `--sizes 1 4 8`: lists of sizes are whole. */
static bool is_whole(struct cml_slice word)
{
	return cml_parse_int(word, 0, INT64_MAX, &(int64_t){0});
}

static bool is_script(struct cml_slice word)
{
	return (cml_slice_cut(&word, ".py") || cml_slice_cut(&word, ".sh") ||
		cml_slice_cut(&word, ".sbatch")) &&
	       word.size > 0;
}

static bool is_program(struct cml_slice word)
{
	return is_script(word) || cml_slice_skip(&word, "./") || cml_slice_skip(&word, "/");
}

/* Whether there are an option or a program, and a word that is no NAME=VALUE. */
static bool is_command(struct cml_slice text)
{
	AUTO(cml_buffer) word = {0};
	bool is_known = false, has_other = false;
	if (text.size == 0 || memchr("{[(\"'", text.data[0], 5))
		return false;
	while (take_word(&text, &word)) {
		struct cml_slice cut = cml_buffer_slice(&word);
		is_known = is_known || is_option(cut) || is_program(cut);
		has_other = has_other || !cml_slice_contains(cut, "=");
	}
	return is_known && has_other;
}

static enum cml_result set(struct command *command, struct cml_slice name, struct cml_slice value,
			   bool is_flag)
{
	command->option = cml_dict_set(command->dict, command->first, name, value, is_flag);
	return command->option == SIZE_MAX ? cml_fail_memory(command->err) : CML_OK;
}

static enum cml_result read_words(struct command *command, struct cml_slice text);

/* The items of `ALL,TP=8,PP=2`. */
static enum cml_result read_export(struct command *command, struct cml_slice value)
{
	struct cml_slice item, name;
	while (cml_slice_split(&value, ',', &item)) {
		cml_slice_split(&item, '=', &name);
		if (item.data && name.size > 0 && set(command, name, item, false) != CML_OK)
			return command->err->status;
	}
	return CML_OK;
}

/* Sets a name to a value; a value that is a command, or what sbatch exports, to what is in it. */
static enum cml_result read_value(struct command *command, struct cml_slice name,
				  struct cml_slice value)
{
	enum cml_result status;
	if (cml_slice_is(name, "export") && cml_slice_contains(value, "="))
		status = read_export(command, value);
	else if (command->depth < MAX_DEPTH && is_command(value))
		status = read_words(command, value);
	else
		status = set(command, name, value, false);
	command->option = is_whole(value) ? command->option : SIZE_MAX;
	return status;
}

/* `--tp=8`, `--tp`, `-n8`, `-np`: name, and what is behind it. */
static enum cml_result read_option(struct command *command, struct cml_slice word)
{
	size_t dashes = word.data[1] == '-' ? 2 : 1;
	struct cml_slice name, value = cml_slice_from(word, dashes);
	cml_slice_split(&value, '=', &name);
	if (value.data)
		return read_value(command, name, value);
	if (dashes == 1 && is_number(cml_slice_from(name, 1)))
		return read_value(command, (struct cml_slice){name.data, 1},
				  cml_slice_from(name, 1));
	return set(command, name, cml_slice_of("true"), true);
}

/* A word that is no option: the value of the one before it, a number more of that, NAME=VALUE, or
 * something else. */
static enum cml_result read_other(struct command *command, struct cml_slice word)
{
	struct cml_dict *dict = command->dict;
	struct cml_dict_leaf *before =
	    command->option == SIZE_MAX ? NULL : &dict->leaves[command->option];
	struct cml_slice key, given = word;
	char name[32];
	if (before && before->is_flag && !is_script(word)) {
		dict->n -= command->option + 1 == dict->n;
		return read_value(command, before->path, word);
	}
	if (before && !before->is_flag && is_whole(word)) {
		cml_buffer_clear(&dict->value);
		if (!cml_buffer_printf(&dict->value, "%.*s %.*s", (int)before->value.size,
				       before->value.data, (int)word.size, word.data))
			return cml_fail_memory(command->err);
		return set(command, before->path, cml_buffer_slice(&dict->value), false);
	}
	command->option = SIZE_MAX;
	if (cml_slice_split(&given, '=', &key) && given.data && key.size > 0) {
		while (key.size > 1 && *key.data == '+')
			key = cml_slice_from(key, 1);
		return read_value(command, key, given);
	}
	if (!is_number(word))
		return CML_OK;
	snprintf(name, sizeof name, "arg%zu", ++command->n_arguments);
	enum cml_result status = set(command, cml_slice_of(name), word, false);
	command->option = SIZE_MAX;
	return status;
}

static enum cml_result read_words(struct command *command, struct cml_slice text)
{
	AUTO(cml_buffer) word = {0};
	command->depth++;
	command->option = SIZE_MAX;
	while (take_word(&text, &word)) {
		struct cml_slice cut = cml_buffer_slice(&word);
		if (cml_slice_is(cut, "|") || cml_slice_is(cut, "&") || cml_slice_skip(&cut, ">"))
			break;
		if (cml_slice_is(cut, "&&") || cml_slice_is(cut, ";") || cml_slice_is(cut, "--"))
			command->option = SIZE_MAX;
		else if ((is_option(cut) ? read_option(command, cut) : read_other(command, cut)) !=
			 CML_OK)
			return command->err->status;
	}
	command->depth--;
	command->option = SIZE_MAX;
	return word.has_failed ? cml_fail_memory(command->err) : CML_OK;
}

enum cml_result cml_settings_parse(struct cml_dict *dict, struct cml_slice text,
				   struct cml_error *err)
{
	struct command command = {.dict = dict, .first = dict->n, .err = err};
	return is_command(text) ? read_words(&command, text) : cml_dict_parse(dict, text, err);
}

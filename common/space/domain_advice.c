#include "space/domain_advice.h"

#include "base/number.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Longer lists are shown by their first values. */
#define MAX_SHOWN 4

/* Without brackets around it. */
static struct cml_slice strip(struct cml_slice text)
{
	text = cml_slice_trim(text);
	if (text.size >= 2 && strchr("[({", text.data[0]) &&
	    strchr("])}", text.data[text.size - 1]))
		text = cml_slice_trim((struct cml_slice){text.data + 1, text.size - 2});
	return text;
}

/* The number at the front, which may have a sign. `1..8` begins with 1. */
static bool take_number(struct cml_slice *rest, struct cml_slice *number)
{
	size_t n = rest->size > 0 && rest->data[0] == '-';
	while (n < rest->size &&
	       ((rest->data[n] >= '0' && rest->data[n] <= '9') ||
		(rest->data[n] == '.' && n + 1 < rest->size && rest->data[n + 1] != '.')))
		n++;
	double value;
	*number = (struct cml_slice){rest->data, n};
	*rest = cml_slice_from(*rest, n);
	return cml_parse_double(*number, &value);
}

/* What stands between two numbers: a blank, or a word without the blanks around it. */
static struct cml_slice take_separator(struct cml_slice *rest)
{
	struct cml_slice all = *rest;
	size_t n = 0;
	while (n < all.size && !(all.data[n] >= '0' && all.data[n] <= '9'))
		n++;
	/* A sign belongs to the number behind it, unless it is all there is. */
	if (n > 1 && all.data[n - 1] == '-')
		n--;
	*rest = cml_slice_from(all, n);
	struct cml_slice word = cml_slice_trim((struct cml_slice){all.data, n});
	return word.size > 0 ? word : (struct cml_slice){" ", n > 0};
}

static bool is_any(struct cml_slice word, const char *const *words)
{
	for (; *words; words++)
		if (cml_slice_is_nocase(word, *words))
			return true;
	return false;
}

const char *cml_domain_advice(struct cml_slice text, char advice[CML_DOMAIN_ADVICE_SIZE])
{
	static const char *const of_ranges[] = {"-", "..", "...", "to", "\u2013", NULL};
	static const char *const of_lists[] = {",", ";", "/", " ", "or", NULL};
	struct cml_slice rest = strip(text), values[MAX_SHOWN], separator = {NULL, 0};
	size_t n = 0;
	advice[0] = '\0';
	for (;; n++) {
		struct cml_slice number;
		if (!take_number(&rest, &number))
			return advice;
		if (n < MAX_SHOWN)
			values[n] = number;
		if (rest.size == 0)
			break;
		struct cml_slice before = separator;
		separator = take_separator(&rest);
		if (n > 0 && !cml_slice_equal(separator, before))
			return advice;
	}
	if (n == 1 && is_any(separator, of_ranges)) {
		int lo = (int)values[0].size, hi = (int)values[1].size;
		int size =
		    snprintf(advice, CML_DOMAIN_ADVICE_SIZE, "; a range is written %.*s:%.*s", lo,
			     values[0].data, hi, values[1].data);
		if (values[0].data[0] != '-' && size < CML_DOMAIN_ADVICE_SIZE)
			snprintf(advice + size, CML_DOMAIN_ADVICE_SIZE - (size_t)size,
				 ", its powers of two %.*s:%.*s:*2", lo, values[0].data, hi,
				 values[1].data);
		return advice;
	}
	if (n == 0 || !is_any(separator, of_lists))
		return advice;
	int size = snprintf(advice, CML_DOMAIN_ADVICE_SIZE, "; values are written ");
	for (size_t i = 0; i <= n && i < MAX_SHOWN && size < CML_DOMAIN_ADVICE_SIZE; i++)
		size += snprintf(advice + size, CML_DOMAIN_ADVICE_SIZE - (size_t)size, "%s%.*s",
				 i > 0 ? "|" : "", (int)values[i].size, values[i].data);
	if (n >= MAX_SHOWN && size < CML_DOMAIN_ADVICE_SIZE)
		snprintf(advice + size, CML_DOMAIN_ADVICE_SIZE - (size_t)size, "|...");
	return advice;
}

static struct cml_slice strip_quotes(struct cml_slice text)
{
	text = cml_slice_trim(text);
	if (text.size >= 2 && strchr("'\"", text.data[0]) &&
	    text.data[text.size - 1] == text.data[0])
		text = (struct cml_slice){text.data + 1, text.size - 2};
	return text;
}

const char *cml_levels_advice(struct cml_slice domain, const struct cml_slice *cell,
			      char advice[CML_DOMAIN_ADVICE_SIZE])
{
	struct cml_slice list = strip(domain), rest = list, part;
	const char *separators = "|,;/ ";
	bool started = false, found = !cell;
	int size = snprintf(advice, CML_DOMAIN_ADVICE_SIZE, "; levels are written ");
	size_t n = 0;
	while (*separators && (list.size == 0 || !memchr(list.data, *separators, list.size)))
		separators++;
	if (!*separators)
		separators = "|";
	while (cml_slice_split(&rest, *separators, &started, &part)) {
		part = strip_quotes(part);
		if (part.size == 0)
			continue;
		found = found || cml_slice_equal(part, *cell);
		if (n <= MAX_SHOWN && size < CML_DOMAIN_ADVICE_SIZE)
			size +=
			    snprintf(advice + size, CML_DOMAIN_ADVICE_SIZE - (size_t)size, "%s%.*s",
				     n > 0 ? "|" : "", n < MAX_SHOWN ? (int)part.size : 3,
				     n < MAX_SHOWN ? part.data : "...");
		n++;
	}
	if (!found)
		advice[0] = '\0';
	return advice;
}

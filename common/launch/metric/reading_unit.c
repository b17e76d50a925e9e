/* The names of units. Part of reading_parse.h. */
#include "launch/metric/reading_parse.h"

#include <string.h>

/* Cuts the first of the texts that stands at the word's start off it. */
static bool cut(struct cml_slice *word, const char *const *texts)
{
	for (; *texts != NULL; texts++) {
		size_t size = strlen(*texts);

		if (word->size >= size && memcmp(word->data, *texts, size) == 0) {
			*word = (struct cml_slice){word->data + size, word->size - size};
			return true;
		}
	}
	return false;
}

static bool is_any(struct cml_slice word, const char *const *texts)
{
	for (; *texts != NULL; texts++)
		if (cml_slice_is(word, *texts))
			return true;
	return false;
}

/* Source: SI and IEC 80000-13 prefixes that logs of training use, the longer ones first. */
static const char *const prefixes[] = {"Ki", "Mi", "Gi", "Ti", "k", "K", "M",
				       "G",  "T",  "P",  "m",  "u", "n", NULL};

/* With a prefix or without. */
static const char *const units[] = {
    "s",    "sec",   "secs",    "b",      "B",       "bit", "bits",     "byte",   "bytes", "bps",
    "Bps",  "tok",   "tokens",  "sample", "samples", "img", "imgs",     "images", "it",    "its",
    "flop", "flops", "FLOP",    "FLOPs",  "FLOPS",   "Hz",  "W",        "J",      "words", "seqs",
    "req",  "reqs",  "queries", "qps",    "wps",     "tps", "examples", NULL};

/* Without one. */
static const char *const alone[] = {"min",   "mins", "minutes", "h",       "hr",      "hrs",
				    "hours", "days", "seconds", "%",       "percent", "thousand",
				    "mio",   "mln",  "million", "billion", NULL};

bool cml_reading_is_unit(struct cml_slice word)
{
	const char *slash = memchr(word.data, '/', word.size);
	struct cml_slice rest = word;

	/* "tokens/s" is one, whatever is counted; "and/or" counts nothing per time or place. */
	if (slash != NULL && slash > word.data) {
		struct cml_slice below = {slash + 1, (size_t)(word.data + word.size - slash) - 1};

		return is_any(below, units) || is_any(below, alone) ||
		       cml_reading_is_unit(
			   (struct cml_slice){word.data, (size_t)(slash - word.data)});
	}
	if (is_any(word, alone) || is_any(word, units))
		return true;
	return cut(&rest, prefixes) && (rest.size == 0 || is_any(rest, units));
}

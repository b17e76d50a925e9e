#include "launch/metric/reading_unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Units that do not scale. Those of three letters and more in any case. */
static const char *const units[] = {
    "%",      "s",       "ms",      "us",     "ns",       "sec",   "secs",  "second",  "seconds",
    "min",    "mins",    "minutes", "h",      "hr",       "hrs",   "hour",  "hours",   "days",
    "bit",    "bits",    "byte",    "bytes",  "bps",      "tok",   "toks",  "token",   "tokens",
    "sample", "samples", "seq",     "seqs",   "img",      "imgs",  "image", "images",  "example",
    "it",     "its",     "iter",    "iters",  "step",     "steps", "batch", "batches", "flop",
    "flops",  "Hz",      "W",       "J",      "word",     "words", "req",   "reqs",    "request",
    "qps",    "wps",     "tps",     "row",    "rows",     "op",    "ops",   "query",   "queries",
    "record", "records", "percent", "epochs", "examples", NULL};

/* The same behind k, M and the like, or per another: alone these may be billions. */
static const char *const small_units[] = {"B", "b", NULL};

static const char *const unclear[] = {"B",   "b",        "m",       "bn",      "mn",       "mio",
				      "mln", "thousand", "million", "billion", "trillion", NULL};

static bool is_any(struct cml_slice word, const char *const *texts)
{
	for (; *texts; texts++)
		if (word.size < 3 ? cml_slice_is(word, *texts) : cml_slice_is_nocase(word, *texts))
			return true;
	return false;
}

static struct cml_slice skip(struct cml_slice word, size_t n)
{
	return (struct cml_slice){word.data + n, word.size - n};
}

enum cml_unit_kind cml_unit_classify(struct cml_slice word, double *factor, struct cml_slice *rest)
{
	static const char prefixes[] = "kMGTP";
	const char *slash = memchr(word.data, '/', word.size);
	struct cml_slice counted = {word.data, slash ? (size_t)(slash - word.data) : word.size};
	*factor = 1;
	*rest = word;
	if (is_any(word, unclear))
		return CML_UNIT_UNCLEAR;
	if (counted.size == 0 || is_any(counted, units) || (slash && is_any(counted, small_units)))
		return CML_UNIT_KNOWN;
	const char *prefix = strchr(prefixes, *counted.data == 'K' ? 'k' : *counted.data);
	if (!prefix)
		return slash && is_any(skip(word, counted.size + 1), units) ? CML_UNIT_KNOWN
									    : CML_UNIT_UNKNOWN;
	bool is_binary =
	    counted.size > 1 && counted.data[1] == 'i' && !is_any(skip(counted, 1), units);
	size_t n = is_binary ? 2 : 1;
	counted = skip(counted, n);
	if (counted.size > 0 && !is_any(counted, units) && !is_any(counted, small_units))
		return CML_UNIT_PREFIX;
	*factor = pow(is_binary ? 1024 : 1000, (double)(prefix - prefixes + 1));
	*rest = skip(word, n);
	return CML_UNIT_KNOWN;
}

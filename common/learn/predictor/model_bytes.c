#include "learn/predictor/model_bytes.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

static bool put(struct cml_buffer *out, uint64_t value, size_t size)
{
	unsigned char bytes[sizeof value];
	for (size_t i = 0; i < size; i++)
		bytes[i] = (unsigned char)(value >> (8 * i));
	return cml_buffer_append(out, bytes, size);
}

static bool take(struct cml_slice *bytes, size_t size, uint64_t *value)
{
	if (bytes->size < size)
		return false;
	*value = 0;
	for (size_t i = 0; i < size; i++)
		*value |= (uint64_t)(unsigned char)bytes->data[i] << (8 * i);
	bytes->data += size;
	bytes->size -= size;
	return true;
}

bool cml_bytes_put_u32(struct cml_buffer *out, uint32_t value)
{
	return put(out, value, sizeof value);
}

bool cml_bytes_put_u64(struct cml_buffer *out, uint64_t value)
{
	return put(out, value, sizeof value);
}

bool cml_bytes_put_float(struct cml_buffer *out, float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	return put(out, bits, sizeof bits);
}

bool cml_bytes_put_double(struct cml_buffer *out, double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return put(out, bits, sizeof bits);
}

bool cml_bytes_take_u32(struct cml_slice *bytes, uint32_t *value)
{
	uint64_t taken;
	if (!take(bytes, sizeof *value, &taken))
		return false;
	*value = (uint32_t)taken;
	return true;
}

bool cml_bytes_take_u64(struct cml_slice *bytes, uint64_t *value)
{
	return take(bytes, sizeof *value, value);
}

bool cml_bytes_take_float(struct cml_slice *bytes, float *value)
{
	uint32_t bits;
	if (!cml_bytes_take_u32(bytes, &bits))
		return false;
	memcpy(value, &bits, sizeof bits);
	return true;
}

bool cml_bytes_take_double(struct cml_slice *bytes, double *value)
{
	uint64_t bits;
	if (!take(bytes, sizeof bits, &bits))
		return false;
	memcpy(value, &bits, sizeof bits);
	return true;
}

bool cml_bytes_put_floats(struct cml_buffer *out, const float *values, size_t n)
{
	bool ok = true;
	for (size_t i = 0; ok && i < n; i++)
		ok = cml_bytes_put_float(out, values[i]);
	return ok;
}

bool cml_bytes_put_doubles(struct cml_buffer *out, const double *values, size_t n)
{
	bool ok = true;
	for (size_t i = 0; ok && i < n; i++)
		ok = cml_bytes_put_double(out, values[i]);
	return ok;
}

bool cml_bytes_take_floats(struct cml_slice *bytes, float *values, size_t n)
{
	bool ok = true;
	for (size_t i = 0; ok && i < n; i++)
		ok = cml_bytes_take_float(bytes, &values[i]);
	return ok;
}

bool cml_bytes_take_finite(struct cml_slice *bytes, double *values, size_t n)
{
	bool ok = true;
	for (size_t i = 0; ok && i < n; i++)
		ok = cml_bytes_take_double(bytes, &values[i]) && isfinite(values[i]);
	return ok;
}

bool cml_bytes_take_count(struct cml_slice *bytes, size_t max, size_t *count)
{
	uint32_t value;
	bool ok = cml_bytes_take_u32(bytes, &value) && value <= max;
	*count = ok ? value : 0;
	return ok;
}

bool cml_bytes_take_part(struct cml_slice *bytes, struct cml_slice *part)
{
	uint32_t size;
	if (!cml_bytes_take_u32(bytes, &size) || size > bytes->size)
		return false;
	*part = (struct cml_slice){bytes->data, size};
	bytes->data += size;
	bytes->size -= size;
	return true;
}

enum cml_result cml_fail_load(struct cml_error *err, const char *kind, const char *what)
{
	return cml_fail(err, CML_BAD_DATA, "inconsistent %s parameters: %s", kind, what);
}

enum cml_result cml_bytes_take_features(struct cml_slice *bytes, size_t n_features,
					const char *kind, struct cml_error *err)
{
	uint32_t n;
	if (!cml_bytes_take_u32(bytes, &n))
		return cml_fail_load(err, kind, "truncated");
	return n == n_features ? CML_OK
			       : cml_fail_load(err, kind, "made for another number of features");
}

bool cml_summary_put(struct cml_buffer *summary, const char *name, double value)
{
	char number[CML_NUMBER_SIZE];
	if (!isfinite(value))
		return true;
	/* Counts stay whole. */
	cml_print_double(value == floor(value) ? value : cml_round_known(value, NAN), number);
	return cml_buffer_printf(summary, "%s=%s\n", name, number);
}

#define MAX_NAMED 15

/* Whether feature a is to be named before b: by amount, equal ones in order. */
static bool is_named_before(const double *amounts, size_t a, size_t b)
{
	return amounts[a] > amounts[b] || (a < b && amounts[a] == amounts[b]);
}

/* The first feature to be named after `after` (n: the first of all); n when
 * there is none above 0. */
static size_t next_feature(size_t n, const double *amounts, size_t after)
{
	size_t best = n;
	for (size_t f = 0; f < n; f++) {
		bool follows = after >= n || is_named_before(amounts, after, f);
		if (follows && amounts[f] > 0 && (best >= n || is_named_before(amounts, f, best)))
			best = f;
	}
	return best;
}

bool cml_feature_fractions_put(struct cml_buffer *text, const char *heading, size_t n,
			       const double *amounts, const char *const *feature_names)
{
	double total = 0;
	for (size_t f = 0; f < n; f++)
		total += amounts[f];
	size_t f = next_feature(n, amounts, n);
	bool ok = f >= n || cml_buffer_printf(text, "%s\n", heading);
	for (size_t i = 0; ok && i < MAX_NAMED && f < n; i++) {
		ok = cml_buffer_printf(text, "  %6.2f %%  %s\n", 100 * (amounts[f] / total),
				       feature_names[f]);
		f = next_feature(n, amounts, f);
	}
	return ok;
}

#include "learn/predictor/model_bytes.h"

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

bool cml_bytes_take_doubles(struct cml_slice *bytes, double *values, size_t n)
{
	bool ok = true;
	for (size_t i = 0; ok && i < n; i++)
		ok = cml_bytes_take_double(bytes, &values[i]);
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

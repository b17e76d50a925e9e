/* Sizes in the names of levels, as of models `7b` and `70b`: a number that a new name has, too. */
#include "infer/infer_state.h"

#include "base/device.h"
#include "base/model_name.h"
#include "space/space_text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Two give a line; of one size nothing can be learned about another. */
#define MIN_SIZES 2

/* A row of the sample; -1: without a size. */
struct sized {
	double size;
	size_t row;
};

static int compare_sizes(const void *a, const void *b)
{
	const struct sized *x = a, *y = b;
	return cml_compare_doubles(&x->size, &y->size);
}

/* The rows of the sample by size, in scratch. */
static const struct sized *sort_by_size(const struct cml_infer_rows *rows,
					const struct cml_infer_column *names)
{
	struct sized *sorted = rows->scratch;
	for (size_t i = 0; i < rows->n_rows; i++) {
		double size = cml_infer_in_name(names, i, cml_size_in_name);
		sorted[i] = (struct sized){isnan(size) ? -1 : size, i};
	}
	qsort(sorted, rows->n_rows, sizeof *sorted, compare_sizes);
	return sorted;
}

/* Whether a number rises with the size from each to the next, in every row: it says the same, and
 * more exactly. */
static bool rises(const struct cml_infer_column *column, const struct sized *rows, size_t n)
{
	double highest = -INFINITY, before = -INFINITY;
	for (size_t i = 0; i < n; i++) {
		double value = column->sample[rows[i].row];
		if (rows[i].size < 0)
			continue;
		if (i > 0 && rows[i].size > rows[i - 1].size)
			before = highest;
		if (!(value > before))
			return false;
		highest = fmax(highest, value);
	}
	return true;
}

static bool has_number_for_it(const struct cml_infer_rows *rows,
			      const struct cml_infer_column *names)
{
	const struct sized *sorted = sort_by_size(rows, names);
	CML_EACH_COLUMN (column, rows)
		if (cml_is_config_role(column->role) && column->is_number &&
		    rises(column, sorted, rows->n_rows))
			return true;
	return false;
}

double cml_memory_in_name(struct cml_slice name)
{
	return cml_device_in_name(name).memory_gb;
}

static bool lacks_memory(struct cml_slice name)
{
	return isnan(cml_memory_in_name(name));
}

/* Most levels must have a size, of two different ones. */
static void write_size(struct cml_inference *infer, const struct cml_infer_column *column)
{
	const char *cells[CML_N_SPACE_FIELDS] = {0};
	const struct cml_slice *levels = column->texts.texts;
	size_t n = column->texts.n, n_sized = 0, least = 0, most = 0;
	for (size_t i = 0; i < n; i++) {
		double size = cml_size_in_name(levels[i]);
		if (isnan(size))
			continue;
		least = n_sized == 0 || size < cml_size_in_name(levels[least]) ? i : least;
		most = n_sized == 0 || size >= cml_size_in_name(levels[most]) ? i : most;
		n_sized++;
	}
	const char *name = cml_infer_keep(infer, "%s_size", column->name);
	if (!(cml_size_in_name(levels[least]) < cml_size_in_name(levels[most])) ||
	    4 * n_sized < 3 * n || cml_infer_has_name(infer, name))
		return;
	cells[CML_FIELD_NAME] = name;
	cells[CML_FIELD_ROLE] = cml_role_name(CML_ROLE_DERIVED);
	cells[CML_FIELD_DOMAIN] =
	    cml_infer_keep(infer, "size(%s)", cml_infer_expression_name(infer, column));
	cells[CML_FIELD_ENCODING] = "log";
	cml_infer_note_line(infer,
			    "'%s': the size in the name, from '%s' to '%s', of %zu of %zu levels",
			    name, levels[least].data, levels[most].data, n_sized, n);
	cml_space_text_row(infer->text, cells, CML_N_USUAL_SPACE_FIELDS);
}

void cml_infer_write_sizes(struct cml_inference *infer)
{
	/* Of devices laws know more, and of machines, `e5-2680-cpuonly-63g`, it may be anything. */
	CML_EACH_COLUMN (column, &infer->rows)
		if (cml_is_config_role(column->role) && column->is_text &&
		    !cml_name_is_hardware(column->plain) && !cml_infer_names_devices(column) &&
		    !has_number_for_it(&infer->rows, column))
			write_size(infer, column);
}

/* Not of versions, as TPUs are called: `v2`. */
static bool names_no_device(struct cml_slice level)
{
	const char *name = cml_device_in_name(level).name;
	return !name || (name[0] == 'v' && !name[2]);
}

bool cml_infer_names_devices(const struct cml_infer_column *column)
{
	return column->is_text && column->texts.n >= MIN_SIZES &&
	       cml_infer_count_texts(column, names_no_device, NULL) == 0;
}

/* `7b`, `llama-13B-chat`, not `A100-80GB` or `64bit`. */
static bool has_billions(struct cml_slice level)
{
	for (size_t i = 1; i < level.size; i++)
		if (tolower((unsigned char)level.data[i]) == 'b' &&
		    cml_is_digit(level.data[i - 1]) &&
		    (i + 1 == level.size || !isalnum((unsigned char)level.data[i + 1])))
			return true;
	return false;
}

/* Billions that are no power of two. */
static bool has_odd_billions(struct cml_slice level)
{
	double ratio = log2(cml_size_in_name(level) / 1e9);
	return has_billions(level) && ratio != floor(ratio);
}

/* Bytes are powers of two. */
bool cml_infer_names_models(const struct cml_infer_column *column)
{
	size_t n = cml_infer_count_texts(column, has_billions, NULL);
	bool may_be_bytes =
	    cml_name_has(column->plain, "size bytes buffer message msg chunk block") &&
	    cml_infer_count_texts(column, has_odd_billions, NULL) == 0;
	return column->is_text && n >= MIN_SIZES && 4 * n >= 3 * column->texts.n && !may_be_bytes;
}

/* Fewer different values are a list that someone wrote. */
#define MIN_MEASURED 8
/* More values are no list, however even. */
#define MAX_SET_VALUES 32
/* A value that is not whole, and stands in this many rows on average, was set. */
#define MIN_SET_REPEATS 4
bool cml_infer_is_used_memory(const struct cml_infer_column *column)
{
	size_t n = column->n_distinct_numbers;
	if (!cml_named(column, CML_NAME_MEMORY))
		return false;
	bool is_used = cml_named(column, CML_NAME_USED_MEMORY);
	if (!column->is_number)
		return (is_used || column->texts.n >= MIN_MEASURED) && cml_infer_has_units(column);
	if (is_used)
		return true;
	if (n < MIN_MEASURED || n > CML_INFER_MAX_NUMBERS)
		return n > CML_INFER_MAX_NUMBERS;
	bool repeats = column->n_numbers / n >= MIN_SET_REPEATS;
	bool is_list = n <= MAX_SET_VALUES && cml_infer_is_progression(column);
	return !is_list && (column->is_whole || !repeats);
}

/* Of a device's memory: contexts of drivers and what is in pieces take the rest, as 2 of 80 GB. */
#define BOUND_SHARE 0.98

/* Two readings that differ by less are the same; one of them in percent, of which a point. */
#define SAME_MEMORY 1.01
#define SAME_SHARE 0.01

/* Of a memory without a unit in its name, by the fullest device of the log. */
#define MIN_USED 0.1

/* GB of 1e9 bytes where names of devices count in GiB. */
#define GIB (0x1p30 / 1e9)

/* How many of a column's unit are a GB: by its name, else by how large its numbers are. */
static double units_per_gb(const struct cml_infer_column *column)
{
	double named = cml_name_units_per_gb(column->plain), most = column->hi;
	return named > 0 ? named : most > 1e8 ? 0x1p30 : most > 1e3 ? 0x1p10 : 1;
}

/* Whether a column has the devices of all jobs, by names that tell their memory. */
static bool are_devices(const struct cml_infer_column *column)
{
	return (cml_named(column, CML_NAME_DEVICE) || cml_infer_names_devices(column)) &&
	       column->is_text && column->texts.n <= CML_INFER_MAX_LEVELS &&
	       (cml_is_config_role(column->role) || column->n_sample_distinct == 1) &&
	       cml_infer_count_texts(column, lacks_memory, NULL) == 0;
}

static bool is_memory(const struct cml_infer_column *column)
{
	return column->is_outcome && cml_infer_is_used_memory(column);
}

/* GB of the device of each level, or of all, by what jobs used in GB and in percent; 0: no job
 * has both. False: these are not of one memory. */
static bool measure(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
		    const struct cml_infer_column *percent, const struct cml_infer_column *devices,
		    double gb[CML_INFER_MAX_LEVELS + 1])
{
	double shares[CML_INFER_MAX_LEVELS + 1] = {0}, most = 0;
	memset(gb, 0, (CML_INFER_MAX_LEVELS + 1) * sizeof *gb);
	for (size_t i = 0; i < 2 * rows->n_rows; i++) {
		size_t row = i % rows->n_rows;
		double used = column->sample[row] / units_per_gb(column);
		double share = percent->sample[row] / 100;
		size_t at = devices ? cml_infer_find_text(devices, devices->sample[row]) : 0;
		if (!(used > 0 && share > 0))
			continue;
		if (i >= rows->n_rows && fabs(used / gb[at] - share) > SAME_SHARE)
			return false;
		if (share > shares[at]) { /* the most exact */
			shares[at] = share;
			gb[at] = used / share;
		}
		most = fmax(most, share);
	}
	return most >= MIN_USED;
}

/* By whichever column has the same memory in percent; false: none. */
static bool measure_any(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
			const struct cml_infer_column *devices, double gb[CML_INFER_MAX_LEVELS + 1])
{
	CML_EACH_COLUMN (percent, rows)
		if (is_memory(percent) && percent->is_number && cml_infer_is_percent(percent) &&
		    measure(rows, column, percent, devices, gb))
			return true;
	return false;
}

/* The memory of the devices of a column in the unit of what jobs used, `memory(gpu) * 1024`, but
 * where the log shows another: by the same in percent, `memory(gpu) + (gpu == 'MI250X') * (59.6 -
 * 64)`, or as jobs that ran used more than the smaller of two; a number where the device is the
 * same in all. used: the most that a job used of it. */
static const char *memory_of(struct cml_inference *infer, const struct cml_infer_column *column,
			     const struct cml_infer_column *devices, double *used)
{
	const struct cml_infer_rows *rows = &infer->rows;
	const char *name = cml_infer_expression_name(infer, devices), *others = "";
	double of_level[CML_INFER_MAX_LEVELS + 1] = {0}, gb[CML_INFER_MAX_LEVELS + 1];
	double per_gb = units_per_gb(column), memory = 0;
	bool is_measured = measure_any(rows, column, devices, gb);
	for (size_t row = 0; row < rows->n_rows; row++)
		if (rows->job_ok[row] && column->sample[row] > 0) {
			double *most =
			    &of_level[cml_infer_find_text(devices, devices->sample[row])];
			*most = fmax(*most, column->sample[row] / per_gb);
		}
	*used = 0;
	for (size_t i = 0; i < devices->texts.n; i++) {
		struct cml_slice level = devices->texts.texts[i];
		double named = cml_memory_in_name(level), most = cml_device_most_memory(level);
		memory = is_measured && gb[i] > 0    ? gb[i]
			 : of_level[i] > named * GIB ? fmax(most, named)
						     : named;
		if (fabs(memory - named) > named * (SAME_MEMORY - 1) &&
		    !memchr(level.data, '\'', level.size))
			others = cml_infer_keep(infer, "%s + (%s == '%.*s') * (%.4g - %g)", others,
						name, (int)level.size, level.data, memory * per_gb,
						named * per_gb);
		*used = fmax(*used, of_level[i] / memory);
	}
	if (!cml_is_config_role(devices->role))
		return cml_infer_keep(infer, "%.17g", per_gb * memory * (*used > 1 ? GIB : 1));
	const char *text = cml_infer_keep(infer, "memory(%s)", name);
	text = per_gb == 1 ? text : cml_infer_keep(infer, "%s * %.17g", text, per_gb);
	text = cml_infer_keep(infer, "%s%s", text, others);
	return *used > 1 ? cml_infer_keep(infer, *others ? "(%s) * 1.074" : "%s * 1.074", text)
			 : text;
}

/* The bound by the devices of jobs, or else by the same memory in percent; NULL: no column has
 * them, jobs used more than these have, or so little that the unit is doubtful. */
static const char *find_bound(struct cml_inference *infer, const struct cml_infer_column *column,
			      const struct cml_infer_column **devices, bool *is_more)
{
	double least = cml_name_units_per_gb(column->plain) > 0 ? -1 : MIN_USED, used;
	double gb[CML_INFER_MAX_LEVELS + 1];
	*is_more = false;
	CML_EACH_COLUMN (one, &infer->rows) {
		if (!are_devices(one))
			continue;
		const char *bound = memory_of(infer, column, one, &used);
		*devices = one;
		if (used > least && used <= GIB)
			return bound;
		*is_more |= used > GIB;
	}
	*devices = NULL;
	return measure_any(&infer->rows, column, NULL, gb)
		   ? cml_infer_keep(infer, "%.4g", *gb * units_per_gb(column))
		   : NULL;
}

/* What is left of 80 GB, or of the next larger device where jobs used more, in the unit of the
 * column: of its name, else by how large its numbers are; what a job used, if that is more. */
static double guess_bound(const struct cml_infer_column *column, double most)
{
	static const double devices[] = {80, 96, 141, 192};
	double per_gb = units_per_gb(column), gb = most / per_gb;
	for (size_t i = sizeof devices / sizeof *devices; i-- > 0;)
		gb = devices[i] >= most / per_gb ? devices[i] : gb;
	return fmax(floor(gb * BOUND_SHARE) * per_gb, most);
}

bool cml_infer_is_percent(const struct cml_infer_column *column)
{
	/* W&B's system.gpu.0.memoryAllocated, beside memoryAllocatedBytes. */
	bool is_tracked = cml_name_has(column->name, "system_gpu") &&
			  cml_name_has(column->name, "memoryallocated memory_allocated");
	return (cml_name_is_percent(column->plain) || is_tracked) && column->hi <= 100;
}

/* Memory that jobs used is a limit, of a job's device: most of what people do not launch lacks
 * memory. */
static void decide_memory(struct cml_inference *infer, struct cml_infer_column *column)
{
	const struct cml_infer_rows *rows = &infer->rows;
	const struct cml_infer_column *devices = NULL;
	char number[CML_NUMBER_SIZE], advice[CML_UNIT_ADVICE_SIZE];
	double most = 0;
	for (size_t row = 0; row < rows->n_rows; row++)
		if (rows->job_ok[row])
			most = fmax(most, column->sample[row]);
	bool is_more = false, is_percent = cml_infer_is_percent(column);
	const char *bound = is_percent ? "100"
			    : most > 0 ? find_bound(infer, column, &devices, &is_more)
				       : NULL;
	column->per_gb = devices ? units_per_gb(column) : cml_name_units_per_gb(column->plain);
	bool is_of_host =
	    cml_name_has(column->plain, "host cpu rss maxrss averss maxvmsize avevmsize") ||
	    cml_name_is(column->name, "system_memory");
	bool is_seen = rows->has_oom || rows->has_failed;
	bool is_limit =
	    column->is_number && !is_of_host && most > 0 && (bound || is_seen || !is_more);
	column->role = is_limit ? CML_ROLE_LIMIT : CML_ROLE_IGNORE;
	cml_print_double(is_seen && is_limit ? most : guess_bound(column, most), number);
	column->bound = bound ? bound : cml_infer_keep(infer, "%s", number);
	if (!is_limit)
		column->reason = cml_infer_keep(
		    infer,
		    "likely: outcome, memory that jobs used: to have it learned, give it "
		    "the role limit and its bound as the domain, such as :%s%s",
		    number, cml_infer_unit_advice(column, advice));
	else if (is_percent)
		column->reason = "likely: limit, in percent of the memory of a device; a lower "
				 "bound leaves a margin";
	else if (bound && !devices)
		column->reason = "likely: limit, its bound is the memory of a device, as another "
				 "column has the same in percent; a lower one leaves a margin";
	else if (bound)
		column->reason = cml_infer_keep(infer,
						"likely: limit, its bound is the memory of the "
						"devices in '%s'; a lower one leaves a margin",
						devices->name);
	else if (is_seen)
		column->reason = cml_infer_keep(
		    infer,
		    "likely: limit, as jobs %s; its bound is the maximum that a job used, "
		    "whatever its device; the memory of the device is better",
		    rows->has_oom ? "ran out of memory" : "failed, and memory may be why");
	else
		column->reason = cml_infer_keep(
		    infer,
		    "likely: limit, memory that jobs used; its bound of %s is a guess, as "
		    "no job is marked as failed: write the memory of your devices there",
		    number);
}

/* Whether a limit is at most another in each job: what keeps the bound of that keeps its own. */
static bool is_within(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
		      const struct cml_infer_column *other)
{
	double per_gb = units_per_gb(column), of_other = units_per_gb(other);
	size_t n = 0;
	if (column == other || column->role != CML_ROLE_LIMIT || other->role != CML_ROLE_LIMIT ||
	    cml_infer_is_percent(column) != cml_infer_is_percent(other) ||
	    cml_name_has(other->plain, "total sum all"))
		return false;
	for (size_t row = 0; row < rows->n_rows; row++) {
		double used = column->sample[row] / per_gb, more = other->sample[row] / of_other;
		if (used > more * SAME_MEMORY)
			return false;
		n += !isnan(used) && !isnan(more);
	}
	return 2 * n > column->n_sample_present;
}

/* Of several readings of one memory the fullest is the limit, the last of equals. */
static const struct cml_infer_column *find_fuller(const struct cml_infer_rows *rows,
						  const struct cml_infer_column *column)
{
	CML_EACH_COLUMN (other, rows)
		if (is_within(rows, column, other))
			return other;
	return NULL;
}

void cml_infer_decide_memory(struct cml_inference *infer)
{
	CML_EACH_COLUMN (column, &infer->rows)
		if (is_memory(column))
			decide_memory(infer, column);
	CML_EACH_COLUMN (column, &infer->rows) {
		const struct cml_infer_column *fuller = find_fuller(&infer->rows, column);
		if (fuller) {
			column->role = CML_ROLE_IGNORE;
			column->reason = cml_infer_keep(
			    infer, "likely: outcome, memory that jobs used, at most '%.100s'",
			    fuller->name);
		} else if (is_memory(column)) {
			cml_infer_note(infer, column, "%s", column->reason);
		}
	}
}

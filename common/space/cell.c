#include "space/cell.h"

#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer domains are not spelt out in messages. */
#define MAX_SHOWN_DOMAIN 200

/* From here on neighbouring whole numbers are the same double. */
#define TOO_LARGE_TO_TELL_APART 0x1p53

const char *cml_level_problem(struct cml_slice text)
{
	if (text.size == 0)
		return "an empty text cannot be a level";
	if (memchr(text.data, '\0', text.size))
		return "a level cannot hold a NUL byte";
	return NULL;
}

/* What can be done about a value that the domain lacks. */
static enum cml_result advise(const struct cml_space_column *column, struct cml_error *err)
{
	struct cml_error found = *err;
	bool is_asked = found.message[0] && found.message[strlen(found.message) - 1] == '?';
	return column->place ? cml_fail(err, found.status,
					"%.700s%s for a new value extend the domain in %.200s",
					found.message, is_asked ? "" : ";", column->place)
			     : found.status;
}

static enum cml_result fail_outside(const struct cml_space_column *column, struct cml_slice cell,
				    double value, struct cml_error *err)
{
	if (column->type == CML_TYPE_INT && value != floor(value))
		return cml_refuse_text(err, "not a whole number", cell);
	if (column->type == CML_TYPE_INT && fabs(value) >= TOO_LARGE_TO_TELL_APART)
		return cml_refuse_text(err, "too large for a whole number", cell);
	const char *number = CML_PRINTED(value), *domain = column->cells[CML_FIELD_DOMAIN];
	const char *relation = column->domain.kind == CML_DOMAIN_LEVELS ? "none of" : "outside";
	if (strlen(domain) > MAX_SHOWN_DOMAIN)
		cml_fail(err, CML_BAD_DATA, "%s is %s the %zu values of the domain", number,
			 relation, column->domain.n_values);
	else
		cml_fail(err, CML_BAD_DATA, "%s is %s %s", number, relation,
			 *domain ? domain : "0|1");
	return advise(column, err);
}

/* The level that a cell is in any case of letters; NULL: none. */
static const char *find_in_other_case(const struct cml_space_column *column,
				      const struct cml_symbols *symbols, struct cml_slice cell)
{
	for (size_t i = 0; i < column->domain.n_values; i++) {
		const char *level = symbols->texts[(size_t)column->domain.levels[i]].data;
		if (cml_slice_is_nocase(cell, level))
			return level;
	}
	return NULL;
}

/* The nearest level, found pair by pair so that nothing need be allocated. */
static const char *nearest_level(const struct cml_space_column *column,
				 const struct cml_symbols *symbols, struct cml_slice cell)
{
	const char *same = find_in_other_case(column, symbols, cell), *nearest = same;
	for (size_t i = 0; !same && i < column->domain.n_values; i++) {
		const char *level = symbols->texts[(size_t)column->domain.levels[i]].data;
		const char *pair[] = {nearest ? nearest : level, level};
		nearest = cml_text_nearest(cell, pair, 2);
	}
	return nearest;
}

static enum cml_result fail_unknown_level(const struct cml_space_column *column,
					  const struct cml_symbols *symbols, struct cml_slice cell,
					  struct cml_error *err)
{
	const char *quoted = CML_QUOTED(cell);
	if (cml_level_problem(cell))
		return cml_refuse_text(err, cml_level_problem(cell), cell);
	const char *domain = column->cells[CML_FIELD_DOMAIN];
	bool shown = strlen(domain) <= MAX_SHOWN_DOMAIN;
	if (shown && !strchr(domain, '|') && strpbrk(domain, ",;/ ") &&
	    memmem(domain, strlen(domain), cell.data, cell.size))
		return cml_fail(err, CML_BAD_DATA,
				"unknown level %s (%s); levels have bars between them: a|b", quoted,
				domain);
	const char *nearest = nearest_level(column, symbols, cell);
	cml_fail(err, CML_BAD_DATA, "unknown level %s%s%s%s%s%s%s", quoted, shown ? " (" : "",
		 shown ? domain : "", shown ? ")" : "", nearest ? "; did you mean '" : "",
		 nearest ? nearest : "", nearest ? "'?" : "");
	return nearest && cml_slice_is_nocase(cell, nearest) ? CML_BAD_DATA : advise(column, err);
}

/* `1.0` of a table that went through pandas without its `.0`. */
static struct cml_slice cut_zero(struct cml_slice text)
{
	double number;
	bool ends = text.size > 2 && memcmp(text.data + text.size - 2, ".0", 2) == 0;
	return ends && cml_parse_double(text, &number)
		   ? (struct cml_slice){text.data, text.size - 2}
		   : text;
}

/* Whether a level of the domain is the same number but for a `.0`. */
static bool find_same_number(const struct cml_space_column *column,
			     const struct cml_symbols *symbols, struct cml_slice cell,
			     double *value)
{
	for (size_t i = 0; i < column->domain.n_values; i++) {
		struct cml_slice level = symbols->texts[(size_t)column->domain.levels[i]];
		*value = column->domain.levels[i];
		if (level.size != cell.size && cml_slice_equal(cut_zero(level), cut_zero(cell)))
			return true;
	}
	return false;
}

static enum cml_result read_text(const struct cml_space_column *column,
				 const struct cml_symbols *symbols, struct cml_slice cell,
				 bool unknown_ok, double *value, struct cml_error *err)
{
	size_t symbol = cml_symbols_find(symbols, cell);
	bool known = symbol != CML_NO_SYMBOL;
	bool is_level = known && cml_level_map_get(&column->levels, (double)symbol) != CML_NO_INDEX;
	bool let_in = column->open ? !cml_level_problem(cell) : unknown_ok;
	let_in = let_in || (column->admits && (double)symbol == column->admitted);
	if (!is_level && !column->open && find_same_number(column, symbols, cell, value))
		return CML_OK;
	if (!let_in && !is_level)
		return fail_unknown_level(column, symbols, cell, err);
	*value = known ? (double)symbol : cml_unknown_symbol(cell);
	return CML_OK;
}

static enum cml_result read_bool(const struct cml_space_column *column, struct cml_slice cell,
				 double *value, struct cml_error *err)
{
	if (!cml_parse_truth(cell, value))
		return cml_refuse_text(err, "neither true nor false", cell);
	if (column->domain.n_values == 2)
		return CML_OK;
	double given = *value;
	return cml_domain_take(&column->domain, CML_TYPE_BOOL, value)
		   ? CML_OK
		   : fail_outside(column, cell, given, err);
}

enum cml_result cml_cell_read(const struct cml_space_column *column,
			      const struct cml_symbols *symbols, struct cml_slice cell,
			      bool unknown_ok, double *value, struct cml_error *err)
{
	if (column->type == CML_TYPE_BOOL)
		return read_bool(column, cell, value, err);
	if (cml_is_text_type(column->type))
		return read_text(column, symbols, cell, unknown_ok, value, err);
	double number;
	if (!cml_parse_double(cell, &number))
		return cml_refuse_number(err, cell);
	*value = number;
	if (column->admits && number == column->admitted)
		return CML_OK;
	bool can_tell = column->type != CML_TYPE_INT || fabs(number) < TOO_LARGE_TO_TELL_APART;
	return can_tell && cml_domain_take(&column->domain, column->type, value)
		   ? CML_OK
		   : fail_outside(column, cell, number, err);
}

static bool can_be_whole(double value)
{
	return value == floor(value) && fabs(value) < TOO_LARGE_TO_TELL_APART;
}

enum cml_result cml_cell_admit(struct cml_space *space, size_t slot, struct cml_slice cell,
			       struct cml_error *err)
{
	struct cml_space_column *column = &space->columns[slot];
	struct cml_error why = {0};
	double value = NAN;
	if (column->open ||
	    cml_cell_read(column, &space->symbols, cell, false, &value, &why) == CML_OK)
		return CML_OK;
	if (cml_is_number_type(column->type)) {
		column->admits = cml_parse_double(cell, &value) && isfinite(value) &&
				 (column->type == CML_TYPE_FLOAT || can_be_whole(value)) &&
				 (column->encoding != CML_ENCODING_LOG || value > 0);
	} else if (column->type != CML_TYPE_BOOL) {
		column->admits =
		    !cml_level_problem(cell) && !find_in_other_case(column, &space->symbols, cell);
		size_t symbol =
		    column->admits ? cml_symbols_intern(&space->symbols, cell) : CML_NO_SYMBOL;
		if (column->admits && symbol == CML_NO_SYMBOL)
			return cml_fail_memory(err);
		value = (double)symbol;
	}
	column->admitted = value;
	return CML_OK;
}

static_assert(sizeof(struct cml_cell_entry) == CML_ALIGNMENT, "an entry is a cache line");

#define MAX_SLOTS 256
#define MIN_SLOTS 16
#define MAX_ENTRIES 16384

/* Of WINDOW cells at least MIN_FOUND are to be found, or the next PASSED ones
 * are not looked up. */
#define WINDOW 1024
#define MIN_FOUND 256
#define PASSED 32768

enum cml_result cml_cell_cache_init(struct cml_cell_cache *cache, size_t n_columns,
				    struct cml_error *err)
{
	*cache = (struct cml_cell_cache){.n_slots = MAX_SLOTS};
	while (cache->n_slots > MIN_SLOTS && n_columns > MAX_ENTRIES / cache->n_slots)
		cache->n_slots /= 2;
	/* In cache lines that no other thread's cache shares. */
	cache->entries = cml_aligned_new(n_columns, cache->n_slots * sizeof *cache->entries);
	return cache->entries && CML_NEW_ALIGNED(&cache->columns, n_columns) &&
		       CML_NEW_ALIGNED(&cache->last, n_columns)
		   ? CML_OK
		   : cml_fail_memory(err);
}

void cml_cell_cache_release(struct cml_cell_cache *cache)
{
	free(cache->columns);
	free(cache->last);
	free(cache->entries);
	*cache = (struct cml_cell_cache){0};
}

/* Two loads that may overlap hold all bytes of a cell of known size. */
static void make_id(struct cml_slice cell, uint64_t id[2])
{
	const unsigned char *bytes = (const unsigned char *)cell.data;
	id[0] = id[1] = 0;
	if (cell.size >= 8) {
		memcpy(&id[0], bytes, 8);
		memcpy(&id[1], bytes + cell.size - 8, 8);
	} else if (cell.size >= 4) {
		memcpy(&id[0], bytes, 4);
		memcpy(&id[1], bytes + cell.size - 4, 4);
	} else if (cell.size > 0) {
		id[0] = (uint64_t)bytes[0] | (uint64_t)bytes[cell.size / 2] << 8 |
			(uint64_t)bytes[cell.size - 1] << 16;
	}
}

/* Whether to look the next cell of a column up. */
static bool is_worth_asking(struct cml_cell_column *column)
{
	if (column->n_passed > 0) {
		column->n_passed--;
		return false;
	}
	if (column->n_asked == WINDOW) {
		column->n_passed = column->n_found < MIN_FOUND ? PASSED : 0;
		column->n_asked = column->n_found = 0;
	}
	column->n_asked++;
	return true;
}

struct cml_cell_entry *cml_cell_cache_find(struct cml_cell_cache *cache, size_t column,
					   struct cml_slice cell, bool *known)
{
	*known = false;
	if (!cache)
		return NULL;
	struct cml_cell_column *counts = &cache->columns[column];
	cache->last[column] = NULL;
	if (cell.size > CML_CACHED_CELL_SIZE || !is_worth_asking(counts))
		return NULL;
	uint64_t id[2];
	make_id(cell, id);
	uint64_t hash = (id[0] ^ id[1] * UINT64_C(0x9e3779b97f4a7c15)) + cell.size;
	size_t slot = (size_t)(hash * UINT64_C(0xd6e8feb86659fd93) >> 32) & (cache->n_slots - 1);
	struct cml_cell_entry *entry = &cache->entries[column * cache->n_slots + slot];
	*known = entry->id[0] == id[0] && entry->id[1] == id[1] && entry->mark == cell.size + 1;
	counts->n_found += *known;
	cache->last[column] = entry;
	return entry;
}

void cml_cell_entry_set(struct cml_cell_entry *entry, struct cml_slice cell, double value)
{
	make_id(cell, entry->id);
	entry->mark = (uint8_t)(cell.size + 1);
	entry->encoded = false;
	entry->value = value;
}

#include "infer/infer_column.h"

#include "base/date.h"
#include "space/cell.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whole numbers up to here are doubles, and so are their neighbours. */
#define MAX_WHOLE 9007199254740992.0
#define MAX_CODES 10
/* Minor numbers of versions, of which a log may skip some. */
#define MAX_COUNT 99
#define MAX_SKIPPED 1
/* More units are part of a name. */
#define MAX_UNITS 4

void cml_infer_column_release(struct cml_infer_column *column)
{
	cml_symbols_release(&column->texts);
	free(column->text_counts);
	free(column->sample);
	cml_arena_release(&column->arena);
	*column = (struct cml_infer_column){0};
}

/* What Python and pandas write for nothing, which people write for a setting that is off, too. */
static bool is_none(struct cml_slice cell)
{
	return cml_slice_is(cell, "None") || cml_slice_is_nocase(cell, "n/a") ||
	       cml_slice_is(cell, "<NA>");
}

static void count_date(struct cml_infer_column *column, struct cml_slice cell)
{
	struct cml_time times[2];
	bool is_date[2];
	for (int order = CML_MONTH_FIRST; order <= CML_DAY_FIRST; order++) {
		is_date[order] = cml_time_parse(cell, (enum cml_date_order)order, &times[order]);
		column->n_dates[order] += is_date[order];
	}
	const struct cml_time *time = &times[is_date[0] ? 0 : 1];
	column->n_clocks += (is_date[0] || is_date[1]) && time->seconds % (24 * 60 * 60) != 0;
	bool has_clock;
	column->n_short += cml_time_is_short(cell, &has_clock) && has_clock;
	column->n_two_dates += is_date[0] && is_date[1] && times[0].seconds != times[1].seconds;
}

static void add_distinct_number(struct cml_infer_column *column, double value)
{
	size_t n = column->n_distinct_numbers, low = 0;
	if (n > CML_INFER_MAX_NUMBERS)
		return;
	while (low < n && column->numbers[low] < value)
		low++;
	if (low < n && column->numbers[low] == value)
		return;
	column->n_distinct_numbers++;
	if (n == CML_INFER_MAX_NUMBERS)
		return;
	memmove(column->numbers + low + 1, column->numbers + low,
		(n - low) * sizeof *column->numbers);
	column->numbers[low] = value;
}

static void add_bounds(struct cml_infer_column *column, double value)
{
	bool first = column->n_numbers + column->n_long == 0;
	column->rises = first || (column->rises && value > column->last);
	column->lo = first ? value : fmin(column->lo, value);
	column->hi = first ? value : fmax(column->hi, value);
}

/* Ids such as 1582218195625938001 are no numbers: neighbours would become one. */
static bool is_long(struct cml_slice cell, double value)
{
	size_t sign = cell.data[0] == '-';
	return fabs(value) >= MAX_WHOLE &&
	       cml_count_digits(cml_slice_from(cell, sign)) == cell.size - sign;
}

/* Programs write numbers without leading zeros and with one digit before an exponent, and keep
 * zeros at the end, if at all, in all cells of a column. Recipes, tags and digests do not: 007,
 * 12e4, 1.9 and 1.10. Fractions are written by hand, too: 0.8 and 0.90. */
static void look_at_spelling(struct cml_infer_column *column, struct cml_slice cell)
{
	size_t n_whole = cml_count_digits(cell), n_decimals = 0;
	struct cml_slice rest = cml_slice_from(cell, n_whole);
	if (n_whole == 0)
		return;
	if (cml_slice_skip(&rest, "."))
		n_decimals = cml_count_digits(rest);
	bool has_exponent = rest.size > 1 && (rest.data[0] == 'e' || rest.data[0] == 'E') &&
			    isdigit((unsigned char)rest.data[1]);
	column->is_spelled |= n_whole > 1 && (cell.data[0] == '0' || has_exponent);
	if (n_decimals >= 2 && rest.data[n_decimals - 1] == '0')
		column->has_padding = true;
	if (column->n_decimals == 0)
		column->n_decimals = n_decimals + 1;
	column->has_uneven_decimals |= column->n_decimals != n_decimals + 1;
}

static void add_number(struct cml_infer_column *column, double value)
{
	add_bounds(column, value);
	column->n_numbers++;
	column->n_whole += value == nearbyint(value) && fabs(value) < MAX_WHOLE;
	column->last = value;
	add_distinct_number(column, value);
}

static bool add_text(struct cml_infer_column *column, struct cml_slice cell)
{
	size_t symbol = cml_symbols_find(&column->texts, cell);
	if (symbol == CML_NO_SYMBOL) {
		if (column->texts.n > CML_INFER_MAX_LEVELS)
			return true;
		symbol = cml_symbols_intern(&column->texts, cell);
		if (symbol == CML_NO_SYMBOL ||
		    !CML_RESERVE(&column->text_counts, &column->text_capacity, symbol + 1))
			return false;
		column->text_counts[symbol] = 0;
		column->has_bad_level |= cml_level_problem(cell) != NULL;
	}
	column->text_counts[symbol]++;
	return true;
}

bool cml_infer_column_add(struct cml_infer_column *column, struct cml_slice cell, bool missing)
{
	column->n_cells++;
	if (missing) {
		column->n_missing++;
		column->last = NAN;
		if (!column->none && is_none(cell))
			column->none = cml_arena_copy(&column->arena, cell);
		column->n_none += column->none && cml_slice_is(cell, column->none);
		return !is_none(cell) || column->none;
	}
	double value;
	/* 1.0 is a number here. */
	column->n_truths += !column->is_version && cml_parse_truth(cell, &value) &&
			    !memchr(cell.data, '.', cell.size);
	bool is_plain = !column->is_version && cml_parse_double(cell, &value);
	bool is_number = is_plain || (column->is_clock && cml_parse_clock(cell, &value));
	if (is_number && is_long(cell, value)) {
		add_bounds(column, value);
		column->n_long++;
		column->last = cml_unknown_symbol(cell);
	} else if (is_number) {
		if (is_plain)
			look_at_spelling(column, cell);
		add_number(column, value + 0.0);
	} else {
		column->last = cml_unknown_symbol(cell);
		count_date(column, cell);
		column->n_unknown += cml_slice_is_nocase(cell, "unknown");
		if (!column->odd && !(column->odd = cml_arena_copy(&column->arena, cell)))
			return false;
	}
	return add_text(column, cell);
}

bool cml_infer_column_keep(struct cml_infer_column *column, size_t at)
{
	if (!CML_RESERVE(&column->sample, &column->sample_capacity, at + 1))
		return false;
	column->sample[at] = column->last;
	return true;
}

bool cml_infer_column_list(struct cml_infer_column *column, const char *empty, size_t n_rows)
{
	struct cml_symbols texts = column->texts;
	char number[CML_NUMBER_SIZE];
	double value;
	bool ok = true;
	column->texts = (struct cml_symbols){0};
	for (size_t i = 0; ok && i < texts.n; i++) {
		bool is_whole = column->is_whole && cml_parse_double(texts.texts[i], &value);
		ok = add_text(column,
			      is_whole ? cml_infer_text_of(column, value, number) : texts.texts[i]);
	}
	size_t n_texts = column->texts.n;
	ok = ok && add_text(column, cml_slice_of(empty));
	cml_symbols_release(&texts);
	for (size_t row = 0; row < n_rows; row++)
		if (isnan(column->sample[row]))
			column->sample[row] = cml_unknown_symbol(cml_slice_of(empty));
	column->empty = empty;
	column->n_sample_distinct += column->texts.n > n_texts;
	column->is_number = column->is_whole = column->is_bool = false;
	column->is_text = true;
	return ok;
}

void cml_infer_column_count(struct cml_infer_column *column, size_t n_rows, double *scratch)
{
	size_t n = 0;
	for (size_t i = 0; i < n_rows; i++)
		if (!isnan(column->sample[i]))
			scratch[n++] = column->sample[i];
	qsort(scratch, n, sizeof *scratch, cml_compare_doubles);
	column->n_sample_present = n;
	column->n_sample_distinct = n > 0;
	for (size_t i = 1; i < n; i++)
		column->n_sample_distinct += scratch[i] != scratch[i - 1];
	n = column->n_present = column->n_cells - column->n_missing;
	column->is_number = n > 0 && column->n_numbers == n;
	column->is_whole = column->is_number && column->n_whole == n;
	column->is_text = n > column->n_numbers;
	column->is_bool = n > 0 && column->n_truths == n && column->texts.n > 1;
}

bool cml_infer_has_text(struct cml_slice text, double value)
{
	double number;
	return cml_unknown_symbol(text) == value ||
	       (cml_parse_double(text, &number) && number == value);
}

size_t cml_infer_count_texts(const struct cml_infer_column *column,
			     bool (*is_one)(struct cml_slice text), size_t *n_cells)
{
	size_t n = 0, n_rows = 0;
	for (size_t i = 0; i < column->texts.n; i++)
		if (is_one(column->texts.texts[i])) {
			n++;
			n_rows += column->text_counts[i];
		}
	if (n_cells)
		*n_cells = n_rows;
	return n;
}

bool cml_infer_some_text(const struct cml_infer_column *column,
			 bool (*fits)(const char *text, const char *words), const char *words)
{
	size_t i = 0;
	while (i < column->texts.n && !fits(column->texts.texts[i].data, words))
		i++;
	return i < column->texts.n;
}

size_t cml_infer_find_text(const struct cml_infer_column *column, double value)
{
	size_t i = 0;
	while (i < column->texts.n && !cml_infer_has_text(column->texts.texts[i], value))
		i++;
	return i;
}

double cml_infer_in_name(const struct cml_infer_column *column, size_t row,
			 double (*number_in)(struct cml_slice name))
{
	size_t i = column ? cml_infer_find_text(column, column->sample[row]) : 0;
	return column && i < column->texts.n ? number_in(column->texts.texts[i]) : (double)NAN;
}

struct cml_slice cml_infer_text_of(const struct cml_infer_column *column, double value,
				   char number[CML_NUMBER_SIZE])
{
	size_t i = column->is_whole ? column->texts.n : cml_infer_find_text(column, value);
	if (i < column->texts.n)
		return column->texts.texts[i];
	return (struct cml_slice){number, isnan(value) ? 0 : cml_print_double(value, number)};
}

double cml_infer_number_of(const struct cml_infer_column *column, double value)
{
	if (isnan(value) || column->is_number || !column->is_bool)
		return value;
	cml_parse_truth(column->texts.texts[cml_infer_find_text(column, value)], &value);
	return value;
}

double cml_infer_metric_of(const struct cml_infer_rows *rows, size_t row)
{
	return rows->job_ok[row] ? rows->metric->sample[row] : NAN;
}

uint64_t cml_infer_hash_row(const struct cml_infer_rows *rows, size_t row, bool contexts_alone,
			    const struct cml_infer_column *but)
{
	uint64_t hash = CML_HASH_SEED;
	CML_EACH_COLUMN (column, rows)
		if (column != but && (contexts_alone ? column->role == CML_ROLE_CONTEXT
						     : cml_is_config_role(column->role)))
			hash = cml_hash(hash, &column->sample[row], sizeof(double));
	return hash;
}

uint64_t cml_infer_hash_marked(const struct cml_infer_rows *rows, size_t row)
{
	uint64_t hash = CML_HASH_SEED;
	CML_EACH_COLUMN (column, rows)
		if (column->is_marked)
			hash = cml_hash(hash, &column->sample[row], sizeof(double));
	return hash;
}

bool cml_infer_is_date(struct cml_slice text)
{
	struct cml_time time;
	return cml_time_parse(text, CML_MONTH_FIRST, &time) ||
	       cml_time_parse(text, CML_DAY_FIRST, &time);
}

size_t cml_infer_n_dates(const struct cml_infer_column *column)
{
	const size_t *n = column->n_dates;
	return n[0] > n[1] ? n[0] : n[1];
}

bool cml_infer_is_nameable(const struct cml_infer_column *column)
{
	return cml_is_config_role(column->role) && !strchr(column->name, '`');
}

bool cml_infer_is_short_list(const struct cml_infer_column *column)
{
	return column->is_whole && column->n_distinct_numbers <= MAX_CODES;
}

/* Whether decimals below 1 are counted: 0.9, 0.10, 0.11, not 0.10, 0.5, 0.9. */
static bool counts_up(const struct cml_infer_column *column)
{
	bool is_there[MAX_COUNT + 1] = {false};
	size_t last = 0;
	for (size_t i = 0; i < column->texts.n; i++) {
		int64_t n;
		struct cml_slice rest = column->texts.texts[i];
		if (!cml_slice_skip(&rest, "0."))
			continue;
		if (rest.data[0] == '0' || !cml_parse_int(rest, 1, MAX_COUNT, &n))
			return false;
		is_there[n] = true;
	}
	for (size_t n = 1; n <= MAX_COUNT; n++) {
		if (is_there[n] && last > 0 && n > last + MAX_SKIPPED + 1)
			return false;
		last = is_there[n] ? n : last;
	}
	return last >= 10;
}

bool cml_infer_is_spelled(const struct cml_infer_column *column)
{
	bool are_fractions = column->lo >= 0 && column->hi <= 1 && !counts_up(column);
	return column->is_spelled || (column->has_padding && column->has_uneven_decimals &&
				      !are_fractions && !cml_named(column, CML_NAME_TUNED));
}

bool cml_infer_is_constant(const struct cml_infer_column *column)
{
	return column->n_missing == 0 &&
	       (column->is_number ? column->n_distinct_numbers == 1 : column->texts.n == 1);
}

struct cml_slice cml_infer_find_sheet_date(const struct cml_infer_column *column)
{
	struct cml_slice date = {NULL, 0};
	for (size_t i = 0; i < column->texts.n; i++) {
		struct cml_slice cell = column->texts.texts[i];
		if (cml_time_is_of_sheet(cell))
			return cell;
		if (cml_infer_is_date(cell))
			date = cell;
	}
	date.size = column->n_clocks == 0 ? date.size : 0;
	return date;
}

bool cml_infer_seldom_repeats(const struct cml_infer_column *column)
{
	return 2 * column->n_sample_distinct > column->n_sample_present;
}

/* `MiB`, `(ms)`, `% `, `/s`, `€`; a unit has no digit. */
static bool is_unit(struct cml_slice unit)
{
	unsigned char first = (unsigned char)unit.data[0];
	return isalpha(first) || strchr("%/([", first) || first >= 0x80;
}

/* The units of a column, and a cell of each; times with a colon or of several parts have an empty
 * one. */
struct units {
	struct cml_slice units[MAX_UNITS], cells[MAX_UNITS + 1];
	size_t n;
	struct cml_slice plain; /* a number without one, but 0; empty: there is none */
};

/* Whether the unit is one of them, to which it is added; false for one too many. */
static bool add_unit(struct units *units, struct cml_slice unit, struct cml_slice cell)
{
	for (size_t i = 0; i < units->n; i++)
		if (cml_slice_equal(units->units[i], unit))
			return true;
	if (units->n == MAX_UNITS || (unit.size > 0 && !is_unit(unit)))
		return false;
	units->units[units->n] = unit;
	units->cells[units->n++] = cell;
	return true;
}

static bool find_units(const struct cml_infer_column *column, struct units *units)
{
	size_t n_loose = 0;
	*units = (struct units){0};
	/* sacct's exit codes are 1:0. */
	if (!column->is_text || column->is_version || cml_named(column, CML_NAME_EXIT_CODE))
		return false;
	for (size_t i = 0; i < column->texts.n; i++) {
		double plain;
		struct cml_slice cell = column->texts.texts[i];
		if (cml_parse_double(cell, &plain)) {
			if (plain != 0 && units->plain.size == 0)
				units->plain = cell;
			continue;
		}
		struct cml_loose_number number = cml_number_loose(cell);
		bool has_unit = number.kind == CML_LOOSE_UNIT || number.kind == CML_LOOSE_TIME;
		if (number.kind == CML_LOOSE_NONE ||
		    (has_unit && !add_unit(units, number.unit, cell)))
			return false;
		n_loose++;
	}
	return n_loose > 0;
}

bool cml_infer_has_units(const struct cml_infer_column *column)
{
	struct units units;
	return find_units(column, &units);
}

const char *cml_infer_unit_advice(const struct cml_infer_column *column,
				  char text[CML_UNIT_ADVICE_SIZE])
{
	char advice[CML_ADVICE_SIZE];
	struct units units;
	text[0] = '\0';
	if (!find_units(column, &units))
		return text;
	if (units.n > 0 && units.plain.size > 0)
		units.cells[units.n++] = units.plain;
	if (units.n <= 1) {
		snprintf(text, CML_UNIT_ADVICE_SIZE, "; %s is no plain number%s",
			 CML_QUOTED(cml_slice_of(column->odd)),
			 cml_number_advice(cml_slice_of(column->odd), advice));
		return text;
	}
	for (size_t i = 0, size = 0; i < units.n; i++)
		size += (size_t)snprintf(text + size, CML_UNIT_ADVICE_SIZE - size, "%s%s",
					 i == 0            ? "; "
					 : i + 1 < units.n ? ", "
							   : " and ",
					 CML_QUOTED(units.cells[i]));
	strcat(text, " differ in their units: write plain numbers, all in one unit");
	if (units.units[0].size == 2 && units.units[0].data[1] == 'i') /* 512Mi */
		strcat(text, ": numfmt -d, --header --invalid=ignore --from=auto --field=N");
	return text;
}

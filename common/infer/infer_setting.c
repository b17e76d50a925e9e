/* What speaks for a context or a param, or that nothing can be learned from a column; and what a
 * person should look at in a setting. */
#include "infer/infer_role.h"

#include "space/space_text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text column with more levels than this, each in few rows, names things one
 * by one: nothing can be learned from it. Of models and devices, which decide most, and which a
 * search does not choose, few rows of each are enough. */
#define MANY_LEVELS 30
#define MIN_ROWS_PER_LEVEL 20
#define MIN_ROWS_PER_MODEL 3
/* A column that fewer rows have is no setting of this log. */
#define MIN_PRESENT 0.1
#define MIN_SENTENCE_WORDS 4
/* A column of numbers but for this fraction of cells was meant to be numeric. */
#define MOSTLY_NUMBERS 0.9

static bool is_text(const struct cml_infer_column *column)
{
	return column->is_text && !column->is_bool;
}

bool cml_shows_nothing(const struct cml_infer_column *column)
{
	return column->n_present == 0;
}

bool cml_infer_has_prefixes(const struct cml_infer_rows *rows)
{
	size_t n = 0;
	CML_EACH_COLUMN (column, rows)
		n += column->origin == CML_ORIGIN_SETTING;
	return n >= 2;
}

/* Of a server, beside its devices, which they share. */
static bool are_copies(const struct cml_look *look, const struct cml_infer_column *column)
{
	if (!cml_named(column, CML_NAME_REPLICAS))
		return false;
	CML_EACH_COLUMN (other, look->rows)
		if (other != column && cml_name_counts_devices(other->plain))
			return true;
	return false;
}

bool cml_shows_context(struct cml_look *look, const struct cml_infer_column *column)
{
	/* A setting that a random search draws is none that its jobs were given. */
	bool is_drawn = column->origin == CML_ORIGIN_SETTING && column->is_number &&
			column->n_distinct_numbers > CML_INFER_MAX_NUMBERS;
	if (is_drawn || are_copies(look, column))
		return false;
	bool is_switch = column->is_bool && column->is_text; /* `trainer.benchmark` of cuDNN */
	return (cml_name_is_context(column->plain) && !is_switch) || column->is_version ||
	       (is_text(column) && cml_name_is(column->plain, "test file filename gguf")) ||
	       (cml_named(column, CML_NAME_ID) && !cml_named(column, CML_NAME_MAYBE_SETTING));
}

bool cml_shows_no_prefix(struct cml_look *look, const struct cml_infer_column *column)
{
	return column->origin == CML_ORIGIN_UNKNOWN && cml_infer_has_prefixes(look->rows) &&
	       !cml_shows_context(look, column) && !cml_infer_names_models(column) &&
	       !cml_infer_names_devices(column);
}

static bool is_phase(struct cml_slice text)
{
	char word[CML_WORDS_SIZE];
	snprintf(word, sizeof word, "%.*s", (int)strcspn(text.data, "0123456789 +@_-"), text.data);
	return cml_name_is(word,
			   "pp tg pg prefill decode prompt token gen generate generation encode "
			   "train training infer inference finetune finetuning");
}

/* Texts such as `pp512` and `tg128`, or `prefill` and `decode`. */
bool cml_shows_phase(const struct cml_infer_column *column)
{
	return is_text(column) && cml_infer_count_texts(column, is_phase, NULL) == column->texts.n;
}

static bool is_sentence(struct cml_slice text)
{
	size_t n_words = 0;
	for (const char *at = text.data; *at; at += strspn(at, " ")) {
		size_t size = strcspn(at, " "), n_small = 0;
		while (n_small < size && islower((unsigned char)at[n_small]))
			n_small++;
		n_words += size > 0 && n_small + 1 >= size;
		at += size;
	}
	return n_words >= MIN_SENTENCE_WORDS;
}

/* Most texts have the words of a sentence, in small letters. */
bool cml_shows_sentences(const struct cml_infer_column *column)
{
	return is_text(column) &&
	       2 * cml_infer_count_texts(column, is_sentence, NULL) > column->texts.n;
}

/* A number of m, n and k, with the same before each: `M`, `gemm_m`. */
bool cml_shows_shape(struct cml_look *look, const struct cml_infer_column *column)
{
	static const char letters[] = "mnk";
	const char *name = column->name;
	size_t n = strlen(name), n_found = 0;
	if (n == 0 || !strchr(letters, tolower((unsigned char)name[n - 1])) ||
	    (n > 1 && isalnum((unsigned char)name[n - 2])) || cml_name_is_a(name, CML_NAME_TUNED))
		return false;
	CML_EACH_COLUMN (other, look->rows)
		n_found += strlen(other->name) == n && strncmp(other->name, name, n - 1) == 0 &&
			   strchr(letters, tolower((unsigned char)other->name[n - 1])) &&
			   other->is_whole;
	return n_found == strlen(letters);
}

/* Of a run, more than one accumulates. */
#define MIN_STEPS 100

/* Switches of the same words choose kernels: `fused_dropout`. The steps of a sampler make images.
 */
bool cml_shows_learning(struct cml_look *look, const struct cml_infer_column *column)
{
	bool is_schedule = cml_name_has(column->plain, "lr learning_rate");
	bool is_length = cml_name_is(column->plain, "steps") && column->hi >= MIN_STEPS &&
			 cml_name_work(look->rows->metric->plain) < CML_WORK_ALL &&
			 !cml_name_has(look->rows->metric->plain, CML_IMAGE_WORDS);
	return (cml_named(column, CML_NAME_LEARNING) || is_length) &&
	       !cml_infer_is_constant(column) && (column->is_number || is_schedule) &&
	       !column->is_bool && cml_named(look->rows->metric, CML_NAME_SPEED);
}

bool cml_shows_no_levels(struct cml_look *look, const struct cml_infer_column *column)
{
	const char *why = "one holds a NUL byte";
	for (size_t i = 0; i < column->texts.n; i++)
		if (column->texts.texts[i].size == 0)
			why = "one is empty, as --na has no empty word: --na ,NA";
	if (column->texts.n > CML_INFER_MAX_LEVELS)
		snprintf(look->detail, sizeof look->detail, "more than %d", CML_INFER_MAX_LEVELS);
	else
		snprintf(look->detail, sizeof look->detail, "%s", why);
	return is_text(column) && (column->has_bad_level || column->texts.n > CML_INFER_MAX_LEVELS);
}

bool cml_shows_many_levels(struct cml_look *look, const struct cml_infer_column *column)
{
	char advice[CML_UNIT_ADVICE_SIZE];
	size_t n_levels = column->n_sample_distinct;
	cml_infer_unit_advice(column, advice);
	/* A dash in each cell without a number. */
	for (size_t i = 0; i < column->texts.n && column->odd; i++)
		if (cml_slice_is(column->texts.texts[i], column->odd) &&
		    column->text_counts[i] + column->n_numbers == column->n_present)
			snprintf(advice, sizeof advice,
				 "; %s is no number: where it means that it is missing, add it to "
				 "--na",
				 CML_QUOTED(column->texts.texts[i]));
	snprintf(look->detail, sizeof look->detail, "%zu different texts in %zu rows%.400s",
		 n_levels, column->n_sample_present, advice);
	bool is_model = cml_infer_names_models(column) ||
			(cml_shows_context(look, column) && (cml_named(column, CML_NAME_DEVICE) ||
							     cml_name_has(column->plain, "model")));
	size_t min_rows = is_model ? MIN_ROWS_PER_MODEL : MIN_ROWS_PER_LEVEL;
	return is_text(column) && n_levels > MANY_LEVELS &&
	       column->n_sample_present / n_levels < min_rows;
}

static void describe_missing(struct cml_look *look, const struct cml_infer_column *column)
{
	snprintf(look->detail, sizeof look->detail, "%zu of %zu rows", column->n_missing,
		 column->n_cells);
}

bool cml_shows_few_rows(struct cml_look *look, const struct cml_infer_column *column)
{
	describe_missing(look, column);
	bool is_degree = cml_quantity_is(cml_name_quantity(column->plain), CML_KIND_DEGREE);
	return (double)column->n_present < MIN_PRESENT * (double)column->n_cells && !is_degree &&
	       !cml_infer_is_conditional(look->rows, column);
}

bool cml_shows_lacking_context(struct cml_look *look, const struct cml_infer_column *column)
{
	describe_missing(look, column);
	return 2 * column->n_missing > column->n_cells &&
	       (cml_shows_context(look, column) || cml_infer_names_models(column)) &&
	       !cml_infer_is_conditional(look->rows, column);
}

bool cml_shows_prefix(const struct cml_infer_column *column)
{
	return column->origin == CML_ORIGIN_SETTING;
}

static bool are_codes(const struct cml_infer_column *column)
{
	return (cml_named(column, CML_NAME_CODE) && !column->is_bool &&
		cml_infer_is_short_list(column)) ||
	       (cml_infer_is_spelled(column) && column->texts.n <= CML_INFER_MAX_NUMBERS);
}

void cml_infer_find_codes(struct cml_infer_rows *rows)
{
	CML_EACH_COLUMN (column, rows)
		if (!column->decided && are_codes(column))
			column->is_number = column->is_whole = false;
}

static void remark_text(struct cml_inference *infer, struct cml_infer_column *column)
{
	size_t twins[2], n_present = column->n_present;
	char advice[CML_UNIT_ADVICE_SIZE], alike[CML_TWINS_SIZE] = "";
	struct cml_slice date = cml_infer_find_sheet_date(column);
	bool has_units = column->role == CML_ROLE_PARAM && cml_infer_has_units(column);
	if (date.size > 0 && !cml_named(column, CML_NAME_TIME)) {
		cml_infer_note(
		    infer, column,
		    "unsure: %s, %s looks like what a spreadsheet makes of 9.10 or 2-4: go "
		    "back to the file from before, and import this column as text",
		    cml_role_name(column->role), CML_QUOTED(date));
		return;
	}
	/* `-` beside numbers alone. */
	bool is_dash = column->odd && column->n_distinct_numbers + 1 == column->texts.n &&
		       strspn(column->odd, "-–—?./ ") == strlen(column->odd);
	if (is_dash || (double)column->n_numbers >= MOSTLY_NUMBERS * (double)n_present) {
		cml_infer_note(infer, column,
			       "unsure: text, as %zu of %zu cells are not numbers, such as %s; "
			       "where they mean that it is missing, add them to --na",
			       n_present - column->n_numbers, n_present,
			       CML_QUOTED(cml_slice_of(column->odd)));
		return;
	}
	bool has_twins = cml_level_twins(column->texts.texts, column->texts.n, twins);
	if (has_twins)
		cml_level_twins_print(column->texts.texts, twins, alike);
	if (has_twins || has_units)
		cml_infer_note(infer, column, "%s%s%s%s%s", column->reason, has_twins ? "; " : "",
			       alike, has_units ? "; texts have no order" : "",
			       has_units ? cml_infer_unit_advice(column, advice) : "");
}

/* Rows for each of a typo, and how often what was meant is there. */
#define MIN_ROWS 30
#define MAX_TYPOS 2
#define MIN_MEANT 5
/* How many times all others a number is that fits no spacing. */
#define FAR 5

/* Digits of a number, one of which may be another. */
#define MIN_DIGITS 4

static int compare_letters(const void *a, const void *b)
{
	return *(const char *)a - *(const char *)b;
}

/* The letters of a text in order, or its digits as they come, but for one that is doubled. */
static void spell_out(const char *text, bool in_order, char spelled[CML_QUOTE_SIZE])
{
	size_t n = 0;
	for (; *text && n + 1 < CML_QUOTE_SIZE; text++)
		if (in_order || (isdigit((unsigned char)*text) &&
				 (n == 0 || *text == '0' || *text != spelled[n - 1])))
			spelled[n++] = *text;
	spelled[n] = '\0';
	if (in_order)
		qsort(spelled, n, 1, compare_letters);
}

static bool are_same(const char *a, const char *b, bool in_order)
{
	char x[CML_QUOTE_SIZE], y[CML_QUOTE_SIZE];
	spell_out(a, in_order, x);
	spell_out(b, in_order, y);
	return strcmp(x, y) == 0;
}

/* The column without one of its numbers. */
static struct cml_infer_column without(const struct cml_infer_column *column, double value)
{
	struct cml_infer_column rest = *column;
	rest.n_distinct_numbers = 0;
	for (size_t i = 0; i < column->n_distinct_numbers; i++)
		if (column->numbers[i] != value)
			rest.numbers[rest.n_distinct_numbers++] = column->numbers[i];
	return rest;
}

/* Whether a number is none that the others would go on to: not spaced as they are, below 0 alone,
 * or far from all. */
static bool is_out_of_place(const struct cml_infer_column *column, double value)
{
	struct cml_infer_column rest = without(column, value);
	size_t n = rest.n_distinct_numbers;
	if (n < 2)
		return false;
	double first = rest.numbers[0], second = rest.numbers[1], last = rest.numbers[n - 1];
	if (first >= 0 && value < 0)
		return true;
	bool is_progression = cml_infer_is_progression(&rest);
	double steps = (value - first) / (second - first);
	if (is_progression && first > 0 && second * second == first * rest.numbers[2])
		steps = log(value / first) / log(second / first);
	else if (value > FAR * last || value * FAR < first)
		return true;
	return is_progression && fabs(steps - nearbyint(steps)) > 1e-9;
}

/* Whether a text may be another one with a typo. fp8 is none for fp16, nor 96 for 16, nor L40 for
 * L40S, nor 25B for 52B; bf61 is one for bf16, and 88 for 8. */
static bool may_mean(const struct cml_infer_column *column, struct cml_slice text,
		     struct cml_slice meant, bool is_number)
{
	if (!is_number && cml_is_digit(*text.data) && cml_is_digit(*meant.data))
		return false;
	if (are_same(text.data, meant.data, true))
		return true;
	return is_number ? text.size != meant.size || text.size >= MIN_DIGITS
			 : column->role == CML_ROLE_PARAM && are_same(text.data, meant.data, false);
}

/* What a value that few rows have is probably meant to be; NULL: it is none. */
static const char *meant_by(const struct cml_infer_column *column, size_t symbol)
{
	const char *choices[CML_INFER_MAX_NUMBERS] = {0};
	struct cml_slice text = column->texts.texts[symbol];
	double value;
	bool is_number = cml_parse_double(text, &value);
	size_t n = 0;
	for (size_t i = 0; i < column->texts.n && n < CML_INFER_MAX_NUMBERS; i++) {
		struct cml_slice choice = column->texts.texts[i];
		if (column->text_counts[i] < MIN_MEANT * column->text_counts[symbol])
			continue;
		if (may_mean(column, text, choice, is_number))
			choices[n++] = choice.data;
	}
	const char *meant = cml_text_nearest(text, choices, n);
	return meant && is_number && !is_out_of_place(column, value) ? NULL : meant;
}

/* The first value that one or two of many rows have and that looks like a typo for another: a text
 * near it, of a context one of the same letters; a number near it in its digits
 * that is not spaced as the others are: `flahs2`, 88 or -2 in one row. */
static bool find_typo(const struct cml_infer_column *column, size_t *symbol, const char **meant)
{
	bool is_list = column->is_number ? column->n_distinct_numbers <= CML_INFER_MAX_NUMBERS
					 : column->texts.n <= CML_INFER_MAX_NUMBERS;
	for (*symbol = 0; is_list && *symbol < column->texts.n; ++*symbol)
		if (column->text_counts[*symbol] <= MAX_TYPOS &&
		    MIN_ROWS * column->text_counts[*symbol] <= column->n_present &&
		    (*meant = meant_by(column, *symbol)))
			return true;
	return false;
}

/* Names a value that is probably a typo for another, and where it is. */
static void remark_typo(struct cml_inference *infer, struct cml_infer_column *column)
{
	const struct cml_infer_rows *rows = &infer->rows;
	const char *meant;
	size_t symbol;
	if (!find_typo(column, &symbol, &meant))
		return;
	struct cml_slice text = column->texts.texts[symbol];
	size_t row = cml_infer_find_row(rows, column, symbol);
	if (row < rows->n_rows)
		cml_infer_note(
		    infer, column,
		    "%s; '%.64s' is in %zu of %zu rows, %s:%zu: correct it if '%.64s' is meant",
		    column->reason, text.data, column->text_counts[symbol], column->n_present,
		    rows->places[row].file, rows->places[row].line, meant);
}

void cml_infer_remark(struct cml_inference *infer, struct cml_infer_column *column)
{
	if (is_text(column))
		remark_text(infer, column);
	else if (column->role == CML_ROLE_PARAM && column->is_whole &&
		 column->n_present > MANY_LEVELS && !cml_named(column, CML_NAME_KNOWN_SETTING) &&
		 column->n_sample_distinct == column->n_sample_present)
		cml_infer_note(
		    infer, column,
		    "unsure: param, a different number in every row: a setting, or an id?");
	remark_typo(infer, column);
}

#include "infer/infer_state.h"

#include "table/dict.h"

#include <math.h>
#include <string.h>

/* Different cells looked at to see whether a column holds dicts. */
#define N_DICTS 16

/* So many rows may be means and totals, in whatever short a table. */
#define FEW_ROWS 2
#define MAX_MEASUREMENTS 100
#define SUMMARY_WORDS "total totals sum mean means average averages avg median overall"

static bool is_reading(struct cml_slice text)
{
	return cml_name_is_a(text.data, CML_NAME_METRIC) ||
	       cml_name_is_a(text.data, CML_NAME_MEASURED);
}

static bool is_setting(struct cml_slice text)
{
	return !is_reading(text) &&
	       (cml_name_is_context(text.data) || cml_name_is_a(text.data, CML_NAME_TUNED));
}

/* What columns are called in a table that has no row for each job: one with names, surely, and
 * where half of its texts are such; and one with the value of each. What is wrong with it, of the
 * names of the columns and one such name. */
static const struct table {
	const char *sure_names, *names;
	bool (*is_name)(struct cml_slice text);
	const char *values, *refusal;
	bool has_metric; /* besides */
} tables[] = {
    {"param parameter knob swept swept_param sweep_param sweep_parameter sweep_variable varied "
     "hyperparameter",
     "sweep variable name key experiment study group series what field setting option axis factor",
     is_setting,
     "value val values reading result measurement measured amount number float_value numeric_value "
     "metric_value counter_value setting param_value parameter_value sweep_value",
     "a row has one setting of many: '%1$s', such as '%2$s', says which one '%3$s' is; mlr --csv "
     "put '$[${%1$s}] = ${%3$s}' then cut -x -f '%1$s,%3$s' then unsparsify FILE makes a column of "
     "each: fill in what the others were",
     true},
    {"metric metrics metric_name metric_key measurement measurement_name measure variable "
     "statistic kpi counter counter_name kennzahl messgrose metrique metrica",
     "key name tag field stat quantity indicator series parameter event what", is_reading,
     "value val values reading result measurement measured amount number float_value "
     "numeric_value metric_value counter_value wert messwert valeur valor",
     "a row is a measurement, no job: '%1$s', such as '%2$s', says what '%3$s' is; mlr --csv "
     "reshape -s '%1$s,%3$s' then unsparsify FILE makes a row of each job",
     false},
};

static enum cml_result refuse_units(const struct cml_inference *infer, struct cml_error *err)
{
	const struct cml_infer_column *last = NULL;
	size_t n_numeric = 0, n_odd = 0, n_lacking = 0;
	CML_EACH_COLUMN (column, &infer->rows) {
		if (column->n_numbers < 2)
			continue;
		n_numeric++;
		n_lacking += isnan(column->sample[0]) != 0;
		/* What stands for a text is below all numbers. */
		if (column->n_present - column->n_numbers != 1 || !(column->sample[0] < column->lo))
			continue;
		n_odd++;
		last = column;
	}
	/* Of two lines of names the second has those of the index, or of what differs alone. */
	bool are_names = n_odd > 0 && n_odd + n_lacking == n_numeric;
	if (!are_names && (n_odd < 2 || 2 * n_odd <= n_numeric))
		return CML_OK;
	char quoted[CML_QUOTE_SIZE];
	size_t line = infer->rows.places[0].line;
	cml_text_quote(cml_slice_of(last->odd), quoted, sizeof quoted);
	if (n_lacking > 0)
		return cml_fail(err, CML_BAD_DATA,
				"line %zu is no job but a second line of the header, with %s for "
				"'%s': make one line of both, as pandas does with "
				"reset_index() before to_csv()",
				line, quoted, last->name);
	return cml_fail(err, CML_BAD_DATA,
			"line %zu is no job: it has %s for '%s', where all others have numbers; "
			"leave it out, as in sed %zud",
			line, quoted, last->name, line);
}

/* Whether texts are the names of such a table, most of them in several rows. */
static bool has_names(const struct cml_infer_column *column, const struct table *table)
{
	size_t n = column->texts.n, n_rows = column->n_sample_present;
	if (!column->is_text || column->n_numbers > 0 || n < 2 || n > MAX_MEASUREMENTS ||
	    (table->has_metric ? 2 * n > n_rows : n == n_rows))
		return false;
	return cml_name_is(column->plain, table->sure_names) ||
	       (cml_name_is(column->plain, table->names) &&
		2 * cml_infer_count_texts(column, table->is_name, NULL) >= n);
}

static enum cml_result refuse_table(const struct cml_inference *infer, const struct table *table,
				    struct cml_error *err)
{
	const struct cml_infer_column *name = NULL, *value = NULL;
	bool has_metric = false;
	CML_EACH_COLUMN (column, &infer->rows) {
		bool are_numbers = cml_infer_is_mostly_numbers(column);
		if (!name && has_names(column, table))
			name = column;
		else if (!value && cml_name_is(column->plain, table->values) &&
			 (are_numbers || table->has_metric))
			value = column;
		else
			has_metric |= cml_named(column, CML_NAME_METRIC) && are_numbers;
	}
	if (!name || !value ||
	    (table->has_metric && (!has_metric || value->n_sample_distinct < 2 ||
				   (infer->metric && strcmp(infer->metric, value->name) == 0))))
		return CML_OK;
	return cml_fail(err, CML_BAD_DATA, table->refusal, name->name, name->texts.texts[0].data,
			value->name);
}

enum cml_result cml_infer_refuse_rows(const struct cml_inference *infer, struct cml_error *err)
{
	if (refuse_units(infer, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		if (refuse_table(infer, &tables[i], err) != CML_OK)
			return err->status;
	return CML_OK;
}

/* The word of a cell in a column of numbers, such as `Total`, which is what a sheet writes beside a
 * sum or a mean; NULL: the cell is none. */
static const char *summary_word(const struct cml_infer_column *column, size_t row)
{
	double number;
	if (column->n_numbers <= FEW_ROWS || column->n_present - column->n_numbers > FEW_ROWS)
		return NULL;
	size_t i = cml_infer_find_text(column, column->sample[row]);
	if (i == column->texts.n || cml_parse_double(column->texts.texts[i], &number))
		return NULL;
	const char *word = column->texts.texts[i].data;
	return cml_name_is(word, SUMMARY_WORDS) ? word : NULL;
}

/* Whether a row is no job but a sum or a mean of them; then a note says why. */
static bool note_summary(struct cml_inference *infer, size_t row)
{
	const struct cml_infer_rows *rows = &infer->rows;
	const struct cml_infer_place *place = &rows->places[row];
	size_t n_usual = 0, n_lacking = 0;
	CML_EACH_COLUMN (column, rows) {
		const char *word;
		if (!cml_is_config_role(column->role))
			continue;
		if ((word = summary_word(column, row))) {
			cml_infer_note_line(infer,
					    "%s:%zu: it has %s for '%s', where other rows have "
					    "numbers: probably a total or a mean; leave it out",
					    place->file, place->line,
					    CML_QUOTED(cml_slice_of(word)), column->name);
			return true;
		}
		if (column->n_missing > FEW_ROWS && 20 * column->n_missing > column->n_cells)
			continue;
		n_usual++;
		n_lacking += isnan(column->sample[row]) != 0;
	}
	if (n_lacking < 2 || 2 * n_lacking < n_usual)
		return false;
	cml_infer_note_line(infer,
			    "%s:%zu: it lacks %zu settings of %zu that the others have: if it is a "
			    "mean or a total, leave it out",
			    place->file, place->line, n_lacking, n_usual);
	return true;
}

void cml_infer_note_summary(struct cml_inference *infer)
{
	struct cml_infer_rows *rows = &infer->rows;
	for (size_t row = 0; row < rows->n_rows; row++)
		if (!isnan(cml_infer_metric_of(rows, row)) && note_summary(infer, row)) {
			rows->job_ok[row] = false;
			return;
		}
}

bool cml_infer_holds_dicts(const struct cml_infer_column *column)
{
	struct cml_dict dict = {0};
	struct cml_error none = {0};
	size_t n = column->texts.n < N_DICTS ? column->texts.n : N_DICTS;
	bool all = n > 1 && column->is_text;
	for (size_t i = 0; all && i < n; i++) {
		dict.n = 0;
		all = cml_settings_parse(&dict, column->texts.texts[i], &none) == CML_OK &&
		      dict.n > 0;
	}
	cml_dict_release(&dict);
	return all;
}

const char *cml_infer_note_dicts(struct cml_inference *infer, bool has_settings)
{
	const char *first = NULL;
	CML_EACH_COLUMN (column, &infer->rows) {
		bool is_beside = column->role == CML_ROLE_ID || column->role == CML_ROLE_IGNORE;
		if (!cml_infer_holds_dicts(column) || column->origin == CML_ORIGIN_TRACKER ||
		    (has_settings && is_beside && !cml_name_has(column->plain, "comment")))
			continue;
		first = first ? first : column->name;
		cml_infer_note(infer, column,
			       "%s; it holds several settings: cml-encode --expand '%s' makes a "
			       "column of each",
			       column->reason, column->name);
	}
	return first;
}

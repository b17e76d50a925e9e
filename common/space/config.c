#include "space/config.h"

#include "base/memory.h"
#include "table/header.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The level of the domain that a text is; NaN: none. */
static double level_of(const struct cml_space_column *column, const struct cml_symbols *symbols,
		       struct cml_slice text)
{
	double symbol = (double)cml_symbols_find(symbols, text); /* CML_NO_SYMBOL is none either */
	return cml_level_map_get(&column->levels, symbol) != CML_NO_INDEX ? symbol : (double)NAN;
}

/* A missing cell is the level that it spells, `none` of `None`, else the empty one. */
static double read_missing(const struct cml_space_column *column, const struct cml_symbols *symbols,
			   struct cml_slice cell)
{
	if (!cml_is_text_type(column->type))
		return NAN;
	const double *levels = column->domain.levels;
	double value = level_of(column, symbols, cell);
	for (size_t i = 0; isnan(value) && cell.size > 0 && i < column->domain.n_values; i++)
		if (cml_slice_is_nocase(cell, symbols->texts[(size_t)levels[i]].data))
			value = levels[i];
	return isnan(value) ? level_of(column, symbols, cml_slice_of("")) : value;
}

enum cml_result cml_config_read_cell(const struct cml_binding *binding, const struct cml_row *row,
				     size_t slot, double *value, struct cml_error *err)
{
	const struct cml_space_column *column = &binding->space->columns[slot];
	bool missing;
	struct cml_slice cell = cml_binding_cell(binding, row, binding->column_of[slot], &missing);
	if (missing) {
		*value = read_missing(column, &binding->space->symbols,
				      cml_slice_trim(row->cells[binding->column_of[slot]]));
		return CML_OK;
	}
	*value = NAN;
	enum cml_result status = cml_cell_read(column, &binding->space->symbols, cell,
					       binding->unknown_zero, value, err);
	if (status != CML_OK)
		cml_error_locate(err, NULL, row->line, column->name);
	else if (cml_is_given(column) && !(*value > 0)) /* what a program writes that has none */
		*value = NAN;
	return status;
}

static enum cml_result fail_undefined(const struct cml_space_column *column,
				      const struct cml_expression *expression, const double *values,
				      struct cml_error *err)
{
	const char *text = cml_expression_text(expression);
	const char *reason = cml_expression_reason(expression, values);
	if (column->role == CML_ROLE_RULE)
		return cml_fail(err, CML_BAD_DATA, "rule '%s': '%s' is undefined: %s", column->name,
				text, reason);
	cml_fail(err, CML_BAD_DATA, "'%s' is undefined: %s", text, reason);
	return cml_error_locate(err, NULL, 0, column->name);
}

static enum cml_result fail_broken(const struct cml_space_column *rule, const double *values,
				   struct cml_error *err)
{
	double bound;
	if (!rule->bound ||
	    cml_expression_evaluate(rule->bound, values, &bound) != CML_OUTCOME_VALUE)
		return cml_fail(err, CML_BAD_DATA, "rule '%s': '%s' does not hold", rule->name,
				cml_expression_text(rule->expression));
	cml_fail(err, CML_BAD_DATA, "the bound must be above 0: '%s' is %g",
		 cml_expression_text(rule->bound), bound);
	return cml_error_locate(err, NULL, 0, rule->name);
}

static enum cml_result ask_active(const struct cml_space_column *column, const double *values,
				  bool *active, struct cml_error *err)
{
	int applies = cml_column_applies(column, values);
	*active = applies == 1;
	return applies < 0 ? fail_undefined(column, column->when, values, err) : CML_OK;
}

static enum cml_result check_rules(const struct cml_space *space, const double *values,
				   size_t *broken_rule, struct cml_error *err)
{
	*broken_rule = CML_NO_COLUMN;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		if (!cml_is_rule(column))
			continue;
		bool active;
		double truth;
		if (ask_active(column, values, &active, err) != CML_OK)
			return err->status;
		enum cml_outcome outcome =
		    active ? cml_expression_evaluate(column->expression, values, &truth)
			   : CML_OUTCOME_MISSING;
		if (outcome == CML_OUTCOME_UNDEFINED)
			return fail_undefined(column, column->expression, values, err);
		if (outcome == CML_OUTCOME_VALUE && truth == 0) {
			*broken_rule = slot;
			return CML_OK;
		}
	}
	return CML_OK;
}

/* As cml_config_read_cell, by way of the cache. */
static enum cml_result read_cell(const struct cml_binding *binding, const struct cml_row *row,
				 size_t slot, double *value, struct cml_error *err)
{
	struct cml_slice cell = row->cells[binding->column_of[slot]];
	bool known;
	struct cml_cell_entry *entry = cml_cell_cache_find(binding->cache, slot, cell, &known);
	if (known) {
		*value = entry->value;
		return CML_OK;
	}
	if (cml_config_read_cell(binding, row, slot, value, err) != CML_OK)
		return err->status;
	if (entry)
		cml_cell_entry_set(entry, cell, *value);
	return CML_OK;
}

/* One pass in file order: conditions and derived columns look at rows above
 * only, so each sees what it needs. With a binding, cells are read from the row;
 * without, values are there already. */
static enum cml_result settle(const struct cml_space *space, const struct cml_binding *binding,
			      const struct cml_row *row, double *values, size_t *broken_rule,
			      struct cml_error *err)
{
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		bool is_read = cml_is_read(column);
		bool active = is_read || cml_is_computed_role(column->role);
		if (active && ask_active(column, values, &active, err) != CML_OK)
			return err->status;
		if (!active)
			values[slot] = NAN;
		else if (!is_read) {
			if (cml_expression_evaluate(column->expression, values, &values[slot]) ==
				CML_OUTCOME_UNDEFINED &&
			    column->role == CML_ROLE_DERIVED)
				return fail_undefined(column, column->expression, values, err);
		} else if (binding && binding->column_of[slot] != CML_NO_COLUMN) {
			if (read_cell(binding, row, slot, &values[slot], err) != CML_OK)
				return err->status;
		} else if (cml_is_given(column)) {
			values[slot] = NAN; /* of another configuration, if any */
		}
	}
	return check_rules(space, values, broken_rule, err);
}

enum cml_result cml_config_complete(const struct cml_space *space, double *values,
				    size_t *broken_rule, struct cml_error *err)
{
	return settle(space, NULL, NULL, values, broken_rule, err);
}

/* That a job failed which breaks a rule is what the rule says. */
static bool did_not_run(const struct cml_binding *binding, const struct cml_row *row)
{
	struct cml_job job;
	struct cml_error unread;
	return cml_job_read(binding, row, &job, &unread) == CML_OK && job.status != CML_JOB_OK;
}

enum cml_result cml_config_read(const struct cml_binding *binding, const struct cml_row *row,
				double *values, struct cml_error *err)
{
	size_t broken_rule;
	enum cml_result status = settle(binding->space, binding, row, values, &broken_rule, err);
	if (status != CML_OK)
		return cml_error_locate(err, NULL, row->line, NULL);
	if (broken_rule == CML_NO_COLUMN || (binding->outcomes && did_not_run(binding, row)))
		return CML_OK;
	fail_broken(&binding->space->columns[broken_rule], values, err);
	return cml_error_locate(err, NULL, row->line, NULL);
}

/* Of params counts and rates; what is 0 or below is a typo, or a switch. */
static bool may_be_new(const struct cml_space_column *column, struct cml_slice cell)
{
	double value;
	return column->role == CML_ROLE_CONTEXT ||
	       (column->type <= CML_TYPE_FLOAT && column->encoding != CML_ENCODING_ONEHOT &&
		cml_parse_double(cell, &value) && value > 0);
}

enum cml_result cml_config_read_new(const struct cml_binding *binding, struct cml_space *space,
				    const struct cml_row *row, double *values,
				    struct cml_error *err)
{
	enum cml_result status = cml_config_read(binding, row, values, err);
	if (status != CML_BAD_DATA)
		return status;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		bool missing;
		if (!cml_is_config_role(space->columns[slot].role))
			continue;
		struct cml_slice cell =
		    cml_binding_cell(binding, row, binding->column_of[slot], &missing);
		if (!missing && may_be_new(&space->columns[slot], cell) &&
		    cml_cell_admit(space, slot, cell, err) == CML_NO_MEMORY)
			return CML_NO_MEMORY;
	}
	return cml_config_read(binding, row, values, err);
}

static uint64_t hash_number(uint64_t seed, double value)
{
	uint64_t bits;
	value += 0.0; /* -0 is 0 */
	memcpy(&bits, &value, sizeof bits);
	return cml_hash_uint64(seed, bits);
}

uint64_t cml_config_key(const struct cml_space *space, const double *values)
{
	uint64_t key = CML_HASH_SEED;
	for (size_t i = 0; i < space->n_key; i++) {
		size_t slot = space->key_order[i];
		double value = values[slot];
		if (isnan(value))
			continue;
		enum cml_type type = space->columns[slot].type;
		/* Symbol ids differ from space to space; the hash of the text does not,
		 * and it is all that is left of an unknown one. */
		if (cml_is_text_type(type) && value >= 0)
			value = cml_unknown_of_hash(space->symbols.hashes[(size_t)value]);
		key = hash_number(key ^ space->names.hashes[slot], value);
	}
	return key;
}

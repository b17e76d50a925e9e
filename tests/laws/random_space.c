#include "random_space.h"
#include "test.h"

#include <stdarg.h>

static const char *const names[] = {"p",    "tp size ", "a,b",  "say \"x\" ", "\xc3\xa9", "lr.max",
				    "k=v ", " pad",     "_x.y", "if(",        "2",        "a\nb"};
static const char *const level_texts[] = {"FULL_SHARD", "a,b",  "x=1", "it's",      "say \"hi\"",
					  "1",          "true", "0.5", "None",      "\xc3\xa9",
					  "?",          "a b",  "-1",  "two\nlines"};

static size_t below(struct cml_random *random, size_t n)
{
	return (size_t)cml_random_below(random, n);
}

static bool chance(struct cml_random *random, size_t one_in)
{
	return below(random, one_in) == 0;
}

static void append(char *cell, const char *format, ...)
{
	size_t size = strlen(cell);
	va_list arguments;
	va_start(arguments, format);
	int n = vsnprintf(cell + size, MADE_CELL_SIZE - size, format, arguments);
	va_end(arguments);
	cr_assert(n >= 0 && size + (size_t)n < MADE_CELL_SIZE, "%s", cell);
}

static bool is_text(const struct made_row *row)
{
	return row->type == CML_TYPE_ORDINAL || row->type == CML_TYPE_CATEGORICAL;
}

static bool is_number(const struct made_row *row)
{
	return row->type == CML_TYPE_INT || row->type == CML_TYPE_FLOAT;
}

/* Domains. */

static void make_texts(struct made_row *row, struct cml_random *random)
{
	size_t order[COUNT(level_texts)];
	for (size_t i = 0; i < COUNT(level_texts); i++)
		order[i] = i;
	cml_random_shuffle(random, order, COUNT(level_texts));
	row->n_values = 1 + below(random, 5);
	for (size_t i = 0; i < row->n_values; i++) {
		row->levels[i] = level_texts[order[i]];
		row->values[i] = (double)i;
		append(row->cells[CML_FIELD_DOMAIN], "%s%s", i > 0 ? " | " : "", row->levels[i]);
	}
	row->kind = CML_DOMAIN_LEVELS;
}

static void make_bool(struct made_row *row, struct cml_random *random)
{
	static const char *const domains[] = {"", "0|1", "no|yes", "false | TRUE"};
	strcpy(row->cells[CML_FIELD_DOMAIN], domains[below(random, COUNT(domains))]);
	row->kind = CML_DOMAIN_LEVELS;
	row->n_values = 2;
	row->values[1] = 1;
}

/* The double nearest to a decimal of so many digits. */
static double decimal(long units, int digits)
{
	char text[64];
	snprintf(text, sizeof text, "%lde-%d", units, digits);
	return strtod(text, NULL);
}

/* lo:hi:step, where hi may lie between two steps, or lo:hi of an int. */
static void make_steps(struct made_row *row, struct cml_random *random)
{
	int digits = row->type == CML_TYPE_INT ? 0 : (int)below(random, 4);
	bool is_plain = row->type == CML_TYPE_INT && chance(random, 2);
	long lo = (long)below(random, 600) - (chance(random, 3) ? 400 : -1);
	long step = is_plain ? 1 : 1 + (long)below(random, 40);
	row->kind = CML_DOMAIN_STEPS;
	row->n_values = 1 + below(random, MADE_MAX_VALUES);
	for (size_t i = 0; i < row->n_values; i++)
		row->values[i] = decimal(lo + (long)i * step, digits);
	long hi = lo + (long)(row->n_values - 1) * step + (long)below(random, (size_t)step);
	append(row->cells[CML_FIELD_DOMAIN], "%ldE-%d:%ldE-%d", lo, digits, hi, digits);
	if (!is_plain)
		append(row->cells[CML_FIELD_DOMAIN], ":%ldE-%d", step, digits);
}

static void make_powers(struct made_row *row, struct cml_random *random)
{
	bool is_whole = row->type == CML_TYPE_INT;
	double lo = is_whole || chance(random, 2) ? (double)(1 + below(random, 9)) : 0.125;
	double factor = is_whole || chance(random, 2) ? (double)(2 + below(random, 9)) : 1.5;
	row->kind = CML_DOMAIN_POWERS;
	row->n_values = 1 + below(random, 8);
	double value = lo;
	for (size_t i = 0; i < row->n_values; i++, value *= factor)
		row->values[i] = value;
	append(row->cells[CML_FIELD_DOMAIN], "%.17g:%.17g:*%.17g", lo,
	       row->values[row->n_values - 1], factor);
}

static void make_numbers(struct made_row *row, struct cml_random *random)
{
	row->kind = CML_DOMAIN_LEVELS;
	row->n_values = 1 + below(random, 6);
	double value = (double)below(random, 100) - 30;
	for (size_t i = 0; i < row->n_values; i++) {
		row->values[i] = value;
		append(row->cells[CML_FIELD_DOMAIN], "%s%.17g", i > 0 ? "|" : "", value);
		value += row->type == CML_TYPE_INT ? (double)(1 + below(random, 50))
						   : 1e-3 + 9 * cml_random_uniform(random);
	}
}

/* lo:hi of a float; of a context also open-ended, or any value. */
static void make_range(struct made_row *row, struct cml_random *random)
{
	bool may_be_open = row->role == CML_ROLE_CONTEXT;
	if (may_be_open && chance(random, 2)) {
		row->kind = CML_DOMAIN_ANY;
		return;
	}
	row->kind = CML_DOMAIN_RANGE;
	row->lo = (double)below(random, 40) - (chance(random, 2) ? 20 : -0.5);
	if (row->type == CML_TYPE_INT)
		row->lo = floor(row->lo);
	bool is_open = may_be_open && (row->type == CML_TYPE_INT || chance(random, 2));
	row->hi = is_open ? INFINITY : row->lo + 1 + (double)below(random, 50);
	append(row->cells[CML_FIELD_DOMAIN], "%.17g:", row->lo);
	if (!is_open)
		append(row->cells[CML_FIELD_DOMAIN], "%.17g", row->hi);
}

static void make_domain(struct made_row *row, struct cml_random *random)
{
	if (is_text(row)) {
		make_texts(row, random);
	} else if (row->type == CML_TYPE_BOOL) {
		make_bool(row, random);
	} else {
		size_t kind = below(random, 4);
		if (kind == 0 && (row->type == CML_TYPE_FLOAT || row->role == CML_ROLE_CONTEXT))
			make_range(row, random);
		else if (kind == 1)
			make_powers(row, random);
		else if (kind == 2)
			make_numbers(row, random);
		else
			make_steps(row, random);
	}
}

double made_value_draw(const struct made_row *row, struct cml_random *random)
{
	double value;
	if (row->n_values > 0)
		return row->values[below(random, row->n_values)];
	if (row->kind == CML_DOMAIN_RANGE) {
		double width = isfinite(row->hi) ? row->hi - row->lo : 1000;
		value = fmin(row->lo + width * cml_random_uniform(random), row->hi);
	} else if (chance(random, 2)) {
		value = ldexp(cml_random_uniform(random) - 0.5, (int)below(random, 600) - 300);
	} else {
		value = ((double)below(random, 2000) - 1000) / 8;
	}
	return row->type == CML_TYPE_INT ? fmax(-1e15, fmin(1e15, floor(value))) : value;
}

/* Statements. */

static void append_name(const struct made_row *row, char *cell)
{
	bool is_plain =
	    strcspn(row->name, " ,\"=(\n\xc3") == strlen(row->name) && row->name[0] != '2';
	append(cell, is_plain ? "%s" : "`%s`", row->name);
}

static void append_limit(const struct made_row *row, double limit, char *cell)
{
	if (!is_text(row)) {
		append(cell, "%.17g", limit);
		return;
	}
	const char *level = row->levels[(size_t)limit];
	append(cell, strchr(level, '\'') ? "\"%s\"" : "'%s'", level);
}

static void append_truth(const struct made_space *made, const struct made_truth *truth, char *cell)
{
	static const char *const operators[] = {
	    [MADE_IS_LEVEL] = " == ", [MADE_IS_OTHER_LEVEL] = " != ", [MADE_AT_LEAST] = " >= ",
	    [MADE_BELOW] = "<",       [MADE_MULTIPLE] = " % ",        [MADE_NOT_ABOVE] = " <= "};
	if (truth->kind == MADE_ALWAYS)
		return;
	const struct made_row *row = &made->rows[truth->row];
	if (truth->kind == MADE_IS_FALSE)
		append(cell, "not ");
	append_name(row, cell);
	if (truth->kind <= MADE_IS_FALSE)
		return;
	append(cell, "%s", operators[truth->kind]);
	if (truth->kind == MADE_NOT_ABOVE)
		append_name(&made->rows[truth->other], cell);
	else
		append_limit(row, truth->limit, cell);
	if (truth->kind == MADE_MULTIPLE)
		append(cell, " == 0");
}

/* About one of the rows so far, but for rules and derived rows of rules. */
static void make_truth(const struct made_space *made, struct cml_random *random,
		       struct made_truth *truth)
{
	if (made->n_rows == 0)
		return;
	truth->row = below(random, made->n_rows);
	const struct made_row *row = &made->rows[truth->row];
	if (!cml_is_config_role(row->role))
		return;
	truth->limit = made_value_draw(row, random);
	if (row->type == CML_TYPE_BOOL) {
		truth->kind = chance(random, 2) ? MADE_IS_TRUE : MADE_IS_FALSE;
	} else if (row->type == CML_TYPE_CATEGORICAL) {
		truth->kind = chance(random, 2) ? MADE_IS_LEVEL : MADE_IS_OTHER_LEVEL;
	} else if (row->type == CML_TYPE_INT && chance(random, 3)) {
		truth->kind = MADE_MULTIPLE;
		truth->limit = (double)(1 + below(random, 3));
	} else {
		truth->kind = chance(random, 2) ? MADE_AT_LEAST : MADE_BELOW;
	}
	truth->other = below(random, made->n_rows);
	if (is_number(row) && is_number(&made->rows[truth->other]) && chance(random, 3))
		truth->kind = MADE_NOT_ABOVE;
}

/* Rows. */

static bool has_only_positive(const struct made_row *row)
{
	double least = row->kind == CML_DOMAIN_RANGE ? row->lo : -1;
	for (size_t i = 0; i < row->n_values; i++)
		least = i == 0 ? row->values[i] : fmin(least, row->values[i]);
	return least > 0;
}

static void make_encoding(struct made_row *row, struct cml_random *random)
{
	static const char *const words[] = {
	    [CML_ENCODING_NONE] = "none",
	    [CML_ENCODING_ONEHOT] = "onehot",
	    [CML_ENCODING_VALUE] = "value",
	    [CML_ENCODING_LOG] = "log",
	};
	bool is_onehot = row->type == CML_TYPE_BOOL || row->type == CML_TYPE_CATEGORICAL;
	row->encoding = is_onehot                        ? CML_ENCODING_ONEHOT
			: row->kind == CML_DOMAIN_POWERS ? CML_ENCODING_LOG
							 : CML_ENCODING_VALUE;
	enum cml_encoding wanted = (enum cml_encoding)below(random, 4);
	bool is_possible = wanted == CML_ENCODING_NONE ||
			   (wanted == CML_ENCODING_ONEHOT && row->n_values > 0) ||
			   (wanted == CML_ENCODING_VALUE && row->type != CML_TYPE_CATEGORICAL) ||
			   (wanted == CML_ENCODING_LOG && is_number(row) && has_only_positive(row));
	if (!is_possible || chance(random, 3))
		return;
	row->encoding = wanted;
	strcpy(row->cells[CML_FIELD_ENCODING], words[wanted]);
}

static void make_default(struct made_row *row, struct cml_random *random)
{
	char *cell = row->cells[CML_FIELD_DEFAULT];
	row->has_default = row->role == CML_ROLE_CONTEXT || chance(random, 2);
	row->default_value = row->has_default ? made_value_draw(row, random) : NAN;
	if (row->has_default && is_text(row))
		append(cell, "%s", row->levels[(size_t)row->default_value]);
	else if (row->has_default)
		append(cell, "%.17g", row->default_value);
}

static void make_config_row(struct made_row *row, struct cml_random *random)
{
	static const char *const types[] = {"int", "float", "bool", "ordinal", "categorical"};
	size_t type = below(random, COUNT(types));
	row->role = chance(random, 4) ? CML_ROLE_CONTEXT : CML_ROLE_PARAM;
	row->type = (enum cml_type)(CML_TYPE_INT + type);
	strcpy(row->cells[CML_FIELD_TYPE], types[type]);
	make_domain(row, random);
	make_encoding(row, random);
	make_default(row, random);
}

/* False when there is nothing yet to derive it from. */
static bool make_derived_row(const struct made_space *made, struct made_row *row,
			     struct cml_random *random)
{
	if (made->n_rows == 0)
		return false;
	row->of = below(random, made->n_rows);
	if (!is_number(&made->rows[row->of]))
		return false;
	row->role = CML_ROLE_DERIVED;
	row->type = CML_TYPE_FLOAT;
	row->encoding = CML_ENCODING_VALUE;
	row->factor = (double)(1 + below(random, 9)) / 4;
	row->shift = (double)below(random, 7);
	append_name(&made->rows[row->of], row->cells[CML_FIELD_DOMAIN]);
	append(row->cells[CML_FIELD_DOMAIN], " * %.17g + %.17g", row->factor, row->shift);
	return true;
}

static bool make_rule_row(const struct made_space *made, struct made_row *row,
			  struct cml_random *random)
{
	make_truth(made, random, &row->rule);
	row->role = CML_ROLE_RULE;
	append_truth(made, &row->rule, row->cells[CML_FIELD_DOMAIN]);
	return row->rule.kind != MADE_ALWAYS;
}

static void make_name(const struct made_space *made, struct made_row *row,
		      struct cml_random *random)
{
	snprintf(row->name, sizeof row->name, "%s%zu", names[below(random, COUNT(names))],
		 made->n_rows);
}

static void make_row(struct made_space *made, struct cml_random *random)
{
	struct made_row *row = &made->rows[made->n_rows];
	size_t kind = below(random, 8);
	*row = (struct made_row){.role = CML_ROLE_RULE};
	if (kind == 0 && !make_rule_row(made, row, random))
		return;
	if (kind == 1 && !make_derived_row(made, row, random))
		return;
	if (kind > 1)
		make_config_row(row, random);
	if (chance(random, 3)) {
		make_truth(made, random, &row->when);
		append_truth(made, &row->when, row->cells[CML_FIELD_WHEN]);
	}
	strcpy(row->cells[CML_FIELD_ROLE], cml_role_name(row->role));
	strcpy(row->cells[CML_FIELD_DOC], chance(random, 2) ? "" : "for \"people\", mostly");
	make_name(made, row, random);
	made->n_rows++;
}

/* At least one row is a param that has a feature. */
void made_space_draw(struct made_space *made, struct cml_random *random)
{
	size_t n = 1 + below(random, MADE_MAX_ROWS - 1);
	struct made_row *first = &made->rows[0];
	*made = (struct made_space){.n_rows = 0};
	do {
		*first = (struct made_row){0};
		make_config_row(first, random);
	} while (first->role != CML_ROLE_PARAM || first->encoding == CML_ENCODING_NONE);
	strcpy(first->cells[CML_FIELD_ROLE], "param");
	make_name(made, first, random);
	made->n_rows = 1;
	for (size_t i = 1; i < n; i++)
		make_row(made, random);
}

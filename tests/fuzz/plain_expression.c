#include "plain_expression.h"

#include "base/device.h"
#include "base/model_name.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What a part is worth. An undefined one is an infinity, a missing one NaN. */
struct part {
	double value;
	const struct cml_space_column *column; /* NULL: not a column alone */
	bool is_text;
};

struct plain {
	const struct cml_space *space;
	const double *values;
	const char *at; /* terminated */
};

typedef struct part parse_function(struct plain *plain);
static parse_function parse_or;
static parse_function parse_unary;

static void must(bool holds, const char *what, const char *at)
{
	if (holds)
		return;
	fprintf(stderr, "plain_expression: %s: %s\n", what, at);
	abort();
}

static struct part number(double value)
{
	return (struct part){.value = value};
}

static void skip_blanks(struct plain *plain)
{
	plain->at += strspn(plain->at, " \t\r\n");
}

static bool continues_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '.';
}

/* Takes a word or an operator when it stands next. */
static bool take(struct plain *plain, const char *token)
{
	size_t size = strlen(token);
	skip_blanks(plain);
	if (strncasecmp(plain->at, token, size) != 0 ||
	    (continues_name(*token) && continues_name(plain->at[size])))
		return false;
	plain->at += size;
	return true;
}

static struct cml_slice take_quoted(struct plain *plain)
{
	const char *start = plain->at + 1, *end = strchr(start, *plain->at);
	must(end, "no closing quote", plain->at);
	plain->at = end + 1;
	return (struct cml_slice){start, (size_t)(end - start)};
}

static struct part column_part(struct plain *plain, struct cml_slice name)
{
	size_t slot = cml_space_find(plain->space, name);
	must(slot != CML_NO_COLUMN, "no column", name.data);
	const struct cml_space_column *column = &plain->space->columns[slot];
	return (struct part){plain->values[slot], column,
			     column->type == CML_TYPE_ORDINAL ||
				 column->type == CML_TYPE_CATEGORICAL};
}

static double apply_function(struct cml_slice name, double a)
{
	if (!isfinite(a))
		return a;
	if (cml_slice_is(name, "abs"))
		return fabs(a);
	bool is_whole = fabs(a - rint(a)) <= 0x1p-49 * fabs(a);
	if (cml_slice_is(name, "floor"))
		return is_whole ? rint(a) : floor(a);
	if (cml_slice_is(name, "ceil"))
		return is_whole ? rint(a) : ceil(a);
	if (cml_slice_is(name, "log2"))
		return a > 0 ? log2(a) : (double)INFINITY;
	return a;
}

static bool asks_text(struct cml_slice name)
{
	static const char *const names[] = {"size",  "active",     "experts", "layers",
					    "width", "vocabulary", "peak",    "bandwidth",
					    "chips", "memory",     "bits",    "count"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (cml_slice_is(name, names[i]))
			return true;
	return false;
}

/* What a text tells that is a level or stands in the expression. */
static double ask(const struct plain *plain, struct cml_slice name, double symbol)
{
	if (!(symbol >= 0))
		return NAN;
	struct cml_slice text = plain->space->symbols.texts[(size_t)symbol];
	struct cml_model_name model = cml_model_in_name(text);
	struct cml_device device = cml_device_in_name(text);
	return cml_slice_is(name, "count")        ? cml_count_in_text(text)
	       : cml_slice_is(name, "size")       ? cml_size_in_name(text)
	       : cml_slice_is(name, "active")     ? cml_active_in_name(text)
	       : cml_slice_is(name, "experts")    ? cml_experts_in_name(text)
	       : cml_slice_is(name, "layers")     ? cml_layers_in_name(text)
	       : cml_slice_is(name, "width")      ? model.width
	       : cml_slice_is(name, "vocabulary") ? model.vocabulary
	       : cml_slice_is(name, "peak")       ? device.peak_tflops
	       : cml_slice_is(name, "bandwidth")  ? device.bandwidth
	       : cml_slice_is(name, "bits")       ? device.least_bits
	       : cml_slice_is(name, "chips")      ? cml_chips_in_name(text)
						  : device.memory_gb;
}

static struct part parse_call(struct plain *plain, struct cml_slice name)
{
	bool is_min = cml_slice_is(name, "min"), is_first = cml_slice_is(name, "first");
	double argument = parse_or(plain).value;
	double result =
	    asks_text(name) ? ask(plain, name, argument) : apply_function(name, argument);
	while (take(plain, ",")) {
		double next = parse_or(plain).value;
		if (isinf(result) || isinf(next))
			result = INFINITY;
		else if (is_first)
			result = isnan(result) ? next : result;
		else if (isnan(result) || isnan(next))
			result = NAN;
		else if (is_min ? next < result : next > result)
			result = next;
	}
	must(take(plain, ")"), "no ')'", plain->at);
	return number(result);
}

static struct part parse_word(struct plain *plain)
{
	struct cml_slice name = {plain->at, 0};
	while (continues_name(plain->at[name.size]))
		name.size++;
	must(name.size > 0, "nothing known", plain->at);
	plain->at += name.size;
	return take(plain, "(") ? parse_call(plain, name) : column_part(plain, name);
}

static struct part parse_primary(struct plain *plain)
{
	struct part part;
	char *end;
	if (take(plain, "(")) {
		part = parse_or(plain);
		must(take(plain, ")"), "no ')'", plain->at);
		return part;
	}
	if (take(plain, "true"))
		return number(1);
	if (take(plain, "false"))
		return number(0);
	if (*plain->at == '`')
		return column_part(plain, take_quoted(plain));
	if (*plain->at == '\'' || *plain->at == '"') {
		size_t id = cml_symbols_find(&plain->space->symbols, take_quoted(plain));
		must(id != CML_NO_SYMBOL, "a text that is not known", plain->at);
		return (struct part){.value = (double)id, .is_text = true};
	}
	if (*plain->at != '.' && (*plain->at < '0' || *plain->at > '9'))
		return parse_word(plain);
	part = number(strtod(plain->at, &end));
	plain->at = end;
	return part;
}

/* What is as near to a multiple as fractions are rounded is one. */
static double modulo(double a, double b)
{
	double rest = fmod(a, b);
	if (rest != 0 && (rest < 0) != (b < 0))
		rest += b;
	bool has_fraction = rint(a) != a || rint(b) != b;
	bool is_near = fabs(rest) <= 0x1p-49 * fabs(a) || fabs(b - rest) <= 0x1p-49 * fabs(a);
	return has_fraction && is_near ? 0 : rest;
}

static double floor_divide(double a, double b)
{
	return nearbyint((a - modulo(a, b)) / b);
}

/* operator: its first byte, `f` for // and `p` for **. */
static double apply(char operator, double a, double b)
{
	double result;
	if (isinf(a) || isinf(b))
		return INFINITY;
	if (isnan(a) || isnan(b))
		return NAN;
	if (strchr("/f%", operator) && b == 0)
		return INFINITY;
	switch (operator) {
	case '+':
		return a + b;
	case '-':
		return a - b;
	case '*':
		return a * b;
	case '/':
		return a / b;
	case 'f':
		return floor_divide(a, b);
	case '%':
		return modulo(a, b);
	default:
		result = pow(a, b);
		return isnan(result) ? (double)INFINITY : result;
	}
}

static struct part parse_power(struct plain *plain)
{
	struct part part = parse_primary(plain);
	if (!take(plain, "**"))
		return part;
	return number(apply('p', part.value, parse_unary(plain).value));
}

static struct part parse_unary(struct plain *plain)
{
	if (take(plain, "-"))
		return number(-parse_unary(plain).value);
	if (take(plain, "+"))
		return number(parse_unary(plain).value);
	return parse_power(plain);
}

static struct part parse_product(struct plain *plain)
{
	struct part part = parse_unary(plain);
	for (;;) {
		char operator= take(plain, "//") ? 'f'
		: take(plain, "*")               ? '*'
		: take(plain, "/")               ? '/'
		: take(plain, "%")               ? '%'
						 : '\0';
		if (operator== '\0')
			return part;
		part = number(apply(operator, part.value, parse_unary(plain).value));
	}
}

static struct part parse_sum(struct plain *plain)
{
	struct part part = parse_product(plain);
	for (;;) {
		if (take(plain, "+"))
			part = number(apply('+', part.value, parse_product(plain).value));
		else if (take(plain, "-"))
			part = number(apply('-', part.value, parse_product(plain).value));
		else
			return part;
	}
}

/* Both as ranks among the levels of the column that has an order. */
static void rank(struct part *a, struct part *b)
{
	const struct cml_space_column *column = a->column ? a->column : b->column;
	struct part *parts[] = {a, b};
	for (size_t i = 0; i < 2; i++) {
		size_t index = cml_domain_index(&column->domain, parts[i]->value);
		parts[i]->value =
		    isnan(parts[i]->value) || index == CML_NO_INDEX ? (double)NAN : (double)index;
	}
}

/* comparison: as it is written. */
static double compare(const char *comparison, struct part a, struct part b)
{
	bool is_order = *comparison == '<' || *comparison == '>', or_equal = comparison[1] == '=';
	if (is_order && (a.is_text || b.is_text))
		rank(&a, &b);
	if (isinf(a.value) || isinf(b.value))
		return INFINITY;
	if (isnan(a.value) || isnan(b.value))
		return NAN;
	if (!is_order)
		return (a.value == b.value) == (*comparison == '=');
	if (*comparison == '>')
		return or_equal ? a.value >= b.value : a.value > b.value;
	return or_equal ? a.value <= b.value : a.value < b.value;
}

/* `and` and `or`: decides is the truth that needs no other. */
static double connect(double decides, double a, double b)
{
	if (isinf(a) || a == decides)
		return a;
	if (isinf(b) || b == decides)
		return b;
	return isnan(a) || isnan(b) ? (double)NAN : 1 - decides;
}

static double negate(double truth)
{
	return isinf(truth) ? truth : 1 - truth;
}

static const char *take_comparison(struct plain *plain)
{
	static const char *const comparisons[] = {"==", "!=", "<=", "<", ">=", ">"};
	for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++)
		if (take(plain, comparisons[i]))
			return comparisons[i];
	return NULL;
}

static struct part parse_members(struct plain *plain, struct part x)
{
	double found = 0;
	bool undefined = isinf(x.value);
	must(take(plain, "("), "no '('", plain->at);
	do {
		struct part member = parse_sum(plain);
		undefined = undefined || isinf(member.value);
		found = connect(1, found, compare("==", x, member));
	} while (take(plain, ","));
	must(take(plain, ")"), "no ')'", plain->at);
	return number(undefined ? (double)INFINITY : found);
}

static struct part parse_comparison(struct plain *plain)
{
	struct part left = parse_sum(plain), right;
	double all = 1;
	if (take(plain, "in"))
		return parse_members(plain, left);
	if (take(plain, "not")) {
		must(take(plain, "in"), "no 'in'", plain->at);
		return number(negate(parse_members(plain, left).value));
	}
	const char *comparison = take_comparison(plain);
	if (!comparison)
		return left;
	for (; comparison; comparison = take_comparison(plain), left = right) {
		right = parse_sum(plain);
		all = connect(0, all, compare(comparison, left, right));
	}
	return number(all);
}

static struct part parse_not(struct plain *plain)
{
	if (take(plain, "not"))
		return number(negate(parse_not(plain).value));
	return parse_comparison(plain);
}

static struct part parse_and(struct plain *plain)
{
	struct part part = parse_not(plain);
	while (take(plain, "and"))
		part = number(connect(0, part.value, parse_not(plain).value));
	return part;
}

static struct part parse_or(struct plain *plain)
{
	struct part part = parse_and(plain);
	while (take(plain, "or"))
		part = number(connect(1, part.value, parse_and(plain).value));
	return part;
}

enum cml_outcome plain_expression(const struct cml_space *space, struct cml_slice text,
				  const double *values, double *result)
{
	char *copy = strndup(text.data, text.size);
	must(copy && strlen(copy) == text.size, "a NUL in an expression that compiles", text.data);
	struct plain plain = {space, values, copy};
	double value = parse_or(&plain).value;
	skip_blanks(&plain);
	must(*plain.at == '\0', "left over", plain.at);
	free(copy);
	*result = isinf(value) ? (double)NAN : value;
	if (isinf(value))
		return CML_OUTCOME_UNDEFINED;
	return isnan(value) ? CML_OUTCOME_MISSING : CML_OUTCOME_VALUE;
}

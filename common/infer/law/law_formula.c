#include "infer/law/law_state.h"

#include "base/key.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const char *const keys[CML_N_LAW_QUANTITIES] = {
#define CML_KEY(name, kind, key) [CML_QUANTITY_##name] = key,
    CML_QUANTITIES(CML_KEY)
#define CML_LAW_KEY(name, key) [CML_QUANTITY_##name] = key,
	CML_LAW_QUANTITIES(CML_LAW_KEY)};

/* Formulas, which have no more brackets in each other. */
#define MAX_OPEN 8

static size_t name_length(const char *text)
{
	const char *end = *text == '`' ? strchr(text + 1, '`') : NULL;
	return end ? (size_t)(end + 1 - text)
		   : strspn(text,
			    "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.");
}

/* The quantity in the braces that open at a place, and the mark before it; NUL: none. */
static enum cml_quantity key_at(const char *open, char *mark)
{
	*mark = strchr("!#", open[1]) ? open[1] : '\0';
	open += *mark ? 2 : 1;
	struct cml_slice name = {open, strcspn(open, "}")};
	size_t key = 0;
	while (key < CML_N_LAW_QUANTITIES && !(keys[key] && cml_slice_is(name, keys[key])))
		key++;
	assert(key < CML_N_LAW_QUANTITIES); /* else a formula names no quantity */
	return (enum cml_quantity)key;
}

/* Whether a text is a name, a call or in brackets, and needs none. */
static bool is_one(const char *text)
{
	size_t depth = 0;
	for (char quote = '\0'; *text; text++) {
		if (quote || *text == '`' || *text == '\'')
			quote = !quote ? *text : quote == *text ? '\0' : quote;
		else if (*text == ' ' && depth == 0)
			return false;
		depth += !quote && *text == '(';
		depth -= !quote && *text == ')';
	}
	return true;
}

/* Whether nothing beside a place binds closer than what may be there: an argument of a function, a
 * part of `or`. */
static bool is_alone(const struct cml_buffer *text, const char *next)
{
	static const char *const before[] = {"(", ", ", "or "};
	bool is_first = text->size == 0;
	for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
		size_t n = strlen(before[i]);
		is_first |=
		    text->size >= n && memcmp(text->data + text->size - n, before[i], n) == 0;
	}
	return is_first && (strspn(next, "),") > 0 || !*next || strncmp(next, " or", 3) == 0);
}

/* Appends what stands in braces; false: it is not known, or not as the mark before it asks. */
static bool fill_key(const struct cml_infer_law *law, const char *open, struct cml_buffer *text)
{
	char mark;
	const struct cml_infer_quantity *known = &law->of[key_at(open, &mark)];
	if (!known->text || (mark == '!' && !known->is_found) || (mark == '#' && !known->column))
		return false;
	bool is_part = !is_one(known->text) && !is_alone(text, strchr(open, '}') + 1);
	cml_buffer_printf(text, is_part ? "(%s)" : "%s", known->text);
	return true;
}

/* Takes a factor of 1 from the end of a text, where it starts, but for one to a power, as next
 * says; how much of what is next goes with it. */
static size_t drop_one(struct cml_buffer *text, size_t start, const char *next)
{
	const char *at = text->data + start;
	bool is_first = start == 0 || at[-1] == '(';
	if (text->size - start != 1 || *at != '1' || strncmp(next, " **", 3) == 0)
		return 0;
	if (start > 3 && (memcmp(at - 3, " * ", 3) == 0 || memcmp(at - 3, " / ", 3) == 0)) {
		text->size = start - 3;
		return 0;
	}
	bool is_factor = is_first && strncmp(next, " * ", 3) == 0;
	text->size = is_factor ? start : text->size;
	return is_factor ? 3 : 0;
}

/* Takes away the brackets from a place to the end of a text where nothing but a name is between,
 * and no function before. */
static size_t drop_brackets(struct cml_buffer *text, size_t start, const char *next)
{
	size_t n = text->size - start - 2;
	char *open = text->data + start;
	if ((start > 0 && open[-1] != ' ' && open[-1] != '(') || name_length(open + 1) != n)
		return 0;
	memmove(open, open + 1, n);
	text->size -= 2;
	return drop_one(text, start, next);
}

const char *cml_infer_law_fill(struct cml_infer_law *law, const char *formula)
{
	struct cml_buffer text = {0};
	size_t open[MAX_OPEN], depth = 0;
	bool is_known = true;
	for (const char *at = formula; is_known && *at;) {
		size_t start = text.size;
		if (*at == '{') {
			is_known = fill_key(law, at, &text);
			at += strcspn(at, "}") + 1;
		} else {
			cml_buffer_append(&text, at++, 1);
		}
		if (!cml_buffer_append(&text, "", 1))
			break;
		text.size--;
		assert(depth < MAX_OPEN);
		if (at[-1] == '}')
			at += drop_one(&text, start, at);
		else if (at[-1] == '(')
			open[depth++] = start;
		else if (at[-1] == ')')
			at += drop_brackets(&text, open[--depth], at);
	}
	const char *filled = cml_infer_take(law->infer, &text);
	return is_known ? filled : NULL;
}

const char *cml_infer_law_key(enum cml_quantity key)
{
	return keys[key];
}

void cml_infer_law_know(struct cml_infer_law *law, enum cml_quantity key, const char *text,
			const struct cml_infer_column *column)
{
	law->of[key] = (struct cml_infer_quantity){text, column, text != NULL};
}

size_t cml_infer_law_count(struct cml_infer_law *law, const char *formula)
{
	return cml_infer_count_jobs(law->scope, cml_infer_law_fill(law, formula), false);
}

void cml_infer_law_derive(struct cml_infer_law *law, enum cml_quantity key, const char *name,
			  const char *formula, const char *doc)
{
	struct cml_infer_scope *scope = law->scope;
	assert(scope->n_derived < CML_MAX_DERIVED); /* of tables, each once */
	cml_infer_write_row(law->infer, name, CML_ROLE_DERIVED, NULL, formula, doc);
	law->of[key].text = cml_infer_free_name(law->infer, name);
	scope->derived[scope->n_derived].name = law->of[key].text;
	scope->derived[scope->n_derived++].formula = formula;
}

bool cml_infer_law_is_name(const char *text)
{
	return name_length(text) == strlen(text);
}

#define MIN_SPAN 1.9

double cml_infer_law_slope(struct cml_infer_law *law, const struct cml_infer_column *column)
{
	const struct cml_infer_rows *rows = &law->infer->rows;
	uint64_t *contexts = rows->scratch;
	struct cml_key_groups groups;
	struct cml_error err;
	double xx = 0, xy = 0;
	if (!column || column->hi < MIN_SPAN * column->lo)
		return NAN;
	for (size_t row = 0; row < rows->n_rows; row++)
		contexts[row] = cml_infer_hash_row(rows, row, true, column);
	if (cml_key_groups_init(&groups, rows->n_rows, contexts, &err) != CML_OK) {
		law->infer->no_memory = true;
		return NAN;
	}
	for (size_t g = 0; g < groups.n; g++) {
		double n = 0, x = 0, y = 0, xx_own = 0, xy_own = 0;
		for (size_t i = groups.first[g]; i < groups.first[g + 1]; i++) {
			size_t row = groups.rows[i];
			double metric = cml_infer_metric_of(rows, row);
			if (!(metric > 0) || !(column->sample[row] > 0))
				continue;
			double a = log(column->sample[row]), b = log(metric);
			n++;
			x += a;
			y += b;
			xx_own += a * a;
			xy_own += a * b;
		}
		xx += n > 0 ? xx_own - x * x / n : 0;
		xy += n > 0 ? xy_own - x * y / n : 0;
	}
	cml_key_groups_release(&groups);
	return xy / xx;
}

/* Whether a column says more of its quantity than another: Megatron's recompute_granularity than
 * recompute_activations, which is selective; `world_size` than the devices of a host. */
static bool says_more(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
		      const struct cml_infer_column *other, enum cml_quantity quantity)
{
	bool is_more = false;
	if (quantity != CML_QUANTITY_DEVICES || !column->is_number || !other->is_number)
		return cml_name_has(column->plain, "granularity");
	for (size_t row = 0; row < rows->n_rows; row++) {
		if (column->sample[row] < other->sample[row])
			return false;
		is_more |= column->sample[row] > other->sample[row];
	}
	return is_more;
}

const struct cml_infer_column *cml_infer_law_column(const struct cml_infer_law *law,
						    enum cml_quantity quantity, bool is_number)
{
	const struct cml_infer_column *found = NULL;
	CML_EACH_COLUMN (column, &law->infer->rows)
		if (cml_infer_is_nameable(column) && cml_name_quantity(column->plain) == quantity &&
		    (!is_number || column->is_number) &&
		    (!found || says_more(&law->infer->rows, column, found, quantity)))
			found = column;
	return found;
}

const char *cml_infer_law_ranks(struct cml_infer_law *law, const struct cml_infer_column *column)
{
	const char *name = cml_infer_expression_name(law->infer, column);
	if (column->n_missing > 0)
		name = cml_infer_keep(law->infer, "first(%s, 1)", name);
	return column->lo == 0 ? cml_infer_keep(law->infer, "max(%s, 1)", name) : name;
}

const struct cml_infer_column *cml_infer_law_limit(const struct cml_inference *infer)
{
	CML_EACH_COLUMN (column, &infer->rows)
		if (column->role == CML_ROLE_LIMIT)
			return column;
	return NULL;
}

const char *cml_infer_law_gb(struct cml_infer_law *law, const struct cml_infer_column *limit)
{
	if (limit && cml_infer_is_percent(limit))
		return cml_infer_law_fill(law, "100 / {memory}");
	if (limit && limit->per_gb >= 1e9)
		return "1e9"; /* of GB or GiB */
	return limit && limit->per_gb > 0 ? cml_infer_keep(law->infer, "%g", limit->per_gb) : "1";
}

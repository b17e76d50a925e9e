#include "infer/infer_law.h"

#include "base/key.h"
#include "space/space_text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* What formulas call the quantities; NULL: some none. */
static const char *const keys[CML_N_LAW_QUANTITIES] = {
    [CML_QUANTITY_DEVICES] = "devices",
    [CML_QUANTITY_NODES] = "nodes",
    [CML_QUANTITY_PER_NODE] = "node",
    [CML_QUANTITY_TENSOR] = "tp",
    [CML_QUANTITY_PIPELINE] = "pp",
    [CML_QUANTITY_CONTEXT] = "cp",
    [CML_QUANTITY_EXPERT] = "ep",
    [CML_QUANTITY_DATA] = "dp",
    [CML_QUANTITY_FSDP] = "fsdp",
    [CML_QUANTITY_REPLICAS] = "replicas",
    [CML_QUANTITY_CHUNKS] = "chunks",
    [CML_QUANTITY_ZERO] = "zero",
    [CML_QUANTITY_RECOMPUTE] = "full",
    [CML_QUANTITY_FREED] = "freed",
    [CML_QUANTITY_MICRO_BATCH] = "micro",
    [CML_QUANTITY_GLOBAL_BATCH] = "global",
    [CML_QUANTITY_ACCUMULATION] = "acc",
    [CML_QUANTITY_SEQUENCE] = "seq",
    [CML_QUANTITY_LAYERS] = "layers",
    [CML_QUANTITY_WIDTH] = "width",
    [CML_QUANTITY_HEADS] = "heads",
    [CML_QUANTITY_VOCABULARY] = "vocab",
    [CML_QUANTITY_EXPERTS] = "experts",
    [CML_QUANTITY_PARAMETERS] = "params",
    [CML_QUANTITY_ACTIVE] = "active",
    [CML_QUANTITY_TRAINED] = "trained",
    [CML_QUANTITY_STORED] = "stored",
    [CML_QUANTITY_SHARERS] = "sharers",
    [CML_QUANTITY_ABOARD] = "aboard",
    [CML_QUANTITY_KEPT] = "kept",
    [CML_QUANTITY_MODELS] = "models",
    [CML_QUANTITY_SHAPED] = "shaped",
    [CML_QUANTITY_BLOCKS] = "blocks",
    [CML_QUANTITY_SHARD] = "shard",
    [CML_QUANTITY_FLOPS] = "flops",
    [CML_QUANTITY_ONCE] = "once",
    [CML_QUANTITY_STEP] = "step",
    [CML_QUANTITY_WAIT] = "wait",
    [CML_QUANTITY_PEAK] = "peak",
    [CML_QUANTITY_RATE] = "rate",
    [CML_QUANTITY_MEMORY] = "memory",
    [CML_QUANTITY_CHUNK_LAYERS] = "chunk_layers",
    [CML_QUANTITY_EXPERT_WIDTH] = "expert_width",
    [CML_QUANTITY_ROUTED] = "routed",
    [CML_QUANTITY_WHOLE] = "whole",
    [CML_QUANTITY_MOMENTS] = "moments",
    [CML_QUANTITY_ICI] = "ici",
    [CML_QUANTITY_DCN] = "dcn",
    [CML_QUANTITY_EACH] = "each",
    [CML_QUANTITY_IT] = "it",
};

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
	*mark = strchr("!#/", open[1]) ? open[1] : '\0';
	open += *mark ? 2 : 1;
	struct cml_slice name = {open, strcspn(open, "}")};
	size_t key = 0;
	while (key < CML_N_LAW_QUANTITIES && !(keys[key] && cml_slice_is(name, keys[key])))
		key++;
	assert(key < CML_N_LAW_QUANTITIES); /* else a formula names no quantity */
	return (enum cml_quantity)key;
}

bool cml_infer_law_names(const char *formula, enum cml_quantity quantity)
{
	char mark;
	while ((formula = strchr(formula, '{')) && key_at(formula, &mark) != quantity)
		formula++;
	return formula;
}

/* `(a == 'b')`, not `(a) + (b)`. */
static bool is_bracketed(const char *text)
{
	return *text == '(' && strchr(text, ')') == text + strlen(text) - 1;
}

/* A name or a call, which needs no brackets. */
static bool is_word(const char *text)
{
	const char *end = *text == '`' ? strchr(text + 1, '`') : NULL;
	size_t n = strcspn(text, " +-*/("), depth = 0;
	if (end || text[n] != '(')
		return end ? end[1] == '\0' : text[n] == '\0';
	for (text += n; *text; text++) {
		depth += *text == '(';
		depth -= *text == ')';
		if (depth == 0)
			return n > 0 && text[1] == '\0';
	}
	return false;
}

/* Whether what the braces are for is an argument of a function, or alone in brackets. */
static bool is_argument(const struct cml_buffer *text, const char *open)
{
	char before = text->size > 0 ? text->data[text->size - 1] : ' ';
	char next = open[strcspn(open, "}") + 1];
	bool is_next = before == ' ' && text->size > 1 && text->data[text->size - 2] == ',';
	return (before == '(' || is_next) && (next == ')' || next == ',');
}

/* Appends what stands in braces; false: it is not known, or not what the mark before it asks for:
 * `!` that it was found, `#` a column, `/` that some jobs alone have more than a node of it. */
static bool fill_key(const struct cml_infer_law *law, const char *open, struct cml_buffer *text)
{
	char mark;
	enum cml_quantity key = key_at(open, &mark);
	const char *known = law->known[key];
	if (!known || (mark == '!' && !law->is_found[key]) || (mark == '#' && !law->columns[key]) ||
	    (mark == '/' && !law->is_across[key]))
		return false;
	bool is_part = !is_word(known) && !is_bracketed(known) && !is_argument(text, open);
	cml_buffer_printf(text, is_part ? "(%s)" : "%s", known);
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

size_t cml_infer_law_count(struct cml_infer_law *law, const char *formula)
{
	return cml_infer_count_jobs(law->scope, cml_infer_law_fill(law, formula), false);
}

/* A name that no column has. */
const char *cml_infer_law_name(struct cml_infer_law *law, const char *name)
{
	return cml_infer_has_name(law->infer, name) ? cml_infer_keep(law->infer, "%s_law", name)
						    : name;
}

void cml_infer_law_row(struct cml_infer_law *law, const char *name, enum cml_role role,
		       const char *type, const char *formula, const char *doc)
{
	const char *cells[CML_N_SPACE_FIELDS] = {0};
	cells[CML_FIELD_NAME] = cml_infer_law_name(law, name);
	cells[CML_FIELD_ROLE] = cml_role_name(role);
	cells[CML_FIELD_TYPE] = type;
	cells[CML_FIELD_DOMAIN] = formula;
	cells[CML_FIELD_ENCODING] = role == CML_ROLE_DERIVED ? "none" : NULL;
	cells[CML_FIELD_DOC] = doc;
	if (role == CML_ROLE_DERIVED) {
		assert(law->scope->n_derived < CML_MAX_DERIVED); /* of tables, each once */
		law->scope->derived[law->scope->n_derived].name = cells[CML_FIELD_NAME];
		law->scope->derived[law->scope->n_derived++].formula = formula;
	}
	cml_space_text_row(law->text, cells, CML_N_USUAL_SPACE_FIELDS);
}

bool cml_infer_law_is_name(const char *text)
{
	return name_length(text) == strlen(text);
}

#define MIN_SPAN 3.9

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

const struct cml_infer_column *cml_infer_law_column(const struct cml_infer_law *law,
						    enum cml_quantity quantity, bool is_number)
{
	CML_EACH_COLUMN (column, &law->infer->rows)
		if (cml_is_config_role(column->role) &&
		    cml_name_quantity(column->plain) == quantity &&
		    (!is_number || column->is_number))
			return column;
	return NULL;
}

const struct cml_infer_column *cml_infer_law_limit(const struct cml_inference *infer)
{
	CML_EACH_COLUMN (column, &infer->rows)
		if (column->role == CML_ROLE_LIMIT)
			return column;
	return NULL;
}

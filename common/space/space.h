/* A space: what the columns of a job table are, and which configurations
 * exist. Read from a space file; see docs/man/cml-space.5.
 *
 * A row of values is a double for every column of the space, by position in the
 * file ("slot"): a number, the symbol id of a text, or NaN for missing, inactive
 * and not held (outcomes). A text that no level lists is held as a negative number made of
 * its hash, so that it equals itself and nothing else (see
 * cml_unknown_symbol). */
#ifndef CML_SPACE_SPACE_H
#define CML_SPACE_SPACE_H

#include "base/error.h"
#include "base/job_status.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "space/domain.h"
#include "space/expression/expression.h"
#include "space/space_text.h"
#include "table/symbols.h"
#include "table/table_reader.h"

enum cml_role {
	CML_ROLE_PARAM,   /* tunable */
	CML_ROLE_CONTEXT, /* a feature that search keeps fixed */
	CML_ROLE_DERIVED, /* number computed from columns above it, or see cml_is_given */
	CML_ROLE_TERM,    /* the same: a part of what the metric, or a limit, is made of */
	CML_ROLE_ROOF,    /* the same: the best that the metric can be */
	CML_ROLE_RULE,    /* truth that must hold */
	CML_ROLE_METRIC,
	CML_ROLE_LIMIT, /* measured outcome that must stay in its domain */
	CML_ROLE_STATUS,
	CML_ROLE_REASON, /* why a job failed, in words of programs */
	CML_ROLE_TIME,
	CML_ROLE_ID,
	CML_ROLE_WEIGHT,
	CML_ROLE_IGNORE,
};
const char *cml_role_name(enum cml_role role);

enum cml_encoding {
	CML_ENCODING_NONE, /* no feature */
	CML_ENCODING_ONEHOT,
	CML_ENCODING_VALUE, /* ordinal: position of the level, from 0 */
	CML_ENCODING_LOG,   /* log2 */
};

struct cml_space_column {
	const char *name;
	enum cml_role role;
	enum cml_type type; /* metric, weight, derived: float; limit: int or float */
	enum cml_encoding encoding;
	struct cml_domain domain;
	struct cml_level_map levels; /* texts: position in the domain by symbol id */
	const char *truths[2];       /* bool: its words for 0 and 1 in the domain; NULL: none */
	bool maximize;               /* metric */
	size_t law_of;               /* term: the slot of the metric or limit */
	bool admits;                 /* a value that the domain lacks, see cml_cell_admit */
	double admitted;
	/* The rule that more values of the domain are for than the file has; NULL: none. */
	const struct cml_space_column *grows_by;
	bool open;    /* texts without listed levels: "any value seen" */
	int monotone; /* how the chance that a job runs goes as the value grows:
		       * 1 rises, -1 falls, 0 not known */
	bool has_default;
	double default_value;
	struct cml_expression *when;       /* NULL: always active */
	struct cml_expression *expression; /* derived, rule; limit: that its bound is above 0 */
	struct cml_expression *bound;      /* limit: what it is a fraction of, with 1 as the upper
					    * end of its domain; NULL: nothing */
	const char *unit;
	const char *cells[CML_N_SPACE_FIELDS]; /* the row as written, trimmed; never NULL */
	const char *place; /* where its domain can be extended, for messages; NULL: not known */
	size_t line;       /* in the space file */
	/* status: words of this site and what they mean, from a domain such as
	 * `failed_or_zero=failed|done=ok`; texts are symbols. */
	size_t n_words;
	size_t *words;
	enum cml_job_status *word_statuses;
};

/* At most one column each of roof, status, time, weight, and two metrics, of which the first in the
 * file is `metric`; CML_NO_COLUMN where there is none. */
struct cml_space {
	struct cml_space_column *columns;
	size_t n_columns;
	size_t metric;
	size_t second; /* metric */
	size_t roof;
	size_t status;
	size_t reason;
	size_t time;
	size_t weight;
	struct cml_symbols symbols;
	struct cml_arena arena;
	struct cml_buffer text;   /* the space file as CSV, normalised; what a model file carries */
	struct cml_symbols names; /* of the columns, whose slots are the ids */
	size_t *key_order;        /* slots of params and contexts in byte order of their names */
	size_t n_key;
	size_t
	    *limits; /* slots of the limits, in file order, and of the second metric after them */
	size_t n_limits;
	size_t n_measured; /* with the second metric */
};

/* Reads a space file (CSV or TSV by extension; gzip too; at most 64 MiB). Lines that begin with '#'
 * are comments. Checks everything
 * that can be checked without data: known header columns (name and role
 * required, any order, others refused with the nearest known name), roles,
 * types, domains, encodings, unique names, defaults inside their domains,
 * expressions, that `when` and derived expressions use only columns of rows
 * above them, and that no expression uses an outcome. Errors carry file, line and header column;
 * expression errors name the row too. At least one param or context is required. */
enum cml_result cml_space_open(struct cml_space **space, const char *path, struct cml_error *err);

/* The same from the text of such a file, which is overwritten; path is for messages and for the
 * delimiter. */
enum cml_result cml_space_open_text(struct cml_space **space, struct cml_buffer *text,
				    const char *path, struct cml_error *err);

/* The same from the bytes of a CSV file without comments; name is for messages. */
enum cml_result cml_space_from_text(struct cml_space **space, struct cml_slice text,
				    const char *name, struct cml_error *err);

/* Says in messages about values outside a domain where all domains can be extended, as "the space
 * file and train again". text outlives the space. */
void cml_space_set_place(struct cml_space *space, const char *text);

void cml_space_free(struct cml_space *space); /* NULL is allowed */
AUTOPTR_BY(cml_space, cml_space_free)

size_t cml_space_find(const struct cml_space *space, struct cml_slice name); /* or CML_NO_COLUMN */

/* Params and contexts make up a configuration. */
bool cml_is_config_role(enum cml_role role);
/* Derived columns, terms and the roof follow from the columns above them. */
bool cml_is_computed_role(enum cml_role role);
/* Either: what expressions and features are made of. */
bool cml_is_feature_role(enum cml_role role);
/* A derived column without an expression: what another program computed of a configuration, such as
 * the prediction of a simulator. It is read from tables, as a configuration is, and not drawn;
 * numbers that are not above 0 are missing. */
bool cml_is_given(const struct cml_space_column *column);
/* The first given column of which values (by slot; NULL: any) have none; CML_NO_COLUMN: none. */
size_t cml_space_lacks(const struct cml_space *space, const double *values);
/* Params, contexts and what is given: columns that every table of configurations has. */
bool cml_is_read(const struct cml_space_column *column);
/* Rules, and limits whose bound is an expression: the truth in `expression` must hold. */
bool cml_is_rule(const struct cml_space_column *column);
/* Whether a row applies: 1; 0 when its condition is false or missing; -1 when the
 * condition is undefined. */
int cml_column_applies(const struct cml_space_column *column, const double *values);
/* Metric, limit and status: the outcome of a job. */
bool cml_is_outcome_role(enum cml_role role);

/* Whether some column is open and needs its levels learned before encoding. */
bool cml_space_has_open(const struct cml_space *space);
/* Adds a level to an open column. Call cml_space_close when all are in: it
 * puts the levels in byte order, so that the result does not depend on the
 * order of rows, writes them into space->text and marks the columns closed, but for one of no
 * encoding that has none. */
enum cml_result cml_space_add_level(struct cml_space *space, size_t column, struct cml_slice level,
				    struct cml_error *err);
enum cml_result cml_space_close(struct cml_space *space, struct cml_error *err);

/* A scope over the params, contexts and derived columns of the rows before
 * `before` (n_columns: all), for expressions that users give on a command line.
 * Lives as long as the space, and may not move. */
struct cml_space_scope {
	struct cml_scope scope;
	const struct cml_space *space;
	size_t before;
	bool has_metric;   /* the metric too, which the caller predicts; set after init */
	char problem[400]; /* the last sentence of scope.find */
};
void cml_space_scope_init(struct cml_space_scope *scope, struct cml_space *space, size_t before);

/* The value of a text that is no level: negative, from 51 bits of its hash. */
double cml_unknown_symbol(struct cml_slice text);
/* The same of the hash that symbols keep of their texts. */
double cml_unknown_of_hash(uint64_t hash);

/* The text of a value as written in job tables: level, number in shortest
 * form, for a bool the words of its domain or 0/1, empty for NaN, `?` for a text that was no level.
 * number is scratch. */
struct cml_slice cml_value_text(const struct cml_space *space, size_t column, double value,
				char number[CML_NUMBER_SIZE]);

/* Expressions over the columns of a space, with corrections of names in the errors. */

/* cml_expression_compile in a scope of a space. Where that fails and the text has the name of a row
 * that needs backticks (`SeqLen [tok]`), or a level that needs quotes (`Qwen-32B`), without them,
 * the error says that, too. Of several the longest. */
enum cml_result cml_space_compile(struct cml_expression **expression, struct cml_slice text,
				  const struct cml_space_scope *scope, enum cml_value_type want,
				  struct cml_error *err);

/* Rows of a space file, one by one: what reading and closing a space share. */

/* Fills a column from its cells: role, type, domain, encoding, default, status
 * words. Expressions are left to the caller, who knows the other rows. Errors
 * carry the column of the space file, not the line. */
enum cml_result cml_space_row_parse(struct cml_space *space, struct cml_space_column *column,
				    struct cml_error *err);

/* The expression that the bound of a limit is, of `:EXPRESSION`; empty where it is a number, and in
 * columns of other roles. */
struct cml_slice cml_limit_bound(const struct cml_space_column *column);

/* Writes space->text anew from the cells of all rows. */
enum cml_result cml_space_rows_write(struct cml_space *space, struct cml_error *err);

#endif

#include "infer/infer_state.h"

#include "base/model_name.h"

#include <math.h>
#include <string.h>

#define MIN_VALUES 3
/* Configurations that agree with another one of the same value. */
#define MIN_AGREEING 20
/* Nearly all: rows for each whose job never started. */
#define NEARLY 20
/* Fewer texts that determine the devices may be a setting that somebody kept for each size. */
#define MIN_LABELS 8

static bool is_context(const struct cml_infer_column *column)
{
	return column->role == CML_ROLE_CONTEXT;
}

/* A number of devices or nodes; `GPU` may also hold names of devices. */
static bool is_size(const struct cml_infer_column *column)
{
	return is_context(column) && column->is_number &&
	       (cml_name_counts_devices(column->plain) || cml_name_counts_nodes(column->plain));
}

double cml_infer_ratio(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
		       const struct cml_infer_column *other, const struct cml_infer_column *by)
{
	bool are_numbers = column->is_number && other->is_number;
	double ratio = 0;
	size_t n_lacking = 0;
	if (!are_numbers && (!column->is_text || !other->is_text))
		return 0;
	for (size_t row = 0; row < rows->n_rows; row++) {
		double x = column->sample[row];
		double y = other->sample[row] * (by ? by->sample[row] : 1);
		if (isnan(x) && isnan(y))
			continue;
		if ((isnan(x) || isnan(y)) && !rows->job_ok[row] && is_context(column) &&
		    is_context(other) && NEARLY * ++n_lacking <= rows->n_rows)
			continue;
		if (ratio == 0)
			ratio = are_numbers ? x / y : 1;
		if (!(fabs(x - ratio * y) <= 1e-9 * fabs(x)))
			return 0;
	}
	return isfinite(ratio) && ratio > 0 ? ratio : 0;
}

/* A load, which a benchmark sends ten times as many prompts for. */
static bool is_load(const struct cml_infer_column *column)
{
	return cml_name_has(column->plain, "concurrency concurrent users");
}

/* Whether of two columns that say the same the other one stays: a number of devices, a load, a
 * context. */
static bool says_less(const struct cml_infer_column *column, const struct cml_infer_column *other)
{
	bool devices = cml_name_counts_devices(column->plain), load = is_load(column);
	if (devices != cml_name_counts_devices(other->plain))
		return !devices;
	if (load != is_load(other))
		return !load;
	return !is_context(column) || is_context(other);
}

static void drop_copy(struct cml_inference *infer, struct cml_infer_column *column,
		      struct cml_infer_column *other)
{
	double ratio = cml_infer_ratio(&infer->rows, column, other, NULL);
	size_t n_values = column->n_sample_distinct, min_values = ratio == 1 ? 2 : MIN_VALUES;
	size_t n_rows = column->n_sample_present;
	if (other->n_sample_present < n_rows)
		n_rows = other->n_sample_present;
	if (ratio == 0 || n_values < min_values || n_rows < CML_RELATION_MIN_ROWS)
		return;
	struct cml_infer_column *gone = says_less(column, other) ? column : other;
	ratio = gone == column ? ratio : 1 / ratio;
	const char *stays = gone == column ? other->name : column->name;
	gone->role = CML_ROLE_IGNORE;
	if (ratio == 1)
		cml_infer_note(infer, gone, "sure: ignore, the same as '%s' in all %zu rows", stays,
			       n_rows);
	else
		cml_infer_note(infer, gone, "sure: ignore, it is '%s' %s %g in all %zu rows", stays,
			       ratio > 1 ? "times" : "divided by", ratio > 1 ? ratio : 1 / ratio,
			       n_rows);
}

static bool is_size_text(struct cml_slice text)
{
	return text.size > 1 && strchr("kKmMbBtT", text.data[text.size - 1]) &&
	       cml_is_digit(text.data[text.size - 2]) &&
	       !(cml_active_in_name(text) < cml_size_in_name(text));
}

/* Numbers of a size label as its text has it: `7b`, `mpt-1.3B`, `125M`; `8x7b` is more. */
static bool is_size_label(const struct cml_infer_column *column)
{
	size_t n = column->texts.n;
	return column->is_text && n > 1 && n <= CML_INFER_MAX_LEVELS &&
	       cml_infer_count_texts(column, is_size_text, NULL) == n;
}

/* Whether a column has two values in the rows of the order, missing being one: those where the
 * column is set that the order is by. A setting of one branch says nothing of those of another. */
static bool varies(const struct cml_infer_order *order, const struct cml_infer_column *column)
{
	double first = order->n > 0 ? column->sample[order->items[0].row] : 0;
	for (size_t i = 1; i < order->n; i++) {
		double value = column->sample[order->items[i].row];
		if (isnan(first) ? !isnan(value) : first != value)
			return true;
	}
	return false;
}

/* Whether a column has one value for each of the column that the order is by, which enough
 * different configurations show; nearly: but for a few, and what is missing. Numbers that hardly
 * come twice decide anything. */
static bool follows(const struct cml_infer_order *order, const struct cml_infer_column *column,
		    const struct cml_infer_column *by, bool nearly)
{
	size_t n_values = column->n_sample_distinct + (column->n_missing > 0), n_other;
	if (!cml_is_config_role(column->role) || column == by || n_values < 2 ||
	    (!nearly && by->n_sample_distinct < n_values) || !varies(order, column) ||
	    (by->is_number && cml_infer_seldom_repeats(by)))
		return false;
	size_t n_agreeing = cml_infer_count_agreeing(order, column, &n_other);
	return n_agreeing >= MIN_AGREEING && NEARLY * n_other <= (nearly ? n_agreeing : 0);
}

/* Whether a rule ties two columns. */
static bool are_tied(const struct cml_inference *infer, const struct cml_infer_column *a,
		     const struct cml_infer_column *b)
{
	for (size_t i = 0; i < infer->relations.n; i++) {
		const struct cml_relation *by = &infer->relations.items[i];
		bool may_tie = by->kind <= CML_RELATION_CEILING ||
			       (by->kind == CML_RELATION_BALANCE && by->n_members > 2);
		if (may_tie && cml_relation_has(by, 0, a) && cml_relation_has(by, 0, b))
			return true;
	}
	return false;
}

/* Whether a param that follows from another is a property of it. */
static bool is_property(const struct cml_infer_column *column)
{
	return column->is_number && !column->is_bool &&
	       (!cml_named(column, CML_NAME_TUNED) ||
		cml_name_has(column->plain, "ratio factor fraction"));
}

static void note_inseparable(struct cml_inference *infer, struct cml_infer_column *column,
			     const struct cml_infer_column *by)
{
	if (column->n_sample_distinct < 2 || column->is_inseparable)
		return;
	column->is_inseparable = true;
	bool may_set = by->is_number && by->role == CML_ROLE_CONTEXT;
	cml_infer_note(infer, column,
		       "unsure: param, though each of %zu values of '%s' has one value of it in "
		       "all %zu rows: its effect cannot be separated%s%s%s",
		       by->n_sample_distinct, by->name, infer->rows.n_rows,
		       may_set ? "; if it sets '" : "", may_set ? by->name : "",
		       may_set ? "', ignore that" : "");
}

/* Params that are properties of what a context names become contexts, or are ignored where some of
 * it has none, as properties of another param are; those that people tune stay. */
static void take_properties(struct cml_inference *infer, struct cml_infer_order *order,
			    const struct cml_infer_column *by)
{
	bool of_context = is_context(by);
	cml_infer_sort_by(order, by);
	CML_EACH_COLUMN (column, &infer->rows) {
		if (column->role != CML_ROLE_PARAM || !follows(order, column, by, false) ||
		    (!of_context && are_tied(infer, column, by)))
			continue;
		bool is_twin = column->is_text && by->is_text && column > by &&
			       column->n_sample_distinct == by->n_sample_distinct;
		bool is_tuned = cml_named(column, CML_NAME_TUNED) &&
				!cml_name_counts_devices(column->plain) &&
				!cml_name_counts_work(column->plain);
		if (of_context ? is_tuned : !is_twin && !is_property(column)) {
			if (of_context || by->n_sample_distinct > column->n_sample_distinct ||
			    (column > by && !is_property(by)))
				note_inseparable(infer, column, by);
			continue;
		}
		column->role =
		    of_context && column->n_missing == 0 ? CML_ROLE_CONTEXT : CML_ROLE_IGNORE;
		cml_infer_note(
		    infer, column,
		    "likely: %s, each of %zu values of '%s' has one value of it%s in all %zu rows",
		    cml_role_name(column->role), by->n_sample_distinct, by->name,
		    column->n_missing > 0 ? ", or none," : "", infer->rows.n_rows);
	}
}

/* Names of devices, by its texts and its own. */
static bool names_chips(const struct cml_infer_column *column)
{
	return is_context(column) && cml_infer_names_devices(column) &&
	       cml_name_has(column->plain, "gpu device accelerator chip tpu");
}

/* Of machines or a partition that follow from the devices in them; the next job's are asked for by
 * these. */
static void drop_machine(struct cml_inference *infer, struct cml_infer_order *order,
			 struct cml_infer_column *machine)
{
	if (!is_context(machine) || !machine->is_text || names_chips(machine) ||
	    !cml_name_is_hardware(machine->plain))
		return;
	CML_EACH_COLUMN (chips, &infer->rows) {
		if (!names_chips(chips))
			continue;
		cml_infer_sort_by(order, chips);
		if (!follows(order, machine, chips, false))
			continue;
		machine->role = CML_ROLE_IGNORE;
		cml_infer_note(infer, machine, "likely: ignore, it follows from '%s'", chips->name);
		return;
	}
}

/* Texts that determine the number of devices or nodes are a name of where jobs ran, sizes in a
 * label are those of a column of numbers, and so are the resources that a scheduler lists. */
static void drop_label(struct cml_inference *infer, struct cml_infer_order *order,
		       struct cml_infer_column *label)
{
	bool is_place = label->role == CML_ROLE_PARAM && label->is_text &&
			label->n_sample_distinct >= MIN_LABELS;
	bool is_list = is_context(label) && cml_infer_holds_dicts(label);
	bool is_label = is_list || (is_context(label) && is_size_label(label));
	if (!is_place && !is_label)
		return;
	CML_EACH_COLUMN (number, &infer->rows) {
		const struct cml_infer_column *leader = is_place ? label : number;
		bool is_size_of_place = is_size(number) && number->n_sample_distinct > 1;
		/* Parameters that a token meets are not all of a mixture. */
		if (!is_context(number) || !number->is_number || (is_place && !is_size_of_place) ||
		    cml_name_quantity(number->plain) == CML_QUANTITY_ACTIVE)
			continue;
		cml_infer_sort_by(order, leader);
		if (!follows(order, is_place ? number : label, leader, is_list))
			continue;
		label->role = CML_ROLE_IGNORE;
		cml_infer_note(infer, label,
			       is_place
				   ? "likely: ignore, each of its texts has one number of '%s', "
				     "which says it"
				   : "likely: ignore, it follows from '%s', which has its sizes in "
				     "numbers",
			       number->name);
		return;
	}
}

/* A note on ids of one configuration, each in several rows: a row for each iteration. False: these
 * are none. */
static bool note_iterations(struct cml_inference *infer, struct cml_infer_order *order,
			    struct cml_infer_column *id)
{
	size_t n_again = 0;
	if (id->role != CML_ROLE_ID || id->n_sample_distinct < MIN_VALUES)
		return false;
	cml_infer_sort_by(order, id);
	for (size_t i = 1; i < order->n; i++) {
		const struct cml_infer_order_row *row = &order->items[i], *before = row - 1;
		if (before->key != row->key)
			continue;
		if (before->configuration != row->configuration)
			return false;
		n_again++;
	}
	if (n_again < MIN_AGREEING || 2 * n_again < order->n)
		return false;
	cml_infer_note(infer, id,
		       "likely: id, %zu in %zu rows; if a row is an iteration, no job, keep the "
		       "last of each: awk -F, 'NR == 1 { print; next } { row[$%zu] = $0 } END { "
		       "for (id in row) print row[id] }'",
		       id->n_sample_distinct, order->n, (size_t)(id - infer->rows.columns) + 1);
	return true;
}

void cml_infer_follow(struct cml_inference *infer)
{
	static const enum cml_role roles[] = {CML_ROLE_CONTEXT, CML_ROLE_PARAM};
	struct cml_infer_rows *rows = &infer->rows;
	struct cml_infer_order order = cml_infer_order_of(rows);
	bool is_noted = false;
	cml_infer_drop_labels(infer, &order);
	CML_EACH_COLUMN (column, rows) {
		drop_label(infer, &order, column);
		drop_machine(infer, &order, column);
		is_noted = is_noted || note_iterations(infer, &order, column);
	}
	/* The context of the fewest values says it best. */
	for (size_t i = 0; i < 2; i++)
		for (size_t n = MIN_VALUES; n <= rows->n_rows; n++)
			CML_EACH_COLUMN (column, rows)
				if (column->role == roles[i] && !is_size(column) &&
				    column->n_sample_distinct == n)
					take_properties(infer, &order, column);
}

static bool may_be_factor(const struct cml_infer_column *column)
{
	return cml_is_config_role(column->role) && column->is_whole &&
	       column->n_sample_distinct > 1;
}

static bool accumulates(const struct cml_infer_column *column)
{
	return cml_name_quantity(column->plain) == CML_QUANTITY_ACCUMULATION;
}

/* A param that two others give, such as the tokens of a step. A context would stay: a target that
 * settings have to meet; but a total that leaves them nothing to choose, as nothing accumulates. */
static void drop_product(struct cml_inference *infer, struct cml_infer_column *column)
{
	struct cml_infer_rows *rows = &infer->rows;
	enum cml_quantity quantity = cml_name_quantity(column->plain);
	bool is_total = is_context(column) && quantity == CML_QUANTITY_GLOBAL_BATCH &&
			cml_name_has(column->plain, "total") && !cml_infer_is_minimized(infer);
	/* Ranks and batches of a trainer are nothing but themselves. */
	bool is_param =
	    column->role == CML_ROLE_PARAM && !cml_quantity_is(quantity, CML_KIND_LAYOUT);
	if (!(is_param || is_total) || !may_be_factor(column) ||
	    column->n_sample_distinct < MIN_VALUES || rows->n_rows < CML_RELATION_MIN_ROWS)
		return;
	CML_EACH_COLUMN (last, rows)
		for (struct cml_infer_column *first = rows->columns; first < last; first++) {
			if (last == column || first == column || !may_be_factor(last) ||
			    !may_be_factor(first))
				continue;
			double ratio = cml_infer_ratio(rows, column, last, first);
			/* That of 1 is a rule, and nothing is lost. */
			if (ratio == 0 ||
			    (is_total ? accumulates(first) || accumulates(last) : ratio == 1))
				continue;
			const char *times =
			    ratio == 1 ? "" : cml_infer_keep(infer, " times %g", ratio);
			column->role = CML_ROLE_IGNORE;
			cml_infer_note(infer, column,
				       "sure: ignore, it is '%s' times '%s'%s in all %zu rows",
				       first->name, last->name, times, rows->n_rows);
			return;
		}
}

void cml_infer_drop_copies(struct cml_inference *infer)
{
	struct cml_infer_rows *rows = &infer->rows;
	CML_EACH_COLUMN (column, rows)
		for (struct cml_infer_column *other = rows->columns; other < column; other++)
			if (cml_is_config_role(column->role) && cml_is_config_role(other->role))
				drop_copy(infer, column, other);
	CML_EACH_COLUMN (column, rows)
		drop_product(infer, column);
}

/* Rank correlation with the time, from which on a batch, or a column called k, is the work. */
#define MIN_CORRELATION 0.2

/* Whether the work of a step is in another column: dp * micro_batch * accum == global_batch. */
static bool is_tied(const struct cml_inference *infer, const struct cml_infer_column *column)
{
	for (size_t i = 0; i < infer->relations.n; i++) {
		const struct cml_relation *relation = &infer->relations.items[i];
		if (relation->kind <= CML_RELATION_DIVISIBLE &&
		    cml_relation_has(relation, 1, column) &&
		    cml_name_is_batch(relation->members[0]->plain))
			return true;
		if (relation->kind == CML_RELATION_BALANCE && cml_relation_has(relation, 0, column))
			return true;
	}
	return false;
}

/* growth: the correlation with what the metric costs. Whether a step has that batch of each copy.
 */
static bool give(struct cml_inference *infer, struct cml_infer_column *column, double growth)
{
	const struct cml_infer_column *metric = infer->rows.metric;
	bool costs_work = cml_name_costs_work(metric->plain);
	bool is_batch = (costs_work || cml_named(metric, CML_NAME_OF_STEP)) &&
			cml_name_is_batch(column->plain) && growth >= MIN_CORRELATION &&
			!is_tied(infer, column);
	const char *group = strrchr(column->plain, '.');
	bool is_size = (cml_name_counts_work(column->plain) && growth > -MIN_CORRELATION) ||
		       (cml_name_is(group ? group + 1 : column->plain, "k m n size") &&
			growth >= MIN_CORRELATION);
	if (!is_batch && !(costs_work && is_size))
		return false;
	column->role = CML_ROLE_CONTEXT;
	cml_infer_note(
	    infer, column,
	    is_batch ? "likely: context, as by '%.100s' the least work in a step would win; "
		       "to search it make a metric of samples in a time"
		     : "likely: context, the size of the work: by '%.100s' the least would win",
	    metric->name);
	return is_batch && cml_name_work(metric->plain) == CML_WORK_STEPS &&
	       cml_quantity_is(cml_name_quantity(column->plain), CML_KIND_MICRO);
}

/* Ranks that leave fewer copies of the devices, or, where none are counted, copies: with a batch of
 * each these are the work of a step. */
static void give_copies(struct cml_inference *infer)
{
	bool has[CML_N_QUANTITIES + 1] = {false};
	CML_EACH_COLUMN (column, &infer->rows)
		has[cml_name_quantity(column->plain)] |= cml_is_config_role(column->role);
	CML_EACH_COLUMN (column, &infer->rows) {
		enum cml_quantity q = cml_name_quantity(column->plain);
		bool cuts_model = cml_quantity_is(q, CML_KIND_CUTS_MODEL);
		bool are_copies =
		    q == CML_QUANTITY_DATA || q == CML_QUANTITY_FSDP || q == CML_QUANTITY_REPLICAS;
		bool has_devices = has[CML_QUANTITY_DEVICES] || has[CML_QUANTITY_NODES];
		if (column->role != CML_ROLE_PARAM || has[CML_QUANTITY_GLOBAL_BATCH] ||
		    !(has_devices ? cuts_model : are_copies))
			continue;
		column->role = CML_ROLE_CONTEXT;
		cml_infer_note(infer, column,
			       "likely: context, as by '%.100s' the fewest copies of the model "
			       "would win, which do the least work in a step; to search it make a "
			       "metric of samples in a time",
			       infer->rows.metric->name);
	}
}

void cml_infer_give_work(struct cml_inference *infer)
{
	double sign = cml_infer_is_minimized(infer) ? 1 : -1;
	bool is_of_copies = false;
	CML_EACH_COLUMN (column, &infer->rows)
		if (column->role == CML_ROLE_PARAM && column->is_number)
			is_of_copies |=
			    give(infer, column, sign * cml_infer_correlate(infer, column, NULL));
	if (is_of_copies)
		give_copies(infer);
}

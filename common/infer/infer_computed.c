/* Which columns were computed from the metric: `meets_slo`, `tier`, `pct_of_best`. */
#include "infer/infer_role.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Logarithm of 1 over the chance that the values of a column come in as many runs as there are
 * values; where its name does not say that it is computed. */
#define MIN_EVIDENCE 6.9
#define MIN_UNNAMED_EVIDENCE 13.8
/* Fewer values of a number may be those of a setting that decides the speed alone, and that other
 * settings give, such as a part of a total. */
#define MIN_NUMBERS 8
/* A setting that decides the speed leaves gaps between its values, as many times those around. */
#define WIDE_GAP 3
#define N_AROUND 4
/* Couples of jobs that differ in nothing else, and of these those that differ in a result. */
#define MIN_COUPLES 5
#define MAX_DIFFERING 0.2
#define NEAR_APART 1.5 /* of the couples of one value, those that are most apart */
/* Jobs of the same hardware that differ in another column; of the same settings. */
#define MIN_AGREEING 20
#define MIN_ODD_VALUES 3

struct job {
	double metric, value;
	uint64_t others; /* hash of the other columns of few values */
};

static int compare_jobs(const void *a, const void *b)
{
	const struct job *x = a, *y = b;
	if (x->metric != y->metric)
		return x->metric < y->metric ? -1 : 1;
	return (x->value > y->value) - (x->value < y->value);
}

static int compare_others(const void *a, const void *b)
{
	const struct job *x = a, *y = b;
	return (x->others > y->others) - (x->others < y->others);
}

/* Marks what may tell jobs apart but for a column: others of few values. */
static void mark_others(const struct cml_infer_rows *rows, const struct cml_infer_column *column)
{
	CML_EACH_COLUMN (other, rows)
		other->is_marked = !other->decided && other != column &&
				   4 * other->n_sample_distinct < rows->n_rows;
}

/* The jobs that have a value, by the hash of the marked columns, and where they ran their metric.
 */
static size_t list_jobs(const struct cml_infer_rows *rows, const struct cml_infer_column *column,
			bool that_ran, struct job *jobs)
{
	size_t n = 0;
	for (size_t i = 0; i < rows->n_rows; i++)
		if (!isnan(column->sample[i]) && !(that_ran && isnan(cml_infer_metric_of(rows, i))))
			jobs[n++] = (struct job){rows->metric->sample[i], column->sample[i],
						 cml_infer_hash_marked(rows, i)};
	return n;
}

/* How wide the gap before a job is, in the widest inside of runs around it; 0: there is none. */
static double gap_at(const struct job *jobs, size_t n, size_t at)
{
	double around = 0;
	for (size_t k = at > N_AROUND ? at - N_AROUND : 1; k < n && k <= at + N_AROUND; k++)
		if (jobs[k].value == jobs[k - 1].value)
			around = fmax(around, jobs[k].metric - jobs[k - 1].metric);
	return around > 0 ? (jobs[at].metric - jobs[at - 1].metric) / around : 0;
}

/* The evidence that the values are ranges of the metric, numbers in their order: 0 where there are
 * more runs than values. *gap: the narrowest between two runs, as gap_at. */
static double evidence_of(const struct job *jobs, size_t n, size_t n_values, bool are_numbers,
			  double *gap)
{
	double ways = lgamma((double)n + 1) - (are_numbers ? 0 : lgamma((double)n_values + 1));
	size_t n_runs = 0, first = 0, n_up = 0;
	*gap = INFINITY;
	for (size_t i = 1; i <= n; i++) {
		if (i < n && jobs[i].value == jobs[i - 1].value)
			continue;
		n_runs++;
		ways -= lgamma((double)(i - first) + 1);
		first = i;
		if (i == n)
			break;
		n_up += jobs[i].value > jobs[i - 1].value;
		*gap = fmin(*gap, gap_at(jobs, n, i));
	}
	bool in_order = n_up == 0 || n_up + 1 == n_runs;
	return n_runs > n_values || (are_numbers && !in_order) ? 0 : ways;
}

/* Whether jobs that are alike otherwise mostly have one value, as no setting has that is varied,
 * and no gap is wider than those around it; or some differ that are hardly further apart in the
 * metric than those of one value, as in no setting that decides it: *is_cut. */
static bool follows_others(struct job *jobs, size_t n, double gap, bool *is_cut)
{
	size_t n_couples[2] = {0, 0}; /* of one value, and differing */
	double apart[2] = {0, 0};     /* at most */
	qsort(jobs, n, sizeof *jobs, compare_others);
	for (size_t i = 1; i < n; i++) {
		bool differ = jobs[i].value != jobs[i - 1].value;
		if (jobs[i].others != jobs[i - 1].others)
			continue;
		n_couples[differ]++;
		apart[differ] = fmax(apart[differ], fabs(jobs[i].metric - jobs[i - 1].metric));
	}
	n = n_couples[false] + n_couples[true];
	*is_cut = n_couples[false] >= MIN_AGREEING && n_couples[true] > 0 &&
		  apart[true] <= NEAR_APART * apart[false];
	return (*is_cut || gap <= (n >= MIN_COUPLES ? WIDE_GAP : 1)) &&
	       (double)n_couples[true] <= MAX_DIFFERING * (double)n;
}

/* Whether texts grade what they stand beside, as those of tests and kernels do not. */
static bool are_grades(const struct cml_infer_column *column)
{
	static const char grades[] =
	    "slow slower slowest fast faster fastest low high good great bad poor best worst top "
	    "bottom medium mid average ok pass fail yes no true false";
	return column->is_number || column->is_bool ||
	       cml_infer_some_text(column, cml_name_has, grades);
}

/* How many jobs have the value of another one, as all do that have one and are alike in the marked
 * columns; 0: some do not. */
static size_t count_agreeing(const struct cml_infer_rows *rows,
			     const struct cml_infer_column *column)
{
	struct job *jobs = rows->scratch;
	size_t n = list_jobs(rows, column, false, jobs), n_agreeing = 0;
	qsort(jobs, n, sizeof *jobs, compare_others);
	for (size_t i = 1; i < n; i++) {
		bool are_alike = jobs[i].others == jobs[i - 1].others;
		if (are_alike && jobs[i].value != jobs[i - 1].value)
			return 0;
		n_agreeing += are_alike;
	}
	return n_agreeing;
}

bool cml_shows_machine_memory(struct cml_look *look, const struct cml_infer_column *column)
{
	const struct cml_infer_rows *rows = look->rows;
	size_t n_hardware = 0;
	if (!column->is_number || column->n_missing > 0 || column->n_sample_distinct < 2 ||
	    !cml_named(column, CML_NAME_MEMORY) || cml_named(column, CML_NAME_USED_MEMORY) ||
	    cml_name_has(column->plain, "bandwidth bw"))
		return false;
	CML_EACH_COLUMN (other, rows)
		n_hardware += other->is_marked = cml_name_is_hardware(other->plain);
	return n_hardware > 0 && count_agreeing(rows, column) >= MIN_AGREEING;
}

/* Odd values, as people seldom choose, that follow from the settings, and not from texts alone: a
 * model has a size. */
bool cml_shows_followed_memory(struct cml_look *look, const struct cml_infer_column *column)
{
	const struct cml_infer_rows *rows = look->rows;
	if (!column->is_number || column->n_distinct_numbers < MIN_ODD_VALUES ||
	    !cml_named(column, CML_NAME_MEMORY) || cml_name_is_context(column->plain) ||
	    cml_infer_is_progression(column) || !cml_infer_has_odd_values(column))
		return false;
	CML_EACH_COLUMN (other, rows)
		other->is_marked = other->is_text && !other->decided;
	if (count_agreeing(rows, column) > 0)
		return false;
	mark_others(rows, column);
	return count_agreeing(rows, column) >= MIN_AGREEING;
}

bool cml_shows_ranges(struct cml_look *look, const struct cml_infer_column *column)
{
	const struct cml_infer_rows *rows = look->rows;
	size_t n_values = column->n_sample_distinct;
	if (n_values < 2 ||
	    (cml_named(column, CML_NAME_TUNED) && !(column->is_text && are_grades(column))) ||
	    cml_name_is_context(column->plain) || column->is_version ||
	    cml_infer_names_models(column))
		return false;
	struct job *jobs = rows->scratch;
	mark_others(rows, column);
	size_t n = list_jobs(rows, column, true, jobs);
	qsort(jobs, n, sizeof *jobs, compare_jobs);
	bool is_number = column->is_number && !column->is_bool;
	bool is_few = is_number && n_values < MIN_NUMBERS;
	double gap, evidence = evidence_of(jobs, n, n_values, is_number, &gap);
	snprintf(look->detail, sizeof look->detail, "%zu values is a range of '%.100s'", n_values,
		 rows->metric->name);
	if (cml_named(column, CML_NAME_COMPUTED) && !(is_few && gap > WIDE_GAP))
		return evidence >= MIN_EVIDENCE;
	bool is_cut;
	return evidence >= MIN_UNNAMED_EVIDENCE && 2 * n_values <= n &&
	       follows_others(jobs, n, gap, &is_cut) && (is_cut || (!is_few && are_grades(column)));
}

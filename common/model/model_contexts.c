#include "model/model_contexts.h"

#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>

/* Values of a domain that are looked at one by one. */
#define MAX_VALUES 1000000
/* Of a factor: codes are floats, and logarithms of larger numbers have fewer digits. */
#define FACTOR_ERROR 1e-5

struct question {
	const struct cml_model *model;
	const double *given;
	size_t slot, column; /* column: of the support */
	size_t n_jobs;
	bool *matches; /* n_jobs */
};

/* The column of support that has a slot's features; the number of columns: none. */
static size_t find_column(const struct cml_model *model, size_t slot)
{
	size_t n = cml_support_n_columns(model->support), c = 0;
	while (c < n &&
	       !(model->encoder.n_of[slot] > 0 &&
		 cml_support_column(model->support, c)->first == model->encoder.first[slot]))
		c++;
	return c;
}

static float code_of(const struct question *question, size_t job, size_t column)
{
	return cml_support_near_code(question->model->support, job, column);
}

/* The first job that has the code of a job in a column. */
static size_t first_like(const struct question *question, size_t job, size_t column)
{
	size_t first = 0;
	while (!cml_same_number(code_of(question, first, column), code_of(question, job, column)))
		first++;
	return first;
}

static const struct cml_space_column *column_of(const struct question *question, size_t slot)
{
	return &question->model->space->columns[slot];
}

/* As of cml_support_encode. False: the log cannot have it. */
static bool find_code(const struct cml_space_column *column, double value, float *code)
{
	struct cml_error ignored;
	double feature;
	if (column->encoding == CML_ENCODING_ONEHOT) {
		size_t level = cml_encode_level(column, value);
		*code = (float)level;
		return level != CML_NO_INDEX;
	}
	if (cml_encode_number(column, value, &feature, &ignored) != CML_OK)
		return false;
	*code = (float)feature;
	return !isnan(*code);
}

/* The only value of the domain that has this code. */
static bool find_value(const struct cml_space_column *column, float code, double *value)
{
	size_t n = 0;
	if (column->domain.n_values > MAX_VALUES)
		return false;
	for (size_t i = 0; i < column->domain.n_values && n < 2; i++) {
		float own;
		double at = cml_domain_value(&column->domain, i);
		if (!find_code(column, at, &own) || own != code)
			continue;
		*value = at;
		n++;
	}
	return n == 1;
}

/* The number that a code stands for; NaN: the column has none. */
static double number_of(const struct cml_space_column *column, float code)
{
	if (column->type != CML_TYPE_INT && column->type != CML_TYPE_FLOAT)
		return NAN;
	if (column->encoding == CML_ENCODING_ONEHOT)
		return code >= 0 && (size_t)code < column->domain.n_values
			   ? cml_domain_value(&column->domain, (size_t)code)
			   : NAN;
	return column->encoding == CML_ENCODING_LOG ? exp2((double)code) : (double)code;
}

static bool is_near(double a, double b)
{
	return fabs(a - b) <= FACTOR_ERROR * fabs(b);
}

/* The value that is factor times that of by, as the domain has it; otherwise as it is, and false.
 */
static bool find_multiple(const struct cml_space_column *column, double wanted, double *value)
{
	*value = is_near(round(wanted), wanted) ? round(wanted) : wanted;
	return cml_domain_take(&column->domain, column->type, value);
}

/* Whether every job has the context as one multiple of a given one. */
static bool find_factor(const struct question *question, size_t by, double *factor)
{
	const struct cml_support *support = question->model->support;
	size_t other = find_column(question->model, by);
	double first = NAN;
	bool varies = false;
	*factor = NAN;
	if (other == cml_support_n_columns(support))
		return false;
	for (size_t i = 0; i < question->n_jobs; i++) {
		double x = number_of(column_of(question, by), code_of(question, i, other));
		double y = number_of(column_of(question, question->slot),
				     code_of(question, i, question->column));
		if (i == 0) {
			first = x;
			*factor = y / x;
		}
		if (!isfinite(*factor) || *factor == 0 || !is_near(y, *factor * x))
			return false;
		varies = varies || x != first;
	}
	return varies;
}

static bool follow_factor(const struct question *question, struct cml_followed *followed)
{
	const struct cml_space *space = question->model->space;
	for (size_t by = 0; by < space->n_columns; by++) {
		struct cml_followed own = {.by = by};
		if (space->columns[by].role != CML_ROLE_CONTEXT || isnan(question->given[by]) ||
		    !find_factor(question, by, &own.factor))
			continue;
		own.is_outside = !find_multiple(column_of(question, question->slot),
						own.factor * question->given[by], &own.value);
		if (followed->by == CML_NO_COLUMN || !own.is_outside)
			*followed = own;
		if (!own.is_outside)
			break;
	}
	return followed->by != CML_NO_COLUMN;
}

/* Leaves the jobs that have the given value of a context; false, and all of them, where none has.
 */
static bool match(const struct question *question, size_t by)
{
	const struct cml_support *support = question->model->support;
	size_t column = find_column(question->model, by);
	float code;
	bool any = false;
	if (column == cml_support_n_columns(support) ||
	    !find_code(column_of(question, by), question->given[by], &code))
		return false;
	for (size_t i = 0; i < question->n_jobs && !any; i++)
		any = code_of(question, i, column) == code;
	for (size_t i = 0; i < question->n_jobs && any; i++)
		question->matches[i] = question->matches[i] && code_of(question, i, column) == code;
	return any;
}

static void match_all(const struct question *question)
{
	for (size_t i = 0; i < question->n_jobs; i++)
		question->matches[i] = true;
}

/* The one value that the jobs which match have. */
static bool find_single(const struct question *question, double *value)
{
	float code = NAN;
	for (size_t i = 0; i < question->n_jobs; i++) {
		float own = code_of(question, i, question->column);
		if (!question->matches[i])
			continue;
		if (isnan(own) || (!isnan(code) && own != code))
			return false;
		code = own;
	}
	return !isnan(code) && find_value(column_of(question, question->slot), code, value);
}

static bool is_given(const struct question *question, size_t slot)
{
	return column_of(question, slot)->role == CML_ROLE_CONTEXT && !isnan(question->given[slot]);
}

static bool has_job(const struct question *question, size_t by)
{
	match_all(question);
	return match(question, by);
}

/* Of the jobs with a value of column `by` that an earlier job has, the share with that one's value
 * in the question's column: 1 where it depends on `by`. */
static double find_agreement(const struct question *question, size_t by)
{
	size_t n = 0, n_same = 0;
	for (size_t i = 0; i < question->n_jobs; i++) {
		size_t first = first_like(question, i, by);
		n += first < i;
		n_same += first < i && cml_same_number(code_of(question, first, question->column),
						       code_of(question, i, question->column));
	}
	return n > 0 ? (double)n_same / (double)n : 0;
}

/* The given contexts that the question's column depends on most. Names come before numbers, which
 * describe more than one thing. */
struct closest {
	size_t by, other; /* other: as close as by, and says otherwise; CML_NO_COLUMN: none */
	double agreement, value;
	bool is_name, has_value;
};

static struct closest find_closest(const struct question *question)
{
	struct closest closest = {.by = CML_NO_COLUMN, .other = CML_NO_COLUMN};
	for (size_t by = 0; by < question->model->space->n_columns; by++) {
		struct closest own = {.by = by, .other = CML_NO_COLUMN};
		if (!is_given(question, by) || !has_job(question, by))
			continue;
		own.has_value = find_single(question, &own.value);
		own.agreement = find_agreement(question, find_column(question->model, by));
		own.is_name = !cml_is_number_type(column_of(question, by)->type);
		bool is_as_close =
		    own.agreement == closest.agreement && own.is_name == closest.is_name;
		if (closest.by == CML_NO_COLUMN || own.agreement > closest.agreement ||
		    (own.agreement == closest.agreement && own.is_name && !closest.is_name))
			closest = own;
		else if (is_as_close && own.has_value && closest.has_value &&
			 own.value != closest.value)
			closest.other = by;
	}
	return closest;
}

static bool any_matches(const struct question *question)
{
	bool any = false;
	for (size_t i = 0; i < question->n_jobs; i++)
		any = any || question->matches[i];
	return any;
}

/* Leaves the jobs that have all given values that the log has at all; where none has them
 * together, those with the one that the context depends on most, or none, where *other says
 * otherwise. How many values that are, and the last one's slot. */
static size_t match_given(const struct question *question, size_t *by, size_t *other)
{
	size_t n_columns = question->model->space->n_columns, n = 0;
	*other = CML_NO_COLUMN;
	match_all(question);
	for (size_t slot = 0; slot < n_columns; slot++)
		if (is_given(question, slot) && match(question, slot)) {
			*by = slot;
			n++;
		}
	if (n == 0 || any_matches(question))
		return n;
	struct closest closest = find_closest(question);
	*by = closest.by;
	*other = closest.other;
	return *other == CML_NO_COLUMN && has_job(question, closest.by);
}

static bool follow_given(const struct question *question, struct cml_followed *followed)
{
	size_t by = CML_NO_COLUMN, other, n = match_given(question, &by, &other);
	if (n == 0 || !find_single(question, &followed->value))
		return false;
	followed->by = n == 1 ? by : CML_NO_COLUMN;
	return true;
}

/* False: *status, or the log cannot say. */
static bool ask(struct question *question, enum cml_result *status, struct cml_error *err)
{
	const struct cml_model *model = question->model;
	*status = CML_OK;
	if (!model->space || !model->support)
		return false;
	question->column = find_column(model, question->slot);
	question->n_jobs = cml_support_n_near(model->support);
	if (question->column == cml_support_n_columns(model->support))
		return false;
	if (CML_NEW(&question->matches, question->n_jobs))
		return true;
	*status = cml_fail_memory(err);
	return false;
}

/* The value of most of the jobs that have what is given; false: none, or the default is that of one
 * of them, or of no job at all: what nobody had is somebody's wish. */
static bool find_usual(const struct question *question, double *value)
{
	const struct cml_space_column *column = column_of(question, question->slot);
	float usual = NAN, of_default;
	size_t most = 0;
	bool is_known = false;
	size_t by, other;
	if (match_given(question, &by, &other) == 0 || !column->has_default ||
	    !find_code(column, column->default_value, &of_default))
		return false;
	for (size_t i = 0; i < question->n_jobs; i++) {
		float code = code_of(question, i, question->column);
		size_t n = 0;
		is_known = is_known || code == of_default;
		if (!question->matches[i] || isnan(code))
			continue;
		if (code == of_default)
			return false;
		for (size_t k = 0; k <= i; k++)
			n += question->matches[k] && code_of(question, k, question->column) == code;
		if (n > most) {
			most = n;
			usual = code;
		}
	}
	return most > 0 && is_known && find_value(column, usual, value);
}

enum cml_result cml_model_follow_context(const struct cml_model *model, const double *given,
					 size_t slot, bool is_usual, bool *found,
					 struct cml_followed *followed, struct cml_error *err)
{
	struct question question = {.model = model, .given = given, .slot = slot};
	enum cml_result status;
	*followed = (struct cml_followed){.by = CML_NO_COLUMN, .factor = NAN, .is_usual = is_usual};
	*found = false;
	if (ask(&question, &status, err))
		*found = is_usual ? find_usual(&question, &followed->value)
				  : follow_factor(&question, followed) ||
					follow_given(&question, followed);
	free(question.matches);
	return status;
}

/* Jobs may agree by accident so often. */
#define MAX_ACCIDENT 0.05

/* How many jobs have the most frequent value of a column, and how many values there are. counts:
 * by job, scratch. */
static size_t count_values(const struct question *question, size_t column, size_t *counts,
			   size_t *n_values)
{
	size_t most = 0;
	*n_values = 0;
	for (size_t i = 0; i < question->n_jobs; i++) {
		size_t first = first_like(question, i, column);
		counts[i] = 0;
		*n_values += first == i;
		if (++counts[first] > most)
			most = counts[first];
	}
	return most;
}

static bool is_no_accident(const struct question *question, size_t by, size_t *counts)
{
	size_t n_values, n = question->n_jobs;
	double most = (double)count_values(question, question->column, counts, &n_values);
	count_values(question, by, counts, &n_values);
	return most < (double)n &&
	       (double)(n - n_values) * log(most / (double)n) < log(MAX_ACCIDENT);
}

enum cml_result cml_model_find_unknown(const struct cml_model *model, const double *given,
				       size_t slot, size_t *by, size_t *other,
				       struct cml_error *err)
{
	struct question question = {.model = model, .given = given, .slot = slot};
	enum cml_result status = CML_OK;
	*by = *other = CML_NO_COLUMN;
	if (!isnan(given[slot]) || !ask(&question, &status, err))
		return status;
	size_t *counts = cml_array_new(question.n_jobs, sizeof *counts);
	if (!counts) {
		status = cml_fail_memory(err);
		goto out;
	}
	for (size_t s = 0; s < model->space->n_columns && *by == CML_NO_COLUMN; s++) {
		size_t column = find_column(model, s);
		if (is_given(&question, s) && column < cml_support_n_columns(model->support) &&
		    !has_job(&question, s) && find_agreement(&question, column) == 1 &&
		    is_no_accident(&question, column, counts))
			*by = s;
	}
	size_t last;
	if (*by == CML_NO_COLUMN && match_given(&question, &last, other) == 0 &&
	    *other != CML_NO_COLUMN)
		*by = last;
out:
	free(question.matches);
	free(counts);
	return status;
}

#include "space/domain.h"

#include "base/key.h"
#include "base/memory.h"
#include "base/number.h"
#include "space/space_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whole numbers up to here are doubles, and so are their neighbours. */
#define MAX_WHOLE 9007199254740992.0

/* How far a value may miss a member: relative to the member, but never so much
 * that it could be meant for the next one. */
#define RELATIVE_MISS 1e-9
#define STEP_MISS 1e-3

/* The largest power of ten that is a double. */
#define MAX_POWER_OF_TEN 1e22

void cml_domain_release(struct cml_domain *domain)
{
	free(domain->levels);
	*domain = (struct cml_domain){0};
}

void cml_domain_take_levels(struct cml_domain *domain, double *levels, size_t n)
{
	cml_domain_release(domain);
	*domain = (struct cml_domain){.kind = CML_DOMAIN_LEVELS, .n_values = n, .levels = levels};
}

enum cml_result cml_refuse_text(struct cml_error *err, const char *what, struct cml_slice text)
{
	return cml_fail(err, CML_BAD_DATA, "%s: %s", what, CML_QUOTED(text));
}

enum cml_result cml_refuse_number(struct cml_error *err, struct cml_slice text)
{
	char advice[CML_ADVICE_SIZE];
	return cml_fail(err, CML_BAD_DATA, "not a number: %s%s", CML_QUOTED(text),
			cml_number_advice(text, advice));
}

static enum cml_result parse_number(struct cml_slice text, enum cml_type type, double *value,
				    struct cml_error *err)
{
	if (!cml_parse_double(text, value))
		return cml_refuse_text(err, "not a number", text);
	*value += 0.0; /* -0 is 0 */
	if (type == CML_TYPE_INT && *value != nearbyint(*value))
		return cml_refuse_text(err, "not a whole number", text);
	if (type == CML_TYPE_INT && fabs(*value) > MAX_WHOLE)
		return cml_refuse_text(err, "too large for a whole number", text);
	return CML_OK;
}

bool cml_parse_truth(struct cml_slice text, double *value)
{
	static const char *const words[] = {"false", "true", "no", "yes"};
	if (cml_parse_double(text, value)) {
		*value += 0.0; /* -0 is 0 */
		return *value == 0 || *value == 1;
	}
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		*value = (double)(i % 2);
		if (cml_slice_is_nocase(text, words[i]))
			return true;
	}
	return false;
}

static enum cml_result parse_level(struct cml_slice text, enum cml_type type,
				   struct cml_symbols *symbols, double *value,
				   struct cml_error *err)
{
	if (cml_is_number_type(type))
		return parse_number(text, type, value, err);
	if (type == CML_TYPE_BOOL)
		return cml_parse_truth(text, value)
			   ? CML_OK
			   : cml_refuse_text(err, "not one of 0, 1, true, false, yes, no", text);
	size_t symbol = cml_symbols_intern(symbols, text);
	if (symbol == CML_NO_SYMBOL)
		return cml_fail_memory(err);
	*value = (double)symbol;
	return CML_OK;
}

/* What the levels of a list are gathered with. */
struct level_list {
	struct cml_slice text;
	struct cml_key_set seen;
	struct cml_buffer level;
	size_t capacity;
};

static enum cml_result add_level(struct cml_domain *domain, struct cml_slice part,
				 enum cml_type type, struct cml_symbols *symbols,
				 struct level_list *list, struct cml_error *err)
{
	double value = 0;
	uint64_t key;
	bool added;
	if (!cml_level_read(part, &list->level))
		return cml_fail_memory(err);
	bool may_be_empty = type == CML_TYPE_CATEGORICAL && domain->n_values == 0;
	if (list->level.size == 0 && !may_be_empty)
		return cml_refuse_text(err, "an empty level", list->text);
	if (parse_level(cml_buffer_slice(&list->level), type, symbols, &value, err) != CML_OK)
		return err->status;
	memcpy(&key, &value, sizeof key);
	if (cml_key_set_add(&list->seen, key, &added, err) != CML_OK)
		return err->status;
	if (!added)
		return cml_refuse_text(err, "a level occurs twice", part);
	if (!CML_RESERVE(&domain->levels, &list->capacity, domain->n_values + 1))
		return cml_fail_memory(err);
	domain->levels[domain->n_values++] = value;
	return CML_OK;
}

static enum cml_result parse_levels(struct cml_domain *domain, struct cml_slice text,
				    enum cml_type type, struct cml_symbols *symbols,
				    struct cml_error *err)
{
	struct level_list list = {.text = text};
	struct cml_slice rest = text, part;
	enum cml_result status = CML_OK;
	domain->kind = CML_DOMAIN_LEVELS;
	while (!status && cml_level_split(&rest, &part))
		status = add_level(domain, part, type, symbols, &list, err);
	cml_key_set_release(&list.seen);
	cml_buffer_release(&list.level);
	return status;
}

/* The least power of ten that makes a value whole, at least `scale`; 0 when
 * none does in doubles. A quotient of two whole doubles is the double nearest to
 * the decimal, so being equal to it is the proof. */
static double decimal_scale(double value, double scale)
{
	for (; scale <= MAX_POWER_OF_TEN; scale *= 10) {
		double whole = nearbyint(value * scale);
		if (fabs(whole) > MAX_WHOLE)
			return 0;
		if (whole / scale == value)
			return scale;
	}
	return 0;
}

static enum cml_result count_values(struct cml_domain *domain, double n, struct cml_slice text,
				    struct cml_error *err)
{
	/* Also false for NaN. */
	if (!(n < MAX_WHOLE))
		return cml_refuse_text(err, "too many values", text);
	domain->n_values = (size_t)n;
	return CML_OK;
}

static enum cml_result set_steps(struct cml_domain *domain, struct cml_slice text,
				 struct cml_error *err)
{
	domain->kind = CML_DOMAIN_STEPS;
	domain->scale = decimal_scale(domain->lo, 1);
	if (domain->scale > 0)
		domain->scale = decimal_scale(domain->step, domain->scale);
	/* The far end must be a whole double at this scale, too. */
	if (domain->scale > 0 && fabs(domain->hi * domain->scale) > MAX_WHOLE)
		domain->scale = 0;
	double n_steps = (domain->hi - domain->lo) / domain->step;
	if (count_values(domain, floor(n_steps * (1 + 1e-12) + RELATIVE_MISS) + 1, text, err) !=
	    CML_OK)
		return err->status;
	/* The quotient rounds, so it was taken generously: look at the values. */
	while (domain->n_values > 1 && cml_domain_value(domain, domain->n_values - 1) >
					   domain->hi + RELATIVE_MISS * domain->step)
		domain->n_values--;
	return CML_OK;
}

static enum cml_result set_powers(struct cml_domain *domain, struct cml_slice text,
				  struct cml_error *err)
{
	double limit = domain->hi * (1 + RELATIVE_MISS);
	domain->kind = CML_DOMAIN_POWERS;
	domain->scale = 0;
	if (domain->step == nearbyint(domain->step))
		domain->scale = decimal_scale(domain->lo, 1);
	if (!isfinite(domain->hi / domain->lo) || !isfinite(limit))
		return cml_refuse_text(err, "too wide a range", text);
	if (count_values(domain, floor(log(domain->hi / domain->lo) / log(domain->step)) + 1, text,
			 err) != CML_OK)
		return err->status;
	/* The logarithms round: look at the values themselves. */
	while (domain->n_values > 1 && cml_domain_value(domain, domain->n_values - 1) > limit)
		domain->n_values--;
	while (cml_domain_value(domain, domain->n_values) <= limit)
		domain->n_values++;
	return CML_OK;
}

/* text has the parts lo:hi, or lo:hi:step with a step that may start with `*`. */
static enum cml_result set_range(struct cml_domain *domain, struct cml_slice text,
				 enum cml_type type, struct cml_slice step, struct cml_error *err)
{
	bool open = !isfinite(domain->lo) || !isfinite(domain->hi);
	bool powers = step.size > 0 && step.data[0] == '*';
	if (domain->lo > domain->hi)
		return cml_refuse_text(err, "the range ends before it starts", text);
	domain->kind = CML_DOMAIN_RANGE;
	domain->step = 1;
	if (!step.data)
		return open || type != CML_TYPE_INT ? CML_OK : set_steps(domain, text, err);
	if (open)
		return cml_refuse_text(err, "steps need both ends of the range", text);
	if (powers) {
		step.data++;
		step.size--;
	}
	if (parse_number(step, type, &domain->step, err) != CML_OK)
		return err->status;
	if (powers && domain->step <= 1)
		return cml_refuse_text(err, "a factor must be more than 1", text);
	if (powers && domain->lo <= 0)
		return cml_refuse_text(err, "powers must start above 0", text);
	if (domain->step <= 0)
		return cml_refuse_text(err, "a step must be more than 0", text);
	return powers ? set_powers(domain, text, err) : set_steps(domain, text, err);
}

static enum cml_result parse_range(struct cml_domain *domain, struct cml_slice text,
				   enum cml_type type, struct cml_error *err)
{
	struct cml_slice parts[3] = {{0}};
	struct cml_slice rest = text, part;
	size_t n = 0;
	while (cml_slice_split(&rest, ':', &part)) {
		if (n == 3)
			return cml_refuse_text(err, "more parts than lo:hi:step", text);
		parts[n++] = cml_slice_trim(part);
	}
	if (parts[0].size == 0 && parts[1].size == 0)
		return cml_refuse_text(err, "a range without ends", text);
	domain->lo = -INFINITY;
	domain->hi = INFINITY;
	if ((parts[0].size > 0 && parse_number(parts[0], type, &domain->lo, err) != CML_OK) ||
	    (parts[1].size > 0 && parse_number(parts[1], type, &domain->hi, err) != CML_OK))
		return err->status;
	return set_range(domain, text, type, parts[2], err);
}

/* Whether text is a range of numbers, as opposed to a level such as `cuda:0`. */
static bool is_numeric_range(struct cml_slice text)
{
	struct cml_error ignored;
	struct cml_domain domain = {0};
	return memchr(text.data, ':', text.size) &&
	       parse_range(&domain, text, CML_TYPE_FLOAT, &ignored) == CML_OK;
}

/* A domain of numbers may be in another notation: `8-128`, `1, 2, 4`. */
static enum cml_result refuse_numbers(struct cml_slice text, struct cml_error *err)
{
	struct cml_error found = *err;
	if (memchr(text.data, ':', text.size) || memchr(text.data, '|', text.size))
		return found.status;
	return cml_fail(err, found.status,
			"%.600s; a range is written 8:128 or 8:128:*2, values 1|2|4",
			found.message);
}

enum cml_result cml_domain_parse(struct cml_domain *domain, struct cml_slice text,
				 enum cml_type type, struct cml_symbols *symbols,
				 struct cml_error *err)
{
	*domain = (struct cml_domain){0};
	text = cml_slice_trim(text);
	if (text.size == 0 && type == CML_TYPE_BOOL)
		text = cml_slice_of("0|1");
	if (text.size == 0 && type == CML_TYPE_ORDINAL)
		return cml_fail(err, CML_BAD_DATA,
				"an ordinal needs its levels, in order, as in low|mid|high");
	if (text.size == 0)
		return CML_OK;
	if (type == CML_TYPE_NONE)
		return cml_refuse_text(err, "values of no type have no domain", text);
	bool is_number = cml_is_number_type(type);
	if (!is_number && type != CML_TYPE_BOOL && is_numeric_range(text))
		return cml_refuse_text(err, "texts have no range; list them as in a|b|c", text);
	enum cml_result status = is_number && memchr(text.data, ':', text.size)
				     ? parse_range(domain, text, type, err)
				     : parse_levels(domain, text, type, symbols, err);
	if (status != CML_OK)
		cml_domain_release(domain);
	return status != CML_OK && is_number ? refuse_numbers(text, err) : status;
}

enum cml_result cml_domain_parse_list(struct cml_domain *domain, struct cml_slice text,
				      enum cml_type type, struct cml_symbols *symbols,
				      struct cml_error *err)
{
	AUTO(cml_buffer) levels = {0};
	cml_buffer_append(&levels, text.data, text.size);
	for (size_t i = 0; i < levels.size; i++)
		levels.data[i] = levels.data[i] == ',' ? '|' : levels.data[i];
	return levels.has_failed
		   ? cml_fail_memory(err)
		   : cml_domain_parse(domain, cml_buffer_slice(&levels), type, symbols, err);
}

double cml_domain_largest(const struct cml_domain *domain)
{
	double largest = -INFINITY;
	for (size_t i = 0; domain->kind == CML_DOMAIN_LEVELS && i < domain->n_values; i++)
		largest = fmax(largest, domain->levels[i]);
	if (domain->kind == CML_DOMAIN_LEVELS)
		return largest;
	return domain->n_values > 0               ? cml_domain_value(domain, domain->n_values - 1)
	       : domain->kind == CML_DOMAIN_RANGE ? domain->hi
						  : (double)INFINITY;
}

double cml_domain_decades(const struct cml_domain *domain)
{
	bool is_even = domain->kind == CML_DOMAIN_RANGE || domain->kind == CML_DOMAIN_STEPS;
	return is_even && domain->lo > 0 && isfinite(domain->hi) ? log10(domain->hi / domain->lo)
								 : 0;
}

double cml_domain_value(const struct cml_domain *domain, size_t i)
{
	double scale = domain->scale;
	if (domain->kind == CML_DOMAIN_LEVELS)
		return domain->levels[i];
	if (domain->kind == CML_DOMAIN_POWERS) {
		double factor = pow(domain->step, (double)i);
		double scaled = nearbyint(domain->lo * scale) * factor;
		return scale > 0 && isfinite(scaled) ? scaled / scale : domain->lo * factor;
	}
	if (scale > 0)
		return (nearbyint(domain->lo * scale) +
			(double)i * nearbyint(domain->step * scale)) /
		       scale;
	return domain->lo + (double)i * domain->step;
}

/* The index of the member nearest to value, of a domain with steps or powers. */
static size_t nearest_index(const struct cml_domain *domain, double value)
{
	double i = domain->kind != CML_DOMAIN_POWERS ? (value - domain->lo) / domain->step
		   : value > 0                       ? log(value / domain->lo) / log(domain->step)
						     : 0;
	i = nearbyint(i);
	if (!(i > 0))
		return 0;
	return i < (double)domain->n_values ? (size_t)i : domain->n_values - 1;
}

size_t cml_domain_index(const struct cml_domain *domain, double value)
{
	if (domain->kind == CML_DOMAIN_LEVELS) {
		for (size_t i = 0; i < domain->n_values; i++)
			if (domain->levels[i] == value)
				return i;
		return CML_NO_INDEX;
	}
	if (domain->n_values == 0 || !isfinite(value))
		return CML_NO_INDEX;
	size_t i = nearest_index(domain, value);
	return cml_domain_value(domain, i) == value ? i : CML_NO_INDEX;
}

/* Moves *value to member if it misses it by rounding alone; step: how far the
 * next member may be. */
static bool snap(double *value, double member, double step)
{
	double miss = fmin(RELATIVE_MISS * fmax(fabs(member), step), STEP_MISS * step);
	if (fabs(*value - member) > miss)
		return false;
	*value = member;
	return true;
}

static bool take_level(const struct cml_domain *domain, enum cml_type type, double *value)
{
	if (cml_domain_index(domain, *value) != CML_NO_INDEX)
		return true;
	if (!cml_is_number_type(type))
		return false;
	for (size_t i = 0; i < domain->n_values; i++)
		if (snap(value, domain->levels[i], fabs(domain->levels[i])))
			return true;
	return false;
}

bool cml_domain_take(const struct cml_domain *domain, enum cml_type type, double *value)
{
	double taken = *value;
	bool belongs = isfinite(taken);
	if (!belongs)
		return false;
	if (domain->kind == CML_DOMAIN_LEVELS) {
		belongs = take_level(domain, type, &taken);
	} else if (domain->kind == CML_DOMAIN_STEPS || domain->kind == CML_DOMAIN_POWERS) {
		double member = cml_domain_value(domain, nearest_index(domain, taken));
		double step =
		    domain->kind == CML_DOMAIN_STEPS ? domain->step : member * (domain->step - 1);
		belongs = snap(&taken, member, step);
	} else if (type == CML_TYPE_INT) {
		belongs = snap(&taken, nearbyint(taken), 1);
	}
	if (belongs && domain->kind == CML_DOMAIN_RANGE) {
		if (taken < domain->lo)
			belongs = snap(&taken, domain->lo, fabs(domain->lo));
		else if (taken > domain->hi)
			belongs = snap(&taken, domain->hi, fabs(domain->hi));
	}
	if (belongs)
		*value = taken + 0.0;
	return belongs;
}

void cml_level_map_release(struct cml_level_map *map)
{
	free(map->positions);
	*map = (struct cml_level_map){0};
}

bool cml_level_map_put(struct cml_level_map *map, size_t symbol, size_t position)
{
	if (!CML_RESERVE(&map->positions, &map->capacity, symbol + 1))
		return false;
	while (map->n <= symbol)
		map->positions[map->n++] = CML_NO_INDEX;
	map->positions[symbol] = position;
	return true;
}

bool cml_level_map_fill(struct cml_level_map *map, size_t n, const double *levels)
{
	bool ok = true;
	for (size_t i = 0; ok && i < n; i++)
		ok = cml_level_map_put(map, (size_t)levels[i], i);
	return ok;
}

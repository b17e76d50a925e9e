#include "base/date.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* What is read of a text. */
struct parts {
	int year, month, day;
	struct cml_time time; /* of the day */
};

/* Exactly n digits off the front of *rest. */
static bool take_digits(struct cml_slice *rest, size_t n, int *value)
{
	int number = 0;
	if (n > cml_count_digits(*rest))
		return false;
	for (size_t i = 0; i < n; i++)
		number = number * 10 + (rest->data[i] - '0');
	*rest = cml_slice_from(*rest, n);
	*value = number;
	return true;
}

/* A number of one or two digits. */
static bool take_short(struct cml_slice *rest, int *value)
{
	size_t n = cml_count_digits(*rest);
	return n >= 1 && n <= 2 && take_digits(rest, n, value);
}

/* A year: four digits and no more. */
static bool take_year(struct cml_slice *rest, int *year)
{
	return cml_count_digits(*rest) == 4 && take_digits(rest, 4, year);
}

static bool take(struct cml_slice *rest, const char *any_of)
{
	if (rest->size == 0 || rest->data[0] == '\0' || !strchr(any_of, rest->data[0]))
		return false;
	*rest = cml_slice_from(*rest, 1);
	return true;
}

static bool take_blanks(struct cml_slice *rest)
{
	size_t size = rest->size;
	*rest = cml_slice_trim(*rest);
	return rest->size < size;
}

static struct cml_slice take_word(struct cml_slice *rest)
{
	struct cml_slice word = *rest;
	for (word.size = 0;
	     word.size < rest->size && isalpha((unsigned char)rest->data[word.size]);)
		word.size++;
	*rest = cml_slice_from(*rest, word.size);
	return word;
}

/* The place of a word among n names, from 1, of which three letters or more are written; 0: none. A
 * point may follow. */
static int take_name(struct cml_slice *rest, const char *const *names, size_t n)
{
	struct cml_slice after = *rest, word = take_word(&after);
	for (size_t i = 0; i < n && word.size >= 3; i++)
		if (word.size <= strlen(names[i]) &&
		    strncasecmp(word.data, names[i], word.size) == 0) {
			take(&after, ".");
			*rest = after;
			return (int)i + 1;
		}
	return 0;
}

static bool take_month(struct cml_slice *rest, int *month)
{
	static const char *const names[] = {"january",   "february", "march",    "april",
					    "may",       "june",     "july",     "august",
					    "september", "october",  "november", "december"};
	*month = take_name(rest, names, sizeof names / sizeof *names);
	return *month > 0;
}

static void skip_weekday(struct cml_slice *rest)
{
	static const char *const names[] = {"monday", "tuesday",  "wednesday", "thursday",
					    "friday", "saturday", "sunday"};
	if (take_name(rest, names, sizeof names / sizeof *names) > 0) {
		take(rest, ",");
		take_blanks(rest);
	}
}

static int days_in_month(int year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
	return month == 2 && leap ? 29 : days[month - 1];
}

/* Days from 1970-01-01 in the Gregorian calendar, carried back before its
 * time. Years are counted from March, so that the leap day comes last. */
static int64_t days_since_epoch(int year, int month, int day)
{
	static const int before[] = {306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275};
	int64_t y = month <= 2 ? year - 1 : year;
	int64_t leaps = y >= 0 ? y / 4 - y / 100 + y / 400 : -1;
	return 365 * y + leaps + before[month - 1] + day - 1 - 719468;
}

/* The digits after a decimal point, as a fraction; at least one. */
static bool take_fraction(struct cml_slice *rest, double *fraction)
{
	size_t n = cml_count_digits(*rest);
	double place = 1;
	*fraction = 0;
	for (size_t i = 0; i < n; i++) {
		place /= 10;
		*fraction += place * (rest->data[i] - '0');
	}
	/* Many nines round up to the next second. */
	if (*fraction >= 1)
		*fraction = 0x1.fffffffffffffp-1;
	*rest = cml_slice_from(*rest, n);
	return n > 0;
}

/* AM or PM behind an hour from 1 to 12, or nothing. */
static bool take_half(struct cml_slice *rest, int *hour)
{
	struct cml_slice after = cml_slice_trim(*rest), word = take_word(&after);
	bool is_pm = cml_slice_is_nocase(word, "pm");
	if (!is_pm && !cml_slice_is_nocase(word, "am"))
		return true;
	*rest = after;
	bool ok = *hour >= 1 && *hour <= 12;
	*hour = *hour % 12 + (is_pm ? 12 : 0);
	return ok;
}

/* `17:05:09`, and `17-05-09` as file names have it. */
static bool take_clock(struct cml_slice *rest, struct cml_time *time)
{
	int hour, minute, second = 0;
	if (!take_short(rest, &hour))
		return false;
	const char *separator = rest->size > 0 && rest->data[0] == '-' ? "-" : ":";
	if (!take(rest, separator) || !take_digits(rest, 2, &minute))
		return false;
	if (take(rest, separator)) {
		if (!take_digits(rest, 2, &second))
			return false;
		if (take(rest, ".,") && !take_fraction(rest, &time->fraction))
			return false;
	}
	if (!take_half(rest, &hour) || hour > 23 || minute > 59 || second > 60)
		return false;
	time->seconds += hour * 3600 + minute * 60 + second;
	return true;
}

/* +01:00, +0100, +01, or nothing. */
static bool take_offset(struct cml_slice *rest, struct cml_time *time)
{
	int hours, minutes = 0;
	if (rest->size == 0 || !strchr("+-", rest->data[0]))
		return true;
	bool west = rest->data[0] == '-';
	*rest = cml_slice_from(*rest, 1);
	if (!take_digits(rest, 2, &hours))
		return false;
	bool colon = take(rest, ":");
	if ((colon || cml_count_digits(*rest) > 0) && !take_digits(rest, 2, &minutes))
		return false;
	if (hours > 23 || minutes > 59)
		return false;
	int64_t offset = hours * 3600 + minutes * 60;
	time->seconds -= west ? -offset : offset;
	return true;
}

/* The name of a zone, or an offset, or both (`GMT+0100`), or nothing. */
static bool take_zone(struct cml_slice *rest, struct cml_time *time)
{
	static const struct {
		const char *name;
		int hours;
	} zones[] = {{"Z", 0},    {"UTC", 0},  {"GMT", 0},  {"EST", -5}, {"EDT", -4},
		     {"CST", -6}, {"CDT", -5}, {"MST", -7}, {"MDT", -6}, {"PST", -8},
		     {"PDT", -7}, {"CET", 1},  {"CEST", 2}};
	struct cml_slice after = cml_slice_trim(*rest), word = take_word(&after);
	if (word.size == 0 && (after.size == 0 || !strchr("+-", after.data[0])))
		return true;
	*rest = after;
	bool found = word.size == 0;
	for (size_t i = 0; i < sizeof zones / sizeof *zones; i++)
		if (cml_slice_is_nocase(word, zones[i].name)) {
			time->seconds -= zones[i].hours * 3600;
			found = true;
		}
	return found && take_offset(rest, time);
}

/* `20240301T170509` */
static bool take_basic(struct cml_slice *rest, struct parts *parts)
{
	int hour, minute, second;
	if (!take_digits(rest, 4, &parts->year) || !take_digits(rest, 2, &parts->month) ||
	    !take_digits(rest, 2, &parts->day) || !take(rest, "Tt-_") ||
	    cml_count_digits(*rest) != 6 || !take_digits(rest, 2, &hour) ||
	    !take_digits(rest, 2, &minute) || !take_digits(rest, 2, &second))
		return false;
	parts->time.seconds = hour * 3600 + minute * 60 + second;
	return hour <= 23 && minute <= 59 && second <= 60 && take_zone(rest, &parts->time);
}

/* What may come behind a date: nothing, or a time of day. */
static bool take_rest(struct cml_slice *rest, struct parts *parts)
{
	if (rest->size == 0)
		return true;
	bool is_apart = take(rest, "Tt:_") || take(rest, ",");
	is_apart = take_blanks(rest) || is_apart;
	return is_apart && take_clock(rest, &parts->time) && take_zone(rest, &parts->time);
}

/* `2024-03`, `2024-03-01`, `2024/3/1` */
static bool take_year_first(struct cml_slice *rest, struct parts *parts)
{
	if (!take_year(rest, &parts->year))
		return false;
	if (take(rest, "/"))
		return take_short(rest, &parts->month) && take(rest, "/") &&
		       take_short(rest, &parts->day) && take_rest(rest, parts);
	if (!take(rest, "-") || !take_digits(rest, 2, &parts->month))
		return false;
	parts->day = 1;
	return rest->size == 0 ||
	       (take(rest, "-") && take_digits(rest, 2, &parts->day) && take_rest(rest, parts));
}

/* `03/01/2024`, `1.3.2024` */
static bool take_year_last(struct cml_slice *rest, enum cml_date_order order, struct parts *parts)
{
	int first, second;
	if (!take_short(rest, &first))
		return false;
	const char *separator = rest->size > 0 && rest->data[0] == '.' ? "." : "/";
	if (!take(rest, separator) || !take_short(rest, &second) || !take(rest, separator) ||
	    !take_year(rest, &parts->year))
		return false;
	bool is_day_first = order == CML_DAY_FIRST || separator[0] == '.';
	parts->day = is_day_first ? first : second;
	parts->month = is_day_first ? second : first;
	return take_rest(rest, parts);
}

/* `01 Mar 2024`, `1-Mar-2024`, `01/Mar/2024` */
static bool take_day_month(struct cml_slice *rest, struct parts *parts)
{
	if (!take_short(rest, &parts->day) || !(take_blanks(rest) || take(rest, "-/")) ||
	    !take_month(rest, &parts->month) ||
	    !(take_blanks(rest) || take(rest, "-/") || take(rest, ",")))
		return false;
	take_blanks(rest);
	return take_year(rest, &parts->year) && take_rest(rest, parts);
}

/* `Mar 1, 2024 17:05`, `Mar  1 17:05:09 2024` */
static bool take_month_day(struct cml_slice *rest, struct parts *parts)
{
	if (!take_month(rest, &parts->month) || !take_blanks(rest) ||
	    !take_short(rest, &parts->day))
		return false;
	bool is_apart = take(rest, ",");
	is_apart = take_blanks(rest) || is_apart;
	if (!is_apart)
		return false;
	if (take_year(rest, &parts->year))
		return take_rest(rest, parts);
	return take_clock(rest, &parts->time) && take_zone(rest, &parts->time) &&
	       take_blanks(rest) && take_year(rest, &parts->year);
}

static bool take_any(struct cml_slice text, enum cml_date_order order, struct parts *parts)
{
	size_t n_digits = cml_count_digits(text);
	struct cml_slice rest = text;
	bool ok;
	if (n_digits == 8)
		ok = take_basic(&rest, parts);
	else if (n_digits == 4)
		ok = take_year_first(&rest, parts);
	else if (n_digits > 0 && text.size > n_digits && strchr("./", text.data[n_digits]) &&
		 take_year_last(&rest, order, parts))
		ok = true;
	else {
		rest = text;
		*parts = (struct parts){0};
		skip_weekday(&rest);
		ok = cml_count_digits(rest) > 0 ? take_day_month(&rest, parts)
						: take_month_day(&rest, parts);
	}
	return ok && rest.size == 0;
}

static bool is_month(struct cml_slice word)
{
	static const char *const names =
	    "jan|janv|ene|gen|feb|fev|fevr|mar|mars|mrz|mrt|apr|avr|abr|may|mai|mei|maj|mag|jun|"
	    "juin|giu|jul|juil|lug|aug|aou|aout|ago|sep|sept|set|oct|okt|ott|out|nov|dec|dez|dic|"
	    "des|january|february|march|april|june|july|august|september|october|november|december";
	struct cml_slice rest = cml_slice_of(names), name;
	bool started = false;
	while (cml_slice_split(&rest, '|', &started, &name))
		if (name.size == word.size && strncasecmp(name.data, word.data, name.size) == 0)
			return true;
	return false;
}

/* The size of what is at the front: digits, letters, or neither. */
static size_t size_of_part(struct cml_slice text)
{
	size_t n = 0;
	while (n < text.size &&
	       !isdigit((unsigned char)text.data[n]) == !isdigit((unsigned char)text.data[0]) &&
	       !isalpha((unsigned char)text.data[n]) == !isalpha((unsigned char)text.data[0]))
		n++;
	return n;
}

bool cml_time_is_of_sheet(struct cml_slice text)
{
	char plain[CML_ALIKE_SIZE];
	struct cml_slice rest = {plain, cml_text_plain(text, plain)}, parts[2] = {0};
	for (size_t i = 0; i < 2; i++) {
		parts[i] = (struct cml_slice){rest.data, size_of_part(rest)};
		rest = cml_slice_from(rest, parts[i].size);
		while (rest.size > 0 && strchr(i == 0 ? " -./'" : ".", *rest.data))
			rest = cml_slice_from(rest, 1);
	}
	bool day_first = parts[0].size > 0 && isdigit((unsigned char)*parts[0].data);
	struct cml_slice number = parts[!day_first], month = parts[day_first];
	return rest.size == 0 && parts[1].data > parts[0].data + parts[0].size && number.size > 0 &&
	       isdigit((unsigned char)*number.data) &&
	       (number.size <= 2 || (number.size == 4 && !day_first)) && is_month(month);
}

bool cml_time_is_missing(struct cml_slice cell)
{
	return cell.size == 0 || cml_slice_is_nocase(cell, "unknown");
}

bool cml_time_parse(struct cml_slice text, enum cml_date_order order, struct cml_time *time)
{
	struct parts parts = {0};
	if (!take_any(cml_slice_trim(text), order, &parts) || parts.month < 1 || parts.month > 12 ||
	    parts.day < 1 || parts.day > days_in_month(parts.year, parts.month))
		return false;
	parts.time.seconds += days_since_epoch(parts.year, parts.month, parts.day) * 86400;
	*time = parts.time;
	return true;
}

bool cml_time_is_short(struct cml_slice text, bool *has_clock)
{
	struct cml_slice rest = cml_slice_trim(text);
	struct parts parts = {0};
	int numbers[3];
	size_t n_digits[3];
	char separator[2] = {0};
	for (size_t i = 0; i < 3; i++) {
		n_digits[i] = cml_count_digits(rest);
		if (!take_short(&rest, &numbers[i]))
			return false;
		if (i == 0 && rest.size > 0 && strchr("/.-", rest.data[0]))
			separator[0] = rest.data[0];
		if (i < 2 && !(separator[0] && take(&rest, separator)))
			return false;
	}
	/* 1.2.26 is a version. */
	bool is_date = n_digits[2] == 2 && (separator[0] != '.' || n_digits[0] + n_digits[1] == 4);
	bool year_first =
	    numbers[1] >= 1 && numbers[1] <= 12 && numbers[2] >= 1 && numbers[2] <= 31;
	int low = numbers[0] < numbers[1] ? numbers[0] : numbers[1];
	bool year_last = low >= 1 && low <= 12 && numbers[0] + numbers[1] - low <= 31;
	*has_clock = rest.size > 0;
	return is_date && (year_first || year_last) && take_rest(&rest, &parts) && rest.size == 0;
}

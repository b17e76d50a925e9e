#include "base/date.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* Longer texts are no times; nor are those with fewer digits. */
#define MAX_SIZE 63
#define MIN_DIGITS 5

/* What strptime reads, by the English names of the C locale, which no tool leaves. Its blanks are
 * any number of blanks, and numbers may lack their leading zeros. The first two are by the order
 * that they are. */
static const struct {
	const char *format;
	bool has_clock;  /* behind which a zone may come, no time of day */
	bool lacks_year; /* which comes last */
} forms[] = {
    {"%m/%d/%Y", false, false},     {"%d/%m/%Y", false, false},     {"%Y-%m-%d", false, false},
    {"%Y/%m/%d", false, false},     {"%Y-%m", false, false},        {"%d.%m.%Y", false, false},
    {"%d %b %Y", false, false},     {"%d-%b-%Y", false, false},     {"%d/%b/%Y", false, false},
    {"%b %d, %Y", false, false},    {"%b %d %Y", false, false},     {"%b %d", false, true},
    {"%Y%m%dT%H%M%S", true, false}, {"%Y%m%d-%H%M%S", true, false}, {"%Y%m%d_%H%M%S", true, false},
};

/* The digits at *at, as a fraction; false without any. */
static bool take_fraction(const char **at, double *fraction)
{
	double place = 1;
	const char *start = *at;
	for (; cml_is_digit(**at); ++*at) {
		place /= 10;
		*fraction += place * (**at - '0');
	}
	/* Many nines round up to the next second. */
	if (*fraction >= 1)
		*fraction = 0x1.fffffffffffffp-1;
	return *at > start;
}

/* `17:05[:09[.25]]`, `5:05 PM`, `17-05-09`: where it ends, or NULL. */
static const char *take_clock(const char *at, struct tm *tm, double *fraction)
{
	static const char *const clocks[] = {"%I:%M:%S %p", "%I:%M %p", "%H:%M:%S", "%H-%M-%S",
					     "%H:%M"};
	const char *end = NULL;
	for (size_t i = 0; !end && i < sizeof clocks / sizeof *clocks; i++) {
		end = strptime(at, clocks[i], tm);
		if (!end || clocks[i][1] != 'H' || !*end || !strchr(".,", *end))
			continue;
		end++;
		if (!take_fraction(&end, fraction))
			return NULL;
	}
	return end;
}

/* The name of a zone, an offset, both (`GMT+0100`), or nothing; as take_clock. */
static const char *take_zone(const char *at, long *offset)
{
	static const struct {
		const char *name;
		int hours;
	} zones[] = {{"", 0},     {"Z", 0},    {"UTC", 0},  {"GMT", 0},  {"EST", -5},
		     {"EDT", -4}, {"CST", -6}, {"CDT", -5}, {"MST", -7}, {"MDT", -6},
		     {"PST", -8}, {"PDT", -7}, {"CET", 1},  {"CEST", 2}};
	struct tm tm = {0};
	struct cml_slice word = {at, 0};
	bool is_known = false;
	while (isalpha((unsigned char)at[word.size]))
		word.size++;
	for (size_t i = 0; i < sizeof zones / sizeof *zones && !is_known; i++) {
		is_known = cml_slice_is_nocase(word, zones[i].name);
		*offset = zones[i].hours * 3600;
	}
	at += word.size;
	if (is_known && (*at == '+' || *at == '-')) {
		at = strptime(at, "%z", &tm);
		*offset += tm.tm_gmtoff;
	}
	return is_known ? at : NULL;
}

/* A time of day and its zone, behind a date or nothing; and the year, where it comes last. */
static bool take_rest(const char *at, bool has_clock, bool lacks_year, struct tm *tm,
		      struct cml_time *time)
{
	long offset = 0;
	if (*at && !has_clock) {
		size_t n = strspn(at, "Tt:_, ");
		at = n > 0 ? take_clock(at + n, tm, &time->fraction) : NULL;
	}
	if (at)
		at = take_zone(at + strspn(at, " "), &offset);
	if (at && lacks_year)
		at = strptime(at, " %Y", tm);
	time->seconds = tm->tm_hour * 3600 + tm->tm_min * 60 + tm->tm_sec - offset;
	return at && *at == '\0';
}

/* A terminated copy, trimmed; false for what is too long. */
static bool copy(struct cml_slice text, char copied[MAX_SIZE + 1])
{
	text = cml_slice_trim(text);
	if (text.size > MAX_SIZE || (text.size > 0 && memchr(text.data, '\0', text.size)))
		return false;
	if (text.size > 0)
		memcpy(copied, text.data, text.size);
	copied[text.size] = '\0';
	return true;
}

bool cml_time_parse(struct cml_slice text, enum cml_date_order order, struct cml_time *time)
{
	char copied[MAX_SIZE + 1];
	size_t n_digits = 0;
	struct tm ignored;
	if (!copy(text, copied))
		return false;
	for (const char *at = copied; *at; at++)
		n_digits += cml_is_digit(*at);
	if (n_digits < MIN_DIGITS)
		return false;
	const char *day = isalpha((unsigned char)*copied) ? strptime(copied, "%a", &ignored) : NULL;
	day = day ? day + strspn(day, ", ") : copied;
	bool is_word = isalpha((unsigned char)*day);
	if (is_word && !strptime(day, "%b", &ignored))
		return false;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		struct tm tm = {.tm_mday = 1};
		struct cml_time parsed = {0};
		bool is_other = i == 1 - (size_t)order || is_word != (forms[i].format[1] == 'b');
		const char *rest = is_other ? NULL : strptime(day, forms[i].format, &tm);
		if (!rest ||
		    !take_rest(rest, forms[i].has_clock, forms[i].lacks_year, &tm, &parsed))
			continue;
		struct tm date = {
		    .tm_year = tm.tm_year, .tm_mon = tm.tm_mon, .tm_mday = tm.tm_mday};
		parsed.seconds += timegm(&date);
		*time = parsed;
		/* Of 31 February timegm makes another day; years have four digits. */
		return date.tm_mday == tm.tm_mday && tm.tm_year + 1900 >= 1000;
	}
	return false;
}

bool cml_time_is_missing(struct cml_slice cell)
{
	return cell.size == 0 || cml_slice_is_nocase(cell, "unknown");
}

bool cml_time_is_short(struct cml_slice text, bool *has_clock)
{
	char copied[MAX_SIZE + 1], separators[2][2];
	unsigned a, b, c;
	int end_b, start_c, end;
	struct tm tm = {0};
	struct cml_time time = {0};
	if (!copy(text, copied) || !cml_is_digit(*copied) ||
	    sscanf(copied, "%2u%1[/.-]%2u%n%1[/.-]%n%2u%n", &a, separators[0], &b, &end_b,
		   separators[1], &start_c, &c, &end) != 5 ||
	    *separators[0] != *separators[1] || end - start_c != 2)
		return false;
	/* 1.2.26 is a version. */
	bool is_version = *separators[0] == '.' && end_b < 5;
	bool year_first = b >= 1 && b <= 12 && c >= 1 && c <= 31;
	unsigned low = a < b ? a : b, high = a < b ? b : a;
	bool year_last = low >= 1 && low <= 12 && high <= 31;
	*has_clock = copied[end] != '\0';
	return !is_version && (year_first || year_last) &&
	       take_rest(copied + end, false, false, &tm, &time);
}

static bool is_month(struct cml_slice word)
{
	static const char *const names =
	    "jan|janv|ene|gen|feb|fev|fevr|mar|mars|mrz|mrt|apr|avr|abr|may|mai|mei|maj|mag|jun|"
	    "juin|giu|jul|juil|lug|aug|aou|aout|ago|sep|sept|set|oct|okt|ott|out|nov|dec|dez|dic|"
	    "des|january|february|march|april|june|july|august|september|october|november|december";
	struct cml_slice rest = cml_slice_of(names), name;
	while (cml_slice_split(&rest, '|', &name))
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

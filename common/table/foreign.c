/* Files of other kinds where a table is expected. Part of input.h. */
#include "table/input.h"

#include <string.h>
#include <strings.h>

#define DRAWN "a table drawn for people: export it as CSV"
#define WORKBOOK "save the sheet as CSV (UTF-8)"
#define UTF_16 "text in UTF-16: write it as UTF-8, with iconv -f UTF-16"

static const struct {
	const char *start;
	size_t size;
	const char *what;
} kinds[] = {
    {"\xff\xfe", 2, UTF_16},
    {"\xfe\xff", 2, UTF_16},
    {"PK\003\004", 4, "a zip archive, as .xlsx and .ods are: " WORKBOOK},
    {"\xd0\xcf\x11\xe0", 4, "a workbook (.xls): " WORKBOOK},
    {"\x28\xb5\x2f\xfd", 4, "compressed by zstd: read it through zstd -dc"},
    {"BZh", 3, "compressed by bzip2: read it through bzip2 -dc"},
    {"\xfd"
     "7zXZ",
     5, "compressed by xz: read it through xz -dc"},
    {"PAR1", 4, "a Parquet file: export it as CSV"},
    {"version https://git-lfs.github.com/spec/", 40,
     "a pointer of git-lfs: get the file itself with git lfs pull"},
    {"<<<<<<< ", 8, "a merge that git has not finished: resolve it"},
    {"/annex/objects/", 15, "a pointer of git-annex: get the file itself with git annex get"},
    {"outs:\n", 6, "a pointer of DVC: get the file itself with dvc pull"},
    {"404: ", 5, "the page of a failed download"},
    {"+--", 3, DRAWN},
    {"| ", 2, DRAWN},
    {"SQLite format 3", 15, "an SQLite database: export it with sqlite3 -header -csv"},
};

/* The text after the string, in any letter case, and blanks; false when it does not begin so. */
static bool skip(struct cml_slice *text, const char *string)
{
	size_t size = strlen(string);
	if (text->size < size || strncasecmp(text->data, string, size) != 0)
		return false;
	*text = cml_slice_from(*text, size);
	while (text->size > 0 && strchr(" \t\r\n", *text->data) && *text->data)
		*text = cml_slice_from(*text, 1);
	return true;
}

static bool is_json(struct cml_slice text)
{
	struct cml_slice inside = text;
	return (skip(&inside, "[") && skip(&inside, "{")) ||
	       (skip(&text, "{") && skip(&text, "\""));
}

static struct cml_slice first_line(struct cml_slice text)
{
	const char *end = text.size > 0 ? memchr(text.data, '\n', text.size) : NULL;
	return (struct cml_slice){text.data, end ? (size_t)(end - text.data) : text.size};
}

static size_t count(struct cml_slice line, char c)
{
	size_t n = 0;
	for (size_t i = 0; i < line.size; i++)
		n += line.data[i] == c;
	return n;
}

/* A line that begins with # and has other cells than the next one, or the names before it; a first
 * column may be named `# gpus`. */
static bool is_comment(struct cml_slice text)
{
	struct cml_slice line = first_line(text);
	if (line.size < 2 || text.data[0] != '#' || line.size == text.size)
		return false;
	struct cml_slice next = first_line(cml_slice_from(text, line.size + 1));
	if (count(next, '"') > 0) /* a cell may hold line ends */
		return false;
	bool has_names = true;
	for (char digit = '0'; digit <= '9'; digit++)
		has_names = has_names && count(next, digit) == 0;
	for (const char *delimiter = ",;\t|"; *delimiter; delimiter++)
		if (count(line, *delimiter) > 0 && !has_names &&
		    count(line, *delimiter) == count(next, *delimiter))
			return false;
	return next.size > 0;
}

const char *cml_foreign_file(struct cml_slice start)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (start.size >= kinds[i].size &&
		    memcmp(start.data, kinds[i].start, kinds[i].size) == 0)
			return kinds[i].what;
	if (is_json(start))
		return "JSON: write it as CSV first, a line for each job, as jq or pandas do";
	if (is_comment(start))
		return "comments before one: leave out the lines that begin with '#', as with grep "
		       "-v "
		       "'^#'";
	struct cml_slice text = start;
	skip(&text, "\"");
	if (skip(&text, "sep="))
		return "a line for spreadsheets (sep=) before one: leave it out, as with "
		       "tail -n +2, and give the delimiter with -d";
	if (skip(&text, "<!doctype") || skip(&text, "<html") || skip(&text, "<?xml"))
		return "a page of HTML or XML, perhaps that of a login: export the table as CSV";
	return NULL;
}

#include "table/input.h"

#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <zlib.h>

#define DRAWN "a table drawn for people: export it as CSV"
#define WORKBOOK "save the sheet as CSV (UTF-8)"
#define UTF_16 "text in UTF-16: write it as UTF-8, with iconv -f UTF-16"
#define MAKES " makes a table of it"
#define MILLER "mlr --ijson --ocsv flatten then unsparsify"
#define YAML "YAML: yq . FILE | " MILLER MAKES

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
    {"\3757zXZ", 5, "compressed by xz: read it through xz -dc"},
    {"PAR1", 4, "a Parquet file: duckdb -c \"copy (from 'FILE') to 'jobs.csv'\"" MAKES},
    {"version https://git-lfs.github.com/spec/", 40,
     "a pointer of git-lfs: get the file itself with git lfs pull"},
    {"<<<<<<< ", 8, "a merge that git has not finished: resolve it"},
    {"/annex/objects/", 15, "a pointer of git-annex: get the file itself with git annex get"},
    {"outs:\n", 6, "a pointer of DVC: get the file itself with dvc pull"},
    {"404: ", 5, "the page of a failed download"},
    {"+--", 3, DRAWN},
    {"| ", 2, DRAWN},
    {"SQLite format 3", 15,
     "an SQLite database: sqlite3 -header -csv FILE 'select * from TABLE'" MAKES},
    {"---\n", 4, YAML},
    {"- ", 2, YAML},
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
	size_t size = 0;
	while (size < text.size && text.data[size] != '\n' && text.data[size] != '\r')
		size++;
	return (struct cml_slice){text.data, size};
}

static size_t count(struct cml_slice line, char c)
{
	size_t n = 0;
	for (size_t i = 0; i < line.size; i++)
		n += line.data[i] == c;
	return n;
}

/* A line that begins with # and has other cells than the next one, or the names before it; a first
 * column may be named `# gpus`, or `#`, of numbers. */
static bool is_comment(struct cml_slice text)
{
	struct cml_slice line = first_line(text);
	if (line.size == 0 || text.data[0] != '#' || line.size == text.size)
		return false;
	struct cml_slice rest = cml_slice_from(text, line.size);
	while (cml_slice_skip(&rest, "\n") || cml_slice_skip(&rest, "\r"))
		;
	struct cml_slice next = first_line(rest);
	if (count(next, '"') > 0) /* a cell may hold line ends */
		return false;
	bool has_names = true;
	for (char digit = '0'; digit <= '9'; digit++)
		has_names = has_names && count(next, digit) == 0;
	for (const char *delimiter = ",;\t|"; *delimiter; delimiter++)
		if (count(line, *delimiter) > 0 && !has_names &&
		    count(line, *delimiter) == count(next, *delimiter))
			return false;
	return next.size > 0 && (line.size > 1 || has_names);
}

const char *cml_foreign_file(struct cml_slice start)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (start.size >= kinds[i].size &&
		    memcmp(start.data, kinds[i].start, kinds[i].size) == 0)
			return kinds[i].what;
	if (is_json(start))
		return "JSON: " MILLER " FILE" MAKES;
	if (is_comment(start))
		return "comments before one: leave out the lines that begin with '#', as with "
		       "grep -v '^#'";
	struct cml_slice text = start;
	skip(&text, "\"");
	if (skip(&text, "sep="))
		return "a line for spreadsheets (sep=) before one: leave it out, as with "
		       "tail -n +2, and give the delimiter with -d";
	if (skip(&text, "<!doctype") || skip(&text, "<html") || skip(&text, "<?xml"))
		return "a page of HTML or XML, perhaps that of a login: export the table as CSV";
	return NULL;
}

#define INPUT_BUFFER_SIZE ((size_t)1 << 16)
/* inflateInit2: the largest window, and a gzip wrapper instead of a zlib one. */
#define GZIP_WINDOW_BITS (15 + 16)

enum input_state {
	INPUT_UNKNOWN, /* nothing read yet */
	INPUT_PLAIN,
	INPUT_MEMBER,  /* inside a gzip member */
	INPUT_BETWEEN, /* after a member */
	INPUT_ENDED,
};

struct cml_input {
	const char *name;
	int fd;
	bool owns_fd;
	bool at_end; /* the descriptor has no more */
	enum input_state state;
	struct cml_error failure; /* the first error; status CML_OK: none */
	z_stream inflater;        /* ready while inflating */
	bool inflating;
	size_t used; /* bytes of data already handed on */
	size_t size; /* bytes in data */
	unsigned char data[INPUT_BUFFER_SIZE];
};

enum cml_result cml_input_open(struct cml_input **input, const char *path, struct cml_error *err)
{
	bool is_stdin = !path || strcmp(path, "-") == 0;
	const char *name = is_stdin ? "standard input" : path;
	AUTOPTR(cml_input) opened = cml_array_new(1, sizeof *opened + strlen(name) + 1);

	if (!opened)
		return cml_fail_memory(err);
	/* The name follows the struct, to be freed with it. */
	opened->name = strcpy((char *)(opened + 1), name);
	opened->fd = STDIN_FILENO;
	if (!is_stdin) {
		opened->fd = open(path, O_RDONLY | O_CLOEXEC);
		opened->owns_fd = opened->fd >= 0;
	}
	if (opened->fd < 0)
		return cml_fail_file(err, errno, "cannot open", path);
	*input = opened;
	opened = NULL;
	return CML_OK;
}

void cml_input_free(struct cml_input *input)
{
	if (!input)
		return;
	if (input->inflating)
		inflateEnd(&input->inflater);
	if (input->owns_fd)
		close(input->fd);
	free(input);
}

const char *cml_input_name(const struct cml_input *input)
{
	return input->name;
}

bool cml_input_is_standard(const struct cml_input *input)
{
	return !input->owns_fd;
}

static enum cml_result input_fail(const struct cml_input *input, const char *what,
				  struct cml_error *err)
{
	cml_fail(err, CML_BAD_DATA, "%s", what);
	return cml_error_locate(err, input->name, 0, NULL);
}

/* One read(2), whatever signals and non-blocking descriptors do. */
static enum cml_result read_some(struct cml_input *input, void *data, size_t size, size_t *n_read,
				 struct cml_error *err)
{
	for (;;) {
		ssize_t n = read(input->fd, data, size < SSIZE_MAX ? size : SSIZE_MAX);

		if (n >= 0) {
			*n_read = (size_t)n;
			input->at_end = n == 0;
			return CML_OK;
		}
		if (errno == EAGAIN) {
			struct pollfd waiting = {.fd = input->fd, .events = POLLIN};

			poll(&waiting, 1, -1);
		} else if (errno != EINTR) {
			return cml_fail_file(err, errno, "cannot read", input->name);
		}
	}
}

/* Makes at least n_wanted bytes (or all that are left) wait in data. */
static enum cml_result input_fill(struct cml_input *input, size_t n_wanted, struct cml_error *err)
{
	size_t n_read;

	if (input->size - input->used >= n_wanted)
		return CML_OK;
	memmove(input->data, input->data + input->used, input->size - input->used);
	input->size -= input->used;
	input->used = 0;
	while (input->size < n_wanted && !input->at_end) {
		if (read_some(input, input->data + input->size, sizeof input->data - input->size,
			      &n_read, err) != CML_OK)
			return err->status;
		input->size += n_read;
	}
	return CML_OK;
}

static bool has_magic(const struct cml_input *input)
{
	const unsigned char *at = input->data + input->used;

	return input->size - input->used >= 2 && at[0] == 0x1f && at[1] == 0x8b;
}

static enum cml_result detect(struct cml_input *input, struct cml_error *err)
{
	if (input_fill(input, 2, err) != CML_OK)
		return err->status;
	if (!has_magic(input)) {
		input->state = INPUT_PLAIN;
		return CML_OK;
	}
	if (inflateInit2(&input->inflater, GZIP_WINDOW_BITS) != Z_OK)
		return cml_fail_memory(err);
	input->inflating = true;
	input->state = INPUT_MEMBER;
	return CML_OK;
}

/* After a member: another one, the end, or zero bytes up to the end, with which
 * tapes and some archivers pad and which gzip accepts. */
static enum cml_result next_member(struct cml_input *input, struct cml_error *err)
{
	if (input_fill(input, 2, err) != CML_OK)
		return err->status;
	if (has_magic(input)) {
		inflateReset(&input->inflater);
		input->state = INPUT_MEMBER;
		return CML_OK;
	}
	for (;;) {
		while (input->used < input->size && input->data[input->used] == 0)
			input->used++;
		if (input->used < input->size)
			return input_fail(input, "bytes after the end of the gzip data", err);
		if (input_fill(input, 1, err) != CML_OK)
			return err->status;
		if (input->size == 0)
			break;
	}
	input->state = INPUT_ENDED;
	return CML_OK;
}

/* Inflates into data until it holds something, or the member ends. */
static enum cml_result read_member(struct cml_input *input, void *data, size_t size, size_t *n_read,
				   struct cml_error *err)
{
	z_stream *inflater = &input->inflater;
	size_t wanted = size < UINT_MAX ? size : UINT_MAX;

	inflater->next_out = data;
	inflater->avail_out = (uInt)wanted;
	while (inflater->avail_out == wanted) {
		if (input_fill(input, 1, err) != CML_OK)
			return err->status;
		if (input->size == input->used)
			return input_fail(input, "truncated gzip", err);
		inflater->next_in = input->data + input->used;
		inflater->avail_in = (uInt)(input->size - input->used);
		int result = inflate(inflater, Z_NO_FLUSH);
		input->used = input->size - inflater->avail_in;
		if (result == Z_STREAM_END) {
			input->state = INPUT_BETWEEN;
			break;
		}
		if (result == Z_MEM_ERROR)
			return cml_fail_memory(err);
		if (result != Z_OK && result != Z_BUF_ERROR) {
			cml_fail(err, CML_BAD_DATA, "damaged gzip: %s",
				 inflater->msg ? inflater->msg : "not understood");
			return cml_error_locate(err, input->name, 0, NULL);
		}
	}
	*n_read = wanted - inflater->avail_out;
	return CML_OK;
}

/* What detect() left in the buffer first, then straight into data. */
static enum cml_result read_plain(struct cml_input *input, void *data, size_t size, size_t *n_read,
				  struct cml_error *err)
{
	size_t n = input->size - input->used;

	if (n == 0 && !input->at_end)
		return read_some(input, data, size, n_read, err);
	if (n > size)
		n = size;
	memcpy(data, input->data + input->used, n);
	input->used += n;
	*n_read = n;
	return CML_OK;
}

/* One step: to the next state, or to some bytes in data. */
static enum cml_result advance(struct cml_input *input, void *data, size_t size, size_t *n_read,
			       struct cml_error *err)
{
	switch (input->state) {
	case INPUT_UNKNOWN:
		return detect(input, err);
	case INPUT_PLAIN:
		if (read_plain(input, data, size, n_read, err) != CML_OK)
			return err->status;
		if (*n_read == 0)
			input->state = INPUT_ENDED;
		return CML_OK;
	case INPUT_MEMBER:
		return read_member(input, data, size, n_read, err);
	case INPUT_BETWEEN:
		return next_member(input, err);
	case INPUT_ENDED:
		return CML_OK;
	}
	return CML_OK;
}

enum cml_result cml_input_read(struct cml_input *input, void *data, size_t size, size_t *n_read,
			       struct cml_error *err)
{
	size_t n = 0;

	assert(size > 0);
	if (input->failure.status != CML_OK) {
		*err = input->failure;
		return err->status;
	}
	/* A gzip member may be empty; the loop goes on to what follows it. */
	while (n == 0 && input->state != INPUT_ENDED)
		if (advance(input, data, size, &n, err) != CML_OK) {
			input->failure = *err;
			return err->status;
		}
	*n_read = n;
	return CML_OK;
}

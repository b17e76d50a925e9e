/* What all tools share: options, messages, exit codes, reading tables row by
 * row from several files, and the output. The only place that prints and
 * exits. */
#ifndef CML_TOOL_H
#define CML_TOOL_H

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "model/model.h"
#include "space/binding.h"
#include "space/space.h"
#include "table/header.h"
#include "table/output.h"
#include "table/table_map.h"
#include "table/table_reader.h"
#include "table/table_writer.h"
#include "tool_left_out.h"

#include <argp.h>
#include <stdio.h>

/* Exit codes, the same for every tool. */
enum tool_exit_code {
	TOOL_EXIT_DONE = 0,
	TOOL_EXIT_FAILED = 1, /* bad data, or the system refused */
	TOOL_EXIT_USAGE = 2,
	TOOL_EXIT_NOTHING = 3, /* ran correctly, nothing to give */
	TOOL_EXIT_JOBS = 4,    /* ran correctly, but some jobs have no ok row */
};

/* Texts of an option that may be repeated. Zeroed is empty; texts is to be freed. */
struct tool_list {
	const char **texts;
	size_t n;
};

/* Notes of searches that differ in one value, to be printed once. Zeroed is empty. */
struct tool_notes {
	struct tool_kept_note {
		char *text;
		uint64_t of; /* a bit for each search that has it */
		const char *format;
	} * items;
	size_t n, capacity;
	unsigned search; /* the one that runs, below 64 */
};

/* Values of the shared options. Set up by tool_init before argp_parse. */
struct tool {
	const char *name;        /* "cml-train" */
	const char *output_path; /* NULL: standard output */
	char delimiter;          /* 0: by file name */
	const char *na_list;
	const char *bad_rows; /* NULL: stop; "skip"; or a file to write them to */
	uint64_t seed;
	unsigned n_threads; /* 0: one per processor */
	bool quiet;
	bool verbose;
	bool shows_names; /* what columns without a name are called: where no space has said it */
	bool progress;
	struct tool_notes *notes;       /* notes wait here; NULL: they are printed at once */
	const struct tool_kinds *kinds; /* tool_hyper.h: --print-options tells them too; or NULL */
	struct tool_list files;         /* input files as given; there may be none */
	const char *more_outputs[2];    /* beside -o; NULL: none */
	struct tool_bar {               /* the line of progress */
		bool begun;             /* its time was asked for */
		bool lasting; /* standard error keeps all lines: a file, a pipe, a dumb terminal */
		bool drawn;   /* is on the terminal, to be erased */
		double due;   /* CLOCK_MONOTONIC seconds */
	} bar;
};

/* Sets defaults, the version line and argp's exit code. */
void tool_init(struct tool *tool, const char *name);

/* Option groups to use as argp children; their input is struct tool *. Every
 * tool takes the first or the second; those that compute take another. A file
 * argument goes to tool->files unless the tool's own parser takes it first. */
extern const struct argp tool_table_argp;   /* -o -d --na -q -v --progress */
extern const struct argp tool_log_argp;     /* and --bad-rows, for tools that read job logs */
extern const struct argp tool_compute_argp; /* --seed -j */
extern const struct argp tool_threads_argp; /* -j alone, for tools that draw nothing */
extern const struct argp tool_digits_argp;  /* --digits; input: a bool, true for all of them */

#define TOOL_DIGITS_OPTION(key, group)                                                             \
	{                                                                                          \
		"digits", key, "interval|full", 0,                                                 \
		    "digits of predictions and scores: as many as their interval justifies, and "  \
		    "two of a chance; or all (default interval)",                                  \
		    group                                                                          \
	}

/* The options of argp and its children, what --print-options of every tool prints and
 * completions are made of: a line of `--name`, `-n`, argument, owner and text for each, with
 * tabs between them and `-` where there is none; hidden ones are left out. Two conventions of
 * the tables make completion know what may stand where. An argument is a list of what may be
 * written, with bars between: words in small letters as they are, names in capitals for what
 * the user puts there (FILE, SPACE, MODEL, HISTORY and TABLE are files, DIR a folder, COLUMN a
 * column of the input), `replay=TABLE` and `time:COLUMN` for both. A heading that begins with an
 * option, `--backend slurm, ...`, owns the options under it: they are of use when it is given. The
 * argument KIND[:NAME=VALUE,...] is explained by lines that do not begin with a dash
 * (tool_hyper.h), whose owner is the option: `gbt`, and `gbt:trees=` with an argument of its own.
 */
void tool_print_options(const struct argp *argp);

error_t tool_list_add(struct tool_list *list, const char *text); /* 0 or ENOMEM, for argp */

/* Reads the command line; a mistake in it ends the tool, as argp does. An error is the machine's
 * (memory): then not all options have been seen, and the tool must not go on. */
enum cml_result tool_parse(const struct argp *argp, int argc, char **argv, void *input,
			   struct cml_error *err);

/* Values of options; wrong ones end in argp_error. */
size_t tool_parse_count(struct argp_state *state, const char *option,
			const char *argument); /* >= 1 */
size_t tool_parse_whole(struct argp_state *state, const char *option, const char *argument,
			int max); /* 0 to max */
/* `90`, `1.5m`, `1h30m`, `3d` in seconds. */
double tool_parse_duration(struct argp_state *state, const char *option, const char *argument);
/* Position of argument in a list of words separated by bars. */
size_t tool_parse_choice(struct argp_state *state, const char *option, const char *argument,
			 const char *choices);

/* What an option sets that only sets a field of what its parser fills in. */
enum tool_sets {
	TOOL_FLAG = 1,   /* a bool: true */
	TOOL_VALUE,      /* an enum: a number below 8 */
	TOOL_SECOND,     /* a bool: whether it is the second word of the argument */
	TOOL_CHOICE,     /* an enum: the place of the word in the argument of the option */
	TOOL_GOAL,       /* "max" or "min" */
	TOOL_TEXT,       /* const char * */
	TOOL_COUNT,      /* a size_t of 1 or more */
	TOOL_WHOLE,      /* a size_t from 0 to 2^31 - 1 */
	TOOL_POSITIVE,   /* a double of 0 or more */
	TOOL_REAL,       /* a double */
	TOOL_DURATION,   /* a double, in seconds */
	TOOL_TIME_LIMIT, /* the same, above 0 */
	TOOL_LIST,       /* a tool_list */
	TOOL_PATTERNS,   /* the same, of texts that are not empty: that would be in any text */
};

/* The key of such an option: which field, of what type (argp leaves 23 bits of a key to its
 * parser). A field too far behind is a division by zero. */
#define TOOL_SETS(type, values, field) TOOL_KEY(TOOL_##type, offsetof(values, field))
#define TOOL_SETS_TO(number, values, field) ((number) << 20 | TOOL_SETS(VALUE, values, field))
#define TOOL_KEY(type, offset) ((type) << 16 | (int)(offset) / ((offset) < 1 << 16))

/* The letter of the option in the row before, whose key is not one. */
#define TOOL_LETTER(letter)                                                                        \
	{                                                                                          \
		NULL, letter, NULL, OPTION_ALIAS, NULL, 0                                          \
	}

/* The row that a key is of; NULL: none. */
const struct argp_option *tool_find_option(const struct argp_option *options, int key);

/* Sets the field of key in *values. ARGP_ERR_UNKNOWN: key is of no row, or of one that does more.
 */
error_t tool_set_field(const struct argp_option *options, void *values, int key, char *argument,
		       struct argp_state *state);

/* What no command line may say; in its words, each %s is the second of them. */
struct tool_condition {
	bool is_broken;
	const char *words[2];
};
/* The first of n that is broken ends in argp_error. */
void tool_check_conditions(struct argp_state *state, const struct tool_condition *conditions,
			   size_t n);

/* Prints `name: ` and the error, if status is one, frees what tool holds, and
 * returns the exit code that belongs to it. */
int tool_exit(struct tool *tool, enum cml_result status, const struct cml_error *err);

/* A note for people, on standard error; silent under -q. */
void tool_note(const struct tool *tool, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A note for each line of text that is not empty. */
void tool_note_lines(const struct tool *tool, struct cml_slice text);

/* Shows `name: done of total unit` when it is due; total 0: unknown. */
void tool_progress(struct tool *tool, const char *unit, size_t done, size_t total);
/* The same for other texts. Due with --progress: ten times a second on a terminal, where a line
 * takes the place of the one before; elsewhere after the first second and then every ten, as
 * lines that stay. Counts as shown when true is returned. */
bool tool_progress_due(struct tool *tool);
/* Most bytes that fit into a line: of the terminal as wide as it is now, or any number. */
size_t tool_progress_width(const struct tool *tool);
void tool_progress_show(struct tool *tool, struct cml_slice text);
/* Takes the line away; safe when there is none. */
void tool_progress_end(struct tool *tool);

/* A table that a tool writes. Zeroed is empty. */
struct tool_sheet {
	struct cml_output *output;
	struct cml_table_writer writer;
};

/* The rows of all input files, one after the other, in the columns of the first (table/header.h).
 */
struct tool_rows {
	struct tool *tool;
	struct cml_na na;
	struct cml_table_reader *reader;
	struct cml_table_reader *first; /* open to the end, for its header */
	struct cml_align align;         /* of the open file to the first */
	struct cml_slice *cells;        /* of an aligned row */
	bool is_learning;
	size_t file; /* number of the open file */
	size_t n_rows;
	size_t n_bad;
	struct tool_steps steps;          /* of the first file */
	struct tool_copies copies;        /* known after tool_rows_learn */
	_Atomic size_t n_steps;           /* rows left out */
	_Atomic size_t n_copies, n_alike; /* left out, and perhaps to be */
	struct tool_sheet rejects;        /* --bad-rows FILE */
	bool is_spooled;                  /* standard input is a copy of what it was */
};

/* Opens the first file (standard input without one) and reads its header.
 * again: the rows will be read a second time, as after tool_rows_learn; standard
 * input is then copied to a temporary file first. */
enum cml_result tool_rows_open(struct tool_rows *rows, struct tool *tool, bool again,
			       struct cml_error *err);
/* Learns which jobs stand in more than one file, and the levels that the space leaves open from all
 * files, closes the space, and starts over. A space with open columns needs again. */
enum cml_result tool_rows_learn(struct tool_rows *rows, struct cml_space *space,
				struct cml_error *err);
/* Starts over, after rows were read with is_learning set, which passes over bad rows unless they
 * end the tool. Needs again. */
enum cml_result tool_rows_again(struct tool_rows *rows, struct cml_error *err);
/* Of the first file; rows of the others come in its columns. Until the release. */
const struct cml_header *tool_rows_header(const struct tool_rows *rows);
char tool_rows_delimiter(const struct tool_rows *rows);
/* Name of the file the last row came from, for messages. */
const char *tool_rows_name(const struct tool_rows *rows);

/* The next row; CML_END after the last of the last file. Ragged rows go through
 * tool_rows_reject. */
enum cml_result tool_rows_next(struct tool_rows *rows, struct cml_row *row, struct cml_error *err);
/* The same for a loop: `while (tool_rows_each(&rows, &row, &status, err)) status = use(&row);`,
 * which begins with CML_OK. Rows that the use of them refuses go through tool_rows_reject; false,
 * with the status of all, at the end, behind tool_rows_close, and at an error. */
bool tool_rows_each(struct tool_rows *rows, struct cml_row *row, enum cml_result *status,
		    struct cml_error *err);

/* All rows of all files into the output of map, by its append: as a loop over tool_rows_each. The
 * rest of map is set here. */
enum cml_result tool_rows_map(struct tool_rows *rows, const struct cml_table_map *map,
			      struct cml_error *err);

/* Gives an error about which columns the table has its place: the header. Returns
 * status. */
enum cml_result tool_rows_blame_header(const struct tool_rows *rows, enum cml_result status,
				       struct cml_error *err);

/* cml_binding_init for the header, which its errors are about. */
enum cml_result tool_rows_bind(const struct tool_rows *rows, struct cml_binding *binding,
			       const struct cml_space *space, bool outcomes, bool unknown_zero,
			       struct cml_error *err);

/* What to do with a row that *err is about: CML_OK when --bad-rows says to go
 * on (the row is counted, and kept in the file asked for), else the error,
 * with its place. Errors that are not about data are handed back. */
enum cml_result tool_rows_reject(struct tool_rows *rows, const struct cml_row *row,
				 struct cml_error *err);

/* After the last row: writes the file of bad rows and notes their number. */
enum cml_result tool_rows_close(struct tool_rows *rows, struct cml_error *err);
void tool_rows_release(struct tool_rows *rows); /* safe on a zeroed struct */

/* CML_BAD_USAGE when -o or standard output, --bad-rows or one of more_outputs would write over one
 * of the input files, one of others[n] (NULL entries are passed over), standard input, or each
 * other; CML_IO_ERROR when the folder of one is not there. Call before anything is opened for
 * writing. */
enum cml_result tool_check_outputs(const struct tool *tool, const char *const *others, size_t n,
				   struct cml_error *err);

/* Whether a file can be read more than once. */
bool tool_is_regular(const char *path);

/* Where -o goes, as the user writes it: "-" for standard output. */
const char *tool_output_name(const struct tool *tool);
/* As cml_output_open. When SIGHUP, SIGINT, SIGTERM or SIGPIPE ends the tool, what has been written
 * beside the output's place is removed first. */
enum cml_result tool_output_open(const char *path, struct cml_output **output,
				 struct cml_error *err);

/* path NULL: -o, or standard output. The delimiter is the one asked for, else by the name of the
 * output when that decides, else as the input had. */
enum cml_result tool_sheet_open(struct tool_sheet *sheet, const struct tool *tool, const char *path,
				char input_delimiter, struct cml_error *err);
enum cml_result tool_sheet_commit(struct tool_sheet *sheet, struct cml_error *err); /* empty: OK */
void tool_sheet_release(struct tool_sheet *sheet);

/* A pool to learn with, by OpenBLAS: an error where its buffers have no room. */
enum cml_result tool_learning_pool_new(const struct tool *tool, struct cml_pool **pool,
				       struct cml_error *err);

#endif

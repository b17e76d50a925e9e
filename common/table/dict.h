/* Cells that hold a dict, as trackers export a job's settings: JSON, what Python prints, or words
 * such as `tp=8 pp=2`. */
#ifndef CML_TABLE_DICT_H
#define CML_TABLE_DICT_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

/* A value of a dict that is none itself. Its path has the keys on the way to it, with dots between:
 * `optimizer.lr`. */
struct cml_dict_leaf {
	struct cml_slice path;
	struct cml_slice value;
	bool is_flag; /* an option of a command that has no value */
};

/* Zeroed is empty. */
struct cml_dict {
	struct cml_dict_leaf *leaves; /* in the order of the text */
	size_t n;
	size_t capacity;
	struct cml_arena arena;  /* of the paths and values */
	struct cml_buffer path;  /* scratch */
	struct cml_buffer value; /* scratch */
};
void cml_dict_release(struct cml_dict *dict);

/* Sets the leaf of a path among those from `first` on, or adds it, with copies of both texts. Where
 * it is; SIZE_MAX: memory is out. */
size_t cml_dict_set(struct cml_dict *dict, size_t first, struct cml_slice path,
		    struct cml_slice value, bool is_flag);

/* Adds the leaves of the dict in text. Keys are quoted texts or numbers; texts have double or
 * single quotes, with the escapes of JSON and Python. Numbers are kept as written, true and True
 * become `true`, null and None an empty text; a list or tuple is kept as written, without a look
 * inside but for its end. Dicts may be 32 deep. An empty dict has no leaves. A text with a `=` that
 * does not begin with a brace is words NAME=VALUE, between which are blanks, commas or semicolons;
 * a value may be in double quotes, and dashes before a name do not count; Slurm's
 * `gres/gpu:h100=8` is `gres/gpu_type=h100 gres/gpu=8`. `Namespace(tp=4, lr=1e-3)`, as Python
 * prints one, under whatever name, has Python's values. CML_BAD_DATA with the position and what was
 * expected: text is no dict, something follows it, or a path occurs twice. Then leaves may have
 * been added. Source: RFC 8259; The Python Language Reference, 2.4 and 6.2; sacct(1). */
enum cml_result cml_dict_parse(struct cml_dict *dict, struct cml_slice text, struct cml_error *err);

/* Adds the settings of a job that a cell such as SubmitLine of sacct or Command of a log holds: the
 * leaves of a dict (cml_dict_parse), or of a command line, which has an option or a program's path,
 * and a word without `=`. Options are `--tp=8`, `--tp 8`, `-n 8`, `-n8`, and words as `model.tp=8`;
 * an option without a value is `true` and a flag. Numbers behind a number belong to it (`--sizes 1
 * 2 4`), other words without a name are passed over; but numbers among them are `arg1`, `arg2`, and
 * so on. Of `--export=ALL,TP=8` of sbatch, and of a command in a value (`--wrap="train --tp 8"`),
 * what is in it counts. Of what is there twice the last counts, as parsers of options have it. What
 * follows a bar, `>` or `&` is no setting. Errors as of cml_dict_parse. */
enum cml_result cml_settings_parse(struct cml_dict *dict, struct cml_slice text,
				   struct cml_error *err);

#endif

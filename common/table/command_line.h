/* Cells that hold a command line, as SubmitLine of sacct and Command of a job log do. */
#ifndef CML_TABLE_COMMAND_LINE_H
#define CML_TABLE_COMMAND_LINE_H

#include "table/dict.h"

/* Adds the settings of a job that a cell holds: the leaves of a dict (cml_dict_parse), or of a
 * command line, which has an option or a program's path, and a word without `=`. Options are
 * `--tp=8`,
 * `--tp 8`, `-n 8`, `-n8`, and words as `model.tp=8`; an option without a value is `true` and a
 * flag. Numbers behind a number belong to it (`--sizes 1 2 4`), other words without a name are
 * passed over; but numbers among them are `arg1`, `arg2`, and so on. Of `--export=ALL,TP=8` of
 * sbatch, and of a command in a value (`--wrap="train --tp 8"`), what is in it counts. Of what is
 * there twice the last counts, as parsers of options have it. What follows a bar, `>` or `&` is no
 * setting. Errors as of cml_dict_parse. */
enum cml_result cml_settings_parse(struct cml_dict *dict, struct cml_slice text,
				   struct cml_error *err);

#endif

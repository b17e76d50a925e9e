/* Notes on configurations that the log does not cover, and on those that the model does not
 * distinguish. */
#ifndef CML_TOOL_OUTSIDE_H
#define CML_TOOL_OUTSIDE_H

#include "advise/model_outside.h"
#include "advise/spread.h"
#include "tool.h"

/* --within-log; input: a bool that becomes true. */
extern const struct argp tool_within_log_argp;

/* A note about proposals that leave the log: what is `proposals` or `rows`. Of rows left out
 * otherwise. */
enum cml_result tool_outside_note(const struct tool *tool, const struct cml_outside_tally *tally,
				  const char *what, struct cml_error *err);
enum cml_result tool_outside_note_left_out(const struct tool *tool,
					   const struct cml_outside_tally *tally, uint64_t n_all,
					   struct cml_error *err);

/* A note when all that are written have one prediction: predictions of all that were ranked, of
 * those written, and scores of these. */
void tool_outside_note_ties(const struct tool *tool, const struct cml_spread *all,
			    const struct cml_spread *written, const struct cml_spread *scores);

#endif

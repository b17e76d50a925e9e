/* The options --replicate and --expected-gain of cml-search: instead of proposals, finished jobs to
 * run once more, or what jobs are expected to gain. */
#ifndef CML_TOOL_REPEATS_H
#define CML_TOOL_REPEATS_H

#include "model/model.h"
#include "tool.h"

#include <stdbool.h>
#include <stddef.h>

extern const struct argp tool_repeats_argp; /* its input is struct tool_repeats * */

/* Zeroed: neither was given. */
struct tool_repeats {
	size_t n;              /* of --replicate */
	const char *gain_path; /* of --expected-gain */
};

bool tool_repeats_asked(const struct tool_repeats *repeats);

/* Ends in argp_error where one was given, and the other too, or no jobs to ask about, or options of
 * a search. */
void tool_repeats_check(const struct tool_repeats *repeats, struct argp_state *state, bool has_jobs,
			bool searches);

/* Writes the table asked for. histories: the jobs that are finished; fixed: by slot, others do not
 * count. Notes say when there are fewer to repeat than wanted. */
enum cml_result tool_repeats_run(struct tool *tool, const struct tool_repeats *repeats,
				 const struct cml_model *model, const struct tool_list *histories,
				 const double *fixed, bool all_digits, struct cml_error *err);

#endif

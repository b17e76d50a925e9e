/* Neighbours of a configuration as lines for people. */
#ifndef CML_SEARCH_WHAT_IF_WHAT_IF_TEXT_H
#define CML_SEARCH_WHAT_IF_WHAT_IF_TEXT_H

#include "advise/model_outside.h"
#include "base/error.h"
#include "model/model.h"
#include "search/proposals.h"
#include "table/output.h"

/* The configuration of proposals->beside, which is their baseline too, as a paragraph
 * (advise/why_text.h); then a line for each proposal, in columns: rank, what it changes the
 * prediction by, chance to run, prediction and interval, the settings that change, and where it
 * leaves the log. Lines have 80 columns and are continued below; a setting longer than its column
 * stands on a line of its own. tally counts the proposals, not the baseline. */
enum cml_result cml_what_if_print(const struct cml_model *model,
				  const struct cml_proposals *proposals,
				  struct cml_outside_tally *tally, struct cml_output *output,
				  struct cml_error *err);

#endif

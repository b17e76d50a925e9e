/* What search keeps still: contexts, and params fixed on a command line. */
#ifndef CML_SPACE_FEASIBLE_FIXES_H
#define CML_SPACE_FEASIBLE_FIXES_H

#include "base/error.h"
#include "space/space.h"

/* The param or context of `name=value`, and what stands behind the `=`. CML_BAD_USAGE: no such one.
 */
enum cml_result cml_fix_find(const struct cml_space *space, const char *fix, size_t *slot,
			     struct cml_slice *value, struct cml_error *err);

/* Lets in what contexts are fixed to and their domains lack (cml_cell_admit), and what params need
 * for it (cml_space_extend), of a space whose log is known: of the fixes below. CML_BAD_USAGE: no
 * such param or context. */
enum cml_result cml_fixes_admit(struct cml_space *space, const char *const *fixes, size_t n_fixes,
				struct cml_error *err);

/* Fills fixed (n_columns, by slot) with the value of every column that is not
 * drawn, and NaN elsewhere. fixes: `name=value` texts; contexts not among them
 * take their default; one whose `when` is false with these stays NaN. CML_BAD_USAGE: no such param
 * or context, fixed twice, a value outside its domain, no value for a context, or one where its
 * `when` is false. */
enum cml_result cml_fixes_take(const struct cml_space *space, const char *const *fixes,
			       size_t n_fixes, double *fixed, struct cml_error *err);

/* The same of the fixes alone: other contexts stay NaN. */
enum cml_result cml_fixes_read(const struct cml_space *space, const char *const *fixes,
			       size_t n_fixes, double *fixed, struct cml_error *err);

/* A fix with a list of numbers for its value: `gpus=8,16,32`, or as domains have it (`8:512:*2`).
 * Finds the one among the fixes; *at CML_NO_COLUMN: there is none. values (zeroed; to be released)
 * are those of *slot in the order written, in its domain or not. CML_BAD_USAGE: two lists, one of
 * texts, without an end or a step, of more than CML_MAX_FIX_LIST. */
#define CML_MAX_FIX_LIST 64
struct cml_fix_list {
	size_t at, slot;
	struct cml_domain values;
};
enum cml_result cml_fix_list_find(struct cml_fix_list *list, struct cml_space *space,
				  const char *const *fixes, size_t n_fixes, struct cml_error *err);

/* Whether a context takes its default: none of the fixes, which cml_fixes_take took, names it. */
bool cml_fixes_leave(const struct cml_space *space, const char *const *fixes, size_t n_fixes,
		     size_t slot);

/* Whether a configuration has another value where one is fixed. A column without a value,
 * as one that is not active, does not differ. fixed, values: by slot. */
bool cml_fixes_differ(const struct cml_space *space, const double *fixed, const double *values);

/* Contexts that follow from others by a rule: `gpus == 8 * nodes` leaves one number of nodes.
 * given: by slot, NaN: not given; not changed in the end. Whether exactly one value of the domain
 * of `slot` obeys a rule that reads it and otherwise only what is given; *rule is the first such
 * rule. False for a domain of no or more than a million values, and for rules that are undefined or
 * missing with one of them. O(rules x values). */
bool cml_rule_implies(const struct cml_space *space, double *given, size_t slot, double *value,
		      size_t *rule);

/* The hand-tuned configuration of a space. */

/* Fills values (n_columns) with the default of every param and context, or what is fixed
 * (fixed: by slot, NaN elsewhere), and completes them. CML_BAD_DATA: an active one without a
 * default, a rule that does not hold. */
enum cml_result cml_baseline_fill(const struct cml_space *space, const double *fixed,
				  double *values, struct cml_error *err);

/* The first active param or context without a value in completed values; CML_NO_COLUMN: none. */
size_t cml_config_find_missing(const struct cml_space *space, const double *values);

/* Params that grow with a context, extend.c: of `dp * tp * pp == gpus` the copies, on more devices
 * than any job had. */

/* For each rule that ties a context whose value was let in (cml_cell_admit) to params as an
 * equality does, each of whose sides leaves one value: adds to the domain of one of these, a whole
 * number, the values that the rule asks for and no other rule refuses, up to its largest in the
 * proportion in which the context exceeds its own. It is the one with the largest value for which
 * there are such: that which grew with the context in the log. Another than the largest of all is
 * one whose steps or powers hold them: tp * dp == gpus does not ask for tp = 3. Steps and powers
 * stay such where they hold the new values. fixed: by slot, NaN: drawn, or a context at its
 * default. Rules of more than 4 million tries are left alone; CML_NO_MEMORY only. */
enum cml_result cml_space_extend(struct cml_space *space, const double *fixed,
				 struct cml_error *err);

/* Takes back what was let in, and the values that were added for it. */
enum cml_result cml_space_restore(struct cml_space *space, struct cml_error *err);

#endif

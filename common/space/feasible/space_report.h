/* What the rules of a space do: how many configurations there are, how many each
 * rule refuses, and which rules contradict each other. */
#ifndef CML_SPACE_FEASIBLE_SPACE_REPORT_H
#define CML_SPACE_FEASIBLE_SPACE_REPORT_H

#include "base/error.h"
#include "base/random.h"
#include "space/feasible/constraints.h"
#include "space/feasible/diagram.h"
#include "table/table_writer.h"

struct cml_space_size {
	double n;        /* INFINITY: past the largest number */
	cml_count count; /* the same, when exact and not CML_COUNT_MAX */
	bool is_exact;
	bool is_infinite; /* a continuous param, which n counts once */
	double error;     /* standard error of n; 0 when exact */
};

/* Of what a diagram and the wanted constraints it leaves allow. Exact when it
 * leaves none, or when all are wanted and what it lets through is at most
 * CML_MAX_COUNTED, which is counted one by one; else estimated from CML_SIZE_DRAWS draws (up to
 * CML_SIZE_MAX_DRAWS, until ten pass): the count of the diagram times the fraction that the others
 * let through. Source: J. M. Hammersley, D. C. Handscomb, "Monte Carlo Methods", 1964, 5.2. */
#define CML_MAX_COUNTED 2000000
#define CML_SIZE_DRAWS 100000
#define CML_SIZE_MAX_DRAWS 10000000
enum cml_result cml_space_size_find(struct cml_space_size *size, const struct cml_diagram *diagram,
				    struct cml_random *random, struct cml_error *err);

/* Of one rule, or one derived column that may be undefined, alone:
 * as if there were no other. */
struct cml_row_report {
	size_t slot;
	struct cml_space_size left; /* what it lets through */
};

struct cml_space_report {
	struct cml_constraints constraints;
	struct cml_space_size all;      /* conditions obeyed, no rules */
	struct cml_space_size feasible; /* all rules obeyed */
	struct cml_row_report *rows;
	size_t n_rows;
};

/* fixed: as of cml_fixes_take. Counts are exact where cml_space_size_find says so, else
 * estimated from draws of this seed. Errors of cml_constraints_init. */
enum cml_result cml_space_report_init(struct cml_space_report *report,
				      const struct cml_space *space, const double *fixed,
				      uint64_t seed, struct cml_error *err);
void cml_space_report_release(struct cml_space_report *report);

/* Table: name, role, expression, n_left, n_refused (undefined ones, too), share_refused,
 * standard_error (of n_left; 0: exact). A first row `all`, one for each of rows, and a last one
 * `feasible`. */
enum cml_result cml_space_report_write(const struct cml_space_report *report,
				       struct cml_table_writer *writer, struct cml_error *err);

/* CML_NOTHING with the rules in conflict when nothing is feasible. */
enum cml_result cml_space_report_verdict(const struct cml_space_report *report,
					 struct cml_error *err);

#endif

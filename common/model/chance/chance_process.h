/* The Gaussian process in the chance to run: another view of few jobs.
 *
 * Boosted trees are as sure of a configuration far from all jobs as of the nearest ones, and people
 * do not run what they know will fail: a log has few failures where a search wants to go. A process
 * is less sure the farther it is from the jobs. The chance is the mean of what the two say, each by
 * itself calibrated: rows held out are like those of the log, and cannot tell which of the two to
 * believe elsewhere. So it is in contexts without jobs, too: the calibration of trees there
 * (beyond.h) is that of jobs people chose, and a search proposes others. Trees alone are believed
 * where columns have a direction, in which trees go on and a process would not.
 * Source: the mean: M. Stone, "The opinion pool", Annals of Mathematical Statistics 32, 1961; what
 * is known of those who chose the jobs: B. Zadrozny, "Learning and evaluating classifiers under
 * sample selection bias", ICML 2004. */
#ifndef CML_MODEL_CHANCE_CHANCE_PROCESS_H
#define CML_MODEL_CHANCE_CHANCE_PROCESS_H

#include "base/error.h"
#include "model/chance/chance.h"
#include "model/chance/validated_trees.h"
#include "model/gp/gp_model.h"

/* Learning takes time with the cube of the rows, and of more jobs trees know enough. */
#define CML_CHANCE_PROCESS_MAX_JOBS 400

/* Learns rows (cml_chance_rows_run), of which the first n_jobs are jobs. own[held_out->n] becomes
 * the chance of each row held out, under the rows of the other folds. *process NULL and own
 * untouched: a feature has a direction (monotone, by feature; NULL: none has), there are more jobs,
 * not all rows were held out, or no process can be fitted. */
enum cml_result cml_chance_process_train(struct cml_gp **process, const struct cml_dataset *rows,
					 size_t n_jobs, const enum cml_monotone *monotone,
					 const struct cml_held_out *held_out, double *own,
					 struct cml_error *err);

/* The part of the process in the pool, between a half and 1: the likeliest by rows held out, of
 * which trees said log_chance and the process own (held_out->n each), as if one more row had been
 * told by each alone. Not below a half, as rows held out are nearer to the jobs than what is asked.
 * Source: D. Wolpert, "Stacked generalization", Neural Networks 5, 1992. */
double cml_chance_process_share(const struct cml_held_out *held_out, const double *log_chance,
				const double *own);

#endif

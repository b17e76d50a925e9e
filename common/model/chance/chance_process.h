/* The Gaussian process in the chance to run.
 *
 * Boosted trees are as sure of a configuration far from all jobs as of the nearest ones, and people
 * do not run what they know will fail: a log has few failures where a search wants to go. A process
 * is less sure the farther it is from the jobs. The chance is a weighted mean of both, each
 * calibrated by itself. Rows held out are like those of the log, and cannot show how much the
 * process is worth elsewhere: it has at least half of the weight.
 * Source: the mean: M. Stone, "The opinion pool", Annals of Mathematical Statistics 32, 1961;
 * selected jobs: B. Zadrozny, "Learning and evaluating classifiers under sample selection bias",
 * ICML 2004. */
#ifndef CML_MODEL_CHANCE_CHANCE_PROCESS_H
#define CML_MODEL_CHANCE_CHANCE_PROCESS_H

#include "base/error.h"
#include "learn/gp/gp_model.h"
#include "model/chance/validated_trees.h"

/* Learning takes time with the cube of the rows: of more jobs it learns some, evenly. */
#define CML_CHANCE_PROCESS_MAX_JOBS 400

/* Learns rows (cml_chance_rows_run), of which the first n_jobs are jobs. own[held_out->n] becomes
 * the chance of each row held out, under rows of other folds, or under none of its configuration.
 * *process NULL and own untouched: not all rows were held out, or no process can be fitted.
 * O(rows learned^3). */
enum cml_result cml_chance_process_train(struct cml_gp **process, const struct cml_dataset *rows,
					 size_t n_jobs, const struct cml_held_out *held_out,
					 double *own, struct cml_error *err);

/* The weight of the process in the pool: the likeliest by rows held out, whose chance is
 * that of log_odds by the trees and own by the process (held_out->n each), with one more row for
 * each of the two. At least a half; of more than CML_CHANCE_PROCESS_MAX_JOBS jobs, half of the
 * cubed fraction that it learned.
 * Source: D. Wolpert, "Stacked generalization", Neural Networks 5, 1992. */
double cml_chance_process_share(const struct cml_held_out *held_out, const double *log_odds,
				const double *own, size_t n_jobs);

#endif

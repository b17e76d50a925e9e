/* The Gaussian process in the chance to run: another view of few jobs.
 *
 * Boosted trees are as sure of a configuration far from all jobs as of the nearest ones, and people
 * do not run what they know will fail: a log has few failures where a search wants to go. A process
 * is less sure the farther it is from the jobs. The chance is the mean of what the two say, each by
 * itself calibrated: rows held out are like those of the log, and cannot tell which of the two to
 * believe elsewhere. So it is in contexts without jobs, too: the calibration of trees there
 * (beyond.h) is that of jobs people chose, and a search proposes others.
 *
 * Trees keep the direction of a column; a process would not. So it does not see the columns that
 * have one, but has their trend (trend.h) beside it: the mean of the two keeps the direction. Of
 * many jobs trees that go on in a direction know more, and are believed alone.
 * Source: the mean: M. Stone, "The opinion pool", Annals of Mathematical Statistics 32, 1961; what
 * is known of those who chose the jobs: B. Zadrozny, "Learning and evaluating classifiers under
 * sample selection bias", ICML 2004. */
#ifndef CML_MODEL_CHANCE_CHANCE_PROCESS_H
#define CML_MODEL_CHANCE_CHANCE_PROCESS_H

#include "base/error.h"
#include "learn/gp/gp_model.h"
#include "learn/linear/linear_model.h"
#include "model/chance/chance.h"
#include "model/chance/validated_trees.h"

/* Learning takes time with the cube of the rows: of more jobs it learns some, evenly. */
#define CML_CHANCE_PROCESS_MAX_JOBS 400

/* Learns rows (cml_chance_rows_run), of which the first n_jobs are jobs, without the features that
 * have a direction (monotone, by feature; NULL: none has), whose trend is added to the log-odds of
 * the process; *trend NULL: there is none. own[held_out->n] becomes the chance of
 * each row held out, under rows of other folds, or under none of its configuration. *process NULL
 * and own untouched: there are more jobs and a direction, not all rows were held out, or no process
 * can be fitted. O(rows learned^3). */
enum cml_result cml_chance_process_train(struct cml_gp **process, struct cml_linear **trend,
					 const struct cml_dataset *rows, size_t n_jobs,
					 const enum cml_monotone *monotone,
					 const struct cml_held_out *held_out, double *own,
					 struct cml_error *err);

/* The least part of the process in the pool: a half, as rows held out are nearer to the jobs than
 * what is asked; less of many jobs, by the fraction that it learned; 0 where a column has a
 * direction (monotone[n_features] or NULL), of which it knows the trend alone. */
double cml_chance_process_least(const enum cml_monotone *monotone, size_t n_features,
				size_t n_jobs);

/* The part of the process in the pool, between least and 1: the likeliest by rows held out, of
 * which trees said log_chance and the process own (held_out->n each), as if one more row had been
 * told by each alone.
 * Source: D. Wolpert, "Stacked generalization", Neural Networks 5, 1992. */
double cml_chance_process_share(const struct cml_held_out *held_out, const double *log_chance,
				const double *own, double least);

#endif

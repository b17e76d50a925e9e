/* What became of a job, in one vocabulary for every tool and scheduler. */
#ifndef CML_BASE_JOB_STATUS_H
#define CML_BASE_JOB_STATUS_H

#include "base/text.h"

enum cml_job_status {
	CML_JOB_OK,        /* finished and has a usable metric */
	CML_JOB_OOM,       /* ran out of device or host memory */
	CML_JOB_TIMEOUT,   /* ended because it took too long */
	CML_JOB_FAILED,    /* ended by itself with an error, or without a metric */
	CML_JOB_INFRA,     /* node failure, pre-emption: not the configuration's fault */
	CML_JOB_CANCELLED, /* ended by a person */
	CML_N_JOB_STATUSES
};

const char *cml_job_status_name(enum cml_job_status status); /* "ok", "oom", ... */

/* Recognises, in any letter case, our own words, Slurm's job states
 * (`CANCELLED by 1000` included), and the words other trackers export (W&B,
 * MLflow, Optuna, Kernel Tuner); the list is in docs/man/cml-formats.5.
 * False for any other word, and for states of jobs that have not ended. */
bool cml_job_status_parse(struct cml_slice word, enum cml_job_status *status);

/* Whether a job failed by itself: not an infrastructure failure, nor cancelled. */
bool cml_job_status_is_failure(enum cml_job_status status);

/* Whether a scheduler or tracker calls a job so that has not ended ("RUNNING"): it has no result,
 * and that is not its configuration's fault. */
bool cml_job_status_is_unfinished(struct cml_slice word);

/* What a cell in the place of a metric says that is no number: a word for how the job ended, or the
 * infinity or NaN of a program that measured nothing, which is failed, as is DeepHyper's F_timeout:
 * inf, -Infinity, NAN, 1.#QNAN. */
bool cml_job_status_of_metric(struct cml_slice cell, enum cml_job_status *status);

#endif

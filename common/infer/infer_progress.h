/* Columns that tell how far a job came, by the values of those that failed. */
#ifndef CML_INFER_INFER_PROGRESS_H
#define CML_INFER_INFER_PROGRESS_H

#include "base/error.h"
#include "infer/infer_column.h"

/* A column of numbers that are smaller in every job that failed than in any that ran counts what
 * jobs had done if its name says so, or if all of the former have one value while others vary, and
 * another setting tells failures, too: a setting that decides them alone, and is not launched by
 * that other one, would leave it nothing to tell. Without the latter it may be a setting, such as a
 * stage of sharding without which nothing fits: it is noted and stays a param. A setting that
 * people tried with few values of another looks like such a count, so the suspicion is an unsure
 * one. Sets suspicion, partner, is_low_in_failed and low_value of the open columns; the other
 * suspicions must be known. Cost: rows times open columns, for each column that separates failures
 * so. */
enum cml_result cml_infer_suspect_progress(struct cml_infer_rows *rows, struct cml_error *err);

#endif

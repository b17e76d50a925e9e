/* What tests of the model floor share: tables and spaces out of text, and a
 * predictor so simple that its every answer is known. */
#ifndef CML_TEST_MODEL_FIXTURE_H
#define CML_TEST_MODEL_FIXTURE_H

#include "model/history.h"
#include "model/predictor.h"
#include "model/split.h"
#include "space/config.h"
#include "space/encoder.h"
#include "space/space.h"
#include "table/table_reader.h"

/* Each ends the test when it fails. */
struct cml_table_reader *fixture_table(const char *text);
struct cml_space *fixture_space(const char *text);
/* The next row of a table that has one. */
struct cml_row fixture_row(struct cml_table_reader *reader);
/* err as the tools print it. */
const char *fixture_text(const struct cml_error *err);

/* A job table read as a history, with what that takes. */
struct fixture_history {
	struct cml_space *space;
	struct cml_encoder encoder;
	struct cml_na na;
	struct cml_table_reader *reader;
	struct cml_binding binding;
	struct cml_history history;
	char *text; /* of the table */
};
/* Without rows yet. table is copied. */
void fixture_history_open(struct fixture_history *fixture, const char *space, const char *table);
/* A split, parsed and bound. */
struct cml_split_spec fixture_split(struct fixture_history *fixture, const char *text);
void fixture_history_read(struct fixture_history *fixture); /* all rows */
void fixture_history_release(struct fixture_history *fixture);

/* Knows by heart what it was trained on: the mean target of the training rows
 * with the same features, plus the option `shift`; for features never seen, the
 * mean of all. sd is 0.5 for features it knows, NaN for others. The option
 * `output` makes it claim to give scores. What it never saw it cannot know, so a
 * split that leaks shows. */
extern const struct cml_predictor_kind fixture_memory;

#endif

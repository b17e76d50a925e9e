/* The model file: one gzip stream that `zcat | head` can read.
 *
 *   cml-model 3                      magic and format version
 *   predictor gbt
 *   seed 1
 *   target share|log|identity       share: the logarithm of the metric over its law
 *   goal max|min
 *   least X                          no prediction of the metric is below
 *   shares LEAST MOST                logarithms of the metric over its law are within; -1 1 without
 *   option NAME VALUE                one line for each hyper-parameter
 *   summary NAME VALUE               one line for each fact about the training
 *   learned N                        the first N features are what the predictor reads
 *   features N                       then N lines, a name each; in it \\, \n and
 *                                    \r stand for a backslash and line ends
 *   space BYTES                      then the space file and a newline; 0 without one
 *   laws BYTES                       then what was learned of its laws and a newline; 0 without
 *   parameters BYTES                 then the predictor's bytes and a newline
 *   chance BYTES                     then those of the chance to run and a newline; 0 without
 *   interval BYTES                   then what intervals are made with and a newline; 0 without
 *   support BYTES                    then what the log covers and a newline; 0 without
 *   limits N                         then `limit NAME` of each, `jobs N` of which something is
 *                                    known, and `model BYTES` as the next line
 *   second BYTES                     then the unpacked file of the second metric's; 0 without
 *   bare BYTES                       the same of the model without other programs; or no line
 *   crc32 HHHHHHHH                   of all bytes before this line
 */
#ifndef CML_MODEL_MODEL_FILE_H
#define CML_MODEL_MODEL_FILE_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "model/model.h"
#include "table/output.h"

#define CML_MODEL_MAGIC "cml-model "
#define CML_MODEL_VERSION "3"

/* Most bytes of an unpacked model file; a longer one is refused. */
#define CML_MODEL_MAX_SIZE ((size_t)1 << 30)

/* Writes the file as gzip, once, whatever the output's name (same model, same
 * bytes). */
enum cml_result cml_model_write(const struct cml_model *model, struct cml_output *output,
				struct cml_error *err);

/* Reads a model; path NULL or "-" is standard input. CML_BAD_DATA, each with a
 * sentence of its own: not a model file, another version (says which and which
 * is known), an unknown predictor, cut short, a checksum that does not match,
 * a feature list that its space does not give, parameters that do not hold
 * together. Lengths are checked before memory is asked for. */
enum cml_result cml_model_read(struct cml_model **model, const char *path, struct cml_error *err);

/* The same from the unpacked bytes; name is for messages. */
enum cml_result cml_model_parse(struct cml_model **model, struct cml_slice bytes, const char *name,
				struct cml_error *err);

/* Its unpacked bytes; and the readable lines at their begin, for people. */
enum cml_result cml_model_unpack(const struct cml_model *model, struct cml_buffer *text,
				 struct cml_error *err);
enum cml_result cml_model_put_head(const struct cml_model *model, struct cml_buffer *text,
				   struct cml_error *err);

/* What a model holds, for people. */

/* Appends the readable lines of the model file, the summary of the training,
 * the features that matter, and what the chance to run depends on. */
enum cml_result cml_model_describe(const struct cml_model *model, struct cml_buffer *text,
				   struct cml_error *err);

#endif

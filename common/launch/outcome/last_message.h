/* The last message of a program, for the reason of its end. */
#ifndef CML_LAUNCH_OUTCOME_LAST_MESSAGE_H
#define CML_LAUNCH_OUTCOME_LAST_MESSAGE_H

#include "base/text.h"

/* The last line of text that is not blank, empty when there is none: a view. Launchers add lines of
 * their own once a rank has ended, and the line before them counts; with nothing before them, the
 * first of them.
 *
 * srun      `srun: error: n2: task 1: Exited with exit code 3`, slurmstepd's lines about ranks it
 *           cancels, `Terminated` of their shells. A line of srun that names a signal counts
 *           itself, as no rank can print its own signal, but not the signals that srun sends.
 * torchrun  a table that ends in a ruler: from its first line about a failed or ended process on.
 *
 * Source: output of srun 22.05 and torchrun 1.13. */
struct cml_slice cml_last_message(struct cml_slice text);

#endif

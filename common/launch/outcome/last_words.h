/* What a program said last, for the reason of its end. */
#ifndef CML_LAUNCH_OUTCOME_LAST_WORDS_H
#define CML_LAUNCH_OUTCOME_LAST_WORDS_H

#include "base/text.h"

/* The last line of text that is not blank, empty when there is none: a view.
 *
 * Launchers add lines of their own once a rank has ended; what counts then is the line before
 * them. Of srun (`srun: error: n2: task 1: Exited with exit code 3`, slurmstepd's cancelling of
 * the other ranks, their shells' `Terminated`), unless it names a signal, which no rank can say of
 * itself, and not one that srun sends: then it is that line. Of torchrun, whose table ends in a
 * ruler: the line before the first that tells of a failed or ended process. Where nothing is before
 * them, the first of them. Cost: linear. Source: what srun 22.05 and torchrun 1.13 print. */
struct cml_slice cml_last_words(struct cml_slice text);

#endif

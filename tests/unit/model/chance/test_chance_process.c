#include "model/chance/chance_process.h"

#include <criterion/criterion.h>
#include <math.h>

/* A half of what it learned; nothing where a direction is one of which it knows nothing. */
Test(chance_process, counts_by_what_it_knows)
{
	static const enum cml_monotone monotone[] = {CML_MONOTONE_FREE, CML_MONOTONE_FALLS};
	const size_t most = CML_CHANCE_PROCESS_MAX_JOBS;
	cr_expect_eq(cml_chance_process_least(NULL, 2, most / 4), 0.5);
	cr_expect_eq(cml_chance_process_least(NULL, 2, 2 * most), 0.25);
	cr_expect_eq(cml_chance_process_least(monotone, 2, most / 4), 0);
	cr_expect_eq(cml_chance_process_least(monotone, 1, most / 4), 0.5);
}

/* Where one is right of every row held out, and the other of none. */
Test(chance_process, share_is_that_of_the_better)
{
	double y[] = {1, 0, 1, 0, 1, 0}, weight[] = {1, 1, 1, 1, 1, 1};
	double sure[6], unsure[6], log_sure[6], log_unsure[6];
	struct cml_held_out held_out = {.n = 6, .y = y, .weight = weight};
	for (size_t i = 0; i < 6; i++) {
		sure[i] = y[i] > 0 ? 0.99 : 0.01;
		unsure[i] = 0.5;
		log_sure[i] = log(sure[i]);
		log_unsure[i] = log(unsure[i]);
	}
	double of_worse = cml_chance_process_share(&held_out, log_sure, unsure, 0);
	double of_better = cml_chance_process_share(&held_out, log_unsure, sure, 0);
	cr_expect_gt(of_better, 0.6, "%g", of_better);
	cr_expect_float_eq(of_better, 1 - of_worse, 1e-4);
	cr_expect_gt(0.45, of_worse, "%g", of_worse);
	cr_expect_float_eq(cml_chance_process_share(&held_out, log_sure, unsure, 0.45), 0.45, 1e-4);
}

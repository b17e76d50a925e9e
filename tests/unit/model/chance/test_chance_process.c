#include "model/chance/chance_process.h"

#include <criterion/criterion.h>
#include <math.h>

/* Where one is right of every row held out, and the other of none. */
Test(chance_process, share_is_that_of_the_better)
{
	double y[] = {1, 0, 1, 0, 1, 0}, weight[] = {1, 1, 1, 1, 1, 1};
	double sure[6], unsure[6], log_sure[6], log_unsure[6];
	struct cml_held_out held_out = {.n = 6, .y = y, .weight = weight};
	for (size_t i = 0; i < 6; i++) {
		sure[i] = y[i] > 0 ? 0.99 : 0.01;
		unsure[i] = 0.5;
		log_sure[i] = log(sure[i] / (1 - sure[i]));
		log_unsure[i] = 0;
	}
	const size_t many = 1000 * CML_CHANCE_PROCESS_MAX_JOBS;
	double of_worse = cml_chance_process_share(&held_out, log_sure, unsure, many);
	double of_better = cml_chance_process_share(&held_out, log_unsure, sure, many);
	cr_expect_gt(of_better, 0.6, "%g", of_better);
	cr_expect_float_eq(of_better, 1 - of_worse, 1e-4);
	cr_expect_gt(0.45, of_worse, "%g", of_worse);
	/* Of few jobs at least a half, of twice as many as it learns a sixteenth. */
	cr_expect_float_eq(cml_chance_process_share(&held_out, log_sure, unsure, 100), 0.5, 1e-4);
	weight[0] = weight[1] = weight[2] = weight[3] = weight[4] = weight[5] = 1e-6;
	cr_expect_geq(
	    cml_chance_process_share(&held_out, log_sure, unsure, 2 * CML_CHANCE_PROCESS_MAX_JOBS),
	    0.125);
}

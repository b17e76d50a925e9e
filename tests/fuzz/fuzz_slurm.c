/* What Slurm prints. Input: any text.
 *
 * Promises: every slice lies in the text, every line is read once. */
#include "fuzz.h"

#include "launch/slurm/slurm_batch.h"
#include "launch/slurm/slurm_queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_inside(struct cml_slice part, struct cml_slice whole)
{
	FUZZ_CHECK(part.size == 0 || (part.data >= whole.data &&
				      part.data + part.size <= whole.data + whole.size),
		   "%zu bytes outside of the text", part.size);
}

static void check_lines(struct cml_slice text)
{
	struct cml_slice rest = text;
	struct cml_slurm_job job;
	size_t n = 0, n_ends = 1;
	for (size_t i = 0; i < text.size; i++)
		n_ends += text.data[i] == '\n';
	while (cml_slurm_next_job(&rest, &job)) {
		n++;
		check_inside(job.state, text);
		check_inside(job.nodes, text);
		check_inside(job.name, text);
		FUZZ_CHECK(job.state.size > 0, "job %llu without a state",
			   (unsigned long long)job.id.job);
		cml_slurm_has_ended(job.state);
	}
	FUZZ_CHECK(n <= n_ends, "%zu jobs in %zu lines", n, n_ends);
	FUZZ_CHECK(rest.size == 0, "%zu bytes are left", rest.size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cml_slice text = {(const char *)data, size}, line = {0};
	uint64_t job;
	check_lines(text);
	cml_slurm_parse_submitted(text, &job);
	cml_slurm_is_passing(text);
	if (cml_slurm_log_state(text, &line))
		check_inside(line, text);
	return 0;
}

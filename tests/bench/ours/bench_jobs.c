/* Writes a job log as a tracker would export it: bench_jobs BYTES STREAM
 *
 * Rows until BYTES are reached; every tenth job failed and has no metric, notes
 * are quoted and hold commas, now and then a doubled quote. bench_jobs.csv
 * beside this file is its space. */
#include "bench_support.h"

#include "base/random.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static const char *const users[] = {"ada", "grace", "edsger", "barbara", "donald", "leslie"};
static const char *const gpus[] = {"a100", "h100", "h200", "b200"};
static const char *const precisions[] = {"bf16", "fp16", "fp8", "fp32"};
static const char *const shardings[] = {"FULL_SHARD", "SHARD_GRAD_OP", "NO_SHARD"};
static const char *const optimizers[] = {"adamw", "lion", "sgd"};
static const char *const failures[] = {"oom", "timeout", "failed"};
static const char *const notes[] = {"", "\"baseline, second try\"", "rerun",
				    "\"the \"\"wide\"\" variant, see sheet\"",
				    "\"new kernels, no recompute\""};

#define PICK(random, items) ((items)[cml_random_below(random, sizeof(items) / sizeof *(items))])

static size_t power(struct cml_random *random, size_t n)
{
	return (size_t)1 << cml_random_below(random, n);
}

static int write_job(struct cml_random *random, size_t id)
{
	int size = 0;
	size_t at = id * 37;
	bool ok = cml_random_below(random, 10) != 0;
	size += printf(
	    "%zu,%s,run-%05zu-%08llx,2024-%02zu-%02zuT%02zu:%02zu:%02zuZ,", id, PICK(random, users),
	    id % 99991, (unsigned long long)cml_random_below(random, UINT64_C(1) << 32),
	    at / 2419200 % 12 + 1, at / 86400 % 28 + 1, at / 3600 % 24, at / 60 % 60, at % 60);
	size += printf("%s,%zu,%zu,%zu,%zu,%zu,%s,", PICK(random, gpus), 8 * power(random, 9),
		       power(random, 4), power(random, 4), power(random, 5), 512 * power(random, 5),
		       PICK(random, precisions));
	for (int layer = 0; layer < 6; layer++)
		size += printf("%s,", PICK(random, shardings));
	size += printf("%s,%.6g,%.2f,%d,%d,%016llx,%s,", PICK(random, optimizers),
		       1e-5 + 1e-3 * cml_random_uniform(random),
		       0.7 + 0.01 * (double)cml_random_below(random, 20),
		       (int)cml_random_below(random, 2), (int)cml_random_below(random, 2),
		       (unsigned long long)cml_random_next(random), PICK(random, notes));
	if (ok)
		return size + printf("ok,%.3f\n", 1e3 + 1e5 * cml_random_uniform(random));
	return size + printf("%s,\n", PICK(random, failures));
}

int main(int argc, char **argv)
{
	if (argc != 3)
		bench_fail("usage: bench_jobs BYTES STREAM");
	struct cml_random random;
	size_t size = bench_count(argv[1]), written;
	cml_random_init(&random, 1, bench_count(argv[2]));
	written =
	    (size_t)printf("id,user,name,started,gpu,gpus,tp,pp,micro_batch,seq_len,precision,"
			   "shard_1,shard_2,shard_3,shard_4,shard_5,shard_6,optimizer,lr,"
			   "reserve,recompute,compile,commit,notes,status,tokens_s\n");
	for (size_t id = 1; written < size; id++)
		written += (size_t)write_job(&random, id);
	if (fflush(stdout) != 0 || ferror(stdout))
		bench_fail("standard output cannot be written");
	return 0;
}

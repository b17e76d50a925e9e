/* Where readings are read from: the files of a job, and when they were written. */
#include "launch/metric/readings.h"

#include "test.h"

#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void make_folder(void)
{
	strcpy(folder, "/tmp/cml-readings-XXXXXX");
	cr_assert_not_null(mkdtemp(folder));
}

static void remove_folder(void)
{
	char command[128];
	snprintf(command, sizeof command, "rm -r %s", folder);
	cr_assert_eq(system(command), 0);
}

static void write_file(const char *name, const char *text)
{
	char path[128];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *file = fopen(path, "w");
	cr_assert_not_null(file);
	fputs(text, file);
	cr_assert_eq(fclose(file), 0);
}

/* The value, or the reason why there is none. */
static void check_source(struct cml_metric_source source, const char *metric, const char *expected)
{
	AUTO(cml_metric_spec) spec;
	AUTOPTR(cml_readings) readings = NULL;
	struct cml_metric_result result;
	char shown[CML_REASON_SIZE];
	assert_ok(cml_metric_spec_parse(&spec, metric, 0, &err));
	assert_ok(cml_readings_new(&readings, &spec, &err));
	for (int round = 0; round < 2; round++) {
		assert_ok(cml_metric_read(readings, &source, &result, &err));
		snprintf(shown, sizeof shown, "%g of %zu", result.value, result.n_readings);
		cr_expect_str_eq(result.reason.text[0] != '\0' ? result.reason.text : shown,
				 expected);
	}
}

static void check_files(const char *metric, const char *expected)
{
	check_source((struct cml_metric_source){.dir = folder}, metric, expected);
}

/* Of a job that was killed, a last line without its end is not read, in a table neither. */
Test(metric_read, a_last_line_that_may_be_half_of_one, .init = make_folder, .fini = remove_folder)
{
	struct cml_metric_source cut = {.dir = folder, .is_cut = true};
	write_file("stderr", "");
	write_file("stdout", "qps=1\nqps=2");
	check_source(cut, "qps=last", "1 of 1");
	write_file("steps.csv", "step,qps\n1,11\n2,12\n3,1");
	check_source(cut, "file:steps.csv:qps=last", "12 of 2");
	check_files("file:steps.csv:qps=last", "1 of 3");
	write_file("steps.csv", "step,qps\n1,11\n2,12\n");
	check_source(cut, "file:steps.csv:qps=last", "12 of 2");
}

/* As trainers print it. Sources of the lines: nanoGPT's train.py, llm.c's train_gpt2.cu, PyTorch's
 * imagenet example. */
Test(metric_read, without_a_sign, .init = make_folder, .fini = remove_folder)
{
	write_file("stdout",
		   "tokens per iteration will be: 491,520\n"
		   "iter 0: loss 10.9, time 9042.40ms, mfu -100.00%\n"
		   "iter 10: loss 9.5, time 742.40ms, mfu 12.31%\n"
		   "step    1/100 | loss 3.2 (+nanz)| 742.40 ms | 45.1% bf16 MFU | 137k tok/s\n"
		   "Epoch: [0][1/1251]\tTime  0.121 ( 0.130)\tData  0.000 ( 0.001)\n");
	write_file("stderr", "");
	check_files("time=min", "742.4 of 2");
	check_files("mfu", "12.31 of 2");
	check_files("Time", "0.121 of 1");
	check_files("tok/s", "137000 of 1");
	check_files(
	    "step",
	    "stdout: no reading of 'step', but a line with it: \"step    1/100 | loss 3.2 (+nanz)| "
	    "742.40 ms | 45.1% bf16 MFU | 137k tok/s\"");
	check_files(
	    "tokens",
	    "stdout: no reading of 'tokens', but a line with it: \"tokens per iteration will be: "
	    "491,520\"");
	/* With a sign elsewhere, that alone counts. */
	write_file("stderr", "time: 5\n");
	check_files("time=min", "5 of 1");
	write_file("stdout", "step=2 qps=511.3\nstep=3 qps=51step=3 qps=512.9\n2.4\n");
	check_files("qps=min", "stdout: reading 2 of 'qps' is cut: \"51step=3 qps=512.9\"");
	write_file("stdout", "qps=5.8[rank1] qps=5.80e+07\n1e+07\n");
	check_files("qps=min", "stdout: reading 1 of 'qps' is cut: \"5.8[rank1] qps=5.80\"");
	write_file("stdout", "qps=5.8e+\nqps=5.8e+07");
	check_files("qps=min", "stdout: reading 1 of 'qps' is cut: \"5.8e+\"");
}

Test(metric_read, files, .init = make_folder, .fini = remove_folder)
{
	char path[128];
	write_file("stdout", "qps=1\nqps=2");
	write_file("empty", "");
	check_files("qps=max", "2 of 2");
	check_files("file:stdout:qps=min", "1 of 2");
	write_file("stderr", "qps=3 wps=4\n");
	check_files("qps=last", "2 of 2");
	check_files("wps=last", "4 of 1");
	check_files("mfu", "stdout: no reading of 'mfu'");
	check_files("file:stderr:qps", "3 of 1");
	write_file("stderr", "wps=nan\n");
	check_files("wps=last", "stderr: reading 1 of 'wps' is nan");
	check_files("file:none:qps=min", "none: No such file or directory");
	check_files("file:empty:qps", "empty: no reading of 'qps'");
	check_files("file:.:qps", ".: not a regular file");
	snprintf(path, sizeof path, "%s/pipe", folder);
	cr_assert_eq(mkfifo(path, 0600), 0);
	check_files("file:pipe:qps", "pipe: not a regular file");
}

Test(metric_read, by_an_expression, .init = make_folder, .fini = remove_folder)
{
	write_file("stdout", "loss is 1.5, then loss is 2.5\r\nthe end");
	check_files("loss=max:loss is ([0-9.]+)", "2.5 of 2");
	check_files("loss=max:^loss is ([0-9.]+)", "1.5 of 1");
	check_files("loss=max:[0-9.]+", "2.5 of 2");
	check_files("loss=max:los ([0-9.]+)",
		    "stdout: no reading of 'loss', but a line with it: \"loss is 1.5, then loss is "
		    "2.5\"");
	check_files("acc=max:z(y)?", "stdout: no reading of 'acc'");
	check_files("loss=max:(z)",
		    "stdout: no reading of 'loss', but a line with it: \"loss is 1.5, "
		    "then loss is 2.5\"");
	write_file("stderr", "acc 980\nacc 1.12K\nacc 1.5 ktok/s\n");
	check_files("acc=max:acc (.*)", "1500 of 3");
	check_files("file:stderr:acc=min:acc (.*)", "980 of 3");
	write_file("stderr", "acc nan\nacc fast\n");
	check_files("acc=last:acc (.*)", "stderr: reading 1 of 'acc' is nan");
	write_file("stderr", "acc fast\nacc 3\n");
	check_files("acc=last:acc (.*)", "stderr: reading 1 of 'acc' is no number: \"fast\"");
}

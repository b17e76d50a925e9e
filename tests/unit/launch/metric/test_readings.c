#include "launch/metric/readings.h"

#include "base/memory.h"
#include "test.h"

/* What text says under a specification, fed in pieces of so many bytes. */
static struct cml_metric_result read_text(const char *metric, size_t n_warmup,
					  struct cml_slice text, size_t piece)
{
	AUTO(cml_metric_spec) spec;
	AUTOPTR(cml_readings) readings = NULL;
	struct cml_metric_result result;
	assert_ok(cml_metric_spec_parse(&spec, metric, n_warmup, &err));
	assert_ok(cml_readings_new(&readings, &spec, &err));
	for (size_t at = 0; at < text.size; at += piece) {
		size_t n = text.size - at < piece ? text.size - at : piece;
		assert_ok(cml_readings_feed(readings, (struct cml_slice){text.data + at, n}, &err));
	}
	assert_ok(cml_readings_finish(readings, "stdout", &result, &err));
	return result;
}

/* The readings of qps in text, shown as their number, first, last and sum. */
static void check_bytes(const char *text, size_t size, const char *expected)
{
	static const char *const metrics[] = {"qps=first", "qps=last", "qps=mean"};
	double value[3];
	size_t n = 0;
	char shown[128];
	for (size_t i = 0; i < 3; i++) {
		struct cml_metric_result result =
		    read_text(metrics[i], 0, (struct cml_slice){text, size}, 4096);
		value[i] = result.value;
		n = result.n_readings;
		cr_expect_eq(isnan(result.value), result.reason.text[0] != '\0', "%s", text);
	}
	snprintf(shown, sizeof shown, n == 0 ? "none" : "%zu: %.10g %.10g, %.10g", n, value[0],
		 value[1], value[2]);
	cr_expect_str_eq(shown, expected, "%s: %s, not %s", text, shown, expected);
}

static void check(const char *text, const char *expected)
{
	check_bytes(text, strlen(text), expected);
}

Test(readings, forms)
{
	check("qps=123.4\n", "1: 123.4 123.4, 123.4");
	check("qps: 123.4\n", "1: 123.4 123.4, 123.4");
	check("qps = 123.4", "1: 123.4 123.4, 123.4");
	check("qps\t:\t123.4", "1: 123.4 123.4, 123.4");
	check("{\"step\": 3, \"qps\": 123.4}", "1: 123.4 123.4, 123.4");
	check("{\"qps\":123.4,\"loss\":2}", "1: 123.4 123.4, 123.4");
	check("{'loss': 0.5, 'qps': 123.4}", "1: 123.4 123.4, 123.4");
	check("{'qps': '123.4'}", "1: 123.4 123.4, 123.4");
	check("{\"log\":\"{\\\"qps\\\": 123.4}\"}", "1: 123.4 123.4, 123.4");
	check("{'qps': np.float64(123.4), 'x': 1}", "1: 123.4 123.4, 123.4");
	check("{'qps': tensor(123.4000, device='cuda:0')}", "1: 123.4 123.4, 123.4");
	check("[rank0] step 5 loss=0.1 qps=123.4, mem=7", "1: 123.4 123.4, 123.4");
	check("(qps=123.4)", "1: 123.4 123.4, 123.4");
	check("qps=1 qps=2\nqps=6", "3: 1 6, 3");
	check("", "none");
	check("no readings\n", "none");
}

Test(readings, numbers)
{
	check("qps=5", "1: 5 5, 5");
	check("qps=5.", "1: 5 5, 5");
	check("It is qps=5. Good.", "1: 5 5, 5");
	check("qps=.5", "1: 0.5 0.5, 0.5");
	check("qps=-2.5", "1: -2.5 -2.5, -2.5");
	check("qps=+2.5", "1: 2.5 2.5, 2.5");
	check("qps=1.5e3", "1: 1500 1500, 1500");
	check("qps=1.5E-3", "1: 0.0015 0.0015, 0.0015");
	check("qps=1e+3,", "1: 1000 1000, 1000");
	check("qps=1,234,567.5", "1: 1234567.5 1234567.5, 1234567.5");
	check("qps=12,345 x", "1: 12345 12345, 12345");
	check("qps=00012", "1: 12 12, 12");
	check("qps=0", "1: 0 0, 0");
	check("qps=123.4it/s qps=120.4it/s", "2: 123.4 120.4, 121.9");
	check("qps=45%", "1: 45 45, 45");
	check("qps=5/s", "1: 5 5, 5");
	check("qps=5-", "1: 5 5, 5");
}

Test(readings, what_is_no_number)
{
	check("qps=", "none");
	check("qps=p90", "none");
	check("qps: fast", "none");
	check("qps: info", "none");
	check("qps: nano", "none");
	check("qps=None", "none");
	check("qps=.", "none");
	check("qps=-", "none");
	check("qps=--5", "none");
	check("qps==5", "none");
	check("qps 5", "none");
	check("qps=\n5", "none");
	check("qps\n=5", "none");
	check("qps=\r5", "none");
	check("qps=1,5", "none");
	check("qps=0,123", "none");
	check("qps=-0,123", "none");
	check("qps=00,123", "none");
	check("qps=2,000", "1: 2000 2000, 2000");
	check("qps=200,000.5", "1: 200000.5 200000.5, 200000.5");
	check("qps=1234,567", "none");
	check("qps=1.2.3", "none");
	check("qps=12:30:45", "none");
	check("qps=5/10", "none");
	check("qps=2026-01-02", "none");
	check("qps=0x1F", "none");
	check("qps=1_000", "none");
	check("qps=[5]", "none");
	check("qps=5verylongwordsbehindthenumber", "none");
}

Test(readings, names_inside_other_names)
{
	check("train_qps=5", "none");
	check("qps_train=5", "none");
	check("qpss=5 sqps=5 qps2=5 2qps=5", "none");
	check("val/qps=5 max-qps=5 a.qps=5", "none");
	check("qps/val=5 qps.a=5 qps-max=5", "none");
	check("--qps=5", "none");
	check("QPS=5", "none");
	check("qqps=1 qps=2 qpsqps=3", "1: 2 2, 2");
	check("_qps=1\nqps=2", "1: 2 2, 2");
}

Test(readings, colours_and_progress_bars)
{
	check("\033[32mqps=5\033[0m", "1: 5 5, 5");
	check("\033[1;32mqps\033[0m=\033[33m5\033[0m", "1: 5 5, 5");
	check("\033[1mqps\033[0m : \033[38;5;208m 5", "1: 5 5, 5");
	check("\033(B\033[mqps: \033(B5", "1: 5 5, 5");
	check("x\033(Bqps: 5", "1: 5 5, 5");
	check("[32mqps=5", "none");
	check("\r 1%|#  | 1/9 [00:01<00:08, 1.0it/s, qps=4]\r 2%|## | 2/9 [00:02<00:07, qps=6]",
	      "2: 4 6, 5");
	check("\xe2\x96\x88qps=5\xe2\x94\x82", "1: 5 5, 5");
}

Test(readings, binary_garbage)
{
	static const char bytes[] = "\0qps\0=5\0qps=7\0\xff\xfeqps=\xff"
				    "z\x80qps: 9\xff\033[\033qps=11\0";
	check_bytes(bytes, sizeof bytes - 1, "3: 7 11, 9");
	check_bytes("qps=5\0", 6, "1: 5 5, 5");
	check_bytes("q\0ps=5", 6, "none");
}

Test(readings, long_lines_end_somewhere)
{
	AUTO(cml_buffer) text = {0};
	cr_assert(cml_buffer_append_string(&text, "qps="));
	for (size_t i = 0; i < 200; i++)
		cr_assert(cml_buffer_append_string(&text, "1"));
	cr_assert(cml_buffer_append_string(&text, " "));
	check_bytes(text.data, text.size, "1: 1.111111111e+199 1.111111111e+199, 1.111111111e+199");
	text.size--;
	for (size_t i = 0; i < 100; i++)
		cr_assert(cml_buffer_append_string(&text, "1"));
	check_bytes(text.data, text.size, "none");
}

/* Many readings among other text, with names that are others' and numbers that are cut. */
static void make_log(struct cml_buffer *text, size_t n)
{
	static const char *const others[] = {"\033[32m", "train_qps=7 ", "qps=",   "q", "qp",
					     "\n",       "qps: one ",    "\xff\0", "\r"};
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < i % 50; j++)
			cr_assert(cml_buffer_append_string(text, "some text of a log, "));
		cr_assert(cml_buffer_append_string(text, others[i % 9]));
		cr_assert(
		    cml_buffer_printf(text, " \"qps\"\t: %zu.%03zu\n", i * 7919 % 1000, i % 1000));
	}
}

Test(readings, any_division_gives_the_same)
{
	static const size_t pieces[] = {1, 2, 3, 7, 64, 257, 4095, 4096, 131072, 1000000};
	AUTO(cml_buffer) text = {0};
	make_log(&text, 1500);
	struct cml_slice slice = cml_buffer_slice(&text);
	struct cml_metric_result whole = read_text("qps=p90", 2, slice, text.size);
	cr_assert_geq(text.size, 500000, "more than a buffer: %zu", text.size);
	cr_expect_eq(whole.n_readings, 1498);
	for (size_t i = 0; i < 10; i++) {
		struct cml_metric_result other = read_text("qps=p90", 2, slice, pieces[i]);
		cr_expect_eq(other.n_readings, whole.n_readings, "pieces of %zu: %zu readings",
			     pieces[i], other.n_readings);
		cr_expect_eq(other.value, whole.value);
		cr_expect_eq(other.spread, whole.spread);
	}
}

/* A reading at every place around the end of a buffer. */
Test(readings, a_reading_at_the_end_of_a_buffer)
{
	enum { SIZE = 140000 };
	static const char reading[] = "\033[0;1mqps\033[0m: 1,234.5it/s ";
	AUTOFREE char *text = malloc(SIZE);

	for (size_t at = 130000; at < 132000; at++) {
		memset(text, 'x', SIZE);
		text[at - 1] = ' ';
		memcpy(text + at, reading, sizeof reading - 1);
		struct cml_metric_result result =
		    read_text("qps", 0, (struct cml_slice){text, SIZE}, SIZE);

		cr_assert_eq(result.value, 1234.5, "at %zu: %s", at, result.reason.text);
		cr_assert_eq(result.n_readings, 1);
	}
}

/* Powers of a thousand, alone and before a unit. */
Test(readings, prefixes_scale)
{
	check("qps: 980 qps: 1.12K", "2: 980 1120, 1050");
	check("qps: 980 tok/s qps: 1.12K tok/s", "2: 980 1120, 1050");
	check("qps: 1.1k qps: 1.2 k", "2: 1100 1200, 1150");
	check("qps=2k qps=2K qps=2M qps=2G qps=2T qps=2P", "6: 2000 2e+15, 3.33667e+14");
	check("qps: 980 tokens/s\nqps: 1.1 ktokens/s\n", "2: 980 1100, 1040");
	check("qps=1.5k/s qps=3M/step", "2: nan nan, nan");
	check("qps=1.5k/s qps=3M/s", "2: 1500 3000000, 1500750");
	check("qps=2GB qps=3 MB qps=512B/s", "3: nan nan, nan");
	check("qps=2GB/s qps=3 MB/s qps=512B/s", "3: 2000000000 512, 667667000");
	check("qps=2KiB qps=2Ki qps=1 MiB", "3: 2048 1048576, 350891");
	check("qps=2KiB qps=1 MiB", "2: 2048 1048576, 525312");
	check("qps=312.5 TFLOPS", "1: 3.125e+14 3.125e+14, 3.125e+14");
	check("qps=\"1.12K\" qps='2 k'", "2: 1120 2000, 1560");
	check("qps=\033[1m2\033[0m k", "1: 2000 2000, 2000");
	check("qps=-2k,", "1: -2000 -2000, -2000");
}

/* What does not scale: units, words of a sentence, other names, other columns. */
Test(readings, words_that_do_not_scale)
{
	check("qps=5 Tokens qps=6tokens/s", "2: nan nan, nan");
	check("qps=5 ms qps=6ms", "2: 5 6, 5.5");
	check("qps=5% qps=6 %", "2: 5 6, 5.5");
	check("qps=5 foo/s qps=6foo/s", "2: 5 6, 5.5");
	check("qps=5x qps=6x", "2: 5 6, 5.5");
	check("qps=20Min", "1: 20 20, 20");
	check("qps: 980 in step 4\nqps: 990 after 5\nqps: 1 and/or", "3: 980 1, 657");
	check("qps: 980 kept\nqps: 990 Mixed up\nqps: 1 To go", "3: 980 1, 657");
	check("qps: 1 k: 2 qps: 3 \"M\": 5 qps: 4 k = 6", "3: 1 4, 2.66667");
	check("qps: 1  k\nqps: 2\tk\nqps: 3\nk", "3: 1 3, 2");
	check("qps: 1, k", "1: 1 1, 1");
}

static void check_reason(const char *metric, size_t n_warmup, const char *text, const char *reason)
{
	struct cml_metric_result result = read_text(metric, n_warmup, cml_slice_of(text), 4096);
	cr_expect_str_eq(result.reason.text, reason);
	cr_expect_eq(isnan(result.value), *reason != '\0');
}

Test(readings, why_there_is_no_value)
{
	check_reason("qps", 0, "", "stdout: no reading of 'qps'");
	check_reason("qps", 3, "qps=1 qps=2", "stdout: 2 readings of 'qps', all warm-up");
	check_reason("qps", 3, "qps=1", "stdout: 1 reading of 'qps', all warm-up");
	check_reason("qps", 0, "qps=12:30:45",
		     "stdout: reading 1 of 'qps' is no number: \"12:30:45\"");
	check_reason("qps", 0, "qps=1 qps=nan qps=3", "stdout: reading 2 of 'qps' is nan");
	check_reason("qps", 0, "qps=1\nqps=-Infinity", "stdout: reading 2 of 'qps' is -inf");
	check_reason("qps", 0, "qps=1e999", "stdout: reading 1 of 'qps' is inf");
	check_reason("qps", 1, "qps=inf qps=2", "");
	check_reason("qps=p90", 0, "1.5it/s qps=1.1it/s, qps=2.0s/it",
		     "stdout: reading 2 of 'qps' is in \"s/it\", those before in \"it/s\"");
	check_reason("qps", 0, "qps: 980 ms\nqps: 1.1 s\n",
		     "stdout: reading 2 of 'qps' is in \"s\", those before in \"ms\"");
	check_reason("qps", 0, "qps: 980\nqps: 5ms qps: 1.1 \xc2\xb5s\n",
		     "stdout: reading 3 of 'qps' is in \"us\", those before in \"ms\"");
	check_reason("qps", 1, "qps: 980 ms\nqps: 1.1 s\n", "");
	check_reason("qps", 1, "qps=1.2B qps=5", "");
	check_reason("qps", 0, "qps=1 qps=3 million steps",
		     "stdout: reading 2 of 'qps' is of unclear size: \"3 million steps\"");
	check_reason("qps", 0, "qps=1 234",
		     "stdout: reading 1 of 'qps' is one number or two: \"1 234\"");
	check_reason("qps", 0, "qps=2 qps=-12 345.5 x",
		     "stdout: reading 2 of 'qps' is one number or two: \"-12 345.5 x\"");
	check_reason("qps", 0,
		     "qps=1\xe2\x80\xaf"
		     "234\n",
		     "stdout: reading 1 of 'qps' is no number: \"1\\xe2\\x80\\xaf234\"");
	check_reason("qps", 1, "qps=1 234 qps=5", "");
	check_reason("qps", 0, "qps=1.5 234", "");
	check_reason("qps", 0, "qps=1 2345 qps=1234 567 qps=1  234 qps=1\t234", "");
	check_reason("qps", 0, "qps=1 234: x qps=1 234ms", "");
}

/* Among good readings, what begins like a number and is none. */
Test(readings, what_may_have_been_a_number)
{
	static const char *const texts[] = {
	    "1,5",
	    "1_000",
	    "1.234.567",
	    "980,5",
	    "0x10",
	    "1/2",
	    "12:30:45",
	    "2026-01-02",
	    "***",
	    "**",
	    "*5*",
	    "1'000",
	    "[1000]",
	    "(1000,)",
	    "[ 1.5 ]",
	    "[\"5\"]",
	    "1.#INF",
	    "1.5D+03",
	    "1.5D03",
	    "1.5D-03",
	    "980+5",
	    "**980**",
	    "{5}",
	    "1\xe2\x80\x99"
	    "000",
	    "\xe2\x88\x92"
	    "5",
	    "[-5]",
	    "5.6.7",
	};
	char text[128], reason[CML_REASON_SIZE], quoted[64];
	for (size_t i = 0; i < COUNT(texts); i++) {
		snprintf(text, sizeof text, "qps=900\nqps=%s\nqps=910\n", texts[i]);
		snprintf(reason, sizeof reason, "stdout: reading 2 of 'qps' is no number: %s",
			 cml_text_quote(cml_slice_of(texts[i]), quoted, sizeof quoted));
		for (char *byte = reason; *byte; byte++)
			*byte = (unsigned char)*byte < 127 ? *byte : '?';
		check_reason("qps=max", 0, text, reason);
	}
	check_reason("qps", 1, "qps=1_000 qps=5", "");
	check_reason("qps", 0, "qps: see below\nqps: p90\nqps=None\nqps: [none]\nqps=7", "");
	check_reason("qps", 0, "qps: * fast\nqps: -\nqps: --5\nqps: (nan)\nqps=7", "");
	check("qps=1.2, x=3", "1: 1.2 1.2, 1.2");
	check("('qps=1000',)", "1: 1000 1000, 1000");
	check("[{\"qps\": \"1000\",\"x\": [1, 2]}]", "1: 1000 1000, 1000");
	check("[{'qps': '1000'}, 5]", "1: 1000 1000, 1000");
	check("qps='5' qps=5' qps: 5'", "3: 5 5, 5");
}

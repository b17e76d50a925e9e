#include "base/device.h"

#include "base/number.h"
#include "test.h"

#include <ctype.h>

static const struct {
	const char *text, *name; /* NULL: none */
	double memory_gb;
} texts[] = {
    {"H100", "h100", 80},
    {"8xH100-80GB", "h100", 80},
    {"H100x8", "h100", 80},
    {"A100-80G", "a100", 80},
    {"V100-32", "v100 32", 32},
    {"16xA100", "a100", 40},
    {"8x_h100", "h100", 80},
    {"A100-SXM4-80GB", "a100", 80},
    {"A100-PCIE-40GB", "a100", 40},
    {"NVIDIA A100 80GB PCIe", "a100", 80},
    {"A100 (80 GB)", "a100 80", 80},
    {"A100 80 GiB", "a100 80", 80},
    {"A100-80", "a100 80", 80},
    {"a100_64", "a100", 64},
    {"A100-11", "a100", 40},  /* no memory is that small, a version may be */
    {"A100-128", "a100", 40}, /* so may a number of devices */
    {"Tesla V100-SXM2-32GB", "v100", 32},
    {"GH200 480GB", "gh200", 480},
    {"T4", "t4", 16},
    /* Of several the longest. */
    {"nvidia_h100_nvl", "h100 nvl", 94},
    {"H100 PCIe", "h100 pcie", 80},
    {"GeForce RTX 2080 Ti", "rtx 2080 ti", 11},
    {"GeForce RTX 2080", "rtx 2080", 8},
    {"gb200 NVL72", "gb200", 186},
    {"L40S", "l40s", 48},
    {"L40", "l40", 48},
    {"a10g", "a10g", 24},
    {"rtx4090", "rtx 4090", 24},
    {"titan_rtx", "titan rtx", 24},
    {"AMD Instinct MI250X", "mi250x", 64},
    /* What is behind a TPU is a number of chips. */
    {"v5p-128", "v5p", 95},
    {"TPU v4-64", "v4", 32},
    {"TPUv4", "v4", 32},
    {"v5litepod-16", "v5litepod", 16},
    {"Intel Gaudi 3", "gaudi 3", 128},
    {"gaudi2", "gaudi 2", 96},
    {"a3-highgpu-8g", "a3 highgpu", 80}, /* machines */
    {"gres/gpu:h100=8,mem=800G", "h100", 80},
    {"p4de.24xlarge", "p4de 24xlarge", 80},
    {"Standard_ND96asr_v4", "nd96asr v4", 40},
    /* Whole words. */
    {"xh100", NULL, NAN},
    {"h1000", NULL, NAN},
    {"x8h100", NULL, NAN},
    {"h10", NULL, NAN},
    {"rtx", NULL, NAN},
    {"cpu", NULL, NAN},
    {"", NULL, NAN},
    /* The memory is known of any. */
    {"80GB", NULL, 80},
    {"some new one with 1024 GB", NULL, 1024},
    {"GB", NULL, NAN},
    {"80GBit", NULL, NAN},
};

Test(device, is_found_in_a_name)
{
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct cml_device found = cml_device_in_name(cml_slice_of(texts[i].text));
		cr_expect(cml_same_number(found.memory_gb, texts[i].memory_gb), "%s: %g GB",
			  texts[i].text, found.memory_gb);
		cr_expect_eq(isnan(found.peak_tflops), !texts[i].name, "%s", texts[i].text);
		cr_expect_eq(isnan(found.bandwidth), !texts[i].name, "%s", texts[i].text);
		if (!texts[i].name) {
			cr_expect_null(found.name, "%s: %s", texts[i].text, found.name);
			continue;
		}
		cr_assert_not_null(found.name, "%s", texts[i].text);
		cr_expect_str_eq(found.name, texts[i].name, "%s: %s", texts[i].text, found.name);
	}
}

Test(device, chips_of_a_slice)
{
	static const struct {
		const char *text;
		double chips; /* NaN: none */
	} slices[] = {
	    {"v5litepod-256", 256}, {"v5e-16", 16},   {"tpu-v6e-64", 64}, {"4xv5p-128", 64},
	    {"TPU v4-64", 32},      {"v3_8", 4},      {"v5p-8-spot", 4},  {"v5e", NAN},
	    {"v5litepod-4x4", NAN}, {"v5e-", NAN},    {"v5p-0", NAN},     {"H100-80", NAN},
	    {"v5p 512", 256},       {"v5p-nan", NAN}, {"v5px-8", NAN},    {"", NAN},
	};
	for (size_t i = 0; i < COUNT(slices); i++) {
		double chips = cml_chips_in_name(cml_slice_of(slices[i].text));
		cr_expect(cml_same_number(chips, slices[i].chips), "%s: %g", slices[i].text, chips);
	}
}

/* NVIDIA's data sheets: dense, 16 bits, of the modules for servers. */
Test(device, does_what_its_data_sheet_says)
{
	struct cml_device a100 = cml_device_in_name(cml_slice_of("A100"));
	struct cml_device h100 = cml_device_in_name(cml_slice_of("H100-SXM5"));
	cr_expect(a100.peak_tflops == 312 && h100.peak_tflops == 989);
	cr_expect_float_eq(a100.bandwidth, 1.555, 0.1);
	cr_expect_float_eq(h100.bandwidth, 3.35, 1e-9);
}

/* The words of a name, each of small letters and digits, one blank between them. */
static bool is_name(const char *name)
{
	for (const char *at = name; *at; at++) {
		bool is_blank = *at == ' ';
		if (is_blank ? at == name || at[-1] == ' ' || !at[1] || at[1] == ' '
			     : !islower((unsigned char)*at) && !cml_is_digit(*at))
			return false;
	}
	return *name != '\0';
}

/* Whoever adds a device writes a line: each is one that is found by its own name, with numbers that
 * can be right. */
Test(device, lines_of_the_table_are_sane)
{
	FILE *source = fopen("common/base/device.c", "r");
	char line[256], name[64];
	size_t n = 0;
	cr_assert_not_null(source, "run from the root of the tree");
	while (fgets(line, sizeof line, source)) {
		double peak, memory, bandwidth;
		if (strncmp(line + strspn(line, " \t"), "{\"", 2) != 0)
			continue;
		cr_assert_eq(sscanf(line, " {\"%63[^\"]\", %lf, %lf, %lf}", name, &peak, &memory,
				    &bandwidth),
			     4, "%s", line);
		n++;
		cr_expect(is_name(name), "%s", line);
		cr_expect(peak > 1 && peak < 1e5, "%s", line);
		cr_expect(memory >= 8 && memory < 1e4, "%s", line);
		cr_expect(bandwidth > 0.1 && bandwidth < 100, "%s", line);
		struct cml_device found = cml_device_in_name(cml_slice_of(name));
		cr_assert_not_null(found.name, "%s", line);
		cr_expect_str_eq(found.name, name, "%s", line);
		cr_expect(found.peak_tflops == peak && found.memory_gb == memory &&
			      found.bandwidth == bandwidth,
			  "a second line of that name? %s", line);
	}
	fclose(source);
	cr_expect_gt(n, 40);
}

/* What accelerators can do, by their names. To add one: a line in device.c. */
#ifndef CML_BASE_DEVICE_H
#define CML_BASE_DEVICE_H

#include "base/text.h"

/* Of data sheets: what a device does with dense numbers of 16 bits, without sparsity. */
struct cml_device {
	const char *name;
	double peak_tflops; /* TFLOP/s */
	double memory_gb;
	double bandwidth;  /* of its memory, TB/s */
	double least_bits; /* of floating point numbers that it multiplies: 16, 8 or 4 */
};

/* The device that a text names, `A100-SXM4-80GB`, `nvidia_h100_nvl`, `v5p-128`: of several the one
 * with the longest name. Its memory is the one that the text has before GB, else the smallest it is
 * sold with. All numbers are NaN, and the name NULL, where none is named; the memory is known even
 * then if the text has it. */
struct cml_device cml_device_in_name(struct cml_slice text);

/* GB that the text has, or the most that its device is sold with: 80 of `A100`. */
double cml_device_most_memory(struct cml_slice text);

/* The chips of a slice of TPUs that a text names: 256 of `v5litepod-256`; `v5p-128`, as v2 to v4,
 * counts cores, two of each chip. NaN: no number stands behind the name. Source: Cloud TPU's list
 * of accelerator types. */
double cml_chips_in_name(struct cml_slice text);

/* Where a name in small letters, up to its end or a bar, ends that stands at the front of a text,
 * word by word, whatever is between the words; 0: it does not. */
size_t cml_name_skip(struct cml_slice text, const char *name);

/* Whether it does, and the word ends there: a `8x` behind it is a number of devices. */
bool cml_name_stands_at(struct cml_slice text, const char *name);

/* How the ends of jobs are read where memory ends. Log-odds to run of a job that finds e times the
 * memory which it needs, where nothing else is known. Jobs that ran count as so many for each that
 * did not, and for one more: people launch what they know to run, and a thousand of such say little
 * of where memory ends. */
#define CML_MEMORY_STEEPNESS 8.0
#define CML_RAN_PER_FAILED 10.0

#endif

/* The memory of devices, by what they are called. */
#ifndef CML_INFER_NAMES_DEVICE_NAME_H
#define CML_INFER_NAMES_DEVICE_NAME_H

/* The memory in GB of a device of which `used` GB were used: as its name says (`A100-SXM4-80GB`,
 * `a100_80g`), otherwise the smallest with which that device is sold and that is enough. NaN: not
 * known, or more was used than that.
 * Source: the makers' data sheets of NVIDIA, AMD, Intel, Google and AWS. */
double cml_device_memory(const char *name, double used);

#endif

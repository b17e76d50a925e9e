/* Opening what a job left behind. */
#ifndef CML_LAUNCH_JOB_REGULAR_FILE_H
#define CML_LAUNCH_JOB_REGULAR_FILE_H

/* A descriptor to read the file from, or -1 with errno set: EINVAL for a pipe, a directory or a
 * device, none of which is waited for. */
int cml_open_regular(const char *path);

#endif

#include "launch/slurm/slurm_commands.h"

#include "launch/slurm/slurm_replies.h"

#include <math.h>
#include <string.h>

static bool add(struct cml_buffer *argv, const char *argument)
{
	return cml_buffer_append(argv, argument, strlen(argument) + 1);
}

static bool add_all(struct cml_buffer *argv, const char *const *arguments)
{
	for (; *arguments; arguments++) {
		if (!add(argv, *arguments))
			return false;
	}
	return true;
}

static bool end_argument(struct cml_buffer *argv)
{
	return cml_buffer_append(argv, "", 1);
}

static bool add_time_limit(struct cml_buffer *argv, const struct cml_launcher_options *options)
{
	if (options->timeout_s <= 0)
		return true;
	return cml_buffer_printf(argv, "--time=%.0f",
				 ceil((options->timeout_s + options->grace_s) / 60) + 1) &&
	       end_argument(argv);
}

static bool add_array(struct cml_buffer *argv, size_t n, size_t throttle)
{
	if (n <= 1)
		return true;
	return cml_buffer_printf(argv, "--array=0-%zu", n - 1) &&
	       (throttle == 0 || cml_buffer_printf(argv, "%%%zu", throttle)) && end_argument(argv);
}

/* The last of several counts for sbatch: the user may change the time limit, not the name. */
bool cml_slurm_print_sbatch(struct cml_buffer *argv, const struct cml_launcher_options *options,
			    const char *name, size_t n)
{
	static const char *const first[] = {"sbatch", "--parsable", "--no-requeue", NULL};

	if (!add_all(argv, first) || !add_time_limit(argv, options))
		return false;
	for (size_t i = 0; i < options->n_scheduler_arguments; i++) {
		if (!add(argv, options->scheduler_arguments[i]))
			return false;
	}
	return cml_buffer_printf(argv, "--job-name=%s", name) && end_argument(argv) &&
	       cml_buffer_printf(argv, "--chdir=%s", options->folder->path) && end_argument(argv) &&
	       add(argv, "--output=/dev/null") &&
	       cml_buffer_printf(argv, "--error=batches/%s.%s.log", name, n > 1 ? "%a" : "0") &&
	       end_argument(argv) && add(argv, "--open-mode=append") &&
	       add_array(argv, n, options->throttle) &&
	       cml_buffer_printf(argv, "%s/batches/%s", options->folder->path, name) &&
	       end_argument(argv);
}

static bool add_squeue(struct cml_buffer *argv)
{
	static const char *const squeue[] = {
	    "squeue", "--noheader", "--array", "--states=all", "--format=" CML_SQUEUE_FORMAT, NULL};

	return add_all(argv, squeue);
}

bool cml_slurm_print_squeue_name(struct cml_buffer *argv, const char *name)
{
	return add_squeue(argv) && cml_buffer_printf(argv, "--name=%s", name) && end_argument(argv);
}

bool cml_slurm_print_squeue_users(struct cml_buffer *argv, struct cml_slice users)
{
	return add_squeue(argv) && cml_buffer_append_string(argv, "--user=") &&
	       cml_buffer_append(argv, users.data, users.size) && end_argument(argv);
}

bool cml_slurm_print_sacct(struct cml_buffer *argv, struct cml_slice jobs)
{
	static const char *const sacct[] = {
	    "sacct", "--noheader", "--parsable2", "--allocations", "--format=" CML_SACCT_FORMAT,
	    NULL};

	return add_all(argv, sacct) && cml_buffer_append_string(argv, "--jobs=") &&
	       cml_buffer_append(argv, jobs.data, jobs.size) && end_argument(argv);
}

bool cml_slurm_print_scancel(struct cml_buffer *argv, bool kill)
{
	static const char *const cancels[] = {"scancel", "--quiet", NULL};
	static const char *const kills[] = {"scancel", "--quiet", "--signal=KILL", "--full", NULL};

	return add_all(argv, kill ? kills : cancels);
}

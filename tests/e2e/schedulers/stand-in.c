/* Stands in for the commands of PBS, LSF, Flux and Kubernetes, and for ssh to hosts that have their
 * homes in $STAND_IN, by the name it is called by: one process for a command, one more for a job.
 *
 * Jobs are folders of $STAND_IN, numbered by what mkdir lets one process make:
 *   name, state    what jobs() reads: pending, running, `ended STATUS`, cancelled
 *   waits          until the job begins, or never does: who renames it decides
 *   cancelled      its runner ends it, as when the folder is gone
 * One in CHAOS commands fails: before it did anything, or after; one job in LOSE is forgotten
 * before it begins. DELAY: the longest wait in a queue, in tenths of a second. What still runs
 * holds the lock $STAND_IN.lock. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_JOBS = 1000, LOCK_FD = 30, GRACE_LOOKS = 25, LOOK_US = 20000 };

struct job {
	int number;
	char name[128], state[16];
	int status;
};

static const char *home;
static struct job jobs[MAX_JOBS];
static size_t n_jobs;

__attribute__((noreturn, format(printf, 1, 2))) static void fail(const char *format, ...)
{
	va_list values;
	va_start(values, format);
	vfprintf(stderr, format, values);
	va_end(values);
	fputc('\n', stderr);
	exit(1);
}

static int number_of(const char *variable, int otherwise)
{
	const char *text = getenv(variable);
	return text && *text ? atoi(text) : otherwise;
}

/* A number below n, of the process and the clock. */
static int drawn(int n)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return (int)(((long)getpid() * 7919 + now.tv_nsec) % n);
}

static bool happens(const char *one_in)
{
	int n = number_of(one_in, 0);
	return n > 0 && drawn(n) == 0;
}

static void fail_now_and_then(const char *words)
{
	if (happens("CHAOS"))
		fail("%s", words);
}

__attribute__((format(printf, 1, 2))) static const char *path_of(const char *format, ...)
{
	static char paths[4][PATH_MAX];
	static int turn;
	char *path = paths[turn++ % 4];
	int n = snprintf(path, PATH_MAX, "%s/", home);
	va_list values;
	va_start(values, format);
	vsnprintf(path + n, (size_t)(PATH_MAX - n), format, values);
	va_end(values);
	return path;
}

static void write_text(const char *path, const char *mode, const char *text)
{
	FILE *out = fopen(path, mode);
	if (!out)
		return;
	fputs(text, out);
	fclose(out);
}

static void set_state(int number, const char *state)
{
	write_text(path_of("%d/state.new", number), "we", state);
	rename(path_of("%d/state.new", number), path_of("%d/state", number));
}

static void remove_job(int number)
{
	static const char *const files[] = {"name",  "state", "state.new", "waits",
					    "began", "never", "cancelled"};
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		unlink(path_of("%d/%s", number, files[i]));
	rmdir(path_of("%d", number));
}

/* Processes that have the variable in their environment. */
static bool has_variable(const char *pid, const char *variable)
{
	char path[64], *line = NULL;
	size_t size = 0;
	bool found = false;
	snprintf(path, sizeof path, "/proc/%.20s/environ", pid);
	FILE *in = fopen(path, "re");
	while (in && !found && getdelim(&line, &size, '\0', in) > 0)
		found = strcmp(line, variable) == 0;
	if (in)
		fclose(in);
	free(line);
	return found;
}

static void signal_job(const char *variable, int number)
{
	DIR *proc = opendir("/proc");
	for (struct dirent *entry; proc && (entry = readdir(proc));)
		if (isdigit((unsigned char)entry->d_name[0]) &&
		    has_variable(entry->d_name, variable))
			kill(atoi(entry->d_name), number);
	if (proc)
		closedir(proc);
}

static pid_t start_script(const char *variable, const char *log, const char *script)
{
	pid_t pid = fork();
	if (pid != 0)
		return pid;
	setsid();
	putenv((char *)variable);
	int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0666);
	dup2(out, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	execlp("sh", "sh", script, (char *)NULL);
	_exit(127);
}

static bool is_cancelled(int number)
{
	return access(path_of("%d/cancelled", number), F_OK) == 0 ||
	       access(path_of("%d", number), F_OK) != 0;
}

/* A scheduler signals all processes of a job, and kills what is left after a while. Returns the
 * status of the script. */
static int await_script(pid_t script, int number, const char *variable)
{
	int status, n_looks = 0;
	while (waitpid(script, &status, WNOHANG) == 0) {
		if (is_cancelled(number) && n_looks++ % GRACE_LOOKS == 0)
			signal_job(variable, n_looks == 1 ? SIGTERM : SIGKILL);
		usleep(LOOK_US);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* On a node, until nothing of the job is left. */
static void run_job(int number, const char *log, const char *script)
{
	char variable[PATH_MAX + 16], state[32];
	usleep((useconds_t)(drawn(10) * number_of("DELAY", 5)) * 10000);
	if (rename(path_of("%d/waits", number), path_of("%d/began", number)) != 0)
		exit(0);
	set_state(number, "running\n");
	snprintf(variable, sizeof variable, "STAND_IN_JOB=%s/%d", home, number);
	int status = await_script(start_script(variable, log, script), number, variable);
	snprintf(state, sizeof state, "ended %d\n", status);
	set_state(number, is_cancelled(number) ? "cancelled\n" : state);
	while (wait(NULL) > 0 || errno == EINTR)
		;
	exit(0);
}

static void start_job(int number, const char *log, const char *script)
{
	if (fork() != 0)
		return;
	setsid();
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	int nowhere = open("/dev/null", O_RDWR);
	for (int i = 0; i < 3; i++)
		dup2(nowhere, i);
	for (int i = 3; i < 256; i++)
		if (i != LOCK_FD)
			close(i);
	run_job(number, log, script);
}

/* Its number. Where names are unique, one that is taken is refused. */
static int enqueue(const char *name, const char *log, const char *script, bool is_unique)
{
	int number = 1;
	char line[256];
	fail_now_and_then("the server is away");
	if (is_unique && mkdir(path_of("name.%s", name), 0777) != 0)
		fail("Error from server (AlreadyExists): jobs.batch \"%s\" already exists", name);
	while (mkdir(path_of("%d", number), 0777) != 0)
		number++;
	snprintf(line, sizeof line, "%s\n", name);
	set_state(number, "pending\n");
	write_text(path_of("%d/waits", number), "we", "");
	write_text(path_of("%d/name", number), "we", line);
	write_text(path_of("submitted"), "ae", line);
	if (happens("LOSE")) {
		remove_job(number);
		rmdir(path_of("name.%s", name));
	} else {
		start_job(number, log, script);
	}
	fail_now_and_then("the connection was lost");
	return number;
}

static void read_job(const char *folder)
{
	struct job *job = &jobs[n_jobs];
	*job = (struct job){.number = atoi(folder), .state = "pending"};
	FILE *in = fopen(path_of("%s/name", folder), "re");
	if (!in)
		return;
	bool is_named = fscanf(in, "%127s", job->name) == 1;
	fclose(in);
	in = fopen(path_of("%s/state", folder), "re");
	if (in && fscanf(in, "%15s %d", job->state, &job->status) < 1)
		strcpy(job->state, "pending");
	if (in)
		fclose(in);
	n_jobs += is_named && n_jobs + 1 < MAX_JOBS;
}

static void list_jobs(void)
{
	fail_now_and_then("the server does not answer");
	DIR *folder = opendir(home);
	for (struct dirent *entry; folder && (entry = readdir(folder));)
		if (isdigit((unsigned char)entry->d_name[0]))
			read_job(entry->d_name);
	if (folder)
		closedir(folder);
}

static bool is_open(const struct job *job)
{
	return strcmp(job->state, "pending") == 0 || strcmp(job->state, "running") == 0;
}

/* One word for each state: of jobs that wait, run, ended well, ended badly, were cancelled. */
static const char *state_word(const struct job *job, const char *const words[5])
{
	if (strcmp(job->state, "pending") == 0)
		return words[0];
	if (strcmp(job->state, "running") == 0)
		return words[1];
	if (strcmp(job->state, "cancelled") == 0)
		return words[4];
	return words[job->status == 0 ? 2 : 3];
}

/* FORMAT takes a name and a word. */
#define PRINT_JOBS(format, ...)                                                                    \
	for (size_t i = 0; i < n_jobs; i++)                                                        \
	printf(format, jobs[i].name, state_word(&jobs[i], (const char *const[]){__VA_ARGS__}))

/* Those of that name that are open, one to a line. */
static void print_numbers(const char *name, const char *suffix)
{
	list_jobs();
	for (size_t i = 0; i < n_jobs; i++)
		if (!name || (strcmp(jobs[i].name, name) == 0 && is_open(&jobs[i])))
			printf("%d%s\n", jobs[i].number, suffix);
}

/* Whoever renames `waits` decides: a job that never begins has no runner to write its state. */
static void end_job(int number)
{
	fail_now_and_then("the server is away");
	write_text(path_of("%d/cancelled", number), "we", "");
	if (rename(path_of("%d/waits", number), path_of("%d/never", number)) == 0)
		set_state(number, "cancelled\n");
}

/* Returns how many of that name there were. */
static size_t end_named(const char *name, bool are_removed)
{
	size_t n = 0;
	list_jobs();
	for (size_t i = 0; i < n_jobs; i++) {
		if (strcmp(jobs[i].name, name) != 0 || !is_open(&jobs[i]))
			continue;
		n++;
		end_job(jobs[i].number);
		if (are_removed) {
			remove_job(jobs[i].number);
			rmdir(path_of("name.%s", name));
		}
	}
	n_jobs = 0;
	return n;
}

static void qsub(int argc, char **argv)
{
	const char *name = "", *log = "/dev/null";
	for (int option; (option = getopt(argc, argv, "N:Vr:j:o:S:l:")) != -1;)
		if (option == 'N')
			name = optarg;
		else if (option == 'o')
			log = optarg;
	if (argc - optind != 1)
		fail("qsub: %d words behind the options", argc - optind);
	printf("%d.server\n", enqueue(name, log, argv[optind], false));
}

static void qselect(int argc, char **argv)
{
	print_numbers(argc > 2 && strcmp(argv[1], "-N") == 0 ? argv[2] : NULL, ".server");
}

static void qstat(int argc, char **argv)
{
	(void)argc, (void)argv;
	list_jobs();
	for (size_t i = 0; i < n_jobs; i++) {
		printf("Job Id: %d.server\n    Job_Name = %s\n    Job_Owner = user@host\n    "
		       "job_state = %s\n",
		       jobs[i].number, jobs[i].name,
		       state_word(&jobs[i], (const char *const[]){"Q", "R", "F", "F", "F"}));
		if (!is_open(&jobs[i]))
			printf("    Exit_status = %d\n",
			       strcmp(jobs[i].state, "cancelled") == 0 ? 271 : jobs[i].status);
		printf("\n");
	}
}

/* Also `NUMBER.server`. */
static void end_numbers(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		end_job(atoi(argv[i]));
}

static void bsub(int argc, char **argv)
{
	const char *name = "", *log = "/dev/null";
	for (int option; (option = getopt(argc, argv, "+J:r:o:W:")) != -1;)
		if (option == 'J')
			name = optarg;
		else if (option == 'o')
			log = optarg;
	if (argc - optind != 2 || strcmp(argv[optind], "sh") != 0)
		fail("bsub: %d words behind the options", argc - optind);
	printf("Job <%d> is submitted to default queue <normal>.\n",
	       enqueue(name, log, argv[optind + 1], false));
}

static void bjobs(int argc, char **argv)
{
	(void)argc, (void)argv;
	list_jobs();
	if (n_jobs == 0) {
		fprintf(stderr, "No job found\n");
		exit(255);
	}
	PRINT_JOBS("%-64s %-8s\n", "PEND", "RUN", "DONE", "EXIT", "EXIT");
}

static void bkill(int argc, char **argv)
{
	const char *name = argc > 2 ? argv[2] : "";
	if (end_named(name, false) == 0)
		fail("Job <%s>: No matching job found", name);
}

/* The word that begins with the prefix, behind it. */
static const char *behind(int argc, char **argv, const char *prefix)
{
	for (int i = 1; i < argc; i++)
		if (strncmp(argv[i], prefix, strlen(prefix)) == 0)
			return argv[i] + strlen(prefix);
	return NULL;
}

static void flux(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "", *name = behind(argc, argv, "--name=");
	if (strcmp(what, "submit") == 0) {
		printf("f%d\n", enqueue(behind(argc, argv, "--job-name="),
					behind(argc, argv, "--output="), argv[argc - 1], false));
	} else if (strcmp(what, "cancel") == 0) {
		end_numbers(argc - 1, argv + 1);
	} else if (name) {
		print_numbers(name, "");
	} else {
		list_jobs();
		PRINT_JOBS("%s %s\n", "SCHED", "RUN", "COMPLETED", "FAILED", "CANCELED");
	}
}

static void create_from_manifest(void)
{
	char line[PATH_MAX + 64], name[128] = "", script[PATH_MAX] = "";
	while (fgets(line, sizeof line, stdin)) {
		char *command = strstr(line, "command: [sh, \"");
		sscanf(line, "  name: %127s", name);
		if (command)
			sscanf(command, "command: [sh, \"%4095[^\"]", script);
	}
	enqueue(name, "/dev/null", script, true);
	printf("job.batch/%s created\n", name);
}

static void kubectl(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	if (strcmp(what, "create") == 0) {
		create_from_manifest();
	} else if (strcmp(what, "delete") == 0) {
		for (int i = 3; i < argc; i++)
			if (argv[i][0] != '-')
				end_named(argv[i], true);
	} else {
		list_jobs();
		PRINT_JOBS("%s %s\n", "Pending", "Running", "Complete", "Failed", "Failed");
	}
}

/* ssh -n -o OPTION... HOST COMMAND: what the command leaves behind goes on. */
static void ssh(int argc, char **argv)
{
	int status = 0;
	while (getopt(argc, argv, "+no:") != -1)
		;
	if (happens("CHAOS"))
		exit(255);
	const char *host = path_of("%s", argv[optind]);
	mkdir(host, 0777);
	setenv("HOME", host, 1);
	setenv("STAND_IN_JOB", host, 1);
	pid_t pid = fork();
	if (pid == 0) {
		execlp("sh", "sh", "-c", argv[optind + 1], (char *)NULL);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	exit(happens("CHAOS") ? 255 : WEXITSTATUS(status));
}

static void hold_lock(void)
{
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%s.lock", home);
	int fd = open(path, O_RDWR | O_CREAT, 0666);
	flock(fd, LOCK_SH);
	dup2(fd, LOCK_FD);
	close(fd);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(int argc, char **argv);
	} commands[] = {{"qsub", qsub},        {"qselect", qselect}, {"qstat", qstat},
			{"qdel", end_numbers}, {"bsub", bsub},       {"bjobs", bjobs},
			{"bkill", bkill},      {"flux", flux},       {"kubectl", kubectl},
			{"ssh", ssh}};
	const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];
	home = getenv("STAND_IN");
	if (!home)
		fail("%s: no STAND_IN", name);
	hold_lock();
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strcmp(name, commands[i].name) == 0) {
			commands[i].run(argc, argv);
			return 0;
		}
	fail("%s: no command of a scheduler", name);
}

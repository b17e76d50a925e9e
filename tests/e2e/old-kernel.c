/* old-kernel COMMAND [ARG]...: runs it without the system calls that Linux 4.18 lacks and a C
 * library may use. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REFUSE(number)                                                                             \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1),                                       \
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)

int main(int n_arguments, char **arguments)
{
	struct sock_filter rules[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    REFUSE(SYS_pidfd_open),
	    REFUSE(SYS_clone3),
	    REFUSE(SYS_close_range),
	    REFUSE(SYS_faccessat2),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
	struct sock_fprog filter = {sizeof rules / sizeof *rules, rules};
	if (n_arguments > 1 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0)
		execvp(arguments[1], arguments + 1);
	perror("old-kernel");
	return 127;
}

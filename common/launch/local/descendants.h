/* What a process started, and what that started. */
#ifndef CML_LAUNCH_LOCAL_DESCENDANTS_H
#define CML_LAUNCH_LOCAL_DESCENDANTS_H

/* Sends a signal to every child of the calling thread, strays that it took in as a subreaper among
 * them. Where the kernel does not list children (no CONFIG_PROC_CHILDREN) nothing happens. */
void cml_signal_children(int signal_number);

/* Kills children until there are none, and takes them in. */
void cml_kill_descendants(void);

#endif

#!/bin/sh
# A private Slurm on loopback for tests: munge, slurmctld and one slurmd for each of several
# virtual nodes, with every file in one folder. Nothing of the machine's own Slurm is read or
# touched.
#
#   sh tests/slurm/cluster.sh start DIR [--accounting] [--nodes N] [--cpus N] [--age S]
#   sh tests/slurm/cluster.sh stop DIR
#   sh tests/slurm/cluster.sh controller-stop DIR | controller-kill DIR | controller-start DIR
#   sh tests/slurm/cluster.sh node-stop DIR NODE | node-start DIR NODE
#   sh tests/slurm/cluster.sh operator DIR COMMAND...
#
# `start` leaves DIR/slurm.conf: with SLURM_CONF naming it, sbatch, squeue and the rest talk to
# this cluster. --accounting adds slurmdbd over a private MariaDB, for
# tests/data/importing/sacct.sh. The nodes (4) have CLUSTER_CPUS processors (16) together, so that no
# more jobs run at once; --cpus gives each so many instead. --age is MinJobAge: seconds until the controller forgets a finished
# job. `operator` runs a command as the Slurm administrator, who is another user than the one
# whose jobs run when the tests are run by root. A node that is stopped goes down after
# SlurmdTimeout. Jobs over their memory are ended by the accounting thread of slurmstepd
# (OverMemoryKill), or by the kernel where CLUSTER_CGROUP=1 says that cgroups may be used.
set -u

usage() {
	sed -n 's/^#   sh /usage: sh /p' "$0" >&2
	exit 2
}

fail() {
	echo "cluster.sh: $*" >&2
	exit 1
}

[ $# -ge 2 ] || usage
action=$1
dir=$2
shift 2
here=$(CDPATH= cd "${0%/*}" && pwd)
. "$here/../wait.sh"

export PATH="$PATH:/usr/sbin:/sbin"
export SLURM_CONF="$dir/slurm.conf"
accounting=
nodes=4
max_jobs=${CLUSTER_CPUS:-16}
cpus=
age=300

# find_users: who runs the jobs, and who is the administrator
find_users() {
	me=$(id -un)
	operator=$me
	[ "$me" != root ] || ! id slurm >/dev/null 2>&1 || operator=slurm
	echo "$me $operator" >"$dir/users"
}

# free_ports N: the first of N successive ports on which nothing listens.
free_ports() {
	awk -v n="$1" -v first=$((20000 + $$ % 400 * 30)) '
		{ sub(/.*:/, "", $2); taken[$2] }
		END {
			for (port = first; port < first + n; port++)
				if (sprintf("%04X", port) in taken && (first = port + 1) >= 32000) first = port = 20000
			print first
		}' /proc/net/tcp /proc/net/tcp6 2>/dev/null
}

# began NAME PID: remember a daemon that this script started.
began() {
	echo "$2" >"$dir/pid/$1"
}

# succeeds COMMAND...: without a word
succeeds() {
	"$@" >/dev/null 2>&1
}

# ended NAME [SIGNAL]: end a daemon and wait until it has gone.
ended() {
	[ -f "$dir/pid/$1" ] && read -r daemon <"$dir/pid/$1" || return 0
	kill -"${2:-TERM}" "$daemon" 2>/dev/null
	wait_until "the end of $1" gone "$daemon"
	rm -f "$dir/pid/$1"
}

start_munge() {
	dd if=/dev/urandom of="$dir/munge/key" bs=1024 count=1 2>/dev/null
	chmod 400 "$dir/munge/key"
	munged --foreground --force --key-file="$dir/munge/key" --socket="$dir/munge/socket" \
		--pid-file="$dir/munge/pid" --log-file="$dir/log/munged" --seed-file="$dir/munge/seed" \
		>"$dir/log/munged.out" 2>&1 &
	began munged $!
	wait_until "an answer of munged" succeeds munge -n --socket="$dir/munge/socket"
}

start_database() {
	mariadb-install-db --no-defaults --auth-root-authentication-method=normal --skip-test-db \
		--user="$me" --datadir="$dir/db" >"$dir/log/install-db" 2>&1 ||
		fail "mariadb-install-db failed: see $dir/log/install-db"
	mariadbd --no-defaults --user="$me" --datadir="$dir/db" --socket="$dir/db.socket" \
		--port="$database_port" --bind-address=127.0.0.1 --pid-file="$dir/db.pid" \
		--innodb-buffer-pool-size=64M --innodb-lock-wait-timeout=900 \
		>"$dir/log/mariadbd" 2>&1 &
	began mariadbd $!
	wait_until "an answer of mariadbd" succeeds mariadb-admin --no-defaults --socket="$dir/db.socket" -u root ping
	mariadb --no-defaults --socket="$dir/db.socket" -u root -e "
		CREATE DATABASE slurm_acct_db;
		CREATE USER 'cml'@'127.0.0.1' IDENTIFIED BY 'cml';
		GRANT ALL ON slurm_acct_db.* TO 'cml'@'127.0.0.1';" || fail "no database for slurmdbd"
	(umask 077 && cat >"$dir/slurmdbd.conf") <<END
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket
DbdHost=localhost
DbdAddr=127.0.0.1
DbdPort=$dbd_port
SlurmUser=$operator
LogFile=$dir/log/slurmdbd
PidFile=$dir/pid/slurmdbd.own
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort=$database_port
StorageUser=cml
StoragePass=cml
StorageLoc=slurm_acct_db
END
	chown "$operator" "$dir/slurmdbd.conf"
	SLURM_CONF="$dir/slurm.conf" slurmdbd -D >"$dir/log/slurmdbd.out" 2>&1 &
	began slurmdbd $!
	wait_until "an answer of slurmdbd" succeeds sacctmgr -n list cluster
	sacctmgr -i add cluster private >/dev/null || fail "no cluster in the accounting"
}

write_configuration() {
	host=$(hostname -s)
	{
		cat <<END
ClusterName=private
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$((base))
SlurmUser=$operator
SlurmdUser=$me
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket
CryptoType=crypto/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool/%n
SlurmctldPidFile=$dir/pid/slurmctld.own
SlurmdPidFile=$dir/pid/slurmd-%n.own
SlurmctldLogFile=$dir/log/slurmctld
SlurmdLogFile=$dir/log/slurmd-%n
MailProg=/bin/true
ReturnToService=2
SwitchType=switch/none
JobAcctGatherFrequency=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=1,sched_interval=2,bf_interval=2,default_queue_depth=1000
SlurmctldTimeout=10
SlurmdTimeout=60
BatchStartTimeout=60
KillWait=1
CompleteWait=0
InactiveLimit=0
OverTimeLimit=0
MinJobAge=$age
MaxArraySize=20000
MaxJobCount=50000
JobRequeue=1
SlurmdParameters=config_overrides
DebugFlags=NO_CONF_HASH
END
		if [ "${CLUSTER_CGROUP:-0}" = 1 ]; then
			echo "TaskPlugin=task/cgroup"
			echo "ProctrackType=proctrack/cgroup"
			echo "JobAcctGatherType=jobacct_gather/cgroup"
		else
			echo "TaskPlugin=task/none"
			echo "ProctrackType=proctrack/linuxproc"
			echo "JobAcctGatherType=jobacct_gather/linux"
			echo "JobAcctGatherParams=OverMemoryKill"
		fi
		if [ -n "$accounting" ]; then
			echo "AccountingStorageType=accounting_storage/slurmdbd"
			echo "AccountingStorageHost=localhost"
			echo "AccountingStoragePort=$dbd_port"
			# With munge the password is the path of the socket.
			echo "AccountingStoragePass=$dir/munge/socket"
		else
			echo "AccountingStorageType=accounting_storage/none"
		fi
		i=1
		while [ $i -le "$nodes" ]; do
			echo "NodeName=n$i NodeHostname=n$i NodeAddr=127.0.0.1 Port=$((base + i)) CPUs=$cpus RealMemory=4000"
			i=$((i + 1))
		done
		echo "PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE DefMemPerCPU=50"
	} >"$dir/slurm.conf"
	# Since 24.05 nodes do not start without cgroups, unless told to.
	cgroups=autodetect
	version=$(slurmctld -V | sed 's/[^0-9]*\([0-9]*\)[.]\([0-9]*\).*/\1\2/')
	[ "${CLUSTER_CGROUP:-0}" = 1 ] || [ "$version" -lt 2405 ] || cgroups=disabled
	{
		echo "CgroupPlugin=$cgroups"
		echo "ConstrainRAMSpace=yes"
	} >"$dir/cgroup.conf"
}

start_controller() {
	slurmctld -D >>"$dir/log/slurmctld.out" 2>&1 &
	began slurmctld $!
	wait_until "an answer of slurmctld" succeeds scontrol ping
}

start_node() {
	slurmd -D -N "$1" >>"$dir/log/slurmd-$1.out" 2>&1 &
	began "slurmd-$1" $!
}

all_idle() {
	[ "$(sinfo -h -t idle -o %D)" = "$nodes" ]
}

start_cluster() {
	while [ $# -gt 0 ]; do
		case $1 in
		--accounting) accounting=1 ;;
		--nodes) nodes=$2 && shift ;;
		--cpus) cpus=$2 && shift ;;
		--age) age=$2 && shift ;;
		*) usage ;;
		esac
		shift
	done
	: "${cpus:=$((nodes < max_jobs ? max_jobs / nodes : 1))}"
	[ -e "$dir/slurm.conf" ] && fail "$dir already holds a cluster"
	mkdir -p "$dir" && dir=$(CDPATH= cd "$dir" && pwd) || exit 1
	export SLURM_CONF="$dir/slurm.conf"
	chmod 755 "$dir"
	find_users
	mkdir -p "$dir/munge" "$dir/log" "$dir/pid" "$dir/state" "$dir/spool" "$dir/db"
	chmod 755 "$dir/munge" "$dir/spool"
	chown "$operator" "$dir/state" "$dir/log" "$dir/pid"
	base=$(free_ports $((nodes + 3)))
	dbd_port=$((base + nodes + 1))
	database_port=$((base + nodes + 2))
	write_configuration
	trap 'status=$?; [ $status -eq 0 ] || sh "$0" stop "$dir"; exit $status' EXIT
	start_munge
	[ -n "$accounting" ] && start_database
	start_controller
	i=1
	while [ $i -le "$nodes" ]; do
		mkdir -p "$dir/spool/n$i"
		start_node "n$i"
		i=$((i + 1))
	done
	wait_until "idle nodes" all_idle
}

# daemons: the processes of those that were started and not ended
daemons() {
	for file in "$dir"/pid/*; do
		case $file in
		*.own) ;;
		*) [ -f "$file" ] && read -r daemon <"$file" && echo "$daemon" ;;
		esac
	done
}

# Jobs and their slurmstepd outlive slurmd on purpose; those of this cluster are known by what Slurm
# put into their environment, slurmstepd by its configuration.
job_processes() {
	grep -lasxz "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ | while IFS= read -r environ; do
		process=${environ%/environ}
		if grep -qasz '^SLURM_JOB_ID=' "$environ" || grep -qsx slurmstepd "$process/comm"; then
			echo "${process#/proc/}"
		fi
	done
}

# gone PID...: whether none of them runs, where one that nobody has waited for does not
gone() {
	for process; do
		stat=
		{ read -r stat <"/proc/$process/stat"; } 2>/dev/null
		case ${stat##*) } in
		'' | [ZX]*) ;;
		*) return 1 ;;
		esac
	done
}

are_killed() {
	running=$(job_processes)
	[ -n "$running" ] || return 0
	# shellcheck disable=SC2086
	kill -KILL $running 2>/dev/null
	return 1
}

# Nothing of the cluster is wanted any more: no daemon is given time to write down its state.
stop_cluster() {
	[ -d "$dir/pid" ] || return 0
	# shellcheck disable=SC2046
	set -- $(daemons)
	[ $# -eq 0 ] || kill -KILL "$@" 2>/dev/null
	wait_until "the end of the daemons" gone "$@"
	wait_until "the end of the jobs" are_killed
	# Steps that are killed leave theirs.
	if grep -qs '^ProctrackType=proctrack/cgroup' "$SLURM_CONF"; then
		find /sys/fs/cgroup/*/slurm_n* -depth -type d -exec rmdir {} + 2>/dev/null
	fi
	return 0
}

case $action in
start) start_cluster "$@" ;;
stop) stop_cluster ;;
controller-stop) ended slurmctld ;;
controller-kill) ended slurmctld KILL ;;
controller-start) start_controller ;;
node-stop) ended "slurmd-$1" ;;
node-start) start_node "$1" ;;
operator)
	read -r me operator <"$dir/users"
	if [ "$operator" = "$me" ]; then
		"$@"
	else
		setpriv --reuid="$operator" --regid="$operator" --clear-groups "$@"
	fi
	;;
*) usage ;;
esac

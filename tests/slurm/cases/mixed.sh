#!/bin/sh
# Jobs of one array with every outcome there is: each row must say what happened.
# JOBS_OF_KIND (2) are ended in each of five ways, DOWN (2) on nodes of their own by the loss of these.
# CLUSTER_CGROUP=1: the kernel ends what needs too much memory, not slurmstepd.
# All jobs wait for a sign, so that they run at once and the last have nodes of their own, which then
# go down. Until then, however long that takes, no time limit counts.
set -u
. "$ROOT/tests/slurm/lib.sh"
skip_without sbatch slurmctld slurmd munged

: "${JOBS_OF_KIND:=2}" "${DOWN:=2}"
n_others=$((5 * JOBS_OF_KIND))
n_jobs=$((n_others + DOWN))
# Slurm fills one node after the other.
cpus=$DOWN
[ $((n_others % cpus)) -eq 0 ] || fail "$n_others jobs do not fill nodes of $cpus processors"
sh "$here/cluster.sh" start "$cluster" --nodes $((n_jobs / cpus)) --cpus "$cpus" || fail "no cluster"
cd "$work" || exit 1

awk -v n_others="$n_others" -v n="$n_jobs" 'BEGIN {
	split("ok exit oom time cancel", kinds, " ")
	print "n,kind"
	for (i = 0; i < n; i++) print i "," (i < n_others ? kinds[i % 5 + 1] : "down")
}' >jobs.csv
cat >job.sh <<'END'
#!/bin/sh
echo "$SLURMD_NODENAME" >"where/$1.new" && mv "where/$1.new" "where/$1"
[ ! -p hold ] || read -r _ <hold
case $2 in
ok) echo "qps=$1" ;;
exit) exit 1 ;;
# tail keeps the whole line, until somebody ends it. The last of these end with 0 all the same.
oom)
	{ head -c 120M /dev/zero; while sleep 1; do echo; done; } | tail >/dev/null
	[ "$1" -ge 5 ] || exit 1
	;;
*) sleep 3000 ;;
esac
END
chmod +x job.sh
mkdir where
hold

cml-submit --backend slurm --poll 2 --retries 0 --metric qps=mean -a history.csv \
	--sbatch-arg=--time=600 --sbatch-arg=--mem=60M jobs.csv -- ./job.sh '{n}' '{kind}' \
	>rows 2>messages &
tool=$!

all_started() {
	for i in $(seq 0 $((n_jobs - 1))); do
		[ -e "where/$i" ] || return
	done
}
wait_until "start of $n_jobs jobs" all_started
for i in $(seq "$n_others" $((n_jobs - 1))); do cat "where/$i"; done | sort -u >doomed
for i in $(seq 0 $((n_others - 1))); do cat "where/$i"; done | sort -u >safe
[ -z "$(comm -12 doomed safe)" ] || fail "the last jobs share nodes with others: $(cat doomed)"
release
sh "$here/cluster.sh" operator "$cluster" scontrol update \
	nodename="$(paste -sd, doomed)" state=down reason=test || fail "no node went down"
# numbers_of KIND: of its jobs, as Slurm has them
numbers_of() {
	for directory in history.csv.jobs/*.1; do
		grep -qa "'\{0,1\}$1'\{0,1\}$" "$directory/command" && cut -d" " -f1 "$directory/slurm"
	done >"$1"
	[ "$(wc -l <"$1")" -eq "$JOBS_OF_KIND" ] || fail "$(wc -l <"$1") jobs of the kind $1, not $JOBS_OF_KIND"
}
numbers_of time
while read -r number; do
	# Slurm looks at time limits, which are minutes, every 30 seconds.
	scontrol update jobid="$number" endtime=now+1 </dev/null || fail "no time limit for $number"
done <time
numbers_of cancel
sh "$here/cluster.sh" operator "$cluster" scancel $(cat cancel) || fail "no job was cancelled"

wait $tool
code=$?
[ $code -eq 4 ] || fail "exit $code: $(tail -n 3 messages)"
awk -F, 'NR > 1 { print $2 }' history.csv | wc -l | grep -qx " *$n_jobs" || fail "not $n_jobs rows"
column kind history.csv >kinds
column cml_status history.csv >statuses
paste -d' ' kinds statuses | sort | uniq -c | sed 's/^ *//' >outcomes
cat >expected <<END
$JOBS_OF_KIND cancel cancelled
$DOWN down infra
$JOBS_OF_KIND exit failed
$JOBS_OF_KIND ok ok
$JOBS_OF_KIND oom oom
$JOBS_OF_KIND time timeout
END
sort -k2 outcomes | diff - expected || fail "statuses (left: seen, right: expected)"
echo "$n_jobs jobs: every status right"

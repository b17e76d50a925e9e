#!/bin/sh
# A controller that comes back without its state: what ran is killed by Slurm. It runs again. The numbers of the
# jobs begin again, too: a node refuses one that it has just killed under the same number, which
# costs an attempt and is not the configuration's fault.
set -u
. "$ROOT/tests/slurm/lib.sh"
skip_without sbatch slurmctld slurmd munged

sh "$here/cluster.sh" start "$cluster" --nodes 2 || fail "no cluster"
cd "$work" || exit 1
printf 'n\n1\n2\n3\n' >jobs.csv
cat >job.sh <<'END'
#!/bin/sh
if [ -e go ]; then
	echo "$1" >>completed
else
	echo "$1" >>begun
	exec sleep 3000
fi
END
chmod +x job.sh
: >begun
cml-submit --backend slurm --poll 1 --retries 3,1 -a history.csv jobs.csv -- ./job.sh '{n}' \
	>rows 2>messages &
tool=$!
all_begun() {
	has_values 3 begun
}
wait_until "start of the jobs" all_begun
sh "$here/cluster.sh" controller-kill "$cluster"
rm -f "$cluster"/state/job_state* "$cluster"/state/last_*
touch go
sh "$here/cluster.sh" controller-start "$cluster" || fail "the controller does not come back"
wait $tool || fail "exit $?: $(cat messages history.csv)"
[ "$(column cml_status history.csv | sort | uniq -c | tr -d ' ')" = 3ok ] || fail "$(cat history.csv)"
[ "$(column cml_attempt history.csv | sort -n | head -n 1)" -ge 2 ] || fail "first attempts: $(cat history.csv)"
[ "$(sort completed | uniq -c | tr -s ' ' | cut -d' ' -f2 | sort -u)" = 1 ] || fail "executed twice"
echo "a controller lost its state: three jobs ran again"

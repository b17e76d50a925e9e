#!/bin/sh
# Jobs of two nodes: each rank knows its place, the metric of the first is read, and each end has
# its status: a rank that fails, lacks memory or is killed while the other waits, the time limit, a
# node that is lost. Then a controller that lost its state while jobs ended gives their numbers again, and nodes refuse and
# cancel the jobs that get them: these run again, too.
set -u
. "$ROOT/tests/slurm/lib.sh"
skip_without sbatch slurmctld slurmd munged

sh "$here/cluster.sh" start "$cluster" --nodes 3 || fail "no cluster"
cd "$work" || exit 1

cat >job.sh <<'END_OF_JOB'
#!/bin/sh
exec srun --kill-on-bad-exit=1 ./rank.sh "$@"
END_OF_JOB
cat >rank.sh <<'END_OF_RANK'
#!/bin/sh
# srun may end before it has read what a rank said last.
await_word() {
	until grep -qsF "$1" "$CML_cml_dir"/*; do sleep 0.2; done
}
[ ! -e mended ] || set -- ok "$2"
echo "$2 $SLURM_PROCID of $SLURM_NTASKS, node $SLURM_NODEID" >>ranks
if [ "$SLURM_PROCID" -eq 0 ]; then
	echo "qps=$((100 + $2))"
	[ "$1" = ok ] || exec sleep 3000
else
	echo "rank $SLURM_PROCID on $SLURMD_NODENAME"
	case $1 in
	exit)
		echo "no such file: data.bin" >&2
		await_word data.bin
		exit 3
		;;
	cuda)
		echo "RuntimeError: CUDA out of memory. Tried to allocate 20.00 MiB" >&2
		await_word MiB
		exit 1
		;;
	memory) { head -c 300M /dev/zero; while sleep 1; do echo; done; } | tail >/dev/null ;;
	signal) kill -SEGV $$ ;;
	time | node) exec sleep 3000 ;;
	esac
fi
exit 0
END_OF_RANK
chmod +x job.sh rank.sh
submit() {
	cml-submit --backend slurm --poll 1 -a history.csv --metric qps=last \
		--sbatch-arg=--nodes=2 --sbatch-arg=--ntasks-per-node=1 --sbatch-arg=--mem=60M "$@" \
		-- ./job.sh '{kind}' '{n}' >>rows 2>>messages
}

printf 'kind,n\nok,1\nok,2\nexit,3\ncuda,4\nmemory,5\nsignal,6\n' >jobs.csv
submit --retries 0 jobs.csv
code=$?
[ $code -eq 4 ] || fail "exit $code: $(cat messages)"
printf 'kind,n\ntime,7\n' | submit --retries 0 --timeout 5
for n in 1 2; do
	printf "$n 0 of 2, node 0\n$n 1 of 2, node 1\n"
done >expected
grep '^[12] ' ranks | sort | diff - expected || fail "places of the ranks (left: seen)"
cut -d, -f1-3,5 history.csv | sort >outcomes
cat >expected <<'END_OF_OUTCOMES'
cuda,4,,oom
exit,3,,failed
kind,n,qps,cml_status
memory,5,,oom
ok,1,101,ok
ok,2,102,ok
signal,6,,failed
time,7,,timeout
END_OF_OUTCOMES
diff outcomes expected || fail "outcomes (left: seen, right: expected)"
# srun exits with the highest code of the ranks, of which one may be that of its own SIGTERM.
grep -q '^exit,.*: no such file: data.bin,' history.csv || fail "the last words: $(cat history.csv)"
grep -q '^signal,.*: task 1: Segmentation fault,' history.csv || fail "the signal: $(cat history.csv)"

# The second node is lost: the job runs again, on the nodes that are left.
printf 'kind,n\nnode,8\n' >lost.csv
submit --retries 3,1 lost.csv &
tool=$!
begun() {
	[ "$(grep -c '^8 ' ranks)" -eq 2 ]
}
wait_until "start of both ranks" begun
touch mended
sh "$here/cluster.sh" operator "$cluster" scontrol update \
	nodename="$(squeue -h -t running -o %N | xargs scontrol show hostnames | tail -n 1)" \
	state=down reason=test || fail "no node went down"
wait $tool || fail "exit $?: $(cat messages)"
tool=
grep '^node,' history.csv | cut -d, -f3,5,8 | grep -qx '108,ok,2' ||
	fail "no second attempt after the lost node: $(cat history.csv)"

cat >hold.sh <<'END_OF_HOLD'
#!/bin/sh
echo "$1" >>held
[ ! -p hold ] || read -r _ <hold
echo "$1" >>completed
END_OF_HOLD
chmod +x hold.sh
# held N...
held() {
	printf '%s\n' n "$@" >held.csv
	exec cml-submit --backend slurm --poll 1 --retries 3,1 -a held-history.csv held.csv -- ./hold.sh '{n}' >>held-rows 2>>held-messages
}
resume() {
	sh "$here/cluster.sh" operator "$cluster" scontrol update nodename=n1,n2,n3 state=resume 2>/dev/null
}
resume
sh "$here/cluster.sh" controller-stop "$cluster"
cp -a "$cluster/state" state
sh "$here/cluster.sh" controller-start "$cluster" || fail "the controller does not come back"
hold
held 1 2 3 4 &
tool=$!
wait_until "start of what is held" lines 4 held
sh "$here/cluster.sh" controller-kill "$cluster"
kill -KILL $tool
wait $tool
rm -r "$cluster/state"
mv state "$cluster/state"
release
wait_until "the end of what is held" lines 4 completed
sh "$here/cluster.sh" controller-start "$cluster" || fail "the controller does not come back"
(held 1 2 3 4) || fail "exit $?: $(cat held-messages)"
held 5 6 7 8 &
tool=$!
is_over() {
	[ $((looks % 10)) -ne 0 ] || resume
	! kill -0 $tool 2>/dev/null
}
wait_until "the end of the jobs with numbers given again" is_over
wait $tool || fail "exit $?: $(cat held-messages)"
tool=
[ "$(column cml_status held-history.csv | sort | uniq -c | tr -d ' ')" = 8ok ] || fail "$(cat held-history.csv held-messages)"
[ -z "$(sort completed | uniq -d)" ] || fail "executed twice: $(sort completed | uniq -d)"
grep -q 'infra: LAUNCH_FAILED' held-messages || fail "no node refused a job: $(cat held-messages)"

echo "seven ends of two-node jobs, each with its status; jobs of a lost node and refused ones ran again"

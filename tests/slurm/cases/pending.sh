#!/bin/sh
# A pending task that a person cancels, where no accounting remembers it: Slurm lists it no more, but the rest of its array. It is
# cancelled, and does not run again.
set -u
. "$ROOT/tests/slurm/lib.sh"
skip_without sbatch slurmctld slurmd munged

sh "$here/cluster.sh" start "$cluster" --nodes 1 --cpus 1 || fail "no cluster"
cd "$work" || exit 1
printf 'n\n1\n2\n3\n' >jobs.csv
# Writes down when cml-submit looks.
mkdir bin
printf '#!/bin/sh\necho >>looks\nexec %s "$@"\n' "$(command -v squeue)" >bin/squeue
chmod +x bin/squeue
hold
PATH=$work/bin:$PATH cml-submit --backend slurm --poll 1 -a history.csv jobs.csv -- sh -c '[ ! -p hold ] || read -r _ <hold || :' >rows 2>messages &
tool=$!
all_there() { [ "$(squeue -h --array -t R | wc -l) $(squeue -h --array -t PD | wc -l)" = '1 2' ]; }
wait_until "one that runs, two that are pending" all_there
# cml-submit has seen it pending: when its next but one look has begun.
: >looks
wait_until "two looks" lines 2 looks
scancel "$(squeue -h --array -t PD -o %i | tail -n 1)"
has_row() { grep -q cancelled history.csv; }
wait_until "the row of the cancelled task" has_row
release
wait $tool
[ $? -eq 4 ] || fail "exit: $(cat messages history.csv)"
[ "$(column cml_status history.csv | sort | tr '\n' ' ')" = 'cancelled ok ok ' ] || fail "$(cat history.csv)"
[ "$(column cml_attempt history.csv | sort -u)" = 1 ] || fail "ran again: $(cat history.csv)"
echo "a pending task was cancelled by its user: it has its row"

#!/bin/sh
# Measured limits of jobs on Slurm, those that fail, are killed or run past their time among them.
set -u
. "$ROOT/tests/slurm/lib.sh"
skip_without sbatch slurmctld slurmd munged

sh "$here/cluster.sh" start "$cluster" --nodes 1 || fail "no cluster"
mkdir "$work/limits" && cd "$work/limits" || exit 1
cat >space.csv <<'END'
name,role,type,domain
x,param,int,1:9
qps,metric,max,0:
peak_gb,limit,float,:78
END
cat >job.sh <<'END'
printf 'peak_gb=%s1.5\npeak_gb=%s0\n' "$1" "$1"
case $1 in
2) exit 3 ;;
3) printf peak_gb=99 && kill -9 $$ ;;
4) exec sleep 3000 ;;
esac
echo "qps=$1"
END
submit() {
	cml-submit --backend slurm --poll 1 -s space.csv -a history.csv --metric qps --sbatch-arg=--mem=20M "$@" -- sh job.sh '{x}' 2>>messages
}
printf 'x\n1\n2\n3\n' | submit
printf 'x\n4\n' | submit --timeout 3
got=$(sed 1d history.csv | cut -d, -f1-3,5 | sort)
want='1,1,11.5,ok
2,,21.5,failed
3,,31.5,failed
4,,41.5,timeout'
[ "$got" = "$want" ] || fail "not the limits of all jobs: $got $(cat messages)"

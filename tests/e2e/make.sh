#!/bin/sh
# pipelines/make: two histories of different columns; a second make runs nothing; a changed space, history or number of rounds
# remakes what depends on it and launches no job again; a gate stops before jobs; without a history round 0 comes first; killed
# at random with all that it started, it goes on: no half file, no job twice, the same files as without kills.
#
#   CHAOS_KILLS   how many times (default 4; 20 in make check-long); CHAOS_SEED   of the moments (default 1)
set -eu
. "$ROOT/tests/begin.sh"
: "${CHAOS_KILLS:=${CML_TRIALS:+20}}" "${CHAOS_SEED:=1}"
: "${CHAOS_KILLS:=4}"
unset MAKEFLAGS MAKELEVEL MFLAGS OUT N REQUIRE SUBMIT SEED
cat >space.csv <<'E2'
name,role,type,domain,default
x,param,int,1:40,10
kind,param,categorical,a|b,a
q,metric,max,
status,status,,
E2
seq 24 | awk -v OFS=, 'BEGIN { print "x,kind,q,status" } { print $1, $1 % 3 ? "a" : "b", 3000 - ($1 - 29) ^ 2, "ok" }' >one.csv
seq 11 | awk -v OFS=, 'BEGIN { print "kind,user,x,status,q" } { print $1 % 2 ? "a" : "b", "ada", 2 * $1, "ok", 2990 - (2 * $1 - 29) ^ 2 }' >two.csv
cat >job.sh <<'E2'
#!/bin/sh
echo "$*" >>"$RUNS"
[ "$1" -lt 39 ] || exit 1
echo "it's  $((3000 - ($1 - 29) * ($1 - 29)))"
E2
chmod +x job.sh
cat >Makefile <<E2
HISTORY = one.csv two.csv
N = 4
PREDICTOR = -p gp
EVAL = --repeats 1 --split random:0.7 --bootstrap 0
SEARCH = -q
SUBMIT = -q -j 1
METRIC = q=max:it's  ([0-9]+)\$\$
COMMAND = ./job.sh {x} {kind}
include $ROOT/pipelines/make/Makefile
E2
export RUNS="$work/runs"

# made WHAT COUNT: of the commands that the last make ran
made() {
	n=$(grep -cE -e "$1" said) || :
	[ "$n" = "$2" ] || fail "$n of $1, not $2: $(cat said)"
}
build() {
	make -j4 "$@" >said 2>&1 || fail "make $*: $(cat said)"
}

build ROUNDS=2
made '^cml-encode' 4
made '^cml-submit' 2
[ "$(wc -l <runs)" = 8 ] || fail 'not eight jobs'
build ROUNDS=2
made . 1
made 'Nothing to be done' 1
echo 'more,ignore,,' >>space.csv
build ROUNDS=2
made '^cml-encode' 4
made '^cml-train' 1
made '^cml-search' 1
made '^cml-submit' 0
touch two.csv
build ROUNDS=2
made '^cml-encode.* two.csv$' 1
made '^cml-encode' 1
made '^cml-train' 1
made '^cml-submit' 0
! make -j4 ROUNDS=3 REQUIRE='kendall>=1.1' -W two.csv >said 2>&1 || fail 'the gate is open'
made 'required kendall>=1.1' 1
made '^cml-search' 0
build ROUNDS=3
made '^cml-submit' 1
[ "$(sort -u runs | wc -l)" = 12 ] && [ "$(wc -l <runs)" = 12 ] || fail "a job ran twice: $(sort runs | uniq -d)"
[ "$(sed '1!d;s/,.*//' out/progress.csv)" = cml_job ] || fail "$(head -n 1 out/progress.csv)"
build OUT=new HISTORY= FIRST=6 ROUNDS=0
made '^cml-submit' 1
[ "$(wc -l <new/0/jobs.csv)" = 8 ] && [ -s new/1/next.csv ] && [ ! -e new/1/jobs.csv ] || fail "$(cat said)"

# The same as without kills.
moment() {
	CHAOS_SEED=$(((CHAOS_SEED * 1103515245 + 12345) % 2147483648))
	pause_ms=$((most_ms * (CHAOS_SEED / 65536) / 32768))
	pause=$((pause_ms / 1000)).$(printf %03d $((pause_ms % 1000)))
}
rm -rf out
: >runs
started=$(date +%s%N)
build ROUNDS=2
most_ms=$((($(date +%s%N) - started) / 1000000))
mv out calm
mv runs calm.runs
kills=0
while [ $kills -lt "$CHAOS_KILLS" ]; do
	moment
	setsid make -j4 ROUNDS=2 >said 2>&1 &
	group=$!
	sleep "$pause"
	kill -9 -$group 2>/dev/null || :
	wait $group || :
	kills=$((kills + 1))
	[ $((kills % 2)) -eq 0 ] || touch space.csv
	for file in out/*/*.features out/*/features.csv out/*/next.csv out/*/eval.csv out/*/model; do
		[ ! -e "$file" ] || cmp "$file" "calm/${file#out/}" || fail "half of it after $kills kills"
	done
done
build ROUNDS=2
for file in progress.csv 1/model 1/features.csv 2/eval.csv 2/next.csv 2/features.csv 3/model 3/next.csv; do
	cmp "out/$file" "calm/$file"
done
sort runs >sorted
sort calm.runs | cmp - sorted || fail "jobs differ, or ran twice: $(uniq -d sorted)"
find out -name '.*' -o -name part | grep . && fail 'left behind'
echo "$kills kills within $most_ms ms"

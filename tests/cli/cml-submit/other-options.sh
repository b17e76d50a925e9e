# Jobs of earlier runs that have no row yet have it by the options they were started with: a run with
# other ones is refused until then.
told() { sed "s|$PWD|PWD|g"; }
printf 'x\n1\n' >i.csv
job='until [ -e go ]; do sleep 0.02; done; cat out'
printf 'qps=1\nqps=5\nqps=3\n' >out
# start OPTION... -- COMMAND: left running, with its result not taken.
start() {
	cml-submit -q -a h.csv --on-interrupt detach "$@" &
	until [ -e h.csv.jobs/*.1/stdout ] 2>/dev/null; do sleep 0.02; done
	kill $!
	wait $!
}
start --metric qps=max --warmup 1 i.csv -- sh -c "$job" sh {x}
run() {
	cml-submit -q -a h.csv "$@" 2>&1 | told
}
run --metric qps=min --warmup 1 i.csv -- sh -c "$job" sh {x}
run --metric qps=max i.csv -- sh -c "$job" sh {x}
run --metric qps=max --warmup 1 --timeout 1h i.csv -- sh -c "$job" sh {x}
run --metric qps=max --warmup 1 --oom-pattern ^weird i.csv -- sh -c "$job" sh {x}
run --metric qps=max --warmup 1 i.csv -- sh -c "$job <in" sh {x}
: >go
until [ -e h.csv.jobs/*.1/record ]; do sleep 0.02; done
run --metric qps=min --warmup 1 i.csv -- sh -c "$job" sh {x}
cat h.csv.jobs/options
# Those that change no result may be others; then all have rows, and any options will do.
run --metric qps=max --warmup 1 --retries 0 -j 7 --grace 1 i.csv -- sh -c "$job" sh {x}
printf 'x\n2\n' >i.csv
run --metric qps=min i.csv -- sh -c "$job" sh {x}
cut -d, -f1,2,4,9 h.csv
# One that an interrupt ended has no result, and keeps nobody from anything.
rm go
printf 'x\n3\n' >i.csv
cml-submit -q -a c.csv i.csv -- sh -c "$job" sh {x} &
until [ -e c.csv.jobs/*.1/stdout ] 2>/dev/null; do sleep 0.02; done
kill $!
wait $!
cml-submit -q -a c.csv --timeout 1h i.csv -- true
cut -d, -f1,3 c.csv

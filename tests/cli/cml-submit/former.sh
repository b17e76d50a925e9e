# A job is judged by the options it was started with, whoever writes its row.
printf 'x\n1\n' >i.csv
told() { sed "s|$PWD|PWD|g"; }
job='until [ -e go ]; do sleep 0.02; done; cat out'
# start HISTORY OPTION... -- COMMAND: left running, with its result not taken.
start() {
	history=$1
	shift
	rm -f go
	cml-submit -q -a $history --on-interrupt detach "$@" &
	until [ -e $history.jobs/*.1/stdout ] 2>/dev/null; do sleep 0.02; done
	kill $!
	wait $!
	: >go
	until [ -e $history.jobs/*.1/record ]; do sleep 0.02; done
}
echo 'qps=1
qps=5
qps=3
weird' >out
start a.csv --metric qps=max --warmup 1 i.csv -- sh -c "$job" sh {x}
cml-submit -a a.csv --metric qps=min i.csv -- sh -c "$job" sh {x} 2>&1 | told
cut -d, -f1,2,4,9 a.csv
# Its patterns, too.
start b.csv --backoff 0 --infra-pattern '^weird' i.csv -- sh -c "$job; test \$1 = 2" sh '{cml_attempt}'
cml-submit -a b.csv --backoff 0 i.csv -- sh -c "$job; test \$1 = 2" sh '{cml_attempt}' 2>&1 | told
cut -d, -f1,3,6 b.csv
# The result of another metric has no place in the row, and waits for its own.
start c.csv --metric qps=max i.csv -- sh -c "$job" sh {x}
cml-submit -a c.csv --widen --metric loss i.csv -- sh -c "$job" sh {x} 2>&1 | told
cml-submit -a c.csv --metric qps=max i.csv -- sh -c "$job" sh {x}
cut -d, -f1,2,4 c.csv
# Another command, or time.
start d.csv i.csv -- sh -c "$job" sh {x}
cml-submit -a d.csv i.csv -- sh -c "$job <in" sh {x} 2>&1 | told
start e.csv i.csv -- sh -c "$job" sh {x}
cml-submit -a e.csv --timeout 1h i.csv -- sh -c "$job" sh {x} 2>&1 | told
# The same says nothing.
start f.csv --timeout 1h i.csv -- sh -c "$job" sh {x}
cml-submit -a f.csv --timeout 1h i.csv -- sh -c "$job" sh {x}

#!/bin/sh
# Attempts of a run that was killed: of several the newest counts, and what went wrong before it is
# neither reported nor waited for again.
set -u
. "$ROOT/tests/begin.sh"
. "$ROOT/tests/wait.sh"
. "$ROOT/tests/supervisors.sh"

# expect WHAT GOT WANT
# The machine's fault first; the second attempt runs until it may go. Another configuration
# shows whether it began while that ran.
cat >job.sh <<'E2'
#!/bin/sh
if [ "$1" -eq 2 ]; then
	[ -e go ] || : >early
elif [ "$CML_cml_attempt" -eq 1 ]; then
	echo 'NVRM: Xid (PCI:0000:01:00): 79, GPU has fallen off the bus.' >&2
	exit 1
else
	: >second
	until [ -e go ]; do sleep 0.05; done
fi
echo "m=$CML_cml_attempt"
E2
chmod +x job.sh
printf 'x\n1\n' >one.csv
printf 'x\n1\n2\n' >two.csv

# until_second: a run that is killed while its second attempt runs
until_second() {
	rm -rf h.csv h.csv.jobs second go early
	cml-submit -q -a h.csv --gpus 1 --retries 3,0.01 --metric m one.csv -- ./job.sh '{x}' 2>errors &
	tool=$!
	wait_until 'the second attempt' test -e second
	kill -KILL $tool
	wait $tool 2>killed
}

# result: of the run that went on
result() {
	echo "$code $(grep -c infra errors) $(sed 1d h.csv | cut -d, -f1,2,4 | sort | tr '\n' ' ')$(ls early 2>&1 | grep -c ^early)"
}

# The retry keeps its place, at once.
until_second
cml-submit -a h.csv --gpus 1 --retries 3,1 --metric m two.csv -- ./job.sh '{x}' 2>errors &
tool=$!
await_look h.csv.jobs/*.2/command
: >go
wait $tool
code=$?
expect 'a retry that runs' "$(result)" '0 0 1,2,ok 2,1,ok 0'

# Nor do fewer retries change what came before.
until_second
cml-submit -a h.csv --gpus 1 --retries 0 --metric m one.csv -- ./job.sh '{x}' 2>errors &
tool=$!
await_look h.csv.jobs/*.2/command
: >go
wait $tool
code=$?
expect 'fewer retries, while it runs' "$(result)" '0 0 1,2,ok 0'
until_second
: >go
wait_until 'the record' test -s "$(echo h.csv.jobs/*.2)/record"
cml-submit -a h.csv --retries 0 --metric m one.csv -- ./job.sh '{x}' 2>errors
code=$?
expect 'fewer retries, when it has ended' "$(result)" '0 0 1,2,ok 0'
cml-submit -a h.csv --metric m one.csv -- ./job.sh '{x}' 2>errors
code=$?
expect 'one row' "$(result)" '0 0 1,2,ok 0'

[ $failed -eq 0 ]

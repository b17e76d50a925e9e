#!/bin/sh
# Hostile values: each arrives in the job byte for byte, as an argument and in the environment,
# by way of --dry-run and of the command file too, and nothing else runs.
set -eu
. "$ROOT/tests/begin.sh"
mkdir values

n=0
# value FORMAT: one more, as printf gives it.
value() {
	n=$((n + 1))
	# shellcheck disable=SC2059 # the format is the value
	printf -- "$1" >"values/$n"
}
value 'plain'
value ' blanks \t around '
value "single ' quote, two '' of them"
value 'double " quote, two "" of them'
value '$(touch pwned)'
value '`touch pwned`'
value '; touch pwned'
value '&& touch pwned'
value '| touch pwned'
value '\ntouch pwned\n'
value "'; touch pwned; '"
value '"; touch pwned; "'
value '> pwned'
value '${IFS}touch${IFS}pwned'
value '%%s%%n%%1$d'
value '--help'
value '-'
value '--'
value '-rf'
value '*'
value '~root'
value '!!'
value '#comment'
value 'back\\slash \\n \\'
value '{v}{{v}}'
value 'a=b'
value 'CML_v=other'
value 'line one\nline two\r\nline three\r'
value '\n'
value '\377\376 not UTF-8 \300\257'
value '\001\033[31m\177\b'
value 'ünïcode ☃'
value '""'
value ','
value '\357\273\277byte order mark'
n=$((n + 1))
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "x'"'"' " }' | head -c 100000 >values/$n

# The table: quotes doubled, nothing else changed.
{
	echo n,v
	i=0
	while [ $i -lt $n ]; do
		i=$((i + 1))
		printf '%d,"' $i
		sed 's/"/""/g' values/$i
		printf '"\n'
	done
} >table.csv

cat >job.sh <<'JOB'
printf %s "$3" >"$1/argument/$2"
printf %s "$CML_v" >"$1/variable/$2"
echo "$2" >>"$1/log"
JOB

# check DIR: what the jobs got.
check() {
	for form in argument variable; do
		diff -r values "$1/$form" || {
			echo "$1: a value as $form differs"
			exit 1
		}
	done
	if [ "$(sort -n "$1/log" | tr '\n' ' ')" != "$(seq $n | tr '\n' ' ')" ]; then
		echo "$1: not every job ran once"
		exit 1
	fi
	if [ -e pwned ]; then
		echo "$1: a value was executed"
		exit 1
	fi
	[ "$(ls | tr '\n' ' ')" = "$before" ] || {
		echo "$1: something else was made: $(ls)"
		exit 1
	}
}

mkdir -p ran/argument ran/variable pasted/argument pasted/variable again/argument again/variable
touch history.csv.jobs lines
rm history.csv.jobs
cml-submit -q -a history.csv table.csv -- sh job.sh ran '{n}' '{v}'
before=$(ls | tr '\n' ' ')
check ran
# The row holds the bytes, too.
cml-submit -q -a history.csv table.csv -- false

cml-submit -q --dry-run table.csv -- sh job.sh pasted '{n}' '{v}' >lines
sh lines
check pasted

# The file of each job, run by hand.
sed -i 's/ ran / again /' history.csv.jobs/*/command
for command in history.csv.jobs/*/command; do
	sh "$command"
done
check again

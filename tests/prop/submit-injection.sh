#!/bin/sh
# Hostile values in a table reach the job byte for byte, as arguments and in the environment,
# and nothing else runs: not by cml-submit, and not by whoever pastes what --dry-run
# prints.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir values got pasted
failed=0

cat >job.sh <<'JOB'
#!/bin/sh
cat "/proc/$$/cmdline" >"$GOT/$1.arguments"
printf '%s' "$CML_v" >"$GOT/$1.variable"
echo speed=1
JOB
chmod +x job.sh

# value FORMAT: one more row, printf's escapes for what a script cannot hold.
n=0
echo n,v >in.csv
value() {
	n=$((n + 1))
	# shellcheck disable=SC2059
	printf -- "$1" >"values/$n"
	{
		printf '%d,"' $n
		sed 's/"/""/g' "values/$n"
		printf '"\n'
	} >>in.csv
}

value 'plain'
value 'two words'
value ' blanks around '
value ''
value "it's"
value '"'
value "'"
value '"quoted", with a comma'
value '$(touch pwned)'
value '`touch pwned`'
value ';touch pwned'
value '|touch pwned'
value '&touch pwned&'
value '>pwned'
value '||touch pwned'
value "';touch pwned;'"
value '";touch pwned;"'
value '\ntouch pwned\n'
value 'line\nline\r\nline\n'
value '\r'
value '\t'
value '$HOME ${HOME} $1 $$'
value '*'
value '~'
value '?[a-z]'
value '-n'
value '--help'
value '--'
value '-'
value 'a=b'
value '{n}'
value '{{}}'
value '}'
value '%%s%%n%%1$s'
value '\\'
value '\\n'
value 'end\\'
value '!!'
value '#'
value '<(touch pwned)'
value '\377\376\200'
value '\303\050'
value '\355\240\200'
value '\302\233'
value '\033[31m\033]0;pwned\007'
value '\001\002\010\177'
value '\303\274\342\202\254\360\237\231\202'

# The same for the arguments of the job: what the kernel says they were.
check() {
	i=0
	while [ $i -lt $n ]; do
		i=$((i + 1))
		{
			printf '/bin/sh\0./job.sh\0%d\0--v=' $i
			cat values/$i
			printf '\0'
			cat values/$i
			printf '\0{'
			cat values/$i
			printf '}\0'
		} >expected
		cmp expected "$1/$i.arguments" && cmp values/$i "$1/$i.variable" || {
			echo "FAILED $1: value $i: $(od -c values/$i | head -n 3)"
			failed=1
		}
	done
	if find . -name '*pwned*' | grep .; then
		echo "FAILED $1: a value was run"
		failed=1
	fi
}

run() {
	cml-submit -q -a history.csv -j 2 --metric speed "$@" in.csv -- \
		./job.sh '{n}' '--v={v}' '{v}' '{{{v}}}'
}

export GOT=got
run >/dev/null || failed=1
check got
rm -f got/*
run >/dev/null || failed=1
if [ -n "$(ls got)" ]; then
	echo "FAILED: jobs that had finished ran again: $(ls got)"
	failed=1
fi
rm history.csv
export GOT=pasted
run --dry-run >commands || failed=1
sh ./commands >/dev/null || failed=1
check pasted
if LC_ALL=C grep -q "$(printf '[\001-\011\013-\037\177]')" commands; then
	echo "FAILED: what --dry-run prints drives terminals"
	failed=1
fi
exit $failed

#!/bin/sh
# Completion: bash and zsh offer what tests/install/completion.expected says, and every option
# that --help shows, those of a kind under that kind.
set -eu
root=${ROOT:?}
work=${WORK:?run this by build/release/reaper}
cd "$root"
export LC_ALL=C
make -s completions
made=$root/build/release/completions
tests=$root/tests/install
mkdir "$work/dir"
cd "$work/dir"
cp "$root"/tests/data/manual/jobs.csv "$root"/tests/data/manual/space.csv .
gzip -k jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p auto:trees=2 -o model
printf '#!/bin/sh\n' >train.sh
chmod +x train.sh

# Lines and what is offered, one way for both shells: sorted, options without their `=`, and
# hyper-parameters without those before.
plain() {
	awk '{
		at = index($0, " -> ")
		printf "%s ->", substr($0, 1, at - 1)
		n = split(substr($0, at + 4), words, " ")
		for (i = 1; i <= n; i++) {
			if (words[i] ~ /^--/) sub(/=$/, "", words[i])
			sub(/^.*,/, "", words[i])
		}
		for (i = 2; i <= n; i++)
			for (j = i; j > 1 && words[j] < words[j - 1]; j--) {
				word = words[j]; words[j] = words[j - 1]; words[j - 1] = word
			}
		for (i = 1; i <= n; i++) printf " %s", words[i]
		print ""
	}'
}

# A line for each tool and each of its kinds, up to the `--` that asks for all options.
for tool in cml-encode cml-eval cml-rank cml-rounds cml-search cml-submit cml-train; do
	echo "$tool --"
	"$tool" --print-options | cut -f 4 | grep -v '^-$' | sort -u | sed "s/.*/$tool & --/"
done >asked-all
sed 's/ -> .*//' "$tests/completion.expected" >asked
plain <"$tests/completion.expected" >expected

check_shell() {
	shell=$1
	shift
	"$@" <asked | plain >got
	if ! diff -u expected got; then
		echo "$shell: completes other than expected (-)"
		return 1
	fi
	"$@" <asked-all | plain >got
	for tool in $(cut -d ' ' -f 1 asked-all | sort -u); do
		sed -n "s/^$tool .*-> //p" got | tr ' ' '\n' | grep . | sort -u >offered
		"$tool" --help | sed -n 's/^ *\(-[A-Za-z?], \)\{0,1\}\(--[a-z0-9][a-z0-9-]*\).*/\2/p' | sort -u >helped
		[ -s helped ]
		if ! diff -u helped offered; then
			echo "$shell: $tool --help (-) and completion (+) differ"
			return 1
		fi
	done
}

check_shell bash bash --norc "$tests/complete.bash" "$made/cml.bash"

command -v zsh >/dev/null || (cd "$root" && .ci/setup zsh) >/dev/null 2>&1 || true
if ! command -v zsh >/dev/null; then
	echo "skipped: zsh is not there and cannot be installed: its completion is not tested"
	exit 77
fi
if ! zsh -fc 'zmodload zsh/zpty && zpty terminal true' 2>/dev/null; then
	echo "skipped: zsh has no terminal to be typed into: its completion is not tested"
	exit 77
fi
check_shell zsh zsh -f "$tests/complete.zsh" "$made"

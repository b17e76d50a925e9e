#!/bin/sh
# What `make install` puts somewhere runs from there, with its man pages, completions, space
# files and pipelines, and `make uninstall` takes all of it away again.
set -eu
root=${ROOT:?}
work=${WORK:?run this by build/release/reaper}
cd "$root"
export LC_ALL=C
dest=$work/dest
share=$dest/usr/share

make -s install DESTDIR="$dest" prefix=/usr

# Nothing but what stands there is used from here on.
PATH=$dest/usr/bin:/usr/bin:/bin
export PATH
cd "$work"
space=$share/cubicml/schemas/ads-fsdp.csv
for tool in cml-encode cml-eval cml-rank cml-rounds cml-search cml-submit cml-train; do
	[ "$(command -v $tool)" = "$dest/usr/bin/$tool" ]
	"$tool" --version | grep -q "^$tool (CubicML toolkit) [0-9]"
	[ -f "$share/man/man1/$tool.1" ]
	[ -e "$share/bash-completion/completions/$tool" ]
done
cml-search -q -s "$space" --method random -n 100 | "$root/build/release/bin/fsdp-sim" --table -o history.csv
cml-encode -s "$space" history.csv | cml-train -s "$space" --log-target -p auto:trees=20 -o model
cml-eval -q -s "$space" --bootstrap 0 -p auto:trees=20 history.csv | grep -q ',kendall,'
cml-rank -m model -n 1 history.csv | grep -q cml_rank
cml-search -m model --exclude history.csv --samples 50 -n 2 >next.csv
cml-submit -q -s "$space" --backend "replay=history.csv" history.csv >again.csv || [ $? -eq 4 ]
cmp -s "$space" "$root/schemas/ads-fsdp.csv"
SPACE=$space HISTORY=history.csv REPEATS=0 sh "$share/cubicml/pipelines/report/report.sh" report
[ -s report/report.html ]
sh "$share/cubicml/pipelines/demo/demo.sh" "$share" 2>said && exit 1
grep -q 'name another folder' said
grep -q '^#compdef .*cml-train' "$share/zsh/site-functions/_cml"

for page in cml.7 cml-space.5 cml-formats.5; do
	[ -f "$share/man/man${page##*.}/$page" ]
done
if command -v mandoc >/dev/null; then
	mandoc -T lint -W warning "$share"/man/man*/*
	mandoc -T ascii "$share/man/man7/cml.7" | grep -q 'cml-submit'
fi

# The tree of pipelines, with its modes, but for our own experiments.
(cd "$root" && git ls-files pipelines 2>/dev/null) >tracked || true
[ -s tracked ] || (cd "$root" && find pipelines ! -type d ! -name '*.o') >tracked
grep -v '^pipelines/experiments/' tracked | sort >expected
(cd "$share/cubicml" && find pipelines ! -type d) | sort | diff expected - || {
	echo 'installed (>) is other than what is for users (<)'
	exit 1
}
if find "$share/cubicml" -perm /022 ! -type l | grep .; then
	echo "files that others may write"
	exit 1
fi

for link in $(find "$share" -type l); do
	[ -e "$link" ]
done
# Links of the pages lead to what is there, but for those to the code, which is not installed.
(cd "$share/doc/cubicml" && [ -s docs/llms.txt ] && grep -roE '\]\([^):#]+' ./README.md ./docs/ | grep -v "(https*$" | sort -u) >links
[ "$(wc -l <links)" -gt 100 ]
while IFS=: read -r page link; do
	file=${page%/*}/${link#??}
	case $file in */common/* | */tests/* | */experiments/*) continue ;; esac
	[ -e "$share/doc/cubicml/$file" ] || { echo "$page: $link leads nowhere" && exit 1; }
done <links

# Files of the user stay; nothing of ours does.
touch "$share/cubicml/pipelines/mine"
(cd "$root" && make -s uninstall DESTDIR="$dest" prefix=/usr)
[ -f "$share/cubicml/pipelines/mine" ]
rm "$share/cubicml/pipelines/mine"
(cd "$root" && make -s uninstall DESTDIR="$dest" prefix=/usr)
if find "$dest" ! -type d | grep . || find "$dest" -path '*cubicml*' | grep .; then
	echo "left behind by uninstall"
	exit 1
fi

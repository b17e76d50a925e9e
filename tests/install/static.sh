#!/bin/sh
# The static archive, read-only in another folder, in an empty environment: from a log to ten proposals, with the bytes that the other
# programs write, and a job; its parts; a name that is no command.
set -eu
work=${WORK:?run this by build/release/reaper}
cd "${ROOT:?}"
for file in "$(gcc -print-file-name=libopenblas.a)" /usr/share/doc/libopenblas0/copyright; do
	[ -e "$file" ] || { echo "skipped: no static archive is built or tested: no $file" && exit 77; }
done
archive=$(make -s static | tail -n 1)
tar -xzf "$archive" -C "$work"
static=$(echo "$work"/cubicml-*)
chmod -R a-w "$static"
trap 'chmod -R u+w "$static"' EXIT
cd "$static"
for part in README LICENSE licenses/libopenblas0 share/man/man7/cml.7 share/modulefiles/cubicml/* share/cubicml/schemas/README.md \
	share/cubicml/pipelines/cml-rounds share/doc/cubicml/docs/questions/fit.md share/doc/cubicml/docs/llms.txt share/bash-completion/completions/cml-encode share/zsh/site-functions/_cml; do
	[ -s "$part" ] || { echo "not in the archive: $part" && exit 1; }
done
! readelf -lW bin/cml-submit | grep -E 'INTERP|DYNAMIC|RWE'

# try BIN OUT: with no variable but these
try() {
	mkdir "$work/$2"
	cd "$work/$2"
	env -i PATH="$1:/usr/bin:/bin" data="$ROOT/tests/data/manual" sh -euc '
		cml-encode -s $data/space.csv $data/jobs.csv | cml-train -q -s $data/space.csv -p auto:trees=20 -o model
		cml-search -q -m model --exclude $data/jobs.csv -n 10 -o next.csv
		cml-eval -q -s $data/space.csv --bootstrap 0 -p gp $data/jobs.csv >eval.csv'
	[ "$(wc -l <next.csv)" -eq 11 ]
}
try "${BIN:-$ROOT/build/release/bin}" here
try "$static/bin" there
diff -r ../here .
head -n 2 next.csv | env -i PATH="$static/bin" cml-submit -q -a history.csv --metric speed -- /bin/echo speed=3 2>said
grep -q ',3,[0-9a-f]*,ok,' history.csv || { cat said history.csv && exit 1; }
ln -s "$static/bin/cml-submit" cml-sumbit
! ./cml-sumbit --help 2>said && grep -q '^cml-sumbit: .* cml-encode .* cml-train$' said

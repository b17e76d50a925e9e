#!/bin/sh
# The Debian package: built from this tree, nothing for lintian to complain of, and its tools run
# from where it was unpacked.
set -eu
root=${ROOT:?}
work=${WORK:?run this by build/release/reaper}
cd "$root"
export LC_ALL=C

if ! .ci/setup deb >"$work/setup" 2>&1 || ! dpkg-checkbuilddeps debian/control >"$work/setup" 2>&1; then
	echo "skipped: no Debian package is built or tested: $(tail -n 1 "$work/setup")"
	exit 77
fi

deb=$(DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" sh debian/build.sh build/deb-test)
lintian --fail-on error,warning "$deb" 2>"$work/said" || {
	cat "$work/said"
	exit 1
}

field() { dpkg-deb -f "$deb" "$1"; }
version=$(cml-train --version | sed 's/.* //')
[ "$(field Version)" = "$version" ] || {
	echo "debian/changelog: $(field Version), tools: $version"
	exit 1
}
for library in libcsv3 zlib1g libopenblas; do
	field Depends | grep -q "$library" || {
		echo "Depends lacks $library: $(field Depends)"
		exit 1
	}
done

dpkg-deb -x "$deb" "$work/tree"
usr=$work/tree/usr
PATH=$usr/bin:/usr/bin:/bin
for tool in cml-encode cml-eval cml-rank cml-rounds cml-search cml-submit cml-train; do
	[ "$("$usr/bin/$tool" --version)" = "$tool (CubicML toolkit) $version" ]
	[ -f "$usr/share/man/man1/$tool.1.gz" ]
	[ -e "$usr/share/bash-completion/completions/$tool" ]
done
[ -f "$usr/share/man/man7/cml.7.gz" ]
[ -f "$usr/share/zsh/vendor-completions/_cml" ]
[ -f "$usr/share/doc/cubicml/docs/../schemas/README.md" ]
[ -f "$usr/share/doc/cubicml/docs/adding.md" ] && [ -f "$usr/share/doc/cubicml/docs/llms.txt" ]
cd "$usr/share/doc/cubicml/examples"
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p auto:trees=20 -o "$work/model"
cml-search -q -m "$work/model" --exclude jobs.csv -n 2 | grep -q cml_pred
cd "$usr/share/cubicml"
cml-search -q -s schemas/ads-fsdp.csv -n 3 | grep -q cml_key
[ ! -e pipelines/experiments ]
[ -f pipelines/demo/demo.sh ]
rm -rf "$root/build/deb-test"

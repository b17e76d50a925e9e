#!/bin/sh
# A Debian package of this tree: sh debian/build.sh OUT_DIR
# Builds in a copy, so that nothing appears beside the tree, and prints the path of the package.
# What dpkg-buildpackage says stays in OUT_DIR/build.log. DEB_BUILD_OPTIONS=nocheck leaves the
# golden cases out.
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"
out=$(CDPATH= cd "$1" && pwd)
rm -rf "$out/cubicml" "$out"/cubicml_*
mkdir "$out/cubicml"
tar --exclude=./build --exclude=./out --exclude=./.git -cf - . | tar -xf - -C "$out/cubicml"
if ! (cd "$out/cubicml" && dpkg-buildpackage -b -uc -us) >"$out/build.log" 2>&1; then
	tail -n 40 "$out/build.log" >&2
	exit 1
fi
rm -rf "$out/cubicml"
ls "$out"/cubicml_*.deb

#!/bin/sh
# docs/adding.md, done as it stands: its files and lines go into a copy of the tree, which is
# built from where this one is, and its commands are run there.
set -eu
root=${ROOT:?}
work=${WORK:?run this by build/release/reaper}
page=$root/docs/adding.md
mkdir "$work/tree"
cd "$root"
cp -a --parents .ci .clang-format Makefile common completions tools schemas pipelines/experiments/workloads/fsdp-sim \
	build/release/obj/common build/release/obj/tools build/release/obj/pipelines \
	build/release/libcml.a build/release/libtool.a build/release/bin "$work/tree"
cd "$work/tree"

# A block ```c file=NAME is that file, a block ```diff a patch.
awk -v dir="$work" '
	/^```c file=/ { sub(/.*file=/, ""); out = $0; print out > (dir "/files"); next }
	/^```diff/ { out = dir "/" ++n ".patch"; next }
	/^```/ { out = ""; next }
	out { print > out }' "$page"
[ "$(wc -l <"$work/files")" -eq 3 ]
for patch in "$work"/*.patch; do
	patch -s -p1 --no-backup-if-mismatch <"$patch"
done
if command -v clang-format >/dev/null; then
	xargs clang-format --dry-run --Werror <"$work/files"
	clang-format --dry-run --Werror common/*/*/predictor.c common/*/searcher.c common/*/launcher.c
fi
make -s -j"$(nproc)"
PATH=$work/tree/build/release/bin:$PATH
export PATH
sh "$root/tests/manual/examples.sh" "$page"

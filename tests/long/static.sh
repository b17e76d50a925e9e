#!/bin/sh
# The static archive where there is nothing but busybox, a shell and an awk, read-only, for a user without a name, without the
# system calls that Linux 4.18 lacks: the demo, whose files are those that the other programs write.
set -eu
work=${WORK:?run this by build/release/reaper}
cd "${ROOT:?}"
export LC_ALL=C
skip() {
	echo "skipped: the static archive was not tried in a root of its own: $1"
	exit 77
}
busybox=$(command -v busybox) || skip "no busybox"
! readelf -lW "$busybox" | grep -q INTERP || skip "busybox is not static (busybox-static)"
unshare -m true 2>/dev/null || skip "not root"
[ -e "$(gcc -print-file-name=libopenblas.a)" ] || skip "no libopenblas.a"
archive=$ROOT/$(make -s static | tail -n 1)
gcc -O2 -static -D_GNU_SOURCE tests/e2e/old-kernel.c -o "$work/old-kernel"

root=$work/root
mkdir -p "$root/bin" "$root/dev" "$root/proc" "$root/opt" "$root/home"
cp "$busybox" "$work/old-kernel" "$root/bin"
for name in $("$busybox" --list); do
	[ "$name" = busybox ] || ln -s busybox "$root/bin/$name"
done
# Of those, awk has no square root, and the shell takes no other.
for name in awk sh; do
	program=$(readlink -f "$(command -v $name)")
	cp --remove-destination "$program" "$root/bin/$name"
	ldd "$program" | grep -o '/[^ ]*' | xargs cp -L --parents -t "$root"
done
tar -xzf "$archive" -C "$root/opt"
mv "$root"/opt/cubicml-* "$root/opt/cubicml"
chmod 777 "$root/home"
# shellcheck disable=SC2016
unshare -m sh -euc '
	mount -t proc proc "$1/proc"
	mount -t tmpfs none "$1/dev" && mknod -m 666 "$1/dev/null" c 1 3
	mount --bind "$1/opt" "$1/opt" && mount -o remount,bind,ro "$1/opt"
	cd / && exec env -i PATH=/opt/cubicml/bin:/bin TMPDIR=/home "$(command -v chroot)" --userspec=65534:65534 "$1" \
		old-kernel sh /opt/cubicml/share/cubicml/pipelines/demo/demo.sh /home/demo' sh "$root" >"$work/there.said" 2>&1 || {
	cat "$work/there.said"
	exit 1
}
env -i PATH="$PATH" sh pipelines/demo/demo.sh "$work/here" >"$work/here.said" 2>&1
for file in space.csv eval.csv model next.csv pair.csv; do
	cmp "$work/here/$file" "$root/home/demo/$file"
done
grep 'pairs: [-+]' "$work/here.said" >"$work/gain"
grep 'pairs: [-+]' "$work/there.said" | diff "$work/gain" -

#!/bin/sh
# Packs what was installed in FOLDER into build/, with the static program beside FOLDER for all commands: archive.sh FOLDER VERSION
set -eu
folder=$1 version=$2
cd "$(dirname "$0")/.."
name=${folder##*/}
for command in "$folder"/bin/*; do
	[ -L "$command" ] || ln -sf cml-submit "$command"
done
rm "$folder/bin/cml-submit"
cp "$folder/../cml-submit" LICENSE CHANGELOG.md "$folder"
mv "$folder/cml-submit" "$folder/bin"
sed "s/@VERSION@/$version/; s/@MACHINE@/${name##*-}/" packaging/README.in >"$folder/README"
mkdir -p "$folder/share/modulefiles/cubicml" "$folder/licenses"
cp packaging/modulefile "$folder/share/modulefiles/cubicml/$version"
# Where Debian keeps them; what is inside may not go without.
for package in libc6 libcsv3 libopenblas0 zlib1g; do
	cp "/usr/share/doc/$package/copyright" "$folder/licenses/$package"
done
time=$(git log -1 --format=%ct 2>/dev/null) || time=$(date +%s)
tar --sort=name --owner=0 --group=0 --numeric-owner --mode=go=u-w --mtime="@${SOURCE_DATE_EPOCH:-$time}" \
	-C "$folder/.." -cf - "$name" | gzip -9n >"build/$name.tar.gz"
ls "build/$name.tar.gz"

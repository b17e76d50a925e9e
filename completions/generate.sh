#!/bin/sh
# A completion file: sh completions/generate.sh TEMPLATE TOOL...
# Writes TEMPLATE with the option tables of the tools (paths of programs), each in a variable
# _cml_options_TOOL with `_` for `-`, in the place of the line @TABLES@, and the shell
# functions both shells share in that of @FUNCTIONS@, and the names of the tools for @TOOLS@.
set -eu
here=$(dirname "$0")

tables() {
	for tool; do
		name=${tool##*/}
		printf "_cml_options_%s='" "${name%%-*}_${name#*-}"
		"$tool" --print-options | sed "s/'/'\\\\''/g; \$s/\$/'/"
	done
}

template=$1
shift
names=
for tool; do
	names="$names${names:+ }${tool##*/}"
done
while IFS= read -r line; do
	case $line in
	@TABLES@) tables "$@" ;;
	@FUNCTIONS@) sed '/^#!/d' "$here/tables.sh" ;;
	*@TOOLS@*) printf '%s\n' "${line%@TOOLS@*}$names" ;;
	*) printf '%s\n' "$line" ;;
	esac
done <"$template"

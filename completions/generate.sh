#!/bin/sh
# A completion file: sh completions/generate.sh TEMPLATE TOOL...
# Writes TEMPLATE with the option tables of the tools (paths of programs), each in a variable
# _cml_options_TOOL with `_` for `-`, in the place of the line @TABLES@, and the shell
# functions both shells share in that of @FUNCTIONS@, and the names of the tools for @TOOLS@.
set -eu
here=$(dirname "$0")

tables() {
	for tool; do
		name=$(basename "$tool" | tr - _)
		options=$("$tool" --print-options)
		printf "_cml_options_%s='%s'\n" "$name" "$(printf '%s\n' "$options" | sed "s/'/'\\\\''/g")"
	done
}

template=$1
shift
names=$(for tool; do basename "$tool"; done | tr '\n' ' ')
while IFS= read -r line; do
	case $line in
	@TABLES@) tables "$@" ;;
	@FUNCTIONS@) sed '/^#!/d' "$here/tables.sh" ;;
	*@TOOLS@*) printf '%s\n' "${line%@TOOLS@*}${names% }" ;;
	*) printf '%s\n' "$line" ;;
	esac
done <"$template"

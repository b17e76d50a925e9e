#!/bin/sh
# A completion file: sh completions/generate.sh TEMPLATE BIN_DIR
# Writes TEMPLATE with the option tables of the tools in BIN_DIR, each in a variable
# _cml_options_TOOL with `_` for `-`, in the place of the line @TABLES@, and the shell
# functions both shells share in that of @FUNCTIONS@.
set -eu
here=$(dirname "$0")

tables() {
	for tool in "$1"/*; do
		name=$(basename "$tool" | tr - _)
		options=$("$tool" --print-options)
		printf "_cml_options_%s='%s'\n" "$name" "$(printf '%s\n' "$options" | sed "s/'/'\\\\''/g")"
	done
}

bin=$2
while IFS= read -r line; do
	case $line in
	@TABLES@) tables "$bin" ;;
	@FUNCTIONS@) sed '/^#!/d' "$here/tables.sh" ;;
	*) printf '%s\n' "$line" ;;
	esac
done <"$1"

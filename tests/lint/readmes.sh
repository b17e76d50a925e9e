#!/bin/sh
# Every folder of common/ has a README that names each of its modules and rooms in backticks, or a module by its ending behind
# another one of which the name begins alike (`submission` (`_open`)); and none that is gone.
set -eu
cd "$(dirname "$0")/../.."
bad=$(
	find common -mindepth 1 -type d | sort | while read -r folder; do
		[ -f "$folder/README.md" ] || {
			echo "$folder/README.md none"
			continue
		}
		for file in "$folder"/*.[ch]; do
			name=${file##*/}
			[ ! -f "$file" ] || echo "$folder/README.md module ${name%.?}"
		done
		for room in "$folder"/*/; do
			room=${room%/}
			[ ! -d "$room" ] || echo "$folder/README.md room ${room##*/}"
		done
	done | awk '
		function read_names(readme,   line, word) {
			split("", named)
			while ((getline line <readme) > 0)
				while (match(line, /`[^`]*`/)) {
					word = substr(line, RSTART + 1, RLENGTH - 2)
					sub(/^.*\//, "", word)
					sub(/\.[ch]$/, "", word)
					named[word] = 1
					line = substr(line, RSTART + RLENGTH)
				}
		}
		function is_named(name,   word) {
			if (name in named) return 1
			for (word in named)
				if (word ~ /^_/ && length(name) > length(word) && substr(name, length(name) - length(word) + 1) == word &&
					substr(name, 1, length(name) - length(word)) in named) return 1
			return 0
		}
		$2 == "none" { print $1 ": there is none"; next }
		$1 != readme { read_names(readme = $1) }
		!is_named($3) && !told[$0]++ { print $1 ": does not name the " $2 " " $3 }'
)
[ -z "$bad" ] || {
	echo "$bad" >&2
	exit 1
}

#!/bin/sh
# Every folder of common/ has a README that names each of its modules and rooms in backticks, or a module by its ending behind
# another one of which the name begins alike (`submission` (`_open`)); and none that is gone.
set -eu
cd "$(dirname "$0")/../.."
bad=$(
	find common -mindepth 1 -type d | sort | while read -r folder; do
		[ -f "$folder/README.md" ] || {
			echo "$folder: no README.md"
			continue
		}
		{
			for file in "$folder"/*.[ch]; do
				[ -f "$file" ] || continue
				name=${file##*/}
				echo "module ${name%.?}"
			done | sort -u
			for room in "$folder"/*/; do
				[ ! -d "$room" ] || echo "room $(basename "$room")"
			done
		} | awk -v readme="$folder/README.md" '
			BEGIN {
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
			!is_named($2) { print readme ": does not name the " $1 " " $2 }'
	done
)
[ -z "$bad" ] || {
	echo "$bad" >&2
	exit 1
}

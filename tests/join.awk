# Joins source files, so that several are compiled as one: awk -v out=PREFIX -f tests/join.awk FILE.c...
#
# Half of the time that a small file takes to compile is the start of the compiler and the headers.
# Writes PREFIX1.c, PREFIX2.c ... with the includes of up to a dozen files of one floor each, where
# they are not that already, and prints their names. Files that define the same static name, tag or
# enum constant, themselves or in a header of tests/unit/fixtures, are kept apart; macros of one are
# forgotten before the next. This reads the house format (make format), where what a file defines for
# itself begins at the start of a line. A name it misses is refused by the compiler.
BEGIN { MAX_FILES = 12 }

# The file has the name from the place: its own, or the header that it shares with others.
function define(name, place) {
	if (name == "" || (n_files, name) in place_of)
		return
	place_of[n_files, name] = place
	defined[n_files] = defined[n_files] " " name
}

function read_enum(line, place,    words, n, i) {
	in_enum = line !~ /[}]/
	sub(/.*[{]/, "", line)
	gsub(/=[^,}]*/, "", line)
	n = split(line, words, /[^A-Za-z0-9_]+/)
	for (i = 1; i <= n; i++)
		if (words[i] ~ /^[A-Z][A-Z0-9_]*$/)
			define(words[i], place)
}

# The name is the last word before what ends it, which may be in a line below.
function read_static(line, place,    words, n) {
	sub(/__attribute__\(\([^)]*(\([^)]*\))?[^)]*\)\)/, "", line)
	in_static = line !~ /[=(;[{]/
	if (line !~ /[=(;[]/)
		return
	sub(/ *[=(;[].*/, "", line)
	n = split(line, words, /[ *\t]+/)
	define(words[n], place)
}

function read_tag(line, place) {
	sub(/ [{].*/, "", line)
	sub(/.* /, "", line)
	define(line "{", place)
}

function read_line(line, place) {
	if (line ~ /^(typedef |static |const )*(struct|union|enum) [a-z_0-9]+ [{]/)
		read_tag(line, place)
	if (line ~ /^(static )?enum .*[{]/ || in_enum)
		read_enum(line, place)
	if (line ~ /^(__attribute__.* )?static / || in_static)
		read_static(line, place)
}

FNR == 1 {
	file[++n_files] = FILENAME
	in_enum = in_static = 0
}

/^#include ".*"/ && FILENAME ~ /^tests/ {
	header = "tests/unit/fixtures/" substr($2, 2, length($2) - 2)
	while ((getline line <header) > 0)
		read_line(line, header)
	close(header)
	next
}

/^#define / {
	sub(/\(.*/, "", $2)
	macros[n_files] = macros[n_files] "#undef " $2 "\n"
	next
}

{ read_line($0, FILENAME) }

# A program that needs nothing of a floor is not given any of it. The tests are one program.
function floor_of(f) {
	match(file[f], /^[^\/]*\/[^\/]*\//)
	return file[f] ~ /^tests/ ? "tests" : file[f] ~ /^tools/ ? "tools" : substr(file[f], 1, RLENGTH)
}

# The first part of its room with a place where nothing else is called like anything in the file.
function part_of(f,    n, words, part, i, is_free) {
	n = split(defined[f], words, " ")
	for (part = 1; part <= n_parts; part++) {
		is_free = size[part] < MAX_FILES && floor[part] == floor_of(f)
		for (i = 1; is_free && i <= n; i++)
			is_free = !((part, words[i]) in taken) || taken[part, words[i]] == place_of[f, words[i]]
		if (is_free)
			break
	}
	for (i = 1; i <= n; i++)
		taken[part, words[i]] = place_of[f, words[i]]
	return part
}

function content(name,    text, line) {
	while ((getline line <name) > 0)
		text = text line "\n"
	close(name)
	return text
}

END {
	for (f = 1; f <= n_files; f++) {
		part = part_of(f)
		if (part > n_parts)
			n_parts = part
		size[part]++
		floor[part] = floor_of(f)
		includes[part] = includes[part] "#include \"" file[f] "\"\n" macros[f]
	}
	for (part = 1; part <= n_parts; part++) {
		name = out part ".c"
		if (content(name) != includes[part]) {
			printf "%s", includes[part] >name
			close(name)
		}
		print name
	}
}

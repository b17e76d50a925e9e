#!/bin/sh
# docs/notes.md has every note of --infer and of the readers: the words between the conversions of each format stand there.
set -eu
cd "$(dirname "$0")/../.."
awk '
	function flat(text) { gsub(/[ \t\n]+/, " ", text); return text }
	FNR == 1 { file = FILENAME }
	{ text[file] = text[file] "\n" $0 }
	END {
		page = flat(text["docs/notes.md"])
		gsub(/\\\|/, "|", page)
		for (file in text) {
			if (file == "docs/notes.md") continue
			code = text[file]
			gsub(/"[ \t\n]*"/, "", code) # one literal
			gsub(/"[ \t\n]*CML_INFER_NO_JOB_RAN/, "\"", code)
			while (match(code, /(cml_infer_note|cml_infer_note_line|tool_note)\(|\{(BESIDE|OUTCOME|SETTING), /)) {
				code = substr(code, RSTART + RLENGTH)
				end = match(code, /\);|\},\n/) ? RSTART : length(code)
				check(substr(code, 1, end), file)
			}
		}
		if (n_notes < 80) { print "only " n_notes + 0 " notes were found in the sources"; failed = 1 }
		exit failed
	}
	function check(call, file,   literal, n, part, i) {
		n_notes++
		while (match(call, /"([^"\\]|\\.)*"/)) {
			literal = substr(call, RSTART + 1, RLENGTH - 2)
			call = substr(call, RSTART + RLENGTH)
			gsub(/\\"/, "\"", literal)
			n = split(literal, part, /%[-+ 0-9.*]*[zluh]*[a-zA-Z]/)
			for (i = 1; i <= n; i++)
				if (length(part[i]) > 9 && !index(page, flat(part[i]))) {
					print "docs/notes.md lacks a note of " file ": " part[i]
					failed = 1
				}
		}
	}' docs/notes.md common/infer/*.c common/infer/law/*.c tools/shared/tool_rows.c

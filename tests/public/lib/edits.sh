# Sourced: what a person would have to change in an inferred space file. Needs $work, a directory.
#
# Against a space file written by hand: the metric or its goal; each column whose role is another (constants may be context or
# ignored; an outcome may be a limit); texts taken for numbers and the other way round; a param without a default; a positive number
# over a decade without a logarithm; a `when` that is missing. Columns that the hand-written one does not list are to be ignored.

# space_cells FILE: name, role, type, domain, encoding, default, when, doc of each row that is no rule, with tabs
space_cells() {
	awk -v OFS='\t' '
	function split_row(line, cell,    n, at, c, quoted) {
		n = 1; cell[1] = ""; quoted = 0
		for (at = 1; at <= length(line); at++) {
			c = substr(line, at, 1)
			if (c == "\"") quoted = !quoted
			else if (c == "," && !quoted) cell[++n] = ""
			else cell[n] = cell[n] c
		}
		while (n < 9) cell[++n] = ""
	}
	/^#/ || NR == 1 { next }
	{ split_row($0, cell) }
	cell[2] !~ /^(rule|derived|term|roof)$/ {
		print cell[1], cell[2], cell[3], cell[4], cell[5], cell[6], cell[7], cell[9]
	}' "$1"
}

# space_rules FILE: the expressions of its rules, sorted
space_rules() {
	awk '!/^#/' "$1" | sed -n 's/^[^,]*,rule,,"\([^"]*\)".*/\1/p; t; s/^[^,]*,rule,,\([^,]*\).*/\1/p' | sort
}

# column_edits WANTED FOUND: a line for each
column_edits() {
	space_cells "$1" >"$work/wanted"
	space_cells "$2" >"$work/found"
	awk -F'\t' '
	function kind(role) { return role == "" || role == "id" || role == "limit" ? "ignore" : role }
	# What is wanted may be one of two: `context|ignore`.
	function wanted(name, got,    one, n, i) {
		n = split(role[name], one, "|")
		for (i = 2; i <= n; i++) if (kind(one[i]) == got) return got
		return kind(one[1])
	}
	function is_number(type) { return type == "int" || type == "float" }
	FNR == NR { role[$1] = $2; type[$1] = $3; when[$1] = $7; next }
	{
		got = kind($2); want = wanted($1, got); constant = $8 ~ /same value in every row/
		if ($2 == "metric" && want == "metric" && type[$1] != $3) print $1 ": goal"
		if (want == "metric" || got == "metric") { if (want != got) print $1 ": " got ", not " want; next }
		if (got != want && !(constant && (want == "ignore" || want == "context")) &&
		    !(want == "time" && got == "ignore") && !(got == "time" && want == "ignore")) { print $1 ": " got ", not " want; next }
		if (got == want && role[$1] == "limit" && $2 != "limit") print $1 ": no limit"
		if (got != "param" && got != "context") next
		if (want == got && type[$1] != "" && (type[$1] == "categorical") != ($3 == "categorical")) print $1 ": " $3 ", not " type[$1]
		if (got == "param" && $6 == "" && $7 == "") print $1 ": no default"
		if (got == "param" && when[$1] != "" && $7 == "") print $1 ": no when"
		# With a default of its own: powers, a logarithm is the encoding without being named.
		split($4, part, /[:|]/); n = split($4, all, "|"); hi = n > 1 ? all[n] : part[2]
		if (is_number($3) && part[1] > 0 && hi >= 10 * part[1] && $5 != "log" && $4 !~ /:\*/) print $1 ": no logarithm"
	}' "$work/wanted" "$work/found"
}

# space_edits TABLE WANTED FOUND: infers FOUND, and prints a line for each change; 1: the table is refused. Another metric is one
# word on the command line, and decides about other columns.
space_edits() {
	cml-encode -q --infer -o "$3" "$1" || return 1
	column_edits "$2" "$3" >"$work/edits"
	if grep -q ': .*metric' "$work/edits"; then
		metric=$(awk -F'\t' 'FNR == NR { has[$1]; next } $2 == "metric" && $1 in has { print $1 }' "$work/found" "$work/wanted")
		cml-encode -q --infer --metric "$metric" -o "$3" "$1" || return 1
		echo "metric: another"
		column_edits "$2" "$3" >"$work/edits"
	fi
	cat "$work/edits"
}

# rule_edits FOUND RULE...: a line for each rule to strike or to write
rule_edits() {
	space_rules "$1" >"$work/rules"
	shift
	for rule; do echo "$rule"; done | sort >"$work/expected"
	comm -23 "$work/rules" "$work/expected" | sed 's/^/rule too much: /'
	comm -13 "$work/rules" "$work/expected" | sed 's/^/rule missing: /'
}

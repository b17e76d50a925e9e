# The contexts of rounds that FIX does not say and that are no defaults: awk -v fix=FIX -v follows=FILE -v words=FILE
#   -f csv.awk -f contexts.awk SPACE FOLLOWED JOBS
#
# A line of words NAME=VALUE, as in FIX, and a second one of those that have their default. First what follows from FIX: FOLLOWED is a configuration of cml-search with the
# values, FILE follows its notes, which say which of them follow, and why. Then, where JOBS are given, contexts whose value
# changed over time and did not come back, as a version of software does: what the newest of the jobs with all those
# values have. That the values lie in runs is no accident: of all orders of the jobs at most one in twenty has them so.
# By the time column of the space, else cml_started; else, where there is a FIX, by the rows: tables are sorted by
# what people compare, and that is what they fix. Into the FILE words in what contexts the rounds are, for people: those
# with several values that FIX does not say, if there is a FIX or one is no default.
BEGIN {
	n_fixed = split(fix, pairs, " ")
	for (i = 1; i <= n_fixed; i++) {
		at = index(pairs[i], "=")
		given[decoded(substr(pairs[i], 1, at - 1))] = decoded(substr(pairs[i], at + 1))
	}
	while ((getline text <follows) > 0) if (text ~ /contexts that follow from --fix: /) note = text
	sub(/.*contexts that follow from --fix: /, ", ", note)
	sub(/; --fix them for [^;]*$/, "", note)
	time = "cml_started"
}
!csv_whole() { next }
csv_file == 1 {
	if (csv_row == 0) next
	if (csv_of("role") == "time") time = csv_of("name")
	if (csv_of("role") == "context" && csv_of("domain") !~ /^[^|:]+$/ && csv_of("when") == "") {
		name[++n] = csv_of("name")
		standard[n] = csv_of("default")
	}
	next
}
csv_file == 2 {
	for (i = 1; i <= n && csv_row == 1; i++) take_followed(i, csv_of(name[i]))
	next
}
csv_row == 0 {
	for (known in given) if (!(known in csv_at)) no_jobs = 1
	next
}
!no_jobs && is_here() {
	n_jobs++
	when[n_jobs] = csv_of(time)
	if (when[n_jobs] == "") no_time = 1
	if (!csv_is_number(when[n_jobs])) no_number = 1
	if (when[n_jobs] !~ /^[0-9][0-9][0-9][0-9]-[0-9][0-9]/) no_date = 1
	for (i = 1; i <= n; i++) value[n_jobs, i] = trimmed(csv_of(name[i]))
}
# A context follows if it has another value than its default; the note has the reason, behind NAME=VALUE in parentheses.
function take_followed(i, its_value,   from, rest) {
	from = index(note, ", " name[i] "=" its_value " (")
	if (name[i] in given || (!from && csv_is_same(its_value, standard[i]))) return
	rest = from ? substr(note, from + length(", " name[i] "=" its_value " (")) : ""
	given[name[i]] = its_value
	taken[i] = its_value
	why[i] = match(rest, /\)(, |$)/) ? substr(rest, 1, RSTART - 1) : "follows from FIX"
}
function trimmed(text) {
	gsub(/^[ \t]+|[ \t]+$/, "", text)
	return text ~ /^(NA|NaN|nan|null|None)$/ ? "" : text
}
# is_here: whether a job has what is given
function is_here(   known) {
	for (known in given) if (!csv_is_same(trimmed(csv_of(known)), given[known])) return 0
	return 1
}
function decoded(text,   done, digits) {
	while (match(text, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
		digits = toupper(substr(text, RSTART + 1, 2))
		done = done substr(text, 1, RSTART - 1) sprintf("%c", 16 * (index("0123456789ABCDEF", substr(digits, 1, 1)) - 1) + index("0123456789ABCDEF", substr(digits, 2)) - 1)
		text = substr(text, RSTART + 3)
	}
	return done text
}
# is_before A B: of two jobs
function is_before(a, b) {
	if (no_number ? when[a] "" == when[b] "" : when[a] + 0 == when[b] + 0) return a < b
	return no_number ? when[a] "" < when[b] "" : when[a] + 0 < when[b] + 0
}
# in_order: the jobs from the oldest to the newest into order (merge sort)
function in_order(   width, lo, mid, hi, i, j, k) {
	for (i = 1; i <= n_jobs; i++) order[i] = i
	if (!by_time) return
	for (width = 1; width < n_jobs; width *= 2)
		for (lo = 1; lo <= n_jobs; lo += 2 * width) {
			mid = lo + width <= n_jobs ? lo + width : n_jobs + 1
			hi = mid + width <= n_jobs ? mid + width : n_jobs + 1
			i = lo
			j = mid
			for (k = lo; k < hi; k++) merged[k] = i < mid && (j >= hi || is_before(order[i], order[j])) ? order[i++] : order[j++]
			for (k = lo; k < hi; k++) order[k] = merged[k]
		}
}
# log_factorial K
function log_factorial(k,   sum) {
	for (; k > 1; k--) sum += log(k)
	return sum + 0
}
# take_newest I: of a context that changed and did not come back
function take_newest(i,   j, own, last, runs, seen, count, n_here, accident) {
	split("", count)
	for (j = 1; j <= n_jobs; j++) {
		own = value[order[j], i]
		if (own == "") continue
		if (own != last && own in count) return
		if (own != last) {
			runs++
			before = last
		}
		last = own
		count[own]++
		n_here++
	}
	if (runs < 2) return
	accident = log_factorial(runs) - log_factorial(n_here)
	for (own in count) accident += log_factorial(count[own])
	if (accident > log(0.05)) return
	taken[i] = last
	why[i] = "the newest " (count[last] == 1 ? "job" : count[last] " jobs") (by_time ? "" : ", the last rows") "; " before " before"
}
END {
	text = ""
	if (n_jobs) {
		by_time = !no_time && (!no_number || !no_date)
		if (!by_time && fix == "") n_jobs = 0
		in_order()
	}
	for (i = 1; i <= n && n_jobs; i++) if (!(name[i] in given)) take_newest(i)
	for (i = 1; i <= n; i++) {
		if (i in taken) {
			line = line (line == "" ? "" : " ") csv_word(name[i]) "=" csv_word(taken[i])
			is_told = 1
		} else if (name[i] in given) continue
		text = text (text == "" ? "" : ", ") name[i] "=" (i in taken ? taken[i] " (" why[i] ")" : standard[i] " (default)")
	}
	if (text != "" && (is_told || fix != "")) print text "; FIX them for other values" >words
	print line
	line = ""
	for (i = 1; i <= n; i++)
		if (!(i in taken) && !(name[i] in given) && standard[i] != "")
			line = line (line == "" ? "" : " ") csv_word(name[i]) "=" csv_word(standard[i])
	print line
}

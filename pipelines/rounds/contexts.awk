# The contexts of rounds that FIX does not say, as words of FIX: awk -v fix=FIX -v words=FILE
#   -f csv.awk -f contexts.awk SPACE FOLLOWED JOBS
#
# FOLLOWED: a configuration of cml-search with FIX, in the contexts that follow from it. Of those that have their
# default there, some changed over time and did not come back, as a version of software does: they have what the newest
# of the JOBS with all other values have, three or more, where three or more had another. By the time column of the
# space, else cml_started; else, where there is a FIX, by the rows: tables are sorted by what people compare, and that
# is what they fix. Into the FILE words those of the newest jobs, for people.
BEGIN {
	n_fixed = split(fix, pairs, " ")
	for (i = 1; i <= n_fixed; i++) {
		at = index(pairs[i], "=")
		given[substr(pairs[i], 1, at - 1)] = substr(pairs[i], at + 1)
	}
	time = "cml_started"
}
!csv_whole() || (csv_row == 0 && csv_file < 3) { next }
csv_file == 1 {
	if (csv_of("role") == "time") time = csv_of("name")
	if (csv_of("role") == "context" && csv_of("domain") !~ /^[^|:]+$/ && csv_of("when") == "") {
		name[++n] = csv_of("name")
		standard[n] = csv_of("default")
	}
	next
}
csv_file == 2 {
	for (i = 1; i <= n && csv_row == 1; i++) {
		if (csv_word(name[i]) in given || csv_is_same(csv_of(name[i]), standard[i])) continue
		given[csv_word(name[i])] = csv_word(csv_of(name[i]))
		taken[i] = csv_of(name[i])
	}
	next
}
csv_row == 0 {
	for (i in csv_at) is_column[csv_word(i)]
	for (known in given) if (!(known in is_column)) no_jobs = 1
	next
}
!no_jobs && is_here() {
	when[++n_jobs] = csv_of(time)
	n_numbers += csv_is_number(when[n_jobs])
	n_dates += when[n_jobs] ~ /^[0-9][0-9][0-9][0-9]-[0-9][0-9]/
	for (i = 1; i <= n; i++) value[n_jobs, i] = trimmed(csv_of(name[i]))
}
function trimmed(text) {
	gsub(/^[ \t]+|[ \t]+$/, "", text)
	return text ~ /^(NA|NaN|nan|null|None)$/ ? "" : text
}
# is_here: whether a job has what is given
function is_here(   i) {
	for (i in csv_at) if (csv_word(i) in given && !csv_is_same(csv_word(trimmed(csv_of(i))), given[csv_word(i)])) return 0
	return 1
}
# in_order: the jobs from the oldest to the newest, into order
function in_order(   i, sorter) {
	sorter = "LC_ALL=C sort -s -t '\t' -k 1,1" (n_numbers == n_jobs ? "g" : "") " >\"$sorted\""
	for (i = 1; i <= n_jobs; i++) order[i] = i
	if (!by_time) return
	for (i = 1; i <= n_jobs; i++) print when[i] "\t" i | sorter
	close(sorter)
	for (i = 1; (getline text <ENVIRON["sorted"]) > 0; i++) order[i] = substr(text, index(text, "\t") + 1)
}
# take_newest I: of a context that changed and did not come back
function take_newest(i,   j, own, last, before, runs, count, n_here) {
	split("", count)
	for (j = 1; j <= n_jobs; j++) {
		own = value[order[j], i]
		if (own == "") continue
		if (own != last && own in count) return
		runs += own != last
		if (own != last) before = last
		last = own
		count[own]++
		n_here++
	}
	if (runs < 2 || count[last] < 3 || n_here - count[last] < 3) return
	taken[i] = last
	said = said (said == "" ? "" : ", ") name[i] "=" last " (" count[last] (by_time ? "" : ", the last rows")
	said = said "; " before " before)"
}
END {
	by_time = n_jobs && (n_numbers == n_jobs || n_dates == n_jobs)
	if (n_jobs && (by_time || fix != "")) {
		in_order()
		for (i = 1; i <= n; i++) if (!(csv_word(name[i]) in given)) take_newest(i)
	}
	for (i = 1; i <= n; i++) {
		if (!(i in taken) && (csv_word(name[i]) in given || standard[i] == "")) continue
		line = line (line == "" ? "" : " ") csv_word(name[i]) "=" csv_word(i in taken ? taken[i] : standard[i])
	}
	if (said != "") print said >words
	print line
}

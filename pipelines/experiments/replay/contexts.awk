# A table of many contexts as one replay for each: awk -F, -v scale=COLUMN -v least=N -v folder=DIR
#   [-v cold=1] -f contexts.awk SPACE JOBS
#
# JOBS is what jobs.awk writes. A context is a value of every context column of the space. Where it has
# at least N rows, and other rows differ from it only by a smaller scale, its folder gets jobs.csv
# (those other rows, then its own), warm (how many others) and fix (the context, for cml-search --fix).
# Prints the names of the folders: the scale, and contexts that vary.
NR == FNR {
	if ($2 == "context") context[++n_contexts] = $1
	next
}
FNR == 1 {
	header = $0
	for (i = 1; i <= NF; i++) at[$i] = i
	if (!(scale in at)) {
		print "contexts.awk: no column " scale >"/dev/stderr"
		exit 1
	}
	next
}
{
	group = fix = ""
	for (i = 1; i <= n_contexts; i++) {
		name = context[i]
		if (name == scale) continue
		group = group "\n" $(at[name])
		if (!((i, $(at[name])) in seen)) n_values[i]++
		seen[i, $(at[name])]
		fix = fix " --fix " name "=" $(at[name])
	}
	key = group SUBSEP $(at[scale])
	if (!(key in n)) {
		order[++n_keys] = key
		group_of[key] = group
		scale_of[key] = $(at[scale]) + 0
		fix_of[key] = fix " --fix " scale "=" $(at[scale])
	}
	row[key, ++n[key]] = $0
}
# A scale, and the values of the contexts that vary.
function label(key,   part, i, k, text) {
	split(group_of[key], part, "\n")
	text = scale scale_of[key]
	k = 1
	for (i = 1; i <= n_contexts; i++) {
		if (context[i] == scale) continue
		k++
		if (n_values[i] > 1) text = text "-" part[k]
	}
	gsub(/[^A-Za-z0-9.-]/, "_", text)
	return text
}
function rows(key,   i) {
	for (i = 1; i <= n[key]; i++) print row[key, i] >jobs
	return n[key]
}
END {
	for (i = 1; i <= n_keys; i++) {
		key = order[i]
		warm = 0
		for (j = 1; j <= n_keys; j++)
			if (group_of[order[j]] == group_of[key] && scale_of[order[j]] < scale_of[key]) warm += n[order[j]]
		if (n[key] < least || !warm) continue
		name = label(key)
		dir = folder "/" name
		system("mkdir -p '" dir "'")
		jobs = dir "/jobs.csv"
		print header >jobs
		for (j = 1; j <= n_keys && !cold; j++)
			if (group_of[order[j]] == group_of[key] && scale_of[order[j]] < scale_of[key]) rows(order[j])
		rows(key)
		close(jobs)
		print (cold ? 0 : warm) >(dir "/warm")
		print substr(fix_of[key], 2) >(dir "/fix")
		print name
	}
}

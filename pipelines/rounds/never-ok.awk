# Whether all jobs of a configuration failed: awk -v key=KEY -f csv.awk -f never-ok.awk FRONTIER
#
# FRONTIER: cml-eval --frontier of the jobs. Prints how many; ends with 1 where there is none, or one was ok.
csv_whole() && csv_row > 0 && csv_of("cml_key") == key {
	if (csv_of("cml_status") == "ok") ok++
	else if (csv_of("cml_status") ~ /^(oom|timeout|failed)$/) n++
}
END {
	if (n) print n
	exit ok || !n
}

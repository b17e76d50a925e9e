# How many ok jobs of a configuration broke a limit: awk -v key=KEY -f csv.awk -f outside.awk FRONTIER
#
# FRONTIER: cml-eval --frontier of the jobs. Prints "N of M", nothing where none did.
csv_whole() && csv_row > 0 && csv_of("cml_key") == key && csv_of("cml_status") == "ok" {
	n_ok++
	n += csv_of("cml_kept") == "0"
}
END { if (n) print n " of " n_ok }

# Why a reading of one of these limits was not taken, where it seems to be in another unit:
#   awk -v names=NAMES -f csv.awk -f doubtful.awk HISTORY
# NAMES: words, as in FIX.
BEGIN {
	n = split(names, name, " ")
	for (i = 1; i <= n; i++) {
		gsub(/%20/, " ", name[i])
		gsub(/%09/, "\t", name[i])
		gsub(/%25/, "%", name[i])
	}
}
!csv_whole() || csv_row == 0 || found || csv_of("cml_status") != "ok" { next }
csv_of("cml_reason") ~ /: in another unit\?/ {
	reason = csv_of("cml_reason")
	sub(/\?.*/, "?", reason)
	for (i = 1; i <= n; i++) if (index(reason, name[i] " is ")) found = reason
	if (found) print found
}

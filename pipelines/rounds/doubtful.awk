# Why a reading of a limit was not taken, where it seems to be in another unit: awk -f csv.awk -f doubtful.awk HISTORY
!csv_whole() || csv_row == 0 || found || csv_of("cml_status") != "ok" { next }
csv_of("cml_reason") ~ /: in another unit\?/ {
	found = csv_of("cml_reason")
	sub(/\?.*/, "?", found)
	print found
}

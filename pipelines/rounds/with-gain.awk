# A batch with what it is expected to gain: awk -f csv.awk -f with-gain.awk GAIN BATCH
#
# GAIN: cml_gain row by row, or an empty file.
BEGIN { if ((getline line <ARGV[1]) <= 0) ARGV[1] = "" }
!csv_whole() { next }
ARGV[1] != "" && csv_file == 1 {
	gain[csv_row] = csv_of("cml_gain")
	next
}
{ print csv_record "," (csv_row == 0 ? "cml_gain" : gain[csv_row]) }

# These columns of plain CSV tables, one below the other, in the order of names; what a table does
# not have is empty: awk -F, -v names=NAME,NAME,... -f columns.awk TABLE...
BEGIN {
	OFS = ","
	n = split(names, name, ",")
	print names
}
FNR == 1 {
	split("", at)
	for (i = 1; i <= NF; i++) at[$i] = i
	next
}
{
	row = ""
	for (i = 1; i <= n; i++) row = row (i > 1 ? OFS : "") (name[i] in at ? $at[name[i]] : "")
	print row
}

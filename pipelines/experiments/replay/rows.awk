# rows.awk keys.csv proposals: row numbers of what is proposed, by key. keys.csv has the
# key of a row first, its number second.
FNR == 1 {
	for (i = 1; i <= NF; i++)
		if ($i == "cml_key")
			key = i
	next
}
NR == FNR { row[$1] = $2; next }
{ print row[$key] }

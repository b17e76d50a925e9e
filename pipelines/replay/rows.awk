# rows.awk features.csv jobs.csv proposals: row numbers of what is proposed, by key. The
# feature table has the rows of the job table, in order.
FNR == 1 {
	file++
	for (i = 1; i <= NF; i++)
		if ($i == "cml_key")
			key = i
	next
}
file == 1 { keys[FNR] = $key }
file == 2 { row[keys[FNR]] = $1 }
file == 3 { print row[$key] }

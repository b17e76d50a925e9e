# Contexts with one value in all jobs, as NAME=VALUE: awk -F SEPARATOR -f contexts.awk SPACE JOBS
FNR == 1 {
	n_files++
	next
}
n_files == 1 {
	if ($2 != "param" && $2 != "context") next
	name[++n] = $1
	is_context[n] = $2 == "context"
	next
}
{
	for (i = 1; i <= n; i++) {
		if (!is_context[i]) continue
		if (FNR == 2) value[i] = $(10 + i)
		else if (value[i] != $(10 + i)) several[i]
	}
}
END { for (i = 1; i <= n; i++) if (is_context[i] && !(i in several) && value[i] != "") print name[i] "=" value[i] }

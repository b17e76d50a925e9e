# A feature table in which what failed counts as the worst that was measured: awk -F, -v goal=max|min
# -f failed.awk FEATURES FEATURES (twice the same). Not what the machine ended, or a person.
BEGIN { OFS = "," }
NR == FNR {
	if (FNR > 1 && $3 != "" && (worst == "" || (goal == "min" ? $3 + 0 > worst + 0 : $3 + 0 < worst + 0))) worst = $3
	next
}
$2 ~ /^(oom|timeout|failed)$/ && worst != "" {
	$2 = "ok"
	$3 = worst
}
{ print }

# Proposals for people: awk -F, -f proposals.awk NEXT [JOBS]
# NEXT is what cml-search --explain writes. With JOBS, to which cml-submit appended: what was told beside what came.
FNR == 1 {
	file++
	delete at
	for (i = 1; i <= NF; i++) at[$i] = i
	next
}
file == 1 {
	n++
	key[n] = $at["cml_key"]
	lo[n] = $at["cml_lo"]
	hi[n] = $at["cml_hi"]
	ok[n] = $at["cml_ok"]
	told[n] = sprintf("%3.0f (%3.0f to %3.0f)  %.2f", $at["cml_pred"] / 1e3, lo[n] / 1e3, hi[n] / 1e3, ok[n])
	near[n] = $at["cml_near_value"]
	why[n] = $at["cml_why"]
	expected += 1 - ok[n]
	next
}
$at["cml_key"] != "" {
	status[$at["cml_key"]] = $at["cml_status"]
	value[$at["cml_key"]] = $at["tokens_per_s"]
}
# reasons WHY: those of half a percent and more, two on a line
function reasons(why,   all, part, word, n, n_parts, i, text) {
	n = split(why, all, "; ")
	for (i = 1; i <= n; i++) {
		split(all[i], word, " ")
		if (word[3] >= 0.5 || word[3] <= -0.5) part[++n_parts] = word[1] " " word[2] " " word[3] "%"
	}
	for (i = 1; i <= n_parts; i++)
		text = text (i == 1 ? "" : (length(part[i - 1] part[i]) > 42 || i % 2) ? "\n" sprintf("%37s", "") : ", ") part[i]
	return text == "" ? "little" : text
}
function proposed(   i) {
	print "thousand tokens/s  runs  nearest   what its differences bring"
	for (i = 1; i <= n; i++) printf "%s    %5.0f   %s\n", told[i], near[i] / 1e3, reasons(why[i])
}
function launched(   i, ran, inside, n_ran, n_inside) {
	print "thousand tokens/s  runs  measured"
	for (i = 1; i <= n; i++) {
		ran = status[key[i]] == "ok"
		inside = ran && value[key[i]] >= lo[i] && value[key[i]] <= hi[i]
		n_ran += ran
		n_inside += inside
		printf "%s    %s\n", told[i], ran ? sprintf("%5.0f%s", value[key[i]] / 1e3, inside ? "" : "   not in its interval") : "  " status[key[i]]
	}
	printf "%d of %d failed, %.1f were expected; %d of %d within their 90 %% interval\n", n - n_ran, n, expected, n_inside, n_ran
}
END {
	if (file == 1) proposed()
	else launched()
}

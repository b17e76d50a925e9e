# Puts pieces of lines into the pages that have them with other figures, and into WORK/measured, the rows of docs/measured.csv:
# awk -F'\t' -v name=NAME -v commit=COMMIT -v date=DATE -v work=WORK -f place.awk docs/measured.csv TEXTS
function without_figures(text) {
	gsub(/[0-9]+([.,][0-9]+)*/, "#", text)
	return text
}
function quoted(text) {
	gsub(/"/, "\"\"", text)
	return "\"" text "\""
}
# pattern(TEXT): a regular expression of TEXT with any figures
function pattern(text) {
	gsub(/[][\\^$.|?*+(){}]/, "\\\\&", text)
	gsub(/[0-9]+((\\\.|,)[0-9]+)*/, "[0-9]+([.,][0-9]+)*", text)
	return text
}
function place(page, text,   line, lines, n_placed) {
	while ((getline line < page) > 0) {
		if (match(line, pattern(text))) {
			line = substr(line, 1, RSTART - 1) text substr(line, RSTART + RLENGTH)
			n_placed++
		}
		lines = lines line "\n"
	}
	close(page)
	if (n_placed != 1) {
		print "figures: " page " has " n_placed + 0 " times: " without_figures(text) >"/dev/stderr"
		exit failed = 1
	}
	printf "%s", lines >page
	close(page)
}
BEGIN { out = work "/measured"; printf "" >out }
NR == FNR {
	if (FNR > 1 && $0 !~ "," name "$") print >out
	next
}
{
	place($1, $2)
	print $1 "," quoted($2) "," commit "," date "," name >out
}
END { exit failed }

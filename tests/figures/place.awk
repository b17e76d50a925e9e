# Puts pieces of lines into the pages that have them with other figures, and into WORK/measured, the rows of docs/measured.csv:
# awk -F'\t' -v name=NAME -v commit=COMMIT -v date=DATE -v work=WORK -f place.awk docs/measured.csv TEXTS
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
# in_common(A, B): how many characters they begin with alike
function in_common(a, b,   i) {
	for (i = 1; i <= length(a) && substr(a, i, 1) == substr(b, i, 1); i++)
		;
	return i - 1
}
# place(PAGE, TEXT): into the line that has the same piece but for its figures; of several, into that which begins most alike
function place(page, text,   n, line, i, found, alike, best) {
	for (n = 0; (getline line[n + 1] < page) > 0; n++)
		;
	close(page)
	best = -1
	for (i = 1; i <= n; i++)
		if (match(line[i], pattern(text)) && (alike = in_common(substr(line[i], RSTART), text)) > best) {
			best = alike
			found = i
		}
	if (!found) {
		print "figures: " page " has no line like: " text >"/dev/stderr"
		exit failed = 1
	}
	match(line[found], pattern(text))
	line[found] = substr(line[found], 1, RSTART - 1) text substr(line[found], RSTART + RLENGTH)
	for (i = 1; i <= n; i++) print line[i] >page
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

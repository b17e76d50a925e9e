# Parts of a page: texts and numbers that are safe in it, sections, tables. Lines are put into `body`.
#
# Texts of tables become safe in escaped(), or in quoted() for a shell.

# escaped TEXT: as it stands, in an element or an attribute, whatever it holds.
function escaped(text) {
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	gsub(/>/, "\\&gt;", text)
	gsub(/"/, "\\&quot;", text)
	gsub(/'/, "\\&#39;", text)
	gsub(/[\r\n\036\037]/, " ", text)
	gsub(/[\001-\010\013\014\016-\035\177]/, "\357\277\275", text)
	return text
}
# breakable TEXT: escaped, and a line breaks after its underscores, slashes and so on, but in no number or date.
function breakable(text) {
	text = escaped(text)
	gsub(/[_\/,|=]/, "&<wbr/>", text)
	while (match(text, /[0-9]\/<wbr\/>[0-9]/)) text = substr(text, 1, RSTART + 1) substr(text, RSTART + RLENGTH - 1)
	return whole(text)
}
# whole TEXT: a browser breaks 1e-05 and 2026-11-28 after a hyphen.
function whole(text) {
	if (index(text, "-")) gsub(/[0-9][0-9.]*([eE]-[0-9]+|(-([0-9]+|[A-Z][a-z][a-z]))+)/, "<span class=\"whole\">&</span>", text)
	return text
}
# quoted TEXT: for a shell; word_of TEXT: only where a shell would see more in it.
function quoted(text) {
	gsub(/'/, "'\"'\"'", text)
	return "'" text "'"
}
function word_of(text) { return text ~ /^[A-Za-z0-9_.\/:=,+%@^-]+$/ ? text : quoted(text) }
function shown(text) { return text == "" ? "&#8211;" : breakable(text) }
# number VALUE: whole from 1,000 on, with commas, until it is too long for a cell; else four digits.
function number(value, text, sign, grouped) {
	if (value == "") return "&#8211;"
	value += 0
	sign = value < 0 ? "&#8722;" : ""
	if (value < 0) value = -value
	if (value >= 1e10 || (value > 0 && value < 1e-4) || value < 999.95) return sign whole(sprintf("%.4g", value))
	text = sprintf("%.0f", value)
	while (length(text) > 3) {
		grouped = "," substr(text, length(text) - 2) grouped
		text = substr(text, 1, length(text) - 3)
	}
	return sign text grouped
}
# percent FRACTION: with its sign; no time is more than 100 % off below.
function percent(fraction, text) {
	if (fraction == "") return "&#8211;"
	if (fraction < -1) return "&lt;&#8239;&#8722;100&#8239;%"
	text = sprintf("%.1f", 100 * (fraction < 0 ? -fraction : fraction))
	return (text == "0.0" ? "&#177;" : fraction < 0 ? "&#8722;" : "+") text "&#8239;%"
}
function share(fraction) { return sprintf("%.0f&#8239;%%", 100 * fraction) }
function counted(n, one, many) { return number(n) " " (n == 1 ? one : many) }

function put(text) { body[++n_lines] = text }
function note(text) { put("<p class=\"note\">" text "</p>") }
function paragraph(text) { put("<p>" text "</p>") }
function fact(name, value) { if (value != "") put("<dt>" name "</dt><dd>" value "</dd>") }
function begin_section(title) {
	sections[++n_sections] = title
	put("<section id=\"part" n_sections "\"><h2>" title "</h2>")
}
function end_section() { put("</section>") }
function class_of(class) { return class == "" ? "" : " class=\"" class "\"" }
function column(text, class) { return "<th scope=\"col\"" class_of(class) ">" text "</th>" }
function heading(text) { return "<th scope=\"row\">" text "</th>" }
function cell(text, class) { return "<td" class_of(class) ">" text "</td>" }
# begin_table CLASS COLUMNS [MAX WHAT]: of more than MAX rows by more than three, the others are folded away.
function begin_table(class, columns, max, what) {
	table_head = "<div class=\"scroll\"><table" class_of(class) "><thead><tr>" columns "</tr></thead><tbody>"
	n_rows = 0
	max_rows = max
	folded = what
	rows_at = n_lines + 1
	put(table_head)
}
function row(cells) {
	n_rows++
	put("<tr>" cells "</tr>")
}
function end_table(   n, i) {
	put("</tbody></table></div>")
	n = n_rows - max_rows
	if (!max_rows || n <= 3) return
	for (i = n_lines; i > rows_at + max_rows; i--) body[i + 1] = body[i]
	n_lines++
	body[rows_at + max_rows + 1] = "</tbody></table></div><details><summary>" number(n) " " folded "</summary>" table_head
	put("</details>")
}
# print_page TEMPLATE TITLE REFRESH: with the title in the place of @HEAD@ and, in that of @BODY@, what was put, a list of the
# sections before the first.
function print_page(template, title, refresh,   line, i, part) {
	while ((getline line <template) > 0) {
		if (line == "@HEAD@") {
			if (refresh + 0) print "<meta http-equiv=\"refresh\" content=\"" refresh "\"/>"
			print "<title>" title "</title>"
		} else if (line != "@BODY@") print line
		else for (i = 1; i <= n_lines; i++) {
			if (index(body[i], "<section id=\"part1\">") == 1 && n_sections > 2) {
				print "<nav aria-label=\"Contents\"><ul>"
				for (part = 1; part <= n_sections; part++) print "<li><a href=\"#part" part "\">" sections[part] "</a></li>"
				print "</ul></nav>"
			}
			print body[i]
		}
	}
}

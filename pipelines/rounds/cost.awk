# What each job of a table cost, or will: awk -v cost=EXPRESSION -f csv.awk -f cost.awk TABLE
#
# EXPRESSION: columns and numbers between * and /, as in cml_seconds*gpus/3600. A line for each job: its
# round, cost, status; the cost is empty where a cell is. alone=1: the cost alone.
BEGIN { n_terms = cost_terms(cost, term, operator) }
!csv_whole() || csv_row == 0 { next }
{ print alone ? cost_of() : csv_of("cml_round") "," cost_of() "," csv_of("cml_status") }
function cost_terms(text, term, operator,   n, at) {
	for (operator[1] = "*"; (at = match(text, /[*\/]/)) > 0; text = substr(text, at + 1)) {
		term[++n] = substr(text, 1, at - 1)
		operator[n + 1] = substr(text, at, 1)
	}
	term[++n] = text
	return n
}
function is_cost_number(text) { return text ~ /^([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
function cost_of(   i, value, product) {
	product = 1
	for (i = 1; i <= n_terms; i++) {
		value = is_cost_number(term[i]) ? term[i] : csv_of(term[i])
		if (!is_cost_number(value) || (operator[i] == "/" && value + 0 == 0)) return ""
		product = operator[i] == "/" ? product / value : product * value
	}
	return sprintf("%.9g", product)
}

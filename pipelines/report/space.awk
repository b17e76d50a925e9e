# What the page asks of a space: awk -F SEPARATOR -v folder=DIR -f space.awk SPACE
#
# SPACE: name, role, type, default, unit, ..., below a header. Writes DIR/setting-names, and DIR/limits, the columns of cml-encode with
# its measured limits; prints, a line each: the first metric, its goal and unit, the second and its unit, the first
# time column, and whether there are contexts (1), empty where there is none.
BEGIN {
	printf "" >(folder "/setting-names")
	printf "" >(folder "/limits")
}
NR == 1 { next }
$2 == "param" || $2 == "context" { print $1 >(folder "/setting-names") }
$2 == "limit" { print "cml_limit_" $1 >(folder "/limits") }
{
	n[$2]++
	name[$2, n[$2]] = $1
	goal[$2, n[$2]] = $3
	unit[$2, n[$2]] = $5
}
END {
	print name["metric", 1]
	print goal["metric", 1]
	print unit["metric", 1]
	print name["metric", 2]
	print unit["metric", 2]
	print name["time", 1]
	print "context" in n ? 1 : ""
}

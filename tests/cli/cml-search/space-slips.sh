# Slips in a space file: a range and a list as they are written elsewhere, names and texts of rules.
slip() {
	printf 'name,role,type,domain\ntp,param,int,%s\nmode,param,categorical,fast|slow\nr,rule,,%s\n' "$1" "$2" >space.csv
	cml-search -s space.csv -n 1
}
slip 8-128 'tp > 0'
slip '"1, 2, 4"' 'tp > 0'
slip '1|2' 'throughput > 3'
slip '1|2' 'mode == fast'
slip '1|2' 'moda == 1'

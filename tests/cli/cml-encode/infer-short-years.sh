# Years of two digits may stand first or last: no time, and no id. Three numbers without a time of
# day may be something else, such as a mesh.
jobs() {
	echo "$1,tp,wps"
	for i in 1 2 3 4 5 6 7 8 9; do echo "1$i$2,$((i % 3 + 1)),$((100 + i * i))"; done
}
jobs begun '/11/26 14:03' >jobs.csv
cml-encode --infer jobs.csv >space.csv
grep begun space.csv
jobs date '-11-26' | cml-encode --infer 2>/dev/null | grep date
jobs mesh '-11-26' | cml-encode --infer 2>/dev/null | grep mesh
sed -i 's/^begun,ignore/begun,time/' space.csv
cml-eval -s space.csv --split time:begun jobs.csv

printf 'x,cml_target\n1,2\n2,4\n3,8\n4,16\n' >features.csv
for option in --log-target --no-log-target; do
	cml-train -q -p linear $option -o model features.csv
	cml-train --describe model | grep '^target'
done

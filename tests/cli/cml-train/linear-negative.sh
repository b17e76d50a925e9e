printf 'x,cml_target\n1,-2\n2,-1\n3,0\n4,1\n6,3\n' | cml-train -q -p linear -o model
cml-train --describe model | grep -e '^target' -e '^option'
printf 'x\n5\n8\n11\n12\n' | cml-rank -q -m model --no-sort | awk -F, '{ printf $1; if (NR > 1) printf " %.3f", $2; print "" }'

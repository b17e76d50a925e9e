printf 'cml_key,cml_target,a\n000000000000000a,5,1\n000000000000000a,7,1\n000000000000000b,3,2\n000000000000000a,30,1\n' >table.csv
cml-train --aggregate mean -o model table.csv && cml-train --describe model | grep -i row
cml-train --aggregate median -o model table.csv && printf 'a\n1\n2\n' | cml-rank -m model

printf 'cml_target,a\n5.5,1\n' | cml-train -o model
cml-train --describe model
printf 'a\n1\n2\n' | cml-rank -m model

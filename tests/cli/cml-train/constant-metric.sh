printf 'cml_target,a\n5,1\n5,2\n5,3\n' | cml-train -o model
printf 'a\n1\n9\n' | cml-rank -m model

# Cells of a feature table that are no numbers, or larger than a feature can be.
printf 'cml_target,x,y\n1,1,2\n2,2,3\n3,3,1\n' | cml-train -q -o model
printf 'x,y\n1,yes\n' | cml-rank -q -m model
printf 'x,y\n1,1e300\n' | cml-rank -q -m model

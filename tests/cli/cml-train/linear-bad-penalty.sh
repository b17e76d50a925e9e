printf 'x,cml_target\n1,2\n2,4\n' | cml-train -p linear:penalty=-1

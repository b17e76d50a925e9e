printf 'cml_target,a\n5,1\n-,2\n7,-\n' | cml-train -q --na '-,' -o model && cml-train --describe model | grep rows

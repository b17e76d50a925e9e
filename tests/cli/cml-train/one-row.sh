printf 'cml_target,a\n5.5,1\n' | cml-train -q -o model
cml-train --describe model | grep -e target -e ^features -e ^line -e ^trees -e ran
printf 'a\n1\n2\n' | cml-rank -q -m model

# A metric of 0 or less has no law, nor has one whose terms no job has. A table that was encoded without the terms is of another space.
printf '%s\n' name,role,type,domain gpus,context,int,0:64 'compute,term,,1 / gpus' wps,metric,max >space.csv
for table in ,compute:10,1,1:-1,2,0.5:3,4,0.25 ,compute:10,1,:20,2,:30,4, ,other:10,1,1:20,2,1 :10,1:20,2; do
	printf 'cml_target,gpus%s\n' "$table" | tr ':' '\n' >features.csv
	cml-train -q -s space.csv -o model features.csv && cml-train --describe model | grep '^law'
done

# The encoder stops at a bad row after it has handed on a part of the table: that is not trained on.
awk 'BEGIN { print "gpus,speed"; for (i = 1; i <= 40000; i++) print i % 512 + 1 "," (i < 39000 ? i : "oops") }' >jobs.csv
printf 'name,role,type,domain\ngpus,param,int,1:512\nspeed,metric,max,\n' >space.csv
cml-encode -q -s space.csv jobs.csv 2>encode.err | cml-train -q -s space.csv -p tree -o model
status=$?
cat encode.err >&2
ls model 2>&1
exit $status

# Results of a measured table, with its failures; nothing runs.
cat >space.csv <<'S'
name,role,type,domain
x,param,int,1:9
speed,metric,max,
state,status,,
S
printf 'x,speed,state\n1,10,ok\n2,,oom\n3,30,ok\n' >measured.csv
printf 'x\n3\n1\n2\n4\n' | cml-submit -s space.csv --backend replay=measured.csv

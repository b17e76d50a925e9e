# The file of bad rows is not whole yet when the reader goes: nothing of it stays.
awk 'BEGIN { print "x,y"; for (i = 0; i < 200000; i++) print i ",1" (i % 7 ? "" : ",1") }' >jobs.csv
printf 'name,role,type,domain\nx,param,int,0:\ny,metric,max,\n' >space.csv
cml-encode -q -s space.csv --bad-rows rejects.csv jobs.csv | head -n 1
ls -A

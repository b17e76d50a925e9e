head -n 3 "$DATA/manual/jobs.csv" >one.csv
{ head -n 1 "$DATA/manual/jobs.csv"; sed -n 4,5p "$DATA/manual/jobs.csv"; } >two.csv
cml-encode -s "$DATA/manual/space.csv" one.csv two.csv
printf 'gpu,gpus\na100,8\n' >three.csv
cml-encode -s "$DATA/manual/space.csv" one.csv three.csv >/dev/null
# Other order, a column too many, and columns of cml-submit missing: as if one table had the rows of all.
printf 'cml_key,gpu,gpus,note,wps\n0000000000000001,a100,8,x,5\n' >one.csv
printf 'wps,mood,gpus,note,gpu\n7,good,16,y,h100\n9,bad,32,z,a100\n' >two.csv
printf 'name,role,type,domain\ngpu,context,categorical,\ngpus,param,int,1:64\nwps,metric,max,\n' >space.csv
cml-encode -s space.csv one.csv two.csv
cml-eval -s space.csv --split random:0.5 --metrics kendall --bootstrap 0 one.csv two.csv one.csv two.csv 2>&1 | head -n 2
printf 'cml_key,gpu,gpus,note,wps\n0000000000000001,a100,many,x,5\n' >bad-one.csv
printf 'wps,mood,gpus,note,gpu\n7,good,lots,y,h100\n' >bad-two.csv
cml-encode -q -s space.csv --bad-rows bad.csv one.csv bad-one.csv bad-two.csv >/dev/null
cat bad.csv

printf 'name,role,type,domain\nlr,param,float,0:1\n' >space.csv
cml-search -s space.csv --method exhaustive
echo $? >&2
printf 'name,role,type,domain\nseed,param,int,0:4000000000\n' >space.csv
cml-search -s space.csv --method exhaustive

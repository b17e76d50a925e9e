cat >space.csv <<E
name,role,type,domain
a,param,int,1:3
E
cml-search -s space.csv --method exhaustive >all.csv
cml-search -s space.csv --method exhaustive --exclude all.csv

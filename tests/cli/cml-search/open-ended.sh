printf '%s\n' 'name,role,type,domain' 'a,param,int,1:' >space.csv
cml-search -s space.csv -n 3

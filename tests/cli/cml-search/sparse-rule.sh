printf '%s\n' 'name,role,type,domain' 'a,param,int,1:25000' 'r,rule,,a == 23456' >space.csv
cml-search -s space.csv -n 3

printf '%s\n' 'name,role,type,domain' 'a,param,int,1:100000' 'r,rule,,a == 77777' >space.csv
cml-search -s space.csv -n 3

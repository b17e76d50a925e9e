printf '%s\n' 'name,role,type,domain' 'a,param,int,1:9' 'odd,rule,,a % 2 == 1' 'even,rule,,a % 2 == 0' >space.csv
cml-search -s space.csv -n 3

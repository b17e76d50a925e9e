printf 'name,role,type,domain\na,param,int,1:4\nnever,rule,,a > 4\n' >space.csv
cml-search -s space.csv

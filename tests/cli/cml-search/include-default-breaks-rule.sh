printf 'name,role,type,domain,default\na,param,int,1:9,4\nodd,rule,,a %% 2 == 1,\n' >space.csv
cml-search -s space.csv --include-default

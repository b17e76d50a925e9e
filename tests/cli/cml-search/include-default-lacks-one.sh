printf 'name,role,type,domain,default\na,param,int,1:9,4\nb,param,int,1:9,\n' >space.csv
cml-search -s space.csv --include-default

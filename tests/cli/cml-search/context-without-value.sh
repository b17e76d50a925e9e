printf '%s\n' 'name,role,type,domain' 'a,param,int,1:9' 'gpu,context,categorical,a100|h100' >space.csv
cml-search -s space.csv -n 3

printf 'name,role,type,domain\na,param,int,1:9\nodd,rule,,a %% 2 == 1\n' >space.csv
printf 'a\n3\n4\n' >list.csv
cml-search -s space.csv --candidates list.csv --bad-rows skip
cml-search -s space.csv --candidates list.csv

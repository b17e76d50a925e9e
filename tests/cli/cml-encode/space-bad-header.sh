printf 'name,role,type,domian\na,param,int,1:9\n' >space.csv
printf 'a,y\n4,1\n' | cml-encode -s space.csv

printf '%s\n' 'name,role,type,domain' 'a,param,int,1:9' 'even,rule,,a % 2 == 0' 'y,metric,max,' >space.csv
printf 'a,y\n4,1\n3,1\n' | cml-encode -s space.csv

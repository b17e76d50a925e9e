printf '%s\n' 'name,role,type,domain' 'b,param,categorical,' 'a,param,int,1:9' 'y,metric,max,' >space.csv
printf '%s\n' 'a,b,y' '1,zebra,5' '2,ant,6' '3,,7' '4,zebra,8' >jobs.csv
cml-encode -s space.csv jobs.csv
cml-encode -s space.csv <jobs.csv | cmp - out 2>/dev/null || cml-encode -s space.csv jobs.csv >out
cml-encode -s space.csv <jobs.csv | cmp - out

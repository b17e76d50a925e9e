printf '%s\n' 'name,role,type,domain' 'a,param,int,1:9' 'w,weight,,' 'y,metric,max,' >space.csv
printf '%s\n' 'a,w,y' '1,0.5,10' '2,0,20' '3,,30' '4,-1,40' >jobs.csv
cml-encode -s space.csv jobs.csv

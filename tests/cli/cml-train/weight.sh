printf '%s\n' 'name,role,type,domain' 'a,param,int,1:9' 'w,weight,,' 'y,metric,max,' >space.csv
printf '%s\n' 'a,w,y' '1,3,10' '1,1,20' '2,0,500' '3,1,40' >jobs.csv
cml-encode -s space.csv jobs.csv >table.csv
cml-train -q -s space.csv -p auto:trees=1,learning-rate=1 -o model table.csv
cml-train --describe model | grep summary
printf 'a\n1\n2\n3\n' | cml-rank -q -m model --no-sort

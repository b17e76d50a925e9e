# Names of the tools' own columns: no setting has one, as a table would have two of it.
printf 'name,role,type,domain\ncml_key,%s,int,1:9\nx,param,int,1:3\nspeed,metric,max,\n' id >id.csv
sed 's/,id,/,param,/' id.csv >param.csv
printf 'cml_key,x,speed\n00000000000000ab,2,3\n' >log.csv
cml-encode -s id.csv log.csv
cml-encode -s param.csv log.csv

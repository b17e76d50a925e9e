printf '%s\n' name,role,type,domain,encoding,default,when,unit,doc a,param,int,1:9 b,ignore q,metric,max >space.csv
printf 'a,b,q\n1,x,5\n' | cml-encode -s space.csv
printf 'a\n' >>space.csv
printf 'a,b,q\n1,x,5\n' | cml-encode -s space.csv
sed -i '$d; 2s/$/,,,,,,,/' space.csv
printf 'a,b,q\n1,x,5\n' | cml-encode -s space.csv

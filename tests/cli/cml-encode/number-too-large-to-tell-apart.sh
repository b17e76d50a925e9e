printf '%s\n' 'name,role,type' 'a,param,int' 'y,metric,max' >space.csv
printf 'a,y\n9007199254740991,1\n9007199254740993,2\n' | cml-encode -s space.csv

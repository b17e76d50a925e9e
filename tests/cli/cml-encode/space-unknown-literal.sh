printf '%s\n' 'name,role,type,domain' 'b,param,categorical,x|z' "r,rule,,b != 'y'" 'y,metric,max,' >space.csv
printf 'b,y\nx,1\n' | cml-encode -s space.csv

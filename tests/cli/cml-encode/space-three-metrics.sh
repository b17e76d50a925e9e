printf '%s\n' 'name,role,type,domain,when' \
	'a,param,int,1:9,' \
	'y,metric,max,,' \
	'b,metric,min,,' \
	'c,metric,min,,' \
	>space.csv
printf 'a,b,y\n4,0,1\n' | cml-encode -s space.csv

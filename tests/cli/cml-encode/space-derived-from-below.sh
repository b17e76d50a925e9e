printf '%s\n' 'name,role,type,domain,when' \
	'a,param,int,1:9,d > 1' \
	'd,derived,,a + 1,' \
	'y,metric,max,,' \
	>space.csv
printf 'a,b,y\n4,0,1\n' | cml-encode -s space.csv

# Spaces that are refused: each line is its rows, between which there are blanks.
while read -r rows; do
	eval "printf '%s\n' name,role,type,domain,when $rows" >space.csv
	printf 'a,b,y\n4,0,1\n' | cml-encode -s space.csv
	[ $? -eq 1 ] || echo "not 1: $rows"
done <<'END'
a,parm,int,1:9 y,metric,max
a,param,integer,1:9 y,metric,max
a,param,int,9:1 y,metric,max
a,param,int,1:9:0.5 y,metric,max
a,param,int,1:9 y,metric,up
a,param,int,1:9 a,param,int,1:9 y,metric,max
a,param,int,1:9 y,metric,max b,metric,min c,metric,min
y,metric,max
'a,param,int,1:9,d > 1' 'd,derived,,a + 1' y,metric,max
a,param,int,1:9 b,param,int,0:9 'd,derived,,a // b' y,metric,max
a,param,int,1:9 'b,param,categorical,0|1' 'd,derived,,a * b' y,metric,max
'b,param,categorical,x|z' "r,rule,,b != 'y'" y,metric,max
a,param,int,1:9 'r,rule,,a + 1' y,metric,max
a,param,int,1:9 'r,rule,,a % == 0' y,metric,max
a,param,int,1:9 'r,rule,,a % bb == 0' y,metric,max
a,param,int,1:9 'even,rule,,a % 2 == 1' y,metric,max
END
printf 'name,role,type,domian\na,param,int,1:9\n' >space.csv
cml-encode -s space.csv "$DATA/manual/jobs.csv"
: >space.csv
cml-encode -s space.csv "$DATA/manual/jobs.csv"

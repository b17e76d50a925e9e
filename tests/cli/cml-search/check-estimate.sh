# A rule over too many combinations for a table, and one over a continuous param.
{
	echo name,role,type,domain
	for i in 1 2 3 4 5 6 7; do echo "p$i,param,int,1:12"; done
	echo x,param,float,0:2
	echo sum,rule,,p1 + p2 + p3 + p4 + p5 + p6 + p7 '<=' 40
	echo positive,rule,,log2'(x) < 0.5'
} >space.csv
cml-search -s space.csv --check

# Rules that few of a hundred thousand draws obey: more are drawn, and a count below 1 (a continuous param counts once) has digits.
cat >space.csv <<'EOF'
name,role,type,domain
batch,param,int,1:100000
lr,param,float,0.001:1
near,rule,,batch % 512 == 17 and batch * lr > 60000 and batch * lr < 60700
EOF
cml-search -s space.csv --check
cml-search -q -s space.csv -n 3 | wc -l
{
	echo name,role,type,domain
	for i in 1 2 3 4 5; do echo "p$i,param,int,1:40"; done
	echo product,rule,,'p1 * p2 * p3 * p4 * p5 == 5040'
} >space.csv
cml-search -s space.csv --check

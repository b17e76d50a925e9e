cat >space.csv <<EOF
name,role,type,domain
a,param,int,1:8
b,param,int,0:3
odd,rule,,a % 2 == 1
few,rule,,a + b < 100
ratio,rule,,12 / b > 3
even,rule,,a % 2 == 0
EOF
cml-search -s space.csv --check

# A rule that never holds, alone, and one that a fixed context forbids.
cat >space.csv <<EOF
name,role,type,domain,default
gpus,context,int,1:64,8
tp,param,int,1|2|4,
world,rule,,tp * 3 == gpus,
EOF
cml-search -s space.csv -n 2
echo $? >&2
cml-search -s space.csv --fix gpus=12 -n 2

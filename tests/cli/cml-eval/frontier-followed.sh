# Contexts follow those that are fixed as in cml-search: from the jobs of the tables.
cat >space.csv <<'EOF'
name,role,type,domain,encoding,default
gpu,context,categorical,a100|h100,,a100
image,context,categorical,v1|v2,,v1
gpus,context,int,8|16|32,,8
mb,param,int,1:8,,2
speed,metric,max,
EOF
awk 'BEGIN { print "gpu,image,gpus,mb,speed"
	for (i = 1; i <= 12; i++) printf "%s,%d,%d,%d\n", i % 3 ? "a100,v1" : "h100,v2", i % 2 ? 8 : 16, i % 8 + 1, i * 10 }' >jobs.csv
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -p linear --no-intervals -o model
show() { cml-eval --frontier "$@" 2>&1 | cut -d, -f1,3-6; }
echo "-- the jobs of the table"; show -s space.csv --fix gpu=h100 jobs.csv
echo "-- of standard input"; show -s space.csv --fix gpu=h100 <jobs.csv
echo "-- as in a search"; cml-search -m model --fix gpu=h100 -n 1 2>&1 | cut -d, -f1-3 | head -n 2
echo "-- what is fixed stays"; show -s space.csv --fix gpu=h100 --fix image=v1 jobs.csv
echo "-- bad rows, which are counted once"
sed '3s/.*/h100,v1,8,99,1/; 5s/.*/a100,v1/' jobs.csv >bad.csv
show -s space.csv --fix gpu=h100 --bad-rows skip bad.csv
show -s space.csv --fix gpu=h100 bad.csv

# Finished rows that lack a column of the space have no keys of it: widened, they stay, and nothing crashes.
cat >space.csv <<'S'
name,role,type,domain,default
x,param,int,1:9,1
y,param,int,1:9,1
speed,metric,max,,
S
printf 'x\n1\n2\n' | cml-submit -q -a h.csv --metric speed -- sh -c 'echo speed: 5'
for run in 1 2; do
	printf 'x,y\n1,1\n1,2\n' | cml-submit -s space.csv -a h.csv --widen --metric speed -- sh -c 'echo speed: 5'
	echo "exit $?"
	cut -d, -f1,2,4,13 h.csv | sort
done

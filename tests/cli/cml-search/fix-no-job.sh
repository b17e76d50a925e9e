# What is fixed is in no job of the log: a factor leads out of a domain; sizes go with a name, with a number.
cat >space.csv <<'END'
name,role,type,domain,encoding,default
gpus,context,int,8:512:*2,log,8
nodes,context,int,1:16:*2,log,1
model,context,categorical,small|large|huge,,small
layers,context,int,12|24|48,value,12
hidden,context,int,1000|3000|5000,value,1000
team,context,categorical,red|blue,,red
mbs,param,int,1:16:*2,,
wps,metric,max,,,
END
awk 'BEGIN {
	print "gpus,nodes,model,layers,hidden,team,mbs,wps"
	for (i = 0; i < 40; i++) {
		g = 8 * 2 ^ (i % 4); l = int(i / 4) % 2; m = 2 ^ (i * 7 % 5 % 4)
		printf "%d,%d,%s,%d,%d,%s,%d,%d\n", g, g / 8, l ? "large" : "small", 12 + 12 * l, 1000 + 2000 * l,
			i % 3 ? "red" : "blue", m, g * 1000 / 2 ^ l * (1 + m / 5)
	} }' >log.csv
cml-encode -s space.csv log.csv | cml-train -q -s space.csv -p gbt:trees=10 --no-intervals -o model
show() { echo "-- $*"; cml-search -m model "$@" -n 1 2>&1 | grep -v -e 'says little' -e 'off in one direction' | cut -d, -f1-7; }
show --fix gpus=256
show --fix gpus=256 --fix nodes=16
show --fix model=huge
show --fix model=huge --fix layers=48
show --fix model=huge --fix layers=48 --fix hidden=5000
show --fix layers=48
show -q --fix layers=48

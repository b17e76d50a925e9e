# A reading in bytes becomes one in the unit of the space; without a unit one that is a thousand times
# or more off the rows of the history, or its bound, is doubtful. A unit given later reads it again.
space() {
	cat <<SPACE
name,role,type,domain,unit
x,param,int,1:9,
wps,metric,max,0:,$2
peak,limit,float,:78,$1
SPACE
}
run() {
	history=$1
	shift
	printf 'x\n6\n' | cml-submit -s space.csv -j 1 -a "$history" --widen --metric wps "$@"
	tail -n 1 "$history" | cut -d, -f1-3,5,12
}
log() { printf 'x,wps,peak\n1,1,10\n2,2,12\n3,3,31\n4,4,40\n5,5,61\n'; }
for reading in '71.2 GB' 64GiB '64 G' 70.5 '71200 MB' '70 %'; do
	space GB >space.csv
	rm -rf unit.csv*
	run unit.csv -- echo "wps=1 peak=$reading"
done
space MiB B >space.csv
run mib.csv -- echo 'wps=1.5 KiB peak=0.5 GiB'
space >space.csv
log >log.csv
run log.csv -- echo 'wps=1 peak=7500 MB'
space GB >space.csv
run log.csv -- echo 'wps=1 peak=7500 MB'

# A metric with units, commas or letters behind it: what was read, and what to write.
log() {
	echo gpus,tp,wps
	awk -v as="$1" 'BEGIN { for (i = 0; i < 24; i++) print 8 * 2 ^ (i % 3) "," 2 ^ (i % 2) "," sprintf(as, 1 + i / 4) }'
}
printf 'name,role,type,domain\ngpus,context,int,8:32:*2\ntp,param,int,1|2\nwps,metric,max,\n' >space.csv
for as in '%d tok/s' %.1fk '"%d,234"' 00:%02d:30; do
	log "$as" >log.csv
	echo "-- $as" >&2
	cml-encode --infer log.csv
	cml-encode --infer --metric wps log.csv
	cml-encode -s space.csv log.csv | tail -n +2
done
echo "-- one row, and a param" >&2
log %d | sed '5s/$/ tok\/s/' >log.csv
cml-encode --infer log.csv | grep ^wps
cml-encode -s space.csv log.csv | tail -n 1 | cut -d, -f2-
log %d | sed '5s/^[0-9]*/8 GPUs/' | cml-encode -s space.csv | tail -n 1 | cut -d, -f2-

# Two header lines, as pandas writes them of an index and of statistics: named, with what to do.
log() {
	printf "$1"
	awk -v OFS=, 'BEGIN { for (i = 0; i < 40; i++) print 2 ^ (i % 4), 2 ^ (i % 5), 1000 + 37 * i, 12 + i % 3 }'
}
log ',,tok/s,loss\ntp,mb,,\n' | cml-encode --infer
log 'tp,mb,tok/s,loss\n,,mean,mean\n' | cml-encode --infer
log ',,tok/s,tok/s\n,,mean,std\ntp,mb,,\n' | cml-encode --infer
# A job that failed is none.
log 'tp,mb,tok/s,loss\n2,1,OOM,\n' | cml-encode -q --infer | cut -d, -f1-4

# Where the only jobs of a value failed, the note says so, and of values that two columns had together; what jobs lost for
# other reasons is no failure. The column is as it was.
printf 'name,role,type,domain,default\nmodel,context,categorical,7b|70b,7b\nTP,param,int,1|2|4|8,2\nmicro,param,int,1:16,2\nzero,param,categorical,a|b|c|d,a\nq,metric,max,\ncml_status,status,,\n' >space.csv
awk 'BEGIN {
	print "model,TP,micro,zero,q,cml_status"
	for (i = 0; i < 120; i++) {
		tp = 2 ^ (1 + i % 3); zero = substr("abc", 1 + int(i / 3) % 3, 1)
		if (tp == 8 && zero == "c") { if (i % 2) print "7b,8,2,c,,oom"; continue }
		printf "%s,%d,%d,%s,%d,ok\n", i % 2 ? "7b" : "70b", tp, 1 + i % (i % 2 ? 8 : 4), zero, 100 + tp + i % 5
	}
	print "7b,1,2,a,,oom"
	for (i = 0; i < 3; i++) print "70b,2,7,a,,failed"
	print "7b,4,12,a,,cancelled"
	print "7b,4,2,d,,oom"; print "7b,4,2,d,,timeout"
}' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p linear --no-intervals -o model
column='NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["cml_outside"] }'
for row in 7b,1,2,a 70b,2,7,a 7b,4,12,a 7b,4,2,d 7b,8,3,c; do
	printf 'model,TP,micro,zero\n%s\n' $row | cml-rank -m model | awk -F, "$column"
done
# Without a failed job nothing of it is kept.
grep ',ok$\|^model' jobs.csv | cml-encode -s space.csv - | cml-train -q -s space.csv -p linear --no-intervals -o plain
printf 'model,TP,micro,zero\n7b,1,2,a\n' | cml-rank -m plain | awk -F, "$column"

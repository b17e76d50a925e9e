# Failures that no setting explains, as of nodes: what would fail for lack of memory was perhaps never launched.
awk 'BEGIN {
	print "gpus,batch,speed,status"
	for (i = 0; i < 120; i++)
		printf "%d,%d,%s,%s\n", 8 * 2 ^ (i % 3), 1 + int(i / 3) % 8, i * 37 % 120 < 12 ? "" : 100 + i % 24, i * 37 % 120 < 12 ? "failed" : "ok"
}' >jobs.csv
printf '%s\n' name,role,type,domain,default gpus,context,int,8:64:*2,8 batch,param,int,1:8,1 speed,metric,max,, status,status,,, >space.csv
cml-encode -s space.csv jobs.csv | cml-train --no-intervals -s space.csv -p auto:trees=10 -o model
cml-search -m model --fix gpus=64 -n 1 | cut -d, -f1,2
cml-search -m model --ignore-failures --fix gpus=8 -n 1 | cut -d, -f1,2
# With a limit it is known; nor is anything said of failures that settings explain.
sed 's/^speed/peak_gb,limit,,:40,\nspeed/' space.csv >limited.csv
awk -F, -v OFS=, '{ print $0, NR == 1 ? "peak_gb" : $3 == "" ? "" : 3 * $2 }' jobs.csv >peaks.csv
cml-encode -s limited.csv peaks.csv | cml-train --no-intervals -s limited.csv -p auto:trees=10 -o model
awk -F, -v OFS=, 'NR > 1 { ok = $2 < 7; $3 = ok ? 100 : ""; $4 = ok ? "ok" : "failed" } { print }' jobs.csv |
	cml-encode -s space.csv | cml-train --no-intervals -s space.csv -p auto:trees=10 -o model
# Jobs that somebody ended say nothing, measured or not, until the space says that they ran.
sed '2,40s/,ok$/,CANCELLED/' jobs.csv | cml-encode -s space.csv | cml-train --no-intervals -s space.csv -p auto:trees=10 -o model 2>&1 | grep CANCELLED

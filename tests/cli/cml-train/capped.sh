# Jobs that were stopped, and report the time that they had: told, with where they are.
cat >space.csv <<END
name,role,type,domain
threads,param,int,0:1000
latency_s,metric,min,
END
jobs() {
	awk -v cap="$1" -v digits="$2" 'BEGIN { print "threads,latency_s"
		for (i = 1; i <= 90; i++) { t = 53.28 + i * i * 37 % 101 * 2.617; printf "%d,%.*f\n", i * 11, digits, t < cap ? t : cap } }'
}
train() {
	cml-encode -s space.csv jobs.csv | cml-train -s space.csv -p linear --no-intervals -o model 2>&1 | grep exactly
	cml-encode --check -s space.csv jobs.csv 2>&1 >check.csv | grep exactly
}
echo "-- a limit of 240 s"
jobs 240 4 >jobs.csv
train
echo "-- speeds that are not reported below 0.004"
jobs 240 4 | awk -F, 'NR > 1 { $2 = sprintf("%.6f", 1 / $2); if ($2 < 0.0042) $2 = 0.004 } { print $1 "," $2 }' >jobs.csv
train
echo "-- whole seconds, jobs that all differ, and those stopped that have the status: nothing"
jobs 240 0 | awk -F, 'NR > 1 { $2 = 10 * int($2 / 10) } { print $1 "," $2 }' >jobs.csv
train
jobs 1000 4 >jobs.csv
train
sed 's/latency_s,metric.*/&\nstatus,status,,/' space.csv >s && mv s space.csv
jobs 240 4 | awk -F, 'NR == 1 { print $0 ",status"; next } { print $0 "," ($2 < 240 ? "ok" : "timeout") }' >jobs.csv
train
echo done

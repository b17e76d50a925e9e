# Configurations that ran more than once and report very different metrics: a setting that tells them apart is missing.
train() {
	cml-encode -s space.csv jobs.csv | cml-train -s space.csv -p linear --no-intervals -o model 2>&1 | grep 'more than once'
	cml-encode --check -s space.csv jobs.csv 2>&1 >check.csv | grep 'more than once'
}
echo "-- each job on two kinds of device, which no column names"
cat >space.csv <<END
name,role,type,domain
batch,param,int,1:64
tokens_per_s,metric,max,
END
jobs() {
	awk -v factor="$1" -v noise="$2" -v n="$3" 'BEGIN { print "batch,tokens_per_s"
		for (i = 1; i <= 16; i++) for (k = 0; k <= 1; k++)
			printf "%d,%.4g\n", i, 100 * i ^ 0.8 * (k == 1 && i <= n ? factor : 1) * (1 + noise * (i * 7 % 5 - 2 * k)) }'
}
jobs 3.1 0.01 16 >jobs.csv
train
echo "-- a sweep of one setting at a time, whose value is taken for the metric"
cat >space.csv <<END
name,role,type,domain
backend,param,categorical,scalar|sme2
value,metric,max,
END
awk 'BEGIN { print "sweep,value,backend,us_per_step"
	for (i = 1; i <= 8; i++) for (k = 0; k <= 1; k++)
		printf "%s,%g,%s,%d\n", i % 2 ? "d_model" : "lr", i % 2 ? 2 ^ i : i / 1000, k ? "sme2" : "scalar", 100 * i + k }' >jobs.csv
train
echo "-- noise of repeats, one accident, times of failed jobs: nothing"
cat >space.csv <<END
name,role,type,domain
batch,param,int,1:64
tokens_per_s,metric,max,
END
jobs 1 0.04 16 >jobs.csv
train
jobs 3.1 0.01 1 >jobs.csv
train
jobs 3.1 0.01 16 | awk -F, 'NR == 1 { print $0 ",status"; next } { print $0 "," (NR % 2 ? "failed" : "ok") }' >jobs.csv
sed 's/tokens_per_s,metric.*/&\nstatus,status,,/' space.csv >s && mv s space.csv
train
echo done

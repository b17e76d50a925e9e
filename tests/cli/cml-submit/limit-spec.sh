# --limit names other readings, another reduction, or a file; the warm-up is the metric's alone.
# A history without the column is widened on request.
cat >space.csv <<'END'
name,role,type,domain
x,param,int,1:9
qps,metric,max,0:
peak_gb,limit,float,:78
END
run() {
	cml-submit -q -s space.csv --metric qps --warmup 1 "$@"
}
cat >job.sh <<'END'
printf 'mem=70\nmem=40\nmem=60\nqps=1\nqps=2\n'
echo peak=12.5 >"$CML_cml_dir/peak.txt"
END
for spec in mem mem=last mem=p50 file:peak.txt:peak; do
	echo "$spec"
	printf 'x\n1\n' | run --limit "peak_gb=$spec" -- sh job.sh | cut -d, -f1-3
done
printf 'x,qps,cml_key,cml_status,cml_attempt\n9,1,,,\n' >h.csv
printf 'x\n1\n' | run -a h.csv --limit peak_gb=mem -- sh job.sh
printf 'x\n1\n' | run -a h.csv --limit peak_gb=mem --widen -- sh job.sh
cut -d, -f1,2,6- h.csv | cut -d, -f1-3

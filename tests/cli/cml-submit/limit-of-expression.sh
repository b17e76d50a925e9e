# A bound that is an expression: the row has what the job printed, and the frontier leaves out
# jobs beyond the bound of theirs.
cat >space.csv <<'END'
name,role,type,domain
gpu_gb,context,int,40|80
x,param,int,1:9
qps,metric,max,0:
peak_gb,limit,float,:gpu_gb
END
printf 'gpu_gb,x\n40,3\n40,5\n80,5\n80,9\n' |
	cml-submit -s space.csv -j 1 -a h.csv --metric qps -- sh -c 'echo "peak_gb=$((10 * $1)) qps=$1"' sh {x} 2>&1 | sed 's/ in [0-9.]* s//; s/[0-9.]* s of[^,]*, //'
cut -d, -f1-5 h.csv
cml-eval --frontier -s space.csv --fix gpu_gb=40 h.csv
# A limit whose name has a blank is told as a shell takes it.
sed 's/peak_gb/peak GB/' space.csv >blank.csv
printf 'gpu_gb,x\n40,3\n' | cml-submit -s blank.csv -j 1 -a b.csv --metric qps -- echo qps=1 peak_gb=3 2>&1 | sed 's/^.*without/without/'

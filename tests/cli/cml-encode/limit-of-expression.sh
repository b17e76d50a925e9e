# A limit whose bound is an expression is written as its fraction of the bound: of jobs on devices of two sizes.
cat >space.csv <<'END'
name,role,type,domain
gpu,context,categorical,a100|h100
micro_batch,param,int,1:8
gpu_gb,derived,,40 + 40 * (gpu == 'h100')
wps,metric,max,
peak_gb,limit,,:0.95 * gpu_gb
END
cat >jobs.csv <<'END'
gpu,micro_batch,wps,peak_gb
a100,1,10,19
a100,2,12,39
h100,2,12,38
h100,4,14,
h100,8,OOM,79.8
END
cml-encode -s space.csv jobs.csv
cml-encode -s space.csv --check jobs.csv | grep peak
# Each with one line.
for bound in :gpu_bg :wps ":gpu" :78GB 16:gpu_gb ':gpu_gb - 40'; do
	sed "s/:0.95.*/$bound/" space.csv >wrong.csv
	cml-encode -s wrong.csv jobs.csv -o none.csv
done

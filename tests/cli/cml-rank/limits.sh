# What is predicted of limits: in the unit of the column, or as a fraction of a bound that is an expression.
cat >space.csv <<'END'
name,role,type,domain
gpu,context,categorical,a100|h100
micro_batch,param,int,1:8
gpu_gb,derived,,40 + 40 * (gpu == 'h100')
wps,metric,max,
watts,limit,float,:700
peak_gb,limit,,:0.95 * gpu_gb
END
awk 'BEGIN { print "gpu,micro_batch,wps,watts,peak_gb"; for (i = 0; i < 40; i++) { b = 1 + i % 8; h = i % 3 > 0
	fits = 4 + 8 * b < (h ? 76 : 38); printf "%s,%d,%s,%d,%.1f\n", h ? "h100" : "a100", b, fits ? 10 * b + i % 5 : "OOM", 300 + 20 * b + h * 100, 4 + 8 * b } }' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -s space.csv -o model
printf '%s\n' gpu,micro_batch,cml_pred_watts,cml_fraction_peak_gb,cml_lo_other a100,2,1,1,8 h100,6,1,1,6 >list.csv
cml-rank -q -m model --no-sort list.csv | cut -d, -f1-3,7-
cml-rank -q -m model list.csv | cut -d, -f1-3,7-
cml-search -q -m model --fix gpu=h100 -n 2 | cut -d, -f1-2,12-
cml-rank -q -m model --explain --format text list.csv | head -n 4

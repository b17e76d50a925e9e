# Jobs that exited with 0 and had no reading of the metric teach nothing: what they shared is no worse for it.
printf '%s\n' name,role,type,domain a,param,int,1:4 b,param,categorical,'x|y' qps,metric,max, >space.csv
{
	echo a,b,qps,cml_status,cml_exit,cml_reason
	for a in 1 2 3; do
		echo $a,x,$((100 + a)),ok,0,
		echo "$a,y,,failed,0,stdout: no reading of 'qps': the output has 'wps'"
	done
} >history.csv
cml-encode -s space.csv -o features.csv history.csv
cut -d, -f2-3 features.csv | sort | uniq -c | sed 's/^ *//'
cml-train -q -s space.csv -p gp -o model features.csv
cml-search -m model --exclude history.csv -n 2 --method exhaustive -o proposals.csv
csv=$(cat proposals.csv)
echo "$csv" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["a"], $at["b"], $at["cml_ok"] }'
cml-eval -q -s space.csv --frontier history.csv | cut -d, -f1,4-6
cml-eval -s space.csv --split random:0.5 --repeats 1 --metrics kendall -p linear history.csv >/dev/null

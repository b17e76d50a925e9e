# Nothing fits a bound of 0 or less: no search proposes it, and in a table it is an error.
cat >space.csv <<'EOF'
name,role,type,domain
gpu_gb,context,int,40|80
micro_batch,param,int,1:2
reserve_gb,param,int,10|40|90
wps,metric,max,
peak_gb,limit,,:gpu_gb - reserve_gb
EOF
cml-search -s space.csv --method exhaustive --fix gpu_gb=40
cml-search -s space.csv --method exhaustive --fix gpu_gb=80 | cut -d, -f1-3
cml-search -s space.csv -n 1 --fix gpu_gb=80 --fix reserve_gb=90
printf 'gpu_gb,micro_batch,reserve_gb,wps\n80,1,40,1\n80,2,90,1\n' >table.csv
cml-search -s space.csv -n 1 --candidates table.csv --fix gpu_gb=80
cml-encode -s space.csv --check table.csv | grep peak

# The best of other contexts is none of this run's, nor one outside a limit.
printf 'name,role,type,domain\nmodel,context,categorical,\nx,param,int,1:9\nmem,limit,float,:80\nqps,metric,max,\n' >space.csv
run() { printf 'model,x\n%s\n' "$1" | cml-submit -s space.csv -a h.csv -- sh -c 'echo qps=$1 mem=$2' sh "$2" "$3"; }
run small,1 100 7
run large,1 10 7
run large,2 20 99
run large,3 5 7
run small,2 5 7

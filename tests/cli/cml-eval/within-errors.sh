refused() {
	out=$(cml-eval "$@" 2>&1)
	echo "exit $?: $out"
}
printf 'gpus,wps,pred\n8,1,3\n8,2,2\n' >jobs.csv
refused --actual wps --predicted pred --within model jobs.csv
refused --actual wps --predicted pred --metrics kendall-within jobs.csv
refused --actual wps --predicted pred --metrics wasted-within@3 jobs.csv
refused -s "$DATA/manual/space.csv" --within speed "$DATA/manual/jobs.csv"
refused -s "$DATA/manual/space.csv" --within gpus --frontier "$DATA/manual/jobs.csv"
printf 'name,role,type,domain\nbatch,param,int,1:64\nqps,metric,max,\n' >space.csv
printf 'batch,qps\n1,1\n2,2\n3,3\n4,4\n' >batches.csv
refused -s space.csv --split random --require 'kendall-within>0' batches.csv

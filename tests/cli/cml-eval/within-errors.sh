printf 'gpus,wps,pred\n8,1,3\n8,2,2\n' >jobs.csv
cml-eval --actual wps --predicted pred --within model jobs.csv
echo "exit $?"
cml-eval --actual wps --predicted pred --metrics kendall-within jobs.csv
echo "exit $?"
cml-eval --actual wps --predicted pred --metrics wasted-within@3 jobs.csv
echo "exit $?"
cml-eval -s "$DATA/manual/space.csv" --within speed "$DATA/manual/jobs.csv"
echo "exit $?"
cml-eval -s "$DATA/manual/space.csv" --within gpus --frontier "$DATA/manual/jobs.csv"
echo "exit $?"
printf 'name,role,type,domain\nbatch,param,int,1:64\nqps,metric,max,\n' >space.csv
printf 'batch,qps\n1,1\n2,2\n3,3\n4,4\n' >batches.csv
cml-eval -s space.csv --split random --require 'kendall-within>0' batches.csv
echo "exit $?"

# The same words as of cml-search.
printf 'name,role,type,domain,default\ngpus,context,int,8|64,\ngpu,context,categorical,,\nbatch,param,int,1:8,4\nqps,metric,max,,\n' >space.csv
printf 'gpus,gpu,batch,qps\n8,h100,4,100\n64,h100,2,990\n' >history.csv
for fixes in '' '--fix gpus=8' '--fix gpus' '--fix gpu_s=8' '--fix gpus=9' '--fix qps=3' '--fix gpus=8 --fix gpus=8' \
	'--fix gpus=8 --fix gpu=a100'; do
	cml-eval --frontier -s space.csv $fixes history.csv
	echo $?
done
cml-eval -q --frontier -s space.csv --fix gpus=8 --fix gpu=h100 history.csv

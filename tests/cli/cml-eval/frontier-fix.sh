# Jobs elsewhere are no best to beat: contexts keep their default, unless --fix gives another, and params
# can be fixed too. x of the last row is not active, and has nothing that could differ.
printf 'name,role,type,domain,default,when\ngpus,context,int,8|64,8,\nbatch,param,int,1:8,4,\nx,param,bool,,1,batch > 1\nqps,metric,max,,,\n' >space.csv
printf 'gpus,batch,x,qps\n64,4,1,900\n8,4,1,100\n64,2,0,990\n8,2,1,120\n8,3,0,130\n8,1,,150\n' >history.csv
cml-eval --frontier -s space.csv history.csv
cml-eval --frontier -s space.csv --fix gpus=64 history.csv
cml-eval --frontier -s space.csv --fix batch=2 history.csv
cml-eval --frontier -s space.csv --fix x=1 history.csv
cml-eval --frontier -s space.csv --fix batch=1 --fix x=0 history.csv
cml-eval -q --frontier -s space.csv --fix batch=8 history.csv || exit

# Of 2 of the 4 jobs: 30 in 3 pairs, 20 in 2, 10 in 1; the mean is 140 / 6.
printf 'name,role,type,domain\nbatch,param,int,1:8\nqps,metric,max,\n' >space.csv
printf 'batch,qps\n4,10\n2,30\n1,20\n3,0\n' | cml-eval --frontier --expected -s space.csv

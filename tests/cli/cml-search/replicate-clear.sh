# The best is ahead of the others by more than the noise of a job: repeats bring nothing, and a note says why that is.
printf 'name,role,type,domain,default\nx,param,int,1:40,10\nq,metric,max,\n' >space.csv
awk 'BEGIN { srand(5); print "x,q,cml_status"; for (x = 1; x <= 20; x++) printf "%d,%.4f,ok\n", x, 10 * x + rand() / 1000 }' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p gp -o model
cml-search -m model --exclude jobs.csv --replicate 2 | cut -d, -f1,9,10
cml-search -q -m model --exclude jobs.csv --replicate 2 2>&1 | wc -l

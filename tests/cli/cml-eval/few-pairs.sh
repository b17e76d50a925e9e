# pairs that are all in order have no interval of one number
printf 'y,p\n' >few.csv
seq 16 | awk '{ print $1 "," $1 * 2 + $1 % 2 }' >>few.csv
cml-eval -q --actual y --predicted p --metrics kendall few.csv
seq 17 60 | awk '{ print $1 "," $1 * 2 + $1 % 2 }' | cat few.csv - | cml-eval -q --actual y --predicted p --metrics kendall
# repeats that all say the same
printf 'name,role,type,domain\na,param,int,1:40\nspeed,metric,max,\n' >space.csv
awk 'BEGIN { print "a,speed"; for (a = 1; a <= 24; a++) print a "," 100 + 10 * a }' >jobs.csv
cml-eval -s space.csv --split random:0.7 --repeats 10 -p linear --metrics kendall jobs.csv | grep mean

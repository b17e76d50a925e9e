# So few jobs that nothing says how wrong the model is; from so many on intervals say it.
awk 'BEGIN { print "cml_key,cml_status,cml_target,batch,tp"
	for (i = 1; i <= 40; i++) printf "%016x,ok,%d,%d,%d\n", i, 10 * i + i % 3, i % 5, i % 2 }' >features.csv
for n in 1 2 8 40; do
	echo "-- $n"
	head -n $((n + 1)) features.csv | cml-train -o model 2>&1
done
head -n 3 features.csv | cml-train --no-intervals -o model

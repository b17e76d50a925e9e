# What is known only after a job has run can be in no expression.
for name in peak_gb state speed; do
	sed "s/batch\/gpus/gpus * $name/" "$DATA/limits/space.csv" >space.csv
	cml-encode -s space.csv "$DATA/limits/jobs.csv"
	sed "s/^batch_per_gpu,derived,,.*/fits,rule,,$name < 3,,,,,,/" "$DATA/limits/space.csv" >space.csv
	cml-encode -s space.csv "$DATA/limits/jobs.csv"
	sed "s/^gpus,context,int,,log,,/&$name > 2/" "$DATA/limits/space.csv" >space.csv
	cml-encode -s space.csv "$DATA/limits/jobs.csv"
done

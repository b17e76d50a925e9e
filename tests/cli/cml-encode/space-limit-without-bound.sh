for domain in '' : 78 0:78:2; do
	sed "s/,:78,/,$domain,/" "$DATA/limits/space.csv" >space.csv
	cml-encode -s space.csv "$DATA/limits/jobs.csv"
done

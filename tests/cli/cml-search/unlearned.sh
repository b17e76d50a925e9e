# A model that is older than the history: jobs of which it does not know are told.
printf 'name,role,type,domain\nx,param,int,1:9\nq,metric,max,\n' >space.csv
for x in 1 2 3 4 5 6 7 8; do echo "$x,$((x * 10))"; done | sed '1ix,q' >history.csv
head -n 6 history.csv | cml-encode -q -s space.csv | cml-train -q -s space.csv -o model
for n in 6 9; do
	head -n $n history.csv >known.csv
	cml-search -m model --exclude known.csv -n 1 2>&1 >/dev/null | grep learned || echo 'all learned'
done

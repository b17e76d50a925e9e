# Eight draws of a Latin hypercube take each of four values twice.
printf 'name,role,type,domain\na,param,int,1:4\nb,param,categorical,w|x|y|z\nc,param,int,1:100\n' >space.csv
for design in lhs halton; do
	echo $design
	cml-search -s space.csv -n 8 --method random:design=$design >draws.csv
	for column in 1 2; do tail -n +2 draws.csv | cut -d, -f$column | sort | uniq -c | tr -s ' '; done
done
cml-search -s space.csv -n 3 --method random:design=uniform >a.csv
cml-search -s space.csv --method random -n 3 >b.csv
cmp a.csv b.csv

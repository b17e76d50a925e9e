printf 'name,role,type,domain\na,param,float,0:1\nb,param,int,1:9\n' >space.csv
for design in uniform maximin; do
	cml-search -s space.csv -n 1000000000000000000 --method random:design=$design
done

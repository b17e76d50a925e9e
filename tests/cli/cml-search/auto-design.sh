# Without a model: far from each other, and from what was tried.
printf 'name,role,type,domain\na,param,int,1:9\nb,param,categorical,w|x\n' >space.csv
cml-search -q -s space.csv --method auto -n 4 >four.csv
cat four.csv
cml-search -q -s space.csv --method random:design=maximin -n 4 | cmp - four.csv
printf 'a,b\n1,w\n9,x\n' >tried.csv
cml-search -q -s space.csv --method auto -n 2 --exclude tried.csv
# More than there are, of a list too.
printf 'a,b\n5,w\n1,w\n2,x\n' >candidates.csv
cml-search -q -s space.csv --method auto -n 9 --candidates candidates.csv --exclude tried.csv
cml-search -q -s space.csv --method auto -n 30 | wc -l

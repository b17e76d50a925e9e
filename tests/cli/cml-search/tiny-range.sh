# The ends of a range of logarithms may be further apart than the largest number. Not every awk reads such numbers.
printf 'name,role,type,domain,encoding\nlr,param,float,1e-320:1,log\nm,metric,max,,\n' >space.csv
cml-search -s space.csv -n 3 | grep -cE '^[1-9][.0-9]*e-([1-9][0-9]?|[12][0-9][0-9]|3[01][0-9]),'

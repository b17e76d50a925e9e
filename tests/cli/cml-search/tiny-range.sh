# The ends of a range of logarithms may be further apart than the largest number.
printf 'name,role,type,domain,encoding\nlr,param,float,1e-320:1,log\nm,metric,max,,\n' >space.csv
cml-search -s space.csv -n 3 | awk -F, 'NR > 1 && $1 >= 1e-320 && $1 <= 1 { n++ } END { print n }'

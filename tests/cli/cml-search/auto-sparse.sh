# One draw in 100,000 obeys the rule: the design takes what it has, instead of drawing for a minute.
printf '%s\n' 'name,role,type,domain' 'a,param,int,1:100000' 'b,param,int,1:100000' 'r,rule,,a * b % 100003 == 17' >space.csv
ulimit -t 10
cml-search -s space.csv -n 3 | awk -F, 'NR > 1 { print $1 * $2 % 100003 }'

# What is to be improved on is the best job in the contexts that are searched, not one on other hardware.
cat >space.csv <<'END'
name,role,type,domain,default
x,param,int,1:24,
gpu,context,categorical,old|new,old
speed,metric,max,,
END
awk 'BEGIN { print "x,gpu,speed"; for (x = 1; x <= 24; x += 2) {
	print x ",old," 10 + 4 * exp(-(x - 14) ^ 2 / 40); print x ",new," 20 + 4 * exp(-(x - 14) ^ 2 / 40) } }' >jobs.csv
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -p gp -o model
search() { cml-search -q -m model --method bayes:acquisition=ei --exclude jobs.csv -n 2 --seed 1 "$@"; }
search >old.csv
cut -d, -f 1,2 old.csv
sed -n 's/^13,old,//p' jobs.csv
search --best 13.9012 | cmp - old.csv && echo improves on the best of old
search --best 23.9012 | cmp -s - old.csv || echo and not on that of new
search --fix gpu=new >new.csv
search --fix gpu=new --best 23.9012 | cmp - new.csv && echo improves on the best of new

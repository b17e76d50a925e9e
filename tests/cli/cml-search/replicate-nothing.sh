# Nothing to repeat: all failed, one job, no history in these contexts, no metric in it; and what goes together.
printf 'name,role,type,domain,default\nx,param,int,1:40,10\ngpu,context,categorical,old|new,new\nq,metric,max,\n' >space.csv
printf 'x,gpu,q,cml_status\n1,old,10,ok\n2,old,13,ok\n3,old,11,ok\n' >old.csv
printf 'x,gpu,q,cml_status\n4,new,,oom\n5,new,,failed\n' >failed.csv
printf 'x,gpu,q,cml_status\n4,new,12,ok\n4,new,,oom\n' >both.csv
printf 'x,gpu,q,cml_status\n6,new,12.5,ok\n' >one.csv
printf 'x,gpu\n6,new\n' >pending.csv
head -n 1 old.csv >header.csv
cat old.csv one.csv | grep -v -x -e 'x,gpu,q,cml_status' | sed '1i x,gpu,q,cml_status' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p gp -o model
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p forest:trees=5 -o forest
say() { echo "$*"; cml-search "$@" >out 2>&1; echo "exit $?"; sed 's/^\([^,]*,[^,]*\),.*,\([^,]*,[^,]*,[^,]*\)$/\1 ... \2/' out; }
say -m model --exclude failed.csv --replicate 2
say -m model --exclude both.csv --replicate 2
say -m model --exclude old.csv --replicate 2
say -m model --exclude header.csv --replicate 2
say -m model --exclude one.csv --replicate 2
say -m model --exclude pending.csv --replicate 2
say -m forest --exclude one.csv --replicate 2
say -m model --exclude one.csv --expected-gain header.csv
say -m model --exclude failed.csv --expected-gain pending.csv
for wrong in '--replicate 0' '--replicate 2 -n 3' '--replicate 2 --method bayes'; do
	say -m model --exclude one.csv $wrong
done
say -m model --replicate 2
say -s space.csv --exclude one.csv --expected-gain one.csv

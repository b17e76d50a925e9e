# One cml-submit at a time owns a history, whatever it is called; a second one is refused or waits.
told() { sed "s|$PWD|PWD|g; s|process [0-9]* of user .* on host [^: ]*|process N of user U on host H|"; }
printf 'x\n1\n2\n' >i.csv
printf 'name,role,type,domain\nx,param,int,1:9\nv,metric,max,\n' >space.csv
printf 'x,v\n1,4\n' >table.csv
ln -s h.csv link.csv
cml-submit -q -a h.csv -j 1 i.csv -- sh -c 'echo $1 >>log; until [ -e go ]; do sleep 0.02; done' sh {x} &
owner=$!
until [ -e log ]; do sleep 0.02; done
for history in h.csv link.csv "$PWD/h.csv"; do
	cml-submit -a $history i.csv -- sh -c 'echo $1 >>log' sh {x} 2>&1 | told
done
cml-submit -a h.csv i.csv -- true 2>&1 >/dev/null | grep -c "process $owner of user $(id -u) on host $(uname -n)"
cml-submit -a h.csv i.csv -- true 2>/dev/null
echo "exit $?"
# At once: nobody has to give it its input first.
mkfifo pipe
exec 9<>pipe
cml-submit -a h.csv -- true <pipe 2>/dev/null
echo "exit $?"
# Other backends.
cml-submit -a h.csv -s space.csv --backend replay=table.csv i.csv 2>&1 | told
# What only looks needs no owner.
cml-submit -a h.csv --dry-run i.csv -- echo {x} | grep -c echo
# One that waits has its turn, and nothing runs twice; a signal ends the wait.
cml-submit -a h.csv --wait i.csv -- true >waits 2>&1 &
waits=$!
until grep -q waiting waits 2>/dev/null; do sleep 0.02; done
kill -TERM $waits
{ wait $waits; } 2>/dev/null
echo "exit $?"
cml-submit -a link.csv --wait -j 1 i.csv -- sh -c 'echo $1 >>log; until [ -e go ]; do sleep 0.02; done' sh {x} >turn 2>&1 &
waits=$!
until grep -q waiting turn 2>/dev/null; do sleep 0.02; done
: >go
wait $owner
echo "exit $?"
wait $waits
echo "exit $?"
told <turn
cat log
ls h.csv*
# A hard link is no second name.
ln h.csv hard.csv
cml-submit -a hard.csv i.csv -- true 2>&1 | told
# One that was killed keeps nobody out.
rm -f hard.csv go
cml-submit -q -a k.csv -j 1 i.csv -- sh -c 'until [ -e go ]; do sleep 0.02; done' &
owner=$!
until [ -e k.csv.jobs/*.1/stdout ] 2>/dev/null; do sleep 0.02; done
kill -KILL $owner
{ wait $owner; } 2>/dev/null
: >go
cml-submit -q -a k.csv -j 1 i.csv -- sh -c 'until [ -e go ]; do sleep 0.02; done'
cut -d, -f1,3 k.csv | sort

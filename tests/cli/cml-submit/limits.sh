# Limits are read from all jobs, and by `max` where the bound is above: those that ran, ran out of
# memory, failed, were killed within a line, or are past their time. What is doubtful (nan, half a
# unit of a whole number) or not there leaves a cell empty, and the status as it is.
cat >space.csv <<'END'
name,role,type,domain
x,param,int,1:9
qps,metric,max,0:
peak_gb,limit,float,:78
free,limit,int,2:
END
cat >job.sh <<'END'
case $1 in
7) exit 0 ;;
*) printf 'peak_gb=%s1.5 free=7\npeak_gb: %s0 free=5\n' "$1" "$1" ;;
esac
case $1 in
2) exit 3 ;;
3) echo 'CUDA out of memory' >&2 && exit 1 ;;
4) printf peak_gb=9 && kill -9 $$ ;;
5) echo peak_gb=nan free=2.5 ;;
6) exec sleep 1000 ;;
8) echo peak_gb=999 ;;
esac
echo "qps=$1"
END
# The time limit is that of the one which has no end: others may not make it on a slow machine.
printf 'x\n1\n2\n3\n4\n5\n7\n8\n' | cml-submit -s space.csv -a h.csv -j 1 --metric qps -- sh job.sh {x}
printf 'x\n6\n' | cml-submit -s space.csv -a h.csv -j 1 --timeout 2 --metric qps -- sh job.sh {x}
cut -d, -f1-4,6,13 h.csv
echo 'The same from a table:'
cml-submit -s space.csv --backend replay=h.csv -q h.csv | cut -d, -f1-4,6

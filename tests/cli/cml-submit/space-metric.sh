# A space with a metric, and nothing that says where the jobs print it.
cat >space.csv <<'END'
name,role,type,domain
x,param,int,1:9
qps,metric,max,
END
printf 'x\n1\n' | cml-submit -s space.csv -a h.csv -- touch started
echo $?
ls
printf 'x\n1\n' | cml-submit -s space.csv -a h.csv --metric none -- touch started
ls -d started

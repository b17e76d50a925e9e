# A space with a metric, and nothing that says where the jobs print it: by its name.
cat >space.csv <<'END'
name,role,type,domain
x,param,int,1:9
qps,metric,max,
END
printf 'x\n1\n2\n' | cml-submit -s space.csv -a h.csv -j 1 -- sh -c 'echo qps=1$1' sh {x}
cut -d, -f1,2,4 h.csv
# The best is that of the history; a job of its own would be worse.
printf 'x\n3\n1\n' | cml-submit -s space.csv -a h.csv -- sh -c 'echo qps: 3'
printf 'x\n4\n' | cml-submit -s space.csv --metric none -- true | cut -d, -f1-3
printf 'x\n4\n' | cml-submit -s space.csv --dry-run -- true | sed 's/cml_dir=[^ ]*/cml_dir=DIR/'

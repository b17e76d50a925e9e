# A history under a second name is the same history; its jobs are in one folder, which may be elsewhere.
printf 'x\n1\n2\n' >i.csv
: >real.csv
ln -s real.csv link.csv
cml-submit -a real.csv -j 1 i.csv -- sh -c 'echo $1 >>log' sh {x}
cml-submit -a link.csv -j 1 i.csv -- sh -c 'echo $1 >>log' sh {x}
cml-submit -a real.csv --jobs other i.csv -- sh -c 'echo $1 >>log' sh {x} 2>&1 | head -n 1
mkdir elsewhere
ln -s elsewhere own.csv.jobs
cml-submit -a own.csv -j 1 i.csv -- sh -c 'echo $1 >>log' sh {x}
ls elsewhere | wc -l
cml-submit -a own.csv --retry-failed i.csv -- sh -c 'echo $1 >>log' sh {x}
ls -d *.jobs
cat log

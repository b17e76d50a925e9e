# A history under a second name, or with a second folder, is the same history or refused.
printf 'x\n1\n2\n' >i.csv
: >real.csv
ln -s real.csv link.csv
cml-submit -a real.csv -j 1 i.csv -- sh -c 'echo $1 >>log' sh {x}
cml-submit -a link.csv -j 1 i.csv -- sh -c 'echo $1 >>log' sh {x}
cml-submit -a real.csv --jobs other i.csv -- sh -c 'echo $1 >>log' sh {x} 2>&1 | sed "s|$PWD|PWD|g"
# A folder of its own, which the history leads to from then on.
cml-submit -a own.csv --jobs jobs -j 1 i.csv -- sh -c 'echo $1 >>log' sh {x}
readlink own.csv.jobs jobs/history | sed "s|$PWD|PWD|g"
cml-submit -a own.csv --retry-failed i.csv -- sh -c 'echo $1 >>log' sh {x}
# Not that of another history.
cml-submit -a third.csv --jobs jobs i.csv -- sh -c 'echo $1 >>log' sh {x} 2>&1 | sed "s|$PWD|PWD|g"
ls -d *.jobs jobs
cat log

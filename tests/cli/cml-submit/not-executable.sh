echo true >job.sh
printf 'x\n1\n' | cml-submit -a h.csv -- ./job.sh {x}
code=$?
cut -d, -f3,7,10 h.csv
exit $code

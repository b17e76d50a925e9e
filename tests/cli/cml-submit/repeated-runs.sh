# --repeats: in turns, a row for each, of earlier runs too.
printf 'x\n1\n2\n3\n' >in.csv
submit() { cml-submit -a h.csv -j 1 --metric q=last "$@" in.csv -- sh -c 'echo q=$1; echo $1 >>order; [ $1 != 2 ]' sh {x}; }
submit
submit --repeats 3
tr '\n' ' ' <order
cut -d, -f1,2,4,7 h.csv
submit --repeats 3
submit --repeats 3 --retry-failed
cml-submit --repeats 2 --metric q=last in.csv -- sh -c 'echo q=1' 2>&1 | cut -d, -f1,2,4,7 | sort
submit --repeats 0
submit --repeats 1001

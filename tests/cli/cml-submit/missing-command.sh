printf 'x\n1\n' | cml-submit -a h.csv -- ./no-such-program {x}
code=$?
cut -d, -f3,7,10 h.csv
exit $code

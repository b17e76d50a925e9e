# One of them is not several.
printf 'x\n1\n' | cml-submit -a w.csv --metric qps --warmup 1 -- echo qps=1

printf 'x\n1\n2\n' | cml-submit -a h.csv --gpus 0,1,0 -- touch started 2>&1 | head -n 1
printf 'x\n1\n2\n' | cml-submit -a h.csv --gpus 0+1,1+2 -- touch started 2>&1 | head -n 1
printf 'x\n1\n2\n' | cml-submit -a h.csv --gpus 3+3 -- touch started 2>&1 | head -n 1
ls

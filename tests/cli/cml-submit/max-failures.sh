printf 'x\n1\n2\n3\n4\n' | cml-submit -a h.csv -j 1 --max-failures 2 -- false
echo "exit $?"
cut -d, -f1,3 h.csv

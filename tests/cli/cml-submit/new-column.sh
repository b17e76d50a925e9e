# Columns that the history lacks are refused by name, or widen it on request.
printf 'x\n1\n' | cml-submit -q -a h.csv -- true
printf 'x,y\n1,2\n' | cml-submit -q -a h.csv -- true
echo "exit $?"
printf 'x,y\n1,2\n' | cml-submit -q -a h.csv --widen -- true
cut -d, -f1,3 h.csv
head -n 1 h.csv
ls

# A lock that cannot be made is named; one that names no owner is called unreadable.
printf 'x\n1\n' >in.csv
here=$(uname -n)
mkdir a.csv.lock
cml-submit -a a.csv in.csv -- true 2>&1 | sed "s|$PWD|PWD|g; s|this is $here|this is HERE|"
echo garbage >b.csv.lock
cml-submit -a b.csv in.csv -- true 2>&1 | sed "s|$PWD|PWD|g; s|this is $here|this is HERE|"

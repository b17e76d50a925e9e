# A history that can grow no more: the next run writes the rest.
(echo x; seq 100) >in.csv
(ulimit -f 8; cml-submit -a h.csv -j 2 in.csv -- true) 2>told
echo "exit $?"
sed "s|$PWD|PWD|" told
[ $(wc -l <h.csv) -lt 101 ] && echo "not all rows"
cml-submit -q -a h.csv -j 2 in.csv -- true
cut -d, -f1 h.csv | sort -n | uniq | wc -l

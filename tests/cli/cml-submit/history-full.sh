# A history that can grow no more: the summary counts the rows that it has, the next run writes the rest.
(echo x; seq 300) >in.csv
(ulimit -f 8; cml-submit -a h.csv -j 2 in.csv -- true) 2>told
echo "exit $?"
sed "s|$PWD|PWD|; s/, [0-9]* left running//; s/ [0-9]* \(ok\|not started\)/ N \1/g; s/ [0-9]* jobs* ended .* writes .*/ N jobs have no row yet/" told | sort
[ "$(sed -n 's/^cml-submit: \([0-9]*\) ok.*/\1/p' told)" -eq $(($(wc -l <h.csv) - 1)) ] && echo "as many rows"
cml-submit -q -a h.csv -j 2 in.csv -- true
cut -d, -f1 h.csv | sort -n | uniq | wc -l

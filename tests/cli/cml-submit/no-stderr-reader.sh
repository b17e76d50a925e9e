# Whoever read the messages has gone (tee was killed): the jobs go on, and all have their rows.
(echo x; seq 20) >in.csv
(cml-submit -a h.csv -j 1 in.csv -- sh -c 'sleep 0.01; exit 3' 2>&1; echo $? >code) | head -n 1 | cut -c 1-12
until [ -s code ]; do sleep 0.1; done
cat code
sed 1d h.csv | cut -d, -f 3 | sort | uniq -c | tr -s ' '

# In turns by expected improvement and by where good jobs are dense; the same for any number of threads.
cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -p forest:trees=20 -o model
cml-search -q -m model --method auto --exclude $DATA/manual/jobs.csv -n 4 -j 1 >one
cml-search -q -m model --method auto --exclude $DATA/manual/jobs.csv -n 4 -j 3 | cmp - one
cat one
# Without a job in these contexts, and without an uncertainty: the best predictions.
cml-search -q -m model --method auto -n 3 >none.csv
cml-search -q -m model --method bayes --kappa 0 -n 1 | cut -d, -f1-6 >best.csv
sed -n 1,2p none.csv | cut -d, -f1-6 | cmp - best.csv
cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -p gbt -o gbt
cml-search -q -m gbt --method auto --exclude $DATA/manual/jobs.csv -n 3
# What is pending is not proposed, and changes what is.
cml-search -q -s $DATA/manual/space.csv --method random -n 5 --seed 3 >pending.csv
cml-search -q -m model --method auto --exclude $DATA/manual/jobs.csv --exclude pending.csv -n 4

# Without --method: auto; random where --by says what to rank by.
cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -p gp -o model
same() {
	cml-search -q "$@" >default.csv
	cml-search -q "$@" --method $method | cmp - default.csv
}
method=auto
same -s $DATA/manual/space.csv -n 5
same -m model --exclude $DATA/manual/jobs.csv -n 4
method=random
same -m model --exclude $DATA/manual/jobs.csv -n 4 --by ucb
# A model of one metric has no front: the method that would rank by it is auto.
cml-search -q -m model --by front
# All that is drawn is proposed: nothing to choose, and n^2 distances are not worked out.
cml-search -q -s $SCHEMAS/ads-fsdp.csv -n 3000 | wc -l
cml-search -q -s $SCHEMAS/ads-fsdp.csv -n 2 --method auto:design=x

# The same proposals as with a model that learned nothing of failures, beside the chance.
cp "$MODEL" model
cp model both
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" -p auto:trees=20 -o model --ignore-failures
for method in random 'random --by ei --best 90000' evolution reinforce bayes 'bayes:acquisition=ei --best 90000' exhaustive; do
	cml-search -q -m both --ignore-failures --method $method -n 9 --samples 300 2>/dev/null >with.csv ||
		cml-search -q -m both --ignore-failures --method $method -n 9 >with.csv
	cml-search -q -m model --method $method -n 9 --samples 300 2>/dev/null >without.csv ||
		cml-search -q -m model --method $method -n 9 >without.csv
	cut -d, -f1-10,12- with.csv | cmp - without.csv && echo "$method"
done
cml-search -m model -n 1
# Who asks for no chance is told of none.
cml-search -m model -n 1 --ignore-failures >ignored.csv

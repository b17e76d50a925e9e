# Names that are nearly written: the one that is meant, and all there are. Words of an option are few: all are listed.
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" -p gbt:trees=5 --no-intervals -o model
for arguments in "--method exaustive" "--by men" "--method bayes:acquisition=eii"; do
	# shellcheck disable=SC2086 # words
	cml-search -q -m model --fix gpu=h100 $arguments -n 1 2>&1 | head -n 1
done
for arguments in "-p gtb" "-p gbt:tres=5"; do
	# shellcheck disable=SC2086 # words
	cml-train $arguments </dev/null 2>&1 | head -n 1
done
cml-eval -s "$DATA/manual/space.csv" --split rndom:0.7 "$DATA/manual/jobs.csv" 2>&1
cml-submit -s "$DATA/manual/space.csv" --backend slrum --metric none -- true </dev/null 2>&1 | head -n 1

# Reasons multiply to the ratio of the predictions; of the chance they add up.
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" -p gbt:trees=20 -o model
named='NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }'
cml-search -q -s "$DATA/manual/space.csv" --fix gpus=64 --fix gpu=a100 --method random -n 12 -o next.csv
cml-rank -q -m model --explain -n 3 next.csv
cml-rank -q -m model --explain --format text -n 3 next.csv
cml-rank -q -m model --explain --digits full -j 1 next.csv >one
cml-rank -q -m model --explain --digits full -j 3 next.csv | cmp - one
awk -F, "$named"'
	{
		n = split($at["cml_why"], term, / \| |; /)
		factor = 1
		for (i = 1; i <= n; i++) {
			if (split(term[i], word, " ") != 4 || word[4] != "%")
				print "not a term: " term[i]
			factor *= 1 + word[3] / 100
		}
		off = factor * $at["cml_near_pred"] / $at["cml_pred"] - 1
		n_terms += n
		n_bad += off > 1e-9 || off < -1e-9
	}
	END { print NR - 1 " rows, " n_terms " terms, " n_bad + 0 " that do not multiply" }' one
# The order of rows is kept, and so are reasons; columns that were added are replaced.
cml-rank -q -m model --explain --digits full --no-sort next.csv | cml-rank -q -m model --explain --digits full | cmp - one
# A metric whose logarithm is not learned has differences, which add up.
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" |
	cml-train -q -s "$DATA/manual/space.csv" -p gbt:trees=20 --no-log-target -o plain
cml-rank -q -m plain --explain --digits full next.csv | awk -F, "$named"'
	{
		n = split($at["cml_why"], term, / \| |; /)
		sum = 0
		for (i = 1; i <= n; i++) {
			n_bad += split(term[i], word, " ") != 3
			sum += word[3]
		}
		off = sum - ($at["cml_pred"] - $at["cml_near_pred"])
		n_bad += off > 1e-6 || off < -1e-6
	}
	END { print NR - 1 " rows, " n_bad + 0 " bad" }'
# Without a space there is nothing to explain by; a context far away is told apart.
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" >features.csv
cml-train -q -p gbt:trees=5 -o bare features.csv
cml-rank -q -m bare --explain features.csv
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | awk -F, 'NR == 1 || $4 <= 5' |
	cml-train -q -s "$DATA/manual/space.csv" -p gbt:trees=5 -o near
cml-rank -q -m near --explain --format text -n 1 next.csv

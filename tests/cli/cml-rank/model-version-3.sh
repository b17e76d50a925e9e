# Written by the release before models held support and intervals: same predictions.
for kind in gbt forest; do
	cml-rank -q -n 4 -m "$DATA/model-3/$kind.model" "$DATA/manual/jobs.csv"
done

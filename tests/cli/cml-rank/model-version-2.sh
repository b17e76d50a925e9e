# Written by the release before models held a chance to run: same predictions.
for kind in gbt forest; do
	cml-rank -q -n 4 -m "$DATA/model-2/$kind.model" "$DATA/manual/jobs.csv"
done

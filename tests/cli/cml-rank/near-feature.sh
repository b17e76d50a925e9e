# A table without a feature of the model: it is named.
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" >features.csv
cml-train -q -o model features.csv
sed '1s/micro_batch/microbatch/' features.csv >other.csv
cml-rank -m model other.csv
# So is a param or context that another order of the words names.
cml-search -s "$DATA/manual/space.csv" --method random -n 1 --fix batch_micro=4
cml-submit --dry-run --carry cml_preds -- true <<X
name,cml_pred
x,3
X

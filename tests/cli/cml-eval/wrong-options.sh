# Options that are refused, each by exit code 2. What is said of --help is in cml-encode/every-tool.
while read -r options; do
	eval "cml-eval $options"
	[ $? -eq 2 ] || echo "not 2: $options"
done <<'END' 2>&1 | grep -v '^Try '
-s space.csv --splits random jobs.csv
-s "$DATA/manual/space.csv" --split chance:0.5 "$DATA/manual/jobs.csv"
-s "$DATA/manual/space.csv" --split 'scale:gpus<=' "$DATA/manual/jobs.csv"
-q -s "$DATA/manual/space.csv" --split random:0.745 --curve 10,2000 "$DATA/manual/jobs.csv"
-s "$DATA/manual/space.csv" --metrics kendal "$DATA/manual/jobs.csv"
-s "$DATA/manual/space.csv" --require 'kendall=>0.5' "$DATA/manual/jobs.csv"
-s "$DATA/manual/space.csv" --metrics interval-coverage --importance importance.csv "$DATA/manual/jobs.csv"
-s "$DATA/manual/space.csv" --predictions x.csv --importance x.csv "$DATA/manual/jobs.csv"
--actual wps --predicted cml_pred --metrics ok-auc jobs.csv
--actual wps --predicted cml_pred --require 'interval-coverage>=0.85' jobs.csv
-s "$DATA/manual/space.csv" --repeats 99999999999999999999 "$DATA/manual/jobs.csv"
--bootstrap 99999999999999999999 "$DATA/manual/jobs.csv"
END

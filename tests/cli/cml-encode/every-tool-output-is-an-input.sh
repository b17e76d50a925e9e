# No tool writes over what it reads, whether that is standard input or a file, redirected or named by -o.
refused() {
	"$@"
	[ $? -eq 2 ] || echo "not 2: $*" >&2
}
cp "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" .
cp "$MODEL" model
cml-encode -q -s space.csv jobs.csv >features.csv
cp jobs.csv jobs.before
cp features.csv features.before
refused cml-encode -s space.csv -o jobs.csv <jobs.csv
refused cml-encode -s space.csv -o jobs.csv - <jobs.csv
refused cml-encode -s space.csv >>jobs.csv <jobs.csv
refused cml-encode -s space.csv jobs.csv >>jobs.csv
refused cml-train -s space.csv -o features.csv <features.csv
refused cml-train -s space.csv -o features.csv - <features.csv
refused cml-train -s space.csv >>features.csv <features.csv
refused cml-train -s space.csv features.csv >>features.csv
refused cml-rank -m model -o jobs.csv <jobs.csv
refused cml-rank -m model -o jobs.csv - <jobs.csv
refused cml-rank -m model >>jobs.csv <jobs.csv
refused cml-rank -m model jobs.csv >>jobs.csv
refused cml-search -m model -n 2 --exclude - -o jobs.csv <jobs.csv
refused cml-search -m model -n 2 --exclude - >>jobs.csv <jobs.csv
refused cml-search -m model -n 2 --exclude - --exclude jobs.csv >>jobs.csv
refused cml-eval -s space.csv --split random:0.745 -o jobs.csv <jobs.csv
refused cml-eval -s space.csv --split random:0.745 -o jobs.csv - <jobs.csv
refused cml-eval -s space.csv --split random:0.745 >>jobs.csv <jobs.csv
refused cml-eval -s space.csv --split random:0.745 jobs.csv >>jobs.csv
refused cml-submit -s space.csv --metric qps -o jobs.csv -- true <jobs.csv
refused cml-submit -s space.csv --metric qps -o jobs.csv - -- true <jobs.csv
refused cml-submit -s space.csv --metric qps -- true >>jobs.csv <jobs.csv
refused cml-submit -s space.csv --metric qps jobs.csv -- true >>jobs.csv
refused cml-submit -s space.csv --backend replay=jobs.csv -o jobs.csv jobs.before
cmp jobs.csv jobs.before && cmp features.csv features.before

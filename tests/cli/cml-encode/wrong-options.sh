# Options that are refused, each by exit code 2. What is said of --help is in cml-encode/every-tool.
while read -r options; do
	eval "cml-encode $options"
	[ $? -eq 2 ] || echo "not 2: $options"
done <<'END' 2>&1 | grep -v '^Try '
--infre jobs.csv
"$DATA/manual/jobs.csv"
-s "$DATA/manual/space.csv" -d xy "$DATA/manual/jobs.csv"
-s "$DATA/manual/space.csv" -d '"' "$DATA/manual/jobs.csv"
--infer -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv"
--infer --metric speed --metric tp "$DATA/manual/jobs.csv"
END

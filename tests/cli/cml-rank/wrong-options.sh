# Options that are refused, each by exit code 2. What is said of --help is in cml-encode/every-tool.
while read -r options; do
	eval "cml-rank $options"
	[ $? -eq 2 ] || echo "not 2: $options"
done <<'END' 2>&1 | grep -v '^Try '
"$DATA/manual/jobs.csv"
-m model --explian candidates.csv
-m "$MODEL" --no-sort -n 3 "$DATA/manual/jobs.csv"
-m "$MODEL" --min-ok 1.1
-m "$MODEL" --min-ok -0.5
-m "$MODEL" --min-ok nan
-m "$MODEL" --min-ok high
-m "$MODEL" --min-ok 0.5 --ignore-failures
END

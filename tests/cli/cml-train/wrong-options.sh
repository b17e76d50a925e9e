# Options that are refused, each by exit code 2. What is said of --help is in cml-encode/every-tool.
while read -r options; do
	eval "cml-train $options"
	[ $? -eq 2 ] || echo "not 2: $options"
done <<'END' 2>&1 | grep -v '^Try '
--sede 3 features.csv
-s "$DATA/manual/space.csv" --seed minus -o model features.csv
-s "$DATA/manual/space.csv" -p xgb -o model features.csv
-s "$DATA/manual/space.csv" -p auto:depth=deep -o model features.csv
-s "$DATA/manual/space.csv" -p auto:learning-rate=0 -o model features.csv
-s "$DATA/manual/space.csv" -p forest:learning-rate=0.1 -o model features.csv
-s "$DATA/manual/space.csv" -p mlp:hidden=16,8 -o model features.csv
-s "$DATA/manual/space.csv" -p mlp:trees=3 -o model features.csv
END

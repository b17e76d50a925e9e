# Options that are refused, each by exit code 2. What is said of --help is in cml-encode/every-tool.
printf 'batch,lr\n1,2\n' >rows.csv
while read -r options; do
	eval "cml-submit $options"
	[ $? -eq 2 ] || echo "not 2: $options"
done <<'END' 2>&1 | grep -v '^Try '
--metrics=wps=p90 next.csv -- ./train.sh --no-such
rows.csv
--backend pbs rows.csv -- true
--backend local=4 rows.csv -- true
--backend replay=measured.csv rows.csv
--metric qps=p101 rows.csv -- true
--timeout soon rows.csv -- true
--timeout 0 rows.csv -- true
-a h.csv.gz rows.csv -- true
-j 3 --gpus 2 rows.csv -- true
--retries 99999999999 rows.csv -- true
--dry-run rows.csv -- train --bs={batc}
rows.csv -- sh -c 'echo batch=${batch}'
END
